"""The store in one SQLite file.

One thread writes. It takes everything that waits, writes it in one transaction, and answers each writer only after
the COMMIT (write-ahead log, synchronous = FULL), so that many games share the price of reaching the disk.

Plain `sqlite3` and numbered SQL files: measured on two cores, two statements a move in groups of 200, it wrote 20,000
moves a second where SQLAlchemy Core wrote 8,400, and it needs nothing installed.
"""

from __future__ import annotations

import contextlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from tablee.core.words import Text

from .chain import good, linked
from .errors import TableDamaged
from .store import (
    Conflict,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    Summary,
)

MOST_IN_GROUP = 1000  # appends in one transaction
GATHER = 0.002  # seconds to wait for more when several wrote at once; a single writer never waits
PATIENCE = 10.0  # seconds to wait for another process that writes
APPLICATION = 0x7AB1EE  # marks the file as ours
CHAINED = 3  # the version of the schema from which on entries are linked
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
ON CONFLICT DO UPDATE SET touched = excluded.touched, length = excluded.length, head = excluded.head
"""


@dataclass(slots=True)
class Job:
    """Something for the writer: entries to keep, or a table to forget."""

    table: str
    first: int
    entries: Sequence[str]
    at: int
    done: Future[None] | None = None
    forgotten: Future[bool] | None = None


class SqliteStore:
    """The tables in one file, which is made or brought up to date when it is opened."""

    def __init__(self, path: str | Path, *, patience: float = PATIENCE) -> None:
        self.path = Path(path)
        self._patience = patience
        with self._sentences():
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise StoreReadOnly(
                    Text(
                        f"Impossible de créer le dossier {self.path.parent} : {error.strerror}. "
                        "Choisissez-en un autre.",
                        f"The folder {self.path.parent} cannot be made: {error.strerror}. Choose another one.",
                    )
                ) from None
            if self.path.exists() and not self.path.stat().st_size:
                raise self._emptied()
            logged = self.path.with_name(f"{self.path.name}-wal").exists()
            self._writer = self._connect()
            try:
                self._complete(logged=logged)
                self._prepare()
                self._reader = self._connect()
            except BaseException:
                self._writer.close()
                raise
        self._reading = threading.Lock()
        self._waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="tablee-store", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        return f"<SqliteStore {self.path}>"

    # --- the protocol -----------------------------------------------------------------------------------------

    def append(self, table: str, first: int, entries: Sequence[str], at: int) -> Future[None]:
        done: Future[None] = Future()
        self._put(Job(table, first, entries, at, done=done))
        return done

    def delete(self, table: str) -> bool:
        forgotten: Future[bool] = Future()
        self._put(Job(table, 0, (), 0, forgotten=forgotten))
        return forgotten.result()

    def load(self, table: str) -> list[str]:
        """Only a whole log is served: one that was damaged, shortened or edited is named instead."""
        with self._reading, self._sentences():
            self._reader.execute("BEGIN")  # both at one moment: another process may be writing
            try:
                end = self._reader.execute("SELECT length, head FROM game WHERE id = ?", (table,)).fetchone()
                rows = self._reader.execute(ENTRIES, (table,)).fetchall()
            finally:
                self._reader.execute("COMMIT")
        bodies, head = good(table, rows)
        if (len(bodies), head) != (end or (0, "")) or len(rows) > len(bodies):
            raise damage(table, len(bodies))
        return bodies

    def tables(self) -> list[Summary]:
        with self._reading, self._sentences():
            rows = self._reader.execute("SELECT id, made, touched, length FROM game ORDER BY touched DESC, id")
            return [Summary(*row) for row in rows]

    def close(self) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._waiting.put(None)
        self._thread.join()
        with self._reading:
            self._reader.close()
        with contextlib.suppress(sqlite3.Error):  # a file that cannot be written any more stays as it is
            self._writer.execute(OPEN, (0,))
        self._writer.close()

    # --- the writer -------------------------------------------------------------------------------------------

    def _put(self, job: Job) -> None:
        with self._closing:
            if self._closed:
                raise StoreError(Text("La table est fermée.", "The table is closed."))
            self._waiting.put(job)

    def _write(self) -> None:
        """Group after group, until the store is closed."""
        busy = False
        while True:
            job = self._waiting.get()
            if busy:
                time.sleep(GATHER)
            group: list[Job] = []
            while job is not None and job.forgotten is None:
                group.append(job)
                if len(group) == MOST_IN_GROUP or self._waiting.empty():
                    break
                job = self._waiting.get()
            busy = len(group) > 1
            if group:
                self._keep(group)
            if job is None:
                return
            if job.forgotten is not None:
                self._forget(job)

    def _keep(self, group: list[Job]) -> None:
        """One transaction for a group; everybody in it is answered after the COMMIT, or told why not."""
        try:
            with self._sentences(), self._transaction():
                kept = self._insert(group)
        except Conflict as error:
            if len(group) == 1:
                _fail(group[0], error)
            for job in group if len(group) > 1 else ():
                self._keep([job])  # one of them is at fault, and only that one shall fail
        except Exception as error:
            # Whoever waits must hear of it, whatever it was; the thread lives on for the others.
            for job in group:
                _fail(job, error)
        else:
            for job, fine in zip(group, kept, strict=True):
                if fine:
                    _succeed(job)
                else:
                    _fail(job, Conflict())

    def _insert(self, group: list[Job]) -> list[bool]:
        """Write a group, whatever its size, in three statements: each one is a chance for the loop to hold us up.

        Which entries come in time is decided here, under the write lock; the primary key stands behind it.
        """
        run = self._writer.execute
        names = json.dumps([job.table for job in group])
        ends: dict[str, tuple[int, str]] = json.loads(run(ENDS, (names,)).fetchone()[0])
        kept, rows, games = [], [], {}
        for job in group:
            length, head = ends.get(job.table, (0, ""))
            fine = job.first == length
            kept.append(fine)
            if fine:
                for place, body in enumerate(job.entries, length):
                    head = linked(head, job.table, body)
                    rows.append((job.table, place, job.at, body, head))
                ends[job.table] = length + len(job.entries), head
                games[job.table] = (job.table, job.at, *ends[job.table])
        try:
            run(NEW_ENTRIES, (json.dumps(rows),))
            run(NEW_ENDS, (json.dumps(list(games.values())),))
        except sqlite3.IntegrityError:
            raise Conflict from None
        return kept

    def _forget(self, job: Job) -> None:
        assert job.forgotten is not None
        try:
            with self._sentences(), self._transaction():
                self._writer.execute("DELETE FROM entry WHERE game = ?", (job.table,))
                found = self._writer.execute("DELETE FROM game WHERE id = ?", (job.table,)).rowcount > 0
        except Exception as error:
            job.forgotten.set_exception(error)
        else:
            job.forgotten.set_result(found)

    # --- connection and schema --------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = FULL")
        connection.text_factory = lenient
        return connection

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _prepare(self) -> None:
        """Bring an older file up to date; leave a newer one or somebody else's alone."""
        steps = migrations()
        self._recognise(len(steps))
        self._writer.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            version = self._number("user_version")  # another process may have been quicker
            for number, script in enumerate(steps[version:], version + 1):
                for statement in statements(script):
                    self._writer.execute(statement)
                self._writer.execute(f"PRAGMA user_version = {number}")
            if version < CHAINED:
                self._chain()
            self._writer.execute(f"PRAGMA application_id = {APPLICATION}")
            self._writer.execute(OPEN, (1,))
        self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the mark must lie in the file itself: see _complete

    def _chain(self) -> None:
        """Link the entries of an older file as they stand."""
        rows = self._writer.execute("SELECT game, seq, body FROM entry ORDER BY game, seq").fetchall()
        links = []
        heads: dict[str, str] = {}
        for table, number, body in rows:
            heads[table] = linked(heads.get(table, ""), table, body)
            links.append((heads[table], table, number))
        self._writer.executemany("UPDATE entry SET link = ? WHERE game = ? AND seq = ?", links)
        ends = [(head, table) for table, head in heads.items()]
        self._writer.executemany("UPDATE game SET head = ? WHERE id = ?", ends)

    def _complete(self, *, logged: bool) -> None:
        """Refuse a file that has lost something: emptied, or without the log of a server that was cut short."""
        marked = self._writer.execute("SELECT name FROM sqlite_master WHERE name = 'state'").fetchone()
        if (
            marked
            and not logged
            and self._writer.execute("SELECT value FROM state WHERE key = 'open'").fetchone() == (1,)
        ):
            raise StoreDamaged(
                Text(
                    f"Il manque {self.path.name}-wal, à côté de {self.path} : les derniers coups y étaient. "
                    "Remettez ce fichier à sa place, ou une sauvegarde ; « check-data » continue sans lui.",
                    f"{self.path.name}-wal, beside {self.path}, is missing: it held the last moves. "
                    "Put that file back, or a backup; “check-data” goes on without it.",
                )
            )

    def _recognise(self, known: int) -> None:
        """Refuse a file that is not ours to change."""
        version, application = self._number("user_version"), self._number("application_id")
        tables = self._writer.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and (application or version or tables):
            raise self._foreign()
        if version > known:
            raise StoreNewer(
                Text(
                    f"{self.path} vient d’une Tablée plus récente (version {version}, ici {known}). "
                    "Rien n’y a été changé : mettez Tablée à jour, ou choisissez un autre dossier.",
                    f"{self.path} comes from a newer Tablée (version {version}, here {known}). "
                    "Nothing in it was changed: update Tablée, or choose another folder.",
                )
            )

    def _number(self, pragma: str) -> int:
        number: int = self._writer.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    def _emptied(self) -> StoreDamaged:
        return StoreDamaged(
            Text(
                f"{self.path} est vide (0 octet) : quelque chose l’a vidé. "
                "Remettez une sauvegarde ; s’il n’y avait rien dedans, supprimez ce fichier.",
                f"{self.path} is empty (0 bytes): something has emptied it. "
                "Put a backup in its place; if there was nothing in it, delete the file.",
            )
        )

    def _foreign(self) -> StoreDamaged:
        return StoreDamaged(
            Text(
                f"{self.path} n’est pas un fichier de Tablée. Rien n’y a été changé : "
                "déplacez-le, ou choisissez un autre dossier.",
                f"{self.path} is not a file of Tablée. Nothing in it was changed: "
                "move it away, or choose another folder.",
            )
        )

    @contextlib.contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn what SQLite reports into a sentence that says what to do."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter when it quotes a damaged schema
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & SHORT
            kind, text = TROUBLE.get(code, (StoreError, UNKNOWN))
            path = str(self.path)
            raise kind(
                Text(text.fr.replace("{path}", path), text.en.replace("{path}", path))
                + Text(f" ({error})", f" ({error})")
            ) from error


