"""Looking after a store's file: which tables are whole, and bringing the others back to what is whole of them.

Nothing is thrown away: what is cut off a damaged table is kept in the same file, apart.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablee.table.group_commit import End
from tablee.table.hash_chain import valid_prefix

from . import log_format
from .errors import TableDamaged
from .sqlite import CLOSED, ENTRIES, OPEN, decode_leniently
from .store import Store
from .table import Table


@dataclass(frozen=True, slots=True)
class Damage:
    """A table that is not whole: how many of its entries are good, and how many it should have."""

    table: str
    good: int
    length: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """The result of a check. `pages`: errors of SQLite's own integrity check, if any."""

    tables: int
    damages: tuple[Damage, ...]
    pages: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        return not self.damages and not self.pages


def inspect(path: Path) -> Inspection:
    """Read the whole file; change nothing in it."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.text_factory = decode_leniently
        report = [row[0] for row in connection.execute("PRAGMA integrity_check(20)")]
        names = [row[0] for row in connection.execute("SELECT id FROM game UNION SELECT game FROM entry ORDER BY 1")]
        damages = []
        for name in names:
            end = connection.execute("SELECT length, head FROM game WHERE id = ?", (name,)).fetchone()
            damages.append(_find_damage(name, end, connection.execute(ENTRIES, (name,)).fetchall()))
    return Inspection(len(names), tuple(filter(None, damages)), () if report == ["ok"] else tuple(report))


def _find_damage(table: str, end: End | None, rows: list[tuple[int, str, str]]) -> Damage | None:
    length, head = end or (0, "")
    bodies, link = valid_prefix(table, rows)
    valid = _count_valid(table, bodies)
    if (len(bodies), link) == (length, head) and len(rows) == length == valid:
        return None
    return Damage(table, valid, max(length, len(rows)))


def inspect_store(store: Store) -> Inspection:
    """The same of any store, as its tables are served; its database looks after its own pages."""
    damages, tables = [], store.tables()
    for summary in tables:
        broken = False
        try:
            entries: Sequence[str] = store.load(summary.table)
        except TableDamaged as error:
            broken, entries = True, error.whole
        good = _count_valid(summary.table, entries)
        if broken or good < summary.length:
            damages.append(Damage(summary.table, good, summary.length))
    return Inspection(len(tables), tuple(damages))


def _count_valid(table: str, bodies: Sequence[str]) -> int:
    """How many of the entries make a table whose rolls are the promised ones: nearly always all of them."""
    try:
        Table.fold(table, map(log_format.parse, bodies), audit=True)
    except TableDamaged as error:
        return error.good
    return len(bodies)


def repair(path: Path) -> Inspection:
    """Truncate every damaged table to its valid part; returns what was found."""
    inspection = inspect(path)
    with _transaction(path) as connection:
        now = int(time.time())
        for damage in inspection.damages:
            cut = (damage.table, damage.good)
            connection.execute(
                "INSERT INTO damaged SELECT game, seq, at, body, link, ? FROM entry WHERE game = ? AND seq >= ?",
                (now, *cut),
            )
            connection.execute("DELETE FROM entry WHERE game = ? AND seq >= ?", cut)
            last = connection.execute(
                "SELECT link, at FROM entry WHERE game = ? AND seq = ?", (damage.table, damage.good - 1)
            ).fetchone()
            connection.execute("DELETE FROM game WHERE id = ?", (damage.table,))
            if last is not None:
                created = connection.execute("SELECT MIN(at) FROM entry WHERE game = ?", (damage.table,)).fetchone()[0]
                row = (damage.table, created, last[1], damage.good, last[0])
                connection.execute("INSERT INTO game (id, made, touched, length, head) VALUES (?, ?, ?, ?, ?)", row)
        connection.execute(OPEN, (CLOSED,))
    return inspection


@contextlib.contextmanager
def _transaction(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")
