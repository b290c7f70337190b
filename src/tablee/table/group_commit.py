"""What the stores on disk share: one thread writes, in groups, and what is read is checked against the chain.

The thread takes everything that waits, writes it in one transaction, and answers each writer only after the COMMIT,
so that many games share the price of reaching the disk.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from importlib import resources
from itertools import groupby
from operator import attrgetter
from typing import Any

from tablee.table.hash_chain import next_link, valid_prefix

from .errors import TableDamaged
from .store import Conflict, Summary, closed_error

MOST_IN_GROUP = 1000  # appends in one transaction
GATHER, LONGEST = 0.0005, 0.01  # seconds to wait for more, for each that wrote at once; and at most

End = tuple[int, str]  # of a table: how many entries it has, and the link of the last
Row = tuple[str, int, int, str, str]  # table, number, time, entry, link


@dataclass(slots=True)
class Job:
    """Something for the writer: entries to keep, or (`forget`) a table to delete, and then entries in its stead.

    `done`: who waits for it; of a table to delete the result is whether there was one.
    """

    table: str
    first: int = 0
    entries: Sequence[str] = ()
    at: int = 0
    forget: bool = False
    done: Future[Any] = field(default_factory=Future)


class GroupCommitStore:
    """A store whose statements are filled in by the database below it; `name`: what people know it by."""

    name: str

    def _begin(self) -> None:
        """Everything is ready: let the writer begin."""
        self._waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="tablee-store", daemon=True)
        self._thread.start()

    # --- the protocol -----------------------------------------------------------------------------------------

    def append(self, table: str, first: int, entries: Sequence[str], at: int) -> Future[None]:
        return self._enqueue(Job(table, first, entries, at))

    def rewrite(self, table: str, length: int, entries: Sequence[str], at: int) -> Future[None]:
        return self._enqueue(Job(table, length, entries, at, forget=True))

    def delete(self, *tables: str) -> int:
        waiting = [self._enqueue(Job(table, forget=True)) for table in tables]
        return sum(done.result() for done in waiting)

    def load(self, table: str) -> list[str]:
        """Only a whole log is served: one that was damaged, shortened or edited is named instead."""
        end, rows = self.read(table)
        bodies, head = valid_prefix(table, rows)
        if (len(bodies), head) != (end or (0, "")) or len(rows) > len(bodies):
            raise damage(table, bodies)
        return bodies

    def close(self) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._waiting.put(None)
        self._thread.join()
        self._end()

    # --- what a database fills in -----------------------------------------------------------------------------

    def read(self, table: str) -> tuple[End | None, list[tuple[int, str, str]]]:
        """The end of a table that is written beside it, and its rows (number, entry, link), both at one moment."""
        raise NotImplementedError

    def tables(self) -> list[Summary]:
        raise NotImplementedError

    def _transaction(self) -> contextlib.AbstractContextManager[None]:
        """One transaction of the writer; what the database reports comes out as a StoreError."""
        raise NotImplementedError

    def _ends(self, tables: list[str]) -> dict[str, End]:
        """Where these tables end now; until the transaction does, nobody else adds to them."""
        raise NotImplementedError

    def _insert(self, rows: list[Row], ends: dict[str, tuple[str, int, int, str]]) -> None:
        """New entries, and where their tables end then (name, time, length, head). Conflict: a number was taken."""
        raise NotImplementedError

    def _remove(self, table: str) -> bool:
        raise NotImplementedError

    def _end(self) -> None:
        """Let go of the database."""
        raise NotImplementedError

    # --- the writer -------------------------------------------------------------------------------------------

    def _enqueue(self, job: Job) -> Future[Any]:
        with self._closing:
            if self._closed:
                raise closed_error()
            self._waiting.put(job)
        return job.done

    def _write(self) -> None:
        """Group after group, until the store is closed: a group is what came while the one before was written."""
        last = 1
        while (job := self._waiting.get()) is not None:
            if last > 1:
                time.sleep(min(LONGEST, GATHER * last))
            group = [job]
            while len(group) < MOST_IN_GROUP and not self._waiting.empty():
                if (job := self._waiting.get()) is None:
                    self._waiting.put(None)  # nothing comes after it
                    break
                group.append(job)
            last = len(group)
            self._keep(group)

    def _keep(self, group: list[Job]) -> None:
        """One transaction for a group; everybody in it is answered after the COMMIT, or told why not."""
        answers: list[object] = []
        try:
            with self._transaction():
                for forget, alike in groupby(group, key=attrgetter("forget")):
                    jobs = list(alike)
                    answers += map(self._forget, jobs) if forget else self._add(jobs)
        except Conflict as error:
            if len(group) > 1:
                for job in group:
                    self._keep([job])  # one of them is at fault, and only that one shall fail
                return
            answers = [error]
        except Exception as error:
            # Report any error to the callers; the thread goes on for the others.
            answers = [error] * len(group)
        for job, answer in zip(group, answers, strict=True):
            if job.done.set_running_or_notify_cancel():
                if isinstance(answer, Exception):
                    job.done.set_exception(answer)
                else:
                    job.done.set_result(answer)

    def _forget(self, job: Job) -> bool | None:
        if not job.entries:
            return self._remove(job.table)
        if self._ends([job.table]).get(job.table, (0, ""))[0] != job.first:
            raise Conflict
        self._remove(job.table)
        self._add([Job(job.table, 0, job.entries, job.at)])
        return None

    def _add(self, group: list[Job]) -> list[object]:
        """Write a group of any size in three statements, since each may wait for the GIL; the answer to each job.

        Which entries come in time is decided here, under the write lock; the primary key stands behind it.
        """
        ends = self._ends([job.table for job in group])
        answers: list[object] = []
        rows: list[Row] = []
        games: dict[str, tuple[str, int, int, str]] = {}
        for job in group:
            length, head = ends.get(job.table, (0, ""))
            fine = job.first == length
            answers.append(None if fine else Conflict())
            if fine:
                for number, body in enumerate(job.entries, length):
                    head = next_link(head, job.table, body)
                    rows.append((job.table, number, job.at, body, head))
                ends[job.table] = length + len(job.entries), head
                games[job.table] = (job.table, job.at, *ends[job.table])
        self._insert(rows, games)
        return answers


def damage(table: str, whole: Sequence[str], first: int = 0) -> TableDamaged:
    """The error of a table whose log, read from its entry number `first`, is whole only so far."""
    good = first + len(whole)
    error = TableDamaged(
        f"Le journal de la table {table} a été abîmé ou modifié après sa {good}ᵉ ligne. Elle est mise de côté, les "
        "autres tables vont bien ; « check-data » peut la ramener à son dernier coup valable.",
        f"The log of table {table} was damaged or changed after line {good}. It is set aside, the other tables are "
        "fine; “check-data” can cut it back to its last valid entry.",
    )
    error.whole = whole
    return error


def migrations(package: str) -> list[str]:
    """The steps from an empty database to today's schema, in order: the scripts in `migrations` of that package."""
    folder = resources.files(package) / "migrations"
    names = sorted(found.name for found in folder.iterdir() if found.name.endswith(".sql"))
    return [(folder / name).read_text(encoding="utf-8") for name in names]
