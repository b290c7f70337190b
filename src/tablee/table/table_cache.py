"""The tables in memory: loaded when somebody comes, in step with other processes, let go when nobody is there."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from tablee.core.errors import TableeError
from tablee.core.game import clip

from . import log_format
from .errors import TableDamaged, UnknownTable
from .ids import is_in_memory
from .store import SharedStore, Store
from .table import Table
from .verbs import Erase

log = logging.getLogger("tablee.table")

PAUSE = 0.2  # seconds between two notices of one table: a flurry of events is heard as one
ID_LIMIT = 40


class Notice(NamedTuple):
    """A change notification: the table now has `seq` entries; `table.story(seat, since=…)` renders the new ones.
    `resync`: the table was read anew because another process wrote: read all of it."""

    seq: int
    version: int
    resync: bool = False


Listener = Callable[[Notice], object]


class OpenTable:
    """A table in memory, with everything that is not in its log."""

    __slots__ = ("listeners", "lock", "notice", "notified_at", "table", "timer")

    def __init__(self) -> None:
        self.table: Table | None = None  # the next caller reads it again
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.notice: Notice | None = None  # what the listeners are told next
        self.timer: asyncio.TimerHandle | None = None
        self.notified_at = 0.0  # when they were told last, in the loop's time

    def tell(self, notice: Notice) -> None:
        """Notify listeners, at most once per interval: changes that follow closely are sent together."""
        if self.listeners:
            self.notice = notice
            loop = asyncio.get_running_loop()
            wait = self.notified_at + PAUSE - loop.time()
            if wait <= 0 or notice.resync:
                self.flush()
            elif self.timer is None:
                self.timer = loop.call_later(wait, self.flush)

    def flush(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.notice is not None:
            self.notified_at = asyncio.get_running_loop().time()
            for listener in tuple(self.listeners):
                listener(self.notice)
            self.notice = None


class TableCache:
    """In-memory cache of tables; with a shared store it never serves an older version than the store."""

    def __init__(self, store: Store, most: int) -> None:
        self.lives: OrderedDict[str, OpenTable] = OrderedDict()
        self._store, self._most = store, most
        self._shared = store if isinstance(store, SharedStore) else None
        self._following = False
        self._tasks: set[asyncio.Task[None]] = set()

    def get(self, table_id: str) -> OpenTable | None:
        """Returns the cached table; None if it is missing or another process may have changed it."""
        live = self.lives.get(table_id)
        if live is None or live.table is None or self._shared is not None:
            return None
        self.lives.move_to_end(table_id)
        return live

    def add(self, table_id: str, table: Table | None = None) -> OpenTable:
        live = self.lives[table_id] = OpenTable()
        live.table = table
        self._evict()
        return live

    async def load(self, table_id: str) -> OpenTable:
        if self._shared is not None and not self._following:
            self._following, loop = True, asyncio.get_running_loop()

            def on_news(table_id: str, length: int) -> None:  # in a thread of the store
                with contextlib.suppress(RuntimeError):  # the loop has been closed
                    loop.call_soon_threadsafe(self._on_change, table_id, length)

            self._shared.follow(on_news)
        live = self.lives.get(table_id)
        if live is None:
            if not 0 < len(table_id) <= ID_LIMIT:
                raise unknown_table(table_id)
            live = self.add(table_id)
        self.lives.move_to_end(table_id)
        async with live.lock:
            await self._catch_up(live)
            if live.table is None:
                try:
                    live.table = await asyncio.to_thread(self._read, table_id)
                except BaseException:
                    if self.lives.get(table_id) is live:
                        del self.lives[table_id]
                    raise
        return live

    def _read(self, table_id: str) -> Table:
        texts = self._store.load(table_id)
        if not texts:
            raise unknown_table(table_id)
        return Table.fold(table_id, map(log_format.parse, texts), audit=True)

    async def _catch_up(self, live: OpenTable) -> None:
        """Apply what other processes have written; a table that is not the one we knew is forgotten."""
        table = live.table
        if self._shared is None or table is None:
            return
        try:
            texts = await asyncio.to_thread(self._shared.since, table.id, table.seq)
            new = None if texts is None else [log_format.parse(text) for text in texts]
            if new and any(isinstance(entry, Erase) for entry in new):
                new = None  # the entries before it were written anew
            for entry in new or ():
                table.apply(entry)
        except TableDamaged:
            new = None
        if new is None:
            live.table = None
        if new != []:
            live.tell(Notice(table.seq, table.version, resync=new is None))

    def _on_change(self, table_id: str, length: int) -> None:
        """Another process says that a table has `length` entries: read them if somebody here follows it."""
        for name in (table_id,) if table_id else tuple(self.lives):
            live = self.lives.get(name)
            if live is not None and live.listeners and not (live.table and 0 < length <= live.table.seq):
                task = asyncio.ensure_future(self._reload(name))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _reload(self, table_id: str) -> None:
        try:
            await self.load(table_id)
        except TableeError as error:  # reported again at the next request
            log.warning("table %s could not be read again: %s", table_id, error)

    def _evict(self) -> None:
        """Forget the tables that were idle longest and are in the store: they come back when they are asked for."""
        excess = len(self.lives) - self._most
        if excess <= 0:
            return
        newest = next(reversed(self.lives))
        idle = [
            table_id
            for table_id, live in self.lives.items()
            if not (live.listeners or live.lock.locked() or live.table is None)
            and table_id != newest
            and not is_in_memory(table_id)
        ]
        for table_id in idle[:excess]:
            del self.lives[table_id]


def unknown_table(table_id: str) -> UnknownTable:
    return UnknownTable(
        f"Il n’y a pas de table « {clip(table_id)} » ici. Vérifiez le lien, ou ouvrez une nouvelle table.",
        f"There is no table “{clip(table_id)}” here. Check the link, or open a new table.",
    )
