"""The store in a PostgreSQL database, which any number of processes may have open at once.

What is true is in the database: an entry's number is unique, its link holds it to all before it, and of two processes
that write at one table at once the second finds the row of that table changed. A notification only says where to look.

Three kinds of connections: one that writes, a few that read, and in a thread of its own one that hears (LISTEN) beside
one that keeps (advisory locks, and asks every second what has changed: that finds what was not heard, and tells the
database that this process is alive; a stopped one loses its session, and with it its locks).
"""

import contextlib
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from tablee.core.words import Text, untranslated
from tablee.table.group_commit import End, GroupCommitStore, Row, damage, migrations
from tablee.table.hash_chain import valid_prefix
from tablee.table.store import (
    Attendee,
    Conflict,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    Summary,
    closed_error,
)

log = logging.getLogger("tablee.table")

READERS = 4  # connections
POLL = 1.0  # seconds between two looks at what has changed
OVERLAP = 5  # seconds that each look goes back: a transaction is seen later than it began
ALIVE = 3000  # milliseconds after which a silent process has stopped, and its tables' bots are another's
CHANNEL = "tablee"
MIGRATING = 0x7AB1EE  # the lock that is held while the schema is brought up to date
SETTINGS = {  # of every session, in milliseconds: nobody waits for ever for a process that was stopped
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "2000",
    "lock_timeout": "5000",
    "statement_timeout": "30000",
}
NEW_ENTRIES = """
INSERT INTO entry (game, seq, at, body, link)
SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::text[], %s::text[])
"""
NEW_ENDS = """
INSERT INTO game (id, made, touched, length, head)
SELECT id, at, at, length, head
FROM unnest(%s::text[], %s::bigint[], %s::int[], %s::text[]) AS new (id, at, length, head)
ON CONFLICT (id) DO UPDATE
SET touched = greatest(game.touched, excluded.touched), length = excluded.length, head = excluded.head,
    changed = clock_timestamp()
"""
TOLD = "SELECT pg_notify(%s, id || ' ' || length) FROM unnest(%s::text[], %s::int[]) AS new (id, length)"
CHANGED = "SELECT id, length FROM game WHERE changed > %s::timestamptz - make_interval(secs => %s)"

PRESENT = """
INSERT INTO present (game, browser, process, places, follows)
SELECT game, browser, %s, places, follows
FROM unnest(%s::text[], %s::text[], %s::text[], %s::boolean[]) AS new (game, browser, places, follows)
"""
MET = """
SELECT game, browser, places, follows FROM present
WHERE game = ANY(%s) AND process <> %s AND at > clock_timestamp() - make_interval(secs => %s)
"""
STAYS = 6  # seconds that a process is believed who is at its tables

Connection = psycopg.Connection[tuple[Any, ...]]