def _succeed(job: Job) -> None:
    if job.done is not None and job.done.set_running_or_notify_cancel():
        job.done.set_result(None)


def _fail(job: Job, error: Exception) -> None:
    if job.done is not None and job.done.set_running_or_notify_cancel():
        job.done.set_exception(error)


def lenient(raw: bytes) -> str:
    """Text of a damaged file, too: the chain notices that it is not what was written."""
    return raw.decode(errors="replace")


def damage(table: str, whole: int) -> TableDamaged:
    """The table whose log is whole only up to that entry."""
    return TableDamaged(
        Text(
            f"Le journal de la table {table} a été abîmé ou modifié après sa {whole}ᵉ ligne. Elle est mise de côté, "
            "les autres tables vont bien ; « check-data » peut la ramener à ce qui est entier.",
            f"The log of table {table} was damaged or changed after line {whole}. It is kept apart, the other tables "
            "are fine; “check-data” can bring it back to what is whole.",
        )
    )


def migrations() -> list[str]:
    """The steps from an empty file to today's schema, in order."""
    folder = resources.files(__package__) / "migrations"
    names = sorted(found.name for found in folder.iterdir() if found.name.endswith(".sql"))
    return [(folder / name).read_text(encoding="utf-8") for name in names]


def statements(script: str) -> list[str]:
    """The statements of a script one by one: `executescript` would commit on its own."""
    found, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current)
            current = ""
    return found


