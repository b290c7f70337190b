"""Where Tablée keeps things on a machine: a user's games, and what can be computed again; and how files are written.
Both can be named by an environment variable, TABLEE_DATA and TABLEE_CACHE. A user who has no home, as services often
have none, and who names nothing, keeps games in a folder of their own among the lasting temporary files, and what can
be computed again for the length of one process."""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO

NAME = "tablee"
LASTING = Path("/var/tmp")  # POSIX: what is here survives a restart


def home() -> Path:
    """The user's own folder; where the system knows of none, a path that cannot be written to."""
    if os.environ.get("HOME") == "":
        del os.environ["HOME"]  # else it would be taken for the root of the disk
    try:
        return Path.home()
    except (RuntimeError, KeyError):
        return Path(os.devnull)


def data_directory(given: str | Path | None = None) -> Path:
    """Where games are kept: what was asked for, else TABLEE_DATA, else what the platform means for a user's data."""
    if given is not None:
        return home().joinpath(*Path(given).parts[1:]) if Path(given).parts[:1] == ("~",) else Path(given)
    if os.environ.get("TABLEE_DATA"):
        return Path(os.environ["TABLEE_DATA"])
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / NAME
    if sys.platform == "darwin":
        return home() / "Library" / "Application Support" / NAME
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local") / NAME
    return home() / ".local" / "share" / NAME


def lasting_directory(folder: Path) -> Path:
    """That folder; where it is not and cannot be made, one of this user's own that outlives a restart. Its name can be
    foreseen, so it has to be ours, and closed to everybody else; if it is not, the folder stays, and whoever writes
    there says what is wrong with it."""
    if os.name == "nt" or folder.exists() or writable(folder):
        return folder
    import stat
    import tempfile

    own = (LASTING if LASTING.is_dir() else Path(tempfile.gettempdir())) / f"{NAME}-{os.getuid()}"
    with contextlib.suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        status = own.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077:
            return own
    return folder


def cache_directory() -> Path:
    """Where what can be computed again is kept: TABLEE_CACHE, else the platform's cache folder of this user. Where that
    one cannot be written, a folder of this process alone. A folder that somebody has named is never replaced: they are
    told if it cannot be written."""
    if os.environ.get("TABLEE_CACHE"):
        return Path(os.environ["TABLEE_CACHE"])
    if sys.platform == "darwin":
        folder = home() / "Library" / "Caches" / NAME
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local") / NAME / "Cache"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or home() / ".cache") / NAME
    return folder if writable(folder) else temporary_directory()


def writable(folder: Path) -> bool:
    """Can files be written there, now or once the folder has been made?"""
    for ancestor in (folder, *folder.parents):
        if ancestor.exists():
            return ancestor.is_dir() and os.access(ancestor, os.W_OK | os.X_OK)
    return False


@cache
def temporary_directory() -> Path:
    """A folder that only this user can read and that goes with this process."""
    import atexit
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix=f"{NAME}-"))
    atexit.register(tidy)
    return folder


def tidy() -> None:
    """Delete the temporary folder of this process; call it before `os._exit`, which runs no exit handlers."""
    if temporary_directory.cache_info().currsize:
        import shutil

        shutil.rmtree(temporary_directory(), ignore_errors=True)


@contextlib.contextmanager
def atomic_path(path: Path, *, private: bool = False) -> Iterator[Path]:
    """A new empty file in the same folder; when the block ends well it is flushed to the disk and replaces `path`.

    If the block raises, `path` stays as it was. `private`: its owner alone may read it.
    What is no plain file, such as a pipe or a terminal, is yielded itself.
    """
    path = Path(os.path.realpath(path))  # a link stays, what it leads to is replaced
    if path.exists():
        if not path.is_file():
            yield path
            return
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    part = path.with_name(f"{path.name[:50]}.{os.urandom(4).hex()}.tmp")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600 if private else 0o666))
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        if path.exists() and not private:
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
        if sys.platform != "win32":  # Windows has no handle on a folder, and its rename is journalled
            handle = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    finally:
        part.unlink(missing_ok=True)


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file whole or, with an OSError, not at all."""
    with atomic_path(path) as part:
        part.write_bytes(content)


def try_lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed or the process ends; False where another process holds it. True where the
    system or the disk knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, NotImplementedError):
        return True
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True