class PostgresStore(GroupCommitStore):
    """The tables in one database, whose schema is made or brought up to date when it is opened."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.name = without_password(url)
        with self._sentences(opening=True):
            self._writer = self._connect()
            try:
                self._prepare()
            except BaseException:
                self._writer.close()
                raise
        self._readers: queue.LifoQueue[Connection | None] = queue.LifoQueue()
        for _ in range(READERS):
            self._readers.put(None)  # connected when it is first wanted
        self._own = 0  # the writer's process at the database: what it notifies is known here
        self._claiming = threading.Lock()
        self._claimed: set[str] = set()
        self._keeper: Connection | None = None
        self._ear: threading.Thread | None = None
        self._process = secrets.token_hex(8)
        self._begin()

    # --- the statements ---------------------------------------------------------------------------------------

    def read(self, table: str) -> tuple[End | None, list[tuple[int, str, str]]]:
        with self._reader() as reader, reader.transaction():
            reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")  # both at one moment
            end = reader.execute("SELECT length, head FROM game WHERE id = %s", (table,)).fetchone()
            rows = reader.execute("SELECT seq, body, link FROM entry WHERE game = %s ORDER BY seq", (table,))
            return end, rows.fetchall()

    def since(self, table: str, first: int) -> list[str] | None:
        with self._reader() as reader:
            query = "SELECT seq, body, link FROM entry WHERE game = %s AND seq >= %s ORDER BY seq"
            rows: list[tuple[int, str, str]] = reader.execute(query, (table, first - 1)).fetchall()
        if not rows or rows[0][0] != first - 1:
            return None
        bodies, _ = valid_prefix(table, rows[1:], first, rows[0][2])
        if len(bodies) < len(rows) - 1:
            raise damage(table, bodies, first)
        return bodies

    def tables(self) -> list[Summary]:
        with self._reader() as reader:
            rows = reader.execute("SELECT id, made, touched, length FROM game ORDER BY touched DESC, id")
            return [Summary(*row) for row in rows]

    def _ends(self, tables: list[str]) -> dict[str, End]:
        # In one order, so that two processes never wait for each other.
        rows = self._writer.execute(
            "SELECT id, length, head FROM game WHERE id = ANY(%s) ORDER BY id FOR UPDATE", (tables,)
        )
        return {row[0]: row[1:] for row in rows}

    def _insert(self, rows: list[Row], ends: dict[str, tuple[str, int, int, str]]) -> None:
        if not rows:
            return
        names, times, lengths, heads = (list(column) for column in zip(*ends.values(), strict=True))
        try:
            self._writer.execute(NEW_ENTRIES, [list(column) for column in zip(*rows, strict=True)])
            self._writer.execute(NEW_ENDS, (names, times, lengths, heads))
        except errors.UniqueViolation:
            raise Conflict from None
        self._writer.execute(TOLD, (CHANNEL, names, lengths))

    def _remove(self, table: str) -> bool:
        removed = self._writer.execute("DELETE FROM game WHERE id = %s", (table,)).rowcount > 0
        self._writer.execute("DELETE FROM entry WHERE game = %s", (table,))
        return removed

    def _end(self) -> None:
        self._writer.close()
        if self._ear is not None:
            self._ear.join()
        for reader in [self._readers.get() for _ in range(READERS)]:  # readers have finished by then
            if reader is not None:
                reader.close()
            self._readers.put(None)

    # --- the other processes ----------------------------------------------------------------------------------

    def follow(self, notify: Callable[[str, int], None]) -> None:
        self._ear = threading.Thread(target=self._hear, args=(notify,), name="tablee-ear", daemon=True)
        self._ear.start()

    def _hear(self, notify: Callable[[str, int], None]) -> None:
        """For as long as the store is open; a broken connection is made again, and then anything may have changed."""
        lost = False
        while not self._closed:
            try:
                with self._connect() as ear, self._connect(idle_session_timeout=str(ALIVE)) as keeper:
                    ear.execute(f"LISTEN {CHANNEL}")
                    self._keep_claims(keeper)
                    notify("", 0)
                    lost = False
                    self._listen(ear, keeper, notify)
            except (psycopg.Error, OSError) as error:
                if not lost:
                    log.warning("the database at %s does not answer: %s", self.name, error)
                lost = True
                threading.Event().wait(POLL / 4)
            finally:
                self._keep_claims(None)

    def _listen(self, ear: Connection, keeper: Connection, notify: Callable[[str, int], None]) -> None:
        last = _now(keeper)
        while not self._closed:
            for notice in ear.notifies(timeout=POLL):
                table, _, length = notice.payload.partition(" ")
                if notice.pid != self._own and length.isascii() and length.isdigit():
                    notify(table, int(length))
                if self._closed:
                    return
            with self._claiming:
                previous, last = last, _now(keeper)
                rows = keeper.execute(CHANGED, (previous, OVERLAP)).fetchall()
            for table, length in rows:
                notify(table, length)

    def _keep_claims(self, keeper: Connection | None) -> None:
        """Claims live and die with the connection that holds them."""
        with self._claiming:
            self._keeper = keeper
            self._claimed.clear()

    def claim(self, table: str) -> bool:
        with self._claiming:
            if table not in self._claimed and self._ask_keeper("pg_try_advisory_lock", table):
                self._claimed.add(table)
            return table in self._claimed

    def release(self, table: str) -> None:
        with self._claiming:
            if table in self._claimed:
                self._claimed.discard(table)
                self._ask_keeper("pg_advisory_unlock", table)

    def _ask_keeper(self, function: str, table: str) -> bool:
        """Yes or no of the keeper; no where there is none just now."""
        statement = f"SELECT {function}(hashtextextended(%s::text, 0))".encode()
        try:
            return self._keeper is not None and self._keeper.execute(statement, (table,)).fetchone() == (True,)
        except psycopg.OperationalError:
            return False

    def meet(self, tables: Sequence[str], attendees: Sequence[Attendee] | None = None) -> list[Attendee]:
        with self._reader() as connection, connection.transaction():
            if attendees is not None:
                connection.execute(
                    "DELETE FROM present WHERE process = %s OR at < clock_timestamp() - make_interval(secs => %s)",
                    (self._process, STAYS),
                )
                columns = ([attendee.table for attendee in attendees], [attendee.browser for attendee in attendees])
                more = ([attendee.seats for attendee in attendees], [attendee.follows for attendee in attendees])
                connection.execute(PRESENT, (self._process, *columns, *more))
            rows = connection.execute(MET, (list(tables), self._process, STAYS)).fetchall()
        return [Attendee(*row) for row in rows]

    # --- connections and schema -------------------------------------------------------------------------------

    def _connect(self, **settings: str) -> Connection:
        options = " ".join(f"-c {key}={value}" for key, value in (SETTINGS | settings).items())
        return psycopg.connect(
            self._url,
            autocommit=True,
            options=f"{conninfo_to_dict(self._url).get('options') or ''} {options}",
            application_name="tablee",
            connect_timeout=5,
            tcp_user_timeout=5000,
            client_encoding="UTF8",
        )

    @contextlib.contextmanager
    def _reader(self) -> Iterator[Connection]:
        reader = self._readers.get()
        try:
            if self._closed:
                raise closed_error()
            with self._sentences():
                if reader is None or reader.closed or not alive(reader):
                    reader = self._connect()
                yield reader
        finally:
            self._readers.put(reader)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._sentences():
            if self._writer.closed or not alive(self._writer):
                self._writer = self._connect()
            self._own = self._writer.info.backend_pid
            with self._writer.transaction():
                yield

    def _prepare(self) -> None:
        """Bring an older schema up to date, one process at a time; leave a newer one alone."""
        steps = migrations("tablee_postgres")
        with self._writer.transaction():
            self._writer.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            self._writer.execute("CREATE TABLE IF NOT EXISTS tablee_schema (version INTEGER NOT NULL PRIMARY KEY)")
            version = max((row[0] for row in self._writer.execute("SELECT version FROM tablee_schema")), default=0)
            if version > len(steps):
                raise StoreNewer(self.name, version, len(steps), Text("une autre base", "another database"))
            for number, script in enumerate(steps[version:], version + 1):
                self._writer.execute(script.encode())
                self._writer.execute("INSERT INTO tablee_schema VALUES (%s)", (number,))

    @contextlib.contextmanager
    def _sentences(self, *, opening: bool = False) -> Iterator[None]:
        """Turn what PostgreSQL reports into a sentence that says what to do; while it is opened, nobody plays yet."""
        try:
            yield
        except (psycopg.Error, UnicodeError) as error:
            kind, text = next((trouble for type_, trouble in TROUBLE.items() if isinstance(error, type_)), UNKNOWN)
            if opening and text is GONE:
                text = UNREACHED
            reason = str(error).strip().splitlines()
            trouble = Text(text.fr.replace("{name}", self.name), text.en.replace("{name}", self.name))
            raise kind(trouble + untranslated(f" ({reason[0] if reason else type(error).__name__})")) from error


def alive(connection: Connection) -> bool:
    """Whether the connection is alive; checked before a write, so that it can be retried."""
    try:
        connection.execute("")
    except psycopg.Error:
        connection.close()
        return False
    return True


def _now(connection: Connection) -> datetime:
    row = connection.execute("SELECT clock_timestamp()").fetchone()
    assert row is not None
    assert isinstance(row[0], datetime)
    return row[0]


def without_password(url: str) -> str:
    """The database as a message may name it: without its password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return "postgresql://…"
    who = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{who}{parts.get('host') or ''}{port}/{parts.get('dbname') or ''}"


