"""The store in one SQLite file: write-ahead log, synchronous = FULL.

Plain `sqlite3` and numbered SQL files: measured on two cores, two statements a move in groups of 200, it wrote 20,000
moves a second where SQLAlchemy Core wrote 8,400, and it needs nothing installed.
"""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from tablee.core.errors import refusal
from tablee.core.words import Text, untranslated
from tablee.table.group_commit import End, GroupCommitStore, Row, migrations

from .store import Conflict, StoreDamaged, StoreError, StoreFull, StoreLocked, StoreNewer, StoreReadOnly, Summary

PATIENCE = 10.0  # seconds to wait for another process that writes
BRIEFLY = 200  # milliseconds to wait for those who read, to empty the log of what was erased
APPLICATION = 0x7AB1EE  # marks the file as ours
MERGED = 1000  # entries after which the write-ahead log is merged into the file, about as often as SQLite would
CLOSED, MERGING, OPENED = 0, 1, 2  # the mark in the file: see `_merge`
SHORT = 0xFF  # the low byte of an extended result code is the plain one


# A group travels as one JSON text, so that a statement writes all of it.
ENDS = """
SELECT json_group_object(id, json_array(length, head)) FROM game WHERE id IN (SELECT value FROM json_each(?))
"""
OPEN = "INSERT INTO state VALUES ('open', ?) ON CONFLICT DO UPDATE SET value = excluded.value"
ENTRIES = "SELECT seq, body, link FROM entry WHERE game = ? ORDER BY seq"
NEW_ENTRIES = """
INSERT INTO entry (game, seq, at, body, link)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)
"""
NEW_ENDS = """
INSERT INTO game (id, made, touched, length, head)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[1]'),
       json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(?) WHERE true
ON CONFLICT DO UPDATE SET touched = max(touched, excluded.touched), length = excluded.length, head = excluded.head
"""


class SqliteStore(GroupCommitStore):
    """The tables in one file, which is made or brought up to date when it is opened."""

    def __init__(self, path: str | Path, *, patience: float = PATIENCE) -> None:
        self.path, self.name = Path(path), str(path)
        self._patience = patience
        self._logged = 0  # entries since the log was last merged
        self._erased = False  # is anything in the log that somebody has erased?
        with self._translate_errors():
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                french = "Impossible de créer le dossier {folder} : {why}."
                english = "The folder {folder} cannot be made: {why}."
                text = Text.fill(french, english, folder=self.path.parent, why=refusal(error))
                raise StoreReadOnly(text) from None
            if self.path.exists() and not self.path.stat().st_size:
                raise StoreDamaged(
                    f"{self.path} est vide (0 octet) : quelque chose l’a vidé. "
                    "Remettez une sauvegarde ; s’il n’y avait rien dedans, supprimez ce fichier.",
                    f"{self.path} is empty (0 bytes): something has emptied it. "
                    "Put a backup in its place; if there was nothing in it, delete the file.",
                )
            logged = self.path.with_name(f"{self.path.name}-wal").exists()
            make_private(self.path)
            self._writer = self._connect()
            try:
                self._complete(logged=logged)
                self._prepare()
                self._reader = self._connect()
            except BaseException:
                self._writer.close()
                raise
        self._reading = threading.Lock()
        self._begin()

    # --- the statements ---------------------------------------------------------------------------------------

    def read(self, table: str) -> tuple[End | None, list[tuple[int, str, str]]]:
        with self._reading, self._translate_errors():
            self._reader.execute("BEGIN")  # both at one moment: another process may be writing
            try:
                end = self._reader.execute("SELECT length, head FROM game WHERE id = ?", (table,)).fetchone()
                return end, self._reader.execute(ENTRIES, (table,)).fetchall()
            finally:
                self._reader.execute("COMMIT")

    def tables(self) -> list[Summary]:
        with self._reading, self._translate_errors():
            rows = self._reader.execute("SELECT id, made, touched, length FROM game ORDER BY touched DESC, id")
            return [Summary(*row) for row in rows]

    def _ends(self, tables: list[str]) -> dict[str, End]:
        ends: dict[str, End] = json.loads(self._writer.execute(ENDS, (json.dumps(tables),)).fetchone()[0])
        return ends

    def _insert(self, rows: list[Row], ends: dict[str, tuple[str, int, int, str]]) -> None:
        try:
            self._writer.execute(NEW_ENTRIES, (json.dumps(rows),))
            self._writer.execute(NEW_ENDS, (json.dumps(list(ends.values())),))
        except sqlite3.IntegrityError:
            raise Conflict from None
        self._logged += len(rows)

    def _remove(self, table: str) -> bool:
        self._erased = True
        self._writer.execute("DELETE FROM entry WHERE game = ?", (table,))
        return self._writer.execute("DELETE FROM game WHERE id = ?", (table,)).rowcount > 0

    def _end(self) -> None:
        with self._reading:
            self._reader.close()
        with contextlib.suppress(sqlite3.Error):  # a file that cannot be written any more stays as it is
            self._writer.execute(OPEN, (CLOSED,))
        self._writer.close()

    # --- connection and schema --------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # what somebody erases is overwritten
        connection.execute("PRAGMA temp_store = MEMORY")  # what would undo one statement needs no file of its own
        connection.text_factory = decode_leniently
        return connection

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._translate_errors():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
        if self._logged >= MERGED or self._erased:
            with contextlib.suppress(sqlite3.Error):  # what was to be kept is kept; this is tried again
                self._merge("TRUNCATE" if self._erased else "PASSIVE")

    def _merge(self, how: str) -> None:
        """Bring the write-ahead log into the file itself, and mark both. While the file is open it says MERGING, and
        its log OPENED. So after a crash a file that says MERGING and has no log beside it has lost one, and a file that
        says OPENED has had it merged by another program that opened it."""
        self._writer.execute(OPEN, (MERGING,))
        try:
            self._writer.execute(f"PRAGMA busy_timeout = {BRIEFLY}")  # who reads for long must not hold up every move
            busy = self._writer.execute(f"PRAGMA wal_checkpoint({how})").fetchone()[0]
        finally:
            self._writer.execute(f"PRAGMA busy_timeout = {1000 * self._patience:.0f}")
            self._writer.execute(OPEN, (OPENED,))
        self._logged = 0
        self._erased = self._erased and bool(busy)

    def _prepare(self) -> None:
        """Bring an older file up to date; leave a newer one or somebody else's alone."""
        steps = migrations("tablee.table")
        self._recognise(len(steps))
        self._writer.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            version = self._number("user_version")  # another process may have been quicker
            for number, script in enumerate(steps[version:], version + 1):
                for statement in statements(script):
                    self._writer.execute(statement)
                self._writer.execute(f"PRAGMA user_version = {number}")
            self._writer.execute(f"PRAGMA application_id = {APPLICATION}")
        self._writer.execute("PRAGMA wal_autocheckpoint = 0")  # it would bring the log's mark into the file
        self._merge("TRUNCATE")

    def _complete(self, *, logged: bool) -> None:
        """Refuse a file that has lost something: emptied, or without the log of a server that was cut short."""
        marked = self._writer.execute("SELECT name FROM sqlite_master WHERE name = 'state'").fetchone()
        if (
            marked
            and not logged
            and self._writer.execute("SELECT value FROM state WHERE key = 'open'").fetchone() == (MERGING,)
        ):
            raise StoreDamaged(
                f"Il manque {self.path.name}-wal, à côté de {self.path} : les derniers coups y étaient. "
                "Remettez ce fichier à sa place, ou une sauvegarde ; « check-data » continue sans lui.",
                f"{self.path.name}-wal, beside {self.path}, is missing: it held the last moves. "
                "Put that file back, or a backup; “check-data” goes on without it.",
            )

    def _recognise(self, newest: int) -> None:
        """Refuse a file that is not ours to change."""
        version, application = self._number("user_version"), self._number("application_id")
        tables = self._writer.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and (application or version or tables):
            raise StoreDamaged(
                f"{self.path} n’est pas un fichier de Tablée. Rien n’y a été changé : "
                "déplacez-le, ou choisissez un autre dossier.",
                f"{self.path} is not a file of Tablée. "
                "Nothing in it was changed: move it away, or choose another folder.",
            )
        if version > newest:
            raise StoreNewer(self.path, version, newest, Text("un autre dossier", "another folder"))

    def _number(self, pragma: str) -> int:
        number: int = self._writer.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    @contextlib.contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Turn what SQLite reports into a sentence that says what to do."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter when it quotes a damaged schema
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & SHORT
            kind, text = TROUBLE.get(code, (StoreError, UNKNOWN))
            raise kind(Text.fill(text.fr, text.en, path=self.name) + untranslated(f" ({error})")) from error


