"""Whole copies of the tables, taken and put back while a server goes on serving, and from one store to another.

SQLite copies a database page by page as one reader or writer among others. A server that has a table in memory
learns at its next move there that the log has changed, and reads it again.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tablee.core.errors import RequestError, TableeError, refusal
from tablee.core.places import writable
from tablee.core.words import Text

from .grouped import migrations
from .sqlite import APPLICATION
from .store import Store, StoreDamaged, StoreError, StoreNewer


def backup(path: Path, target: Path) -> int:
    """Copy the tables in `path` to a new file; how many they are. The file appears when it is whole."""
    unfinished = target.with_name(f"{target.name}.part")
    with _sentences(target):
        try:
            with _opened(path) as source, _opened(unfinished, write=True) as copy:
                source.backup(copy)
                count = _recognised(copy, path)
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    return count


def restore(source: Path, path: Path) -> tuple[int, Path | None]:
    """Put a copy in the place of what is there; how many tables it has, and where what was there is kept."""
    with _sentences(source), _opened(source) as copy:
        count = _recognised(copy, source)
        kept = None
        with _sentences(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.exists():
                kept = path.with_name(f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S}{path.suffix}")
                backup(path, kept)
            with _opened(path, write=True) as present:
                copy.backup(present)
    return count, kept


def carry(source: Store, target: Store) -> tuple[int, list[Text]]:
    """Bring what `target` lacks from `source`: how many tables are there now, and why others are not.

    Done again it brings what has been played since: first while people play, then once more when they have stopped.
    """
    copied, refused = 0, []
    for summary in reversed(source.tables()):
        try:
            log, there = source.load(summary.table), target.load(summary.table)
            if there != log[: len(there)]:
                raise StoreError(
                    f"La table {summary.table} a continué autrement là-bas : elle y reste comme elle est.",
                    f"Table {summary.table} has gone on differently over there: it stays there as it is.",
                )
            if not there:
                target.append(summary.table, 0, log[:1], summary.made).result()
            first = max(1, len(there))
            if log[first:]:
                target.append(summary.table, first, log[first:], summary.touched).result()
            copied += 1
        except TableeError as error:
            refused.append(error.text)
    return copied, refused


@contextlib.contextmanager
def _opened(path: Path, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    if not write and not path.is_file():
        raise RequestError(f"le fichier {path} n’existe pas.", f"there is no file {path}.")
    how = "mode=rwc" if write else "mode=ro"
    if not write and not writable(path.parent) and not path.with_name(f"{path.name}-wal").exists():
        how = "immutable=1"  # a file that nobody writes to needs no lock beside it, and there is no room for one
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=10)
    try:
        yield connection
    finally:
        connection.close()


def _recognised(connection: sqlite3.Connection, path: Path) -> int:
    """How many tables a sound file of ours has; anything else is refused."""
    (application,), (version,), (health,) = (
        connection.execute(f"PRAGMA {asked}").fetchone() for asked in ("application_id", "user_version", "quick_check")
    )
    if application != APPLICATION or health != "ok":
        raise StoreDamaged(
            f"{path} n’est pas une copie saine des parties de Tablée ; rien n’a été changé.",
            f"{path} is not a sound copy of Tablée’s games; nothing was changed.",
        )
    if version > len(migrations("sqlite")):
        raise StoreNewer(
            f"{path} vient d’une Tablée plus récente ; rien n’a été changé.",
            f"{path} comes from a newer Tablée; nothing was changed.",
        )
    count: int = connection.execute("SELECT COUNT(*) FROM game").fetchone()[0]
    return count


@contextlib.contextmanager
def _sentences(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        why = refusal(error)
        raise StoreError(
            f"La copie {path} n’a pas pu se faire ({why.fr}).", f"The copy {path} could not be made ({why.en})."
        ) from error
