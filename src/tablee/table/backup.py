"""Whole copies of the tables, taken and put back while a server goes on serving.

SQLite copies a database page by page as one reader or writer among others. A server that has a table in memory
learns at its next move there that the log has changed, and reads it again.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tablee.core.errors import RequestError, refusal
from tablee.core.paths import atomic_path, writable
from tablee.core.words import Text
from tablee.table.group_commit import migrations

from .sqlite import APPLICATION, CLOSED, OPEN, make_private
from .store import StoreDamaged, StoreError, StoreNewer


def backup(path: Path, target: Path) -> int:
    """Copy the tables in `path` to a new file; how many they are. The file appears when it is whole."""
    with (
        _translate_errors(target),
        atomic_path(target, private=True) as part,
        _connect(path) as source,
        _connect(part, write=True) as copy,
    ):
        source.backup(copy)
        count = _count_tables(copy, path)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, which needs no log beside it to be read
        _mark_closed(copy)
    return count


def restore(source: Path, path: Path) -> tuple[int, Path | None]:
    """Replace a store by a backup; returns its number of tables, and where the old store was copied."""
    with _translate_errors(source), _connect(source, alone=True) as copy:
        count = _count_tables(copy, source)
        old_copy = None
        with _translate_errors(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.exists():
                old_copy = path.with_name(f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S}{path.suffix}")
                backup(path, old_copy)
            make_private(path)
            with _connect(path, write=True) as present:
                copy.backup(present)
                _mark_closed(present)
    return count, old_copy


def _mark_closed(connection: sqlite3.Connection) -> None:
    """A copy of an open file is a whole one: no log of it is missing."""
    if connection.execute("SELECT name FROM sqlite_master WHERE name = 'state'").fetchone():
        connection.execute(OPEN, (CLOSED,))


@contextlib.contextmanager
def _connect(path: Path, *, write: bool = False, alone: bool = False) -> Iterator[sqlite3.Connection]:
    """`alone`: nobody else writes to it now."""
    if not write and not path.is_file():
        raise RequestError(f"Le fichier {path} n’existe pas.", f"There is no file {path}.")
    how = "mode=rwc" if write else "mode=ro"
    if not write and (alone or not writable(path.parent)) and not path.with_name(f"{path.name}-wal").exists():
        how = "immutable=1"  # a file that nobody writes to needs no lock beside it
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=10, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def _count_tables(connection: sqlite3.Connection, path: Path) -> int:
    """How many tables a sound file of ours has; anything else is refused."""
    (application,), (version,), (health,) = (
        connection.execute(f"PRAGMA {pragma}").fetchone()
        for pragma in ("application_id", "user_version", "quick_check")
    )
    if application != APPLICATION or health != "ok":
        raise StoreDamaged(
            f"{path} n’est pas une copie saine des parties de Tablée ; rien n’a été changé.",
            f"{path} is not a sound copy of Tablée’s games; nothing was changed.",
        )
    if version > (newest := len(migrations("tablee.table"))):
        raise StoreNewer(path, version, newest, Text("une autre copie", "another copy"))
    count: int = connection.execute("SELECT COUNT(*) FROM game").fetchone()[0]
    return count


@contextlib.contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        french, english = "La copie {path} n’a pas pu se faire ({why}).", "The copy {path} could not be made ({why})."
        raise StoreError(Text.fill(french, english, path=path, why=refusal(error))) from error