UNREACHED = Text(
    "La base {name} n’a pas pu être ouverte : la table reste fermée, rien n’est perdu. Vérifiez que PostgreSQL tourne "
    "à cette adresse et que la base, l’utilisateur et le mot de passe sont les bons, puis recommencez.",
    "The database {name} could not be opened: the table stays closed, nothing is lost. Check that PostgreSQL runs at "
    "that address and that database, user and password are right, then try again.",
)
GONE = Text(
    "La base {name} ne répond pas. Regardez dans un instant où en est la partie, puis rejouez si ce coup n’y est pas.",
    "The database {name} does not answer. See in a moment where the game stands, then play again if this move is not "
    "in it.",
)
READ_ONLY = Text(
    "La base {name} est en lecture seule : ce coup n’est pas enregistré. Rendez-lui l’écriture, puis rejouez.",
    "The database {name} is read-only: this move is not saved. Make it writable, then play again.",
)
FULL = Text(
    "Le disque de la base {name} est plein : ce coup n’est pas enregistré, tous les précédents le sont. "
    "Faites de la place, puis rejouez.",
    "The disk of the database {name} is full: this move is not saved, all earlier ones are. Make room, then play "
    "again.",
)
LOCKED = Text(
    "Un autre programme occupe {name} : ce coup n’est pas enregistré. Réessayez.",
    "Another program is busy with {name}: this move is not saved. Try again.",
)
DENIED = Text(
    "La base {name} refuse ce qu’on lui demande : vérifiez l’utilisateur, son mot de passe et ses droits.",
    "The database {name} refuses what is asked of it: check the user, their password and their rights.",
)
UNKNOWN = (
    StoreError,
    Text("La base {name} ne répond pas comme il faut.", "The database {name} is not answering as it should."),
)
TROUBLE: dict[type[Exception], tuple[type[StoreError], Text]] = {
    errors.ReadOnlySqlTransaction: (StoreReadOnly, READ_ONLY),
    errors.DiskFull: (StoreFull, FULL),
    errors.LockNotAvailable: (StoreLocked, LOCKED),
    errors.DeadlockDetected: (StoreLocked, LOCKED),
    errors.InsufficientPrivilege: (StoreError, DENIED),
    errors.InvalidPassword: (StoreError, DENIED),
    psycopg.OperationalError: (StoreError, GONE),
}
