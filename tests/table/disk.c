/* A disk with faults, put before the C library (LD_PRELOAD) for files whose name holds "tables.sqlite".
 *
 * In the folder $DISK a file named `full`, `readonly` or `lying` switches that fault on while it is there. Every write
 * is noted in $DISK/undo with what stood there before; an honest sync of a file clears its notes, a lying one does not.
 * After a kill the test takes back whatever was noted: that is what a power cut does to what never reached the disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int on(const char *fault) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", getenv("DISK"), fault);
    return access(path, F_OK) == 0;
}

/* 1: the file of a write-ahead log, 0: the database itself, -1: none of ours (the shared index is memory). */
static int ours(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || getenv("DISK") == NULL) return -1;
    path[length] = 0;
    const char *name = strstr(path, "tables.sqlite");
    if (name == NULL || strstr(name, "-shm") != NULL) return -1;
    return strstr(name, "-wal") != NULL;
}

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_truncate)(int, off_t);
static int (*real_sync)(int);

__attribute__((constructor)) static void find(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_sync = dlsym(RTLD_NEXT, "fsync");
}

static int notes(int file) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/undo-%d", getenv("DISK"), file);
    return open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

/* Note what stood at [offset, offset + count) and how long the file was. */
static void note(int fd, int file, int64_t offset, int64_t count) {
    struct stat about;
    if (fstat(fd, &about) != 0) return;
    int64_t there = about.st_size - offset < count ? about.st_size - offset : count;
    if (there < 0) there = 0;
    int64_t head[4] = {offset, count, there, about.st_size};
    char *record = malloc(sizeof head + there);
    memcpy(record, head, sizeof head);
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int again = open(link, O_RDONLY);
    if (pread(again, record + sizeof head, there, offset) != there) abort();
    close(again);
    int log = notes(file);
    if (real_write(log, record, sizeof head + there) < 0) abort();
    close(log);
    free(record);
}

static int refused(void) {
    if (on("full")) errno = ENOSPC;
    else if (on("readonly")) errno = EROFS;
    else return 0;
    return 1;
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t offset) {
    int file = ours(fd);
    if (file >= 0) {
        if (refused()) return -1;
        note(fd, file, offset, count);
    }
    return real_pwrite(fd, data, count, offset);
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t offset) { return pwrite64(fd, data, count, offset); }

ssize_t write(int fd, const void *data, size_t count) {
    int file = ours(fd);
    if (file >= 0) {
        if (refused()) return -1;
        note(fd, file, lseek(fd, 0, SEEK_CUR), count);
    }
    return real_write(fd, data, count);
}

int ftruncate64(int fd, off64_t length) {
    int file = ours(fd);
    struct stat about;
    if (file >= 0 && fstat(fd, &about) == 0 && about.st_size > length) note(fd, file, length, about.st_size - length);
    return real_truncate(fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fsync(int fd) {
    int file = ours(fd);
    if (file < 0) return real_sync(fd);
    if (!on("lying")) {
        int log = notes(file);
        real_truncate(log, 0);
        close(log);
    }
    return 0;
}

int fdatasync(int fd) { return fsync(fd); }