UNKNOWN = Text("La base {path} ne répond pas comme il faut.", "The database {path} does not answer as it should.")
READ_ONLY = Text(
    "Impossible d’écrire dans {path}. Rien n’est perdu : rendez le dossier accessible en écriture, "
    "ou choisissez-en un autre.",
    "{path} cannot be written. Nothing is lost: make the folder writable, or choose another one.",
)
DAMAGED = Text(
    "La base {path} est abîmée, ou n’est pas une base. Tablée n’y a rien changé : "
    "gardez-en une copie, puis remettez une sauvegarde ou déplacez le fichier.",
    "The database {path} is damaged, or is none. Tablée has changed nothing in it: "
    "keep a copy, then restore a backup or move the file away.",
)
FULL = Text(
    "Le disque de {path} est plein : ce coup n’est pas gardé, tous les précédents le sont. "
    "Faites de la place, puis rejouez.",
    "The disk of {path} is full: this move is not kept, all earlier ones are. Make room, then play again.",
)
LOCKED = Text(
    "Un autre programme occupe {path} : ce coup n’est pas gardé. Réessayez, ou fermez l’autre programme.",
    "Another program is busy with {path}: this move is not kept. Try again, or close the other program.",
)
DISK = Text(
    "Le disque de {path} signale une erreur : ce coup n’est pas gardé. Vérifiez le disque, puis réessayez.",
    "The disk of {path} reports an error: this move is not kept. Check the disk, then try again.",
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
