"""A real PostgreSQL server for the tests, from Debian's `postgresql`: in a folder and on a socket of its own."""

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

NUMBERS = itertools.count()
# What is killed here is Tablée. That PostgreSQL itself survives a power cut is its own promise: no waiting for disks.
OPTIONS = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=200", "shared_buffers=16MB")


def programs() -> Path:
    """Where the server's programs are: Debian keeps them beside the path, the newest last."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    assert found or folders, "PostgreSQL is missing: tools/boot check installs it"
    return Path(found).parent if found else folders[-1]


def unprivileged() -> str | None:
    """PostgreSQL does not run as root: whom to run it as, if we are."""
    if os.geteuid():
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder, self._user = folder, unprivileged()
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--username=tablee")
        self.start()

    def _command(self, name: str, *options: str) -> list[str]:
        return [str(programs() / name), "-D", str(self.folder / "data"), *options]

    def _run(self, name: str, *options: str) -> None:
        done = subprocess.run(
            self._command(name, *options), user=self._user, cwd=self.folder, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        settings = [word for option in (*OPTIONS, f"unix_socket_directories={self.folder}") for word in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self._command("postgres", *settings), user=self._user, cwd=self.folder, stdout=log, stderr=log
            )
        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self, sig: signal.Signals = signal.SIGQUIT) -> None:
        self.process.send_signal(sig)
        self.process.wait(timeout=30)

    def url(self, database: str) -> str:
        return f"postgresql://tablee@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a new, empty one."""
        name = f"games{next(NUMBERS)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """For as long as somebody needs it. The folder is not below pytest's own, which others may not enter."""
    with tempfile.TemporaryDirectory(prefix="tablee-postgres-") as folder:
        made = Server(Path(folder))
        try:
            yield made
        finally:
            made.stop()