def make_private(path: Path) -> None:
    """Restrict the files of a store to their owner (mode 0600): they hold secrets and names. A file that is not there
    yet is made, empty; SQLite gives its logs the mode of the file."""
    with contextlib.suppress(OSError):  # another's file, or a folder that cannot be written: SQLite says which
        path.touch(0o600)
        for file in (path, *path.parent.glob(f"{path.name}-*")):
            file.chmod(0o600)


def decode_leniently(raw: bytes) -> str:
    """Decode text of a damaged file, too; the hash chain detects the damage."""
    return raw.decode(errors="replace")


def statements(script: str) -> list[str]:
    """The statements of a script one by one: `executescript` would commit on its own."""
    complete, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            complete.append(current)
            current = ""
    return complete


UNKNOWN = Text("La base {path} ne répond pas comme il faut.", "The database {path} is not answering as it should.")
READ_ONLY = Text(
    "Impossible d’écrire dans {path}. Rien n’est perdu : rendez le dossier accessible en écriture.",
    "{path} cannot be written. Nothing is lost: make the folder writable.",
)
DAMAGED = Text(
    "La base {path} est abîmée, ou n’est pas une base. Tablée n’y a rien changé : "
    "gardez-en une copie, puis remettez une sauvegarde ou déplacez le fichier.",
    "The database {path} is damaged, or is not a database. Tablée has changed nothing in it: "
    "keep a copy, then restore a backup or move the file away.",
)
FULL = Text(
    "Le disque de {path} est plein : ce coup n’est pas enregistré, tous les précédents le sont. "
    "Faites de la place, puis rejouez.",
    "The disk of {path} is full: this move is not saved, all earlier ones are. Make room, then play again.",
)
LOCKED = Text(
    "Un autre programme occupe {path} : ce coup n’est pas enregistré. Réessayez, ou fermez l’autre programme.",
    "Another program is busy with {path}: this move is not saved. Try again, or close the other program.",
)
DISK = Text(
    "Le disque de {path} signale une erreur : ce coup n’est pas enregistré. Vérifiez le disque, puis réessayez.",
    "The disk of {path} reports an error: this move is not saved. Check the disk, then try again.",
)
TROUBLE: dict[int, tuple[type[StoreError], Text]] = {
    sqlite3.SQLITE_FULL: (StoreFull, FULL),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_PERM: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_BUSY: (StoreLocked, LOCKED),
    sqlite3.SQLITE_LOCKED: (StoreLocked, LOCKED),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, DAMAGED),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, DAMAGED),
    sqlite3.SQLITE_IOERR: (StoreError, DISK),
}
