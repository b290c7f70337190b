"""The hall: all tables of a store, opened when somebody comes, closed when nobody has been there for long.

Every change of a table is checked, written, and only then applied and told, one after another under the table's own
lock. A change that has begun is finished even if the one who asked has left.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from tablee.bots import Bot
from tablee.bots import make as make_bot
from tablee.core.dice import Dice, VirtualDice
from tablee.core.game import clip
from tablee.core.words import Text
from tablee.games import load

from . import entry as entries
from .bot import BotMaker, advance
from .entry import Entry, Rematched, Replaced, Resigned
from .errors import BotFailed, StaleMove, TableDamaged, UnknownTable
from .landing import Landing
from .listener import Listener, Notice
from .rematch import again
from .requests import Rematch, Request, Take, ask
from .secret import new_id, new_secret
from .setup import Setup
from .store import Conflict, Store, StoreError
from .table import Table

MOST_LIVE = 5000  # tables in memory before idle ones are let go
PAUSE = 0.2  # seconds between two notices of one table: a flurry of events is heard as one
DAY = 86400
STAND_IN = "greedy"  # the bot that plays in the stead of one that fails: it needs nothing but the rules
ID_LIMIT = 40
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table. `secret` holds the places of its maker; `invitations` are one link each to the other seats."""

    table: Table
    secret: str = field(repr=False)
    invitations: dict[int, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Taking:
    """A seat that was taken, and the secret that holds it from now on."""

    table: Table
    place: int
    secret: str = field(repr=False)


class Live:
    """A table in memory, with everything that is not in its log."""

    __slots__ = ("bots", "listeners", "lock", "notice", "table", "timer", "told")

    def __init__(self) -> None:
        self.table: Table | None = None
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.bots: dict[int, Bot] = {}
        self.notice: Notice | None = None  # what the listeners are told next
        self.timer: asyncio.TimerHandle | None = None
        self.told = 0.0  # when they were told last, in the loop's time

    def tell(self, notice: Notice) -> None:
        """Tell the listeners: at once, or if they were told only just now, together with what happens next."""
        if self.listeners:
            self.notice = notice
            loop = asyncio.get_running_loop()
            wait = self.told + PAUSE - loop.time()
            if wait <= 0 or notice.resync:
                self.flush()
            elif self.timer is None:
                self.timer = loop.call_later(wait, self.flush)

    def flush(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.notice is not None:
            self.told = asyncio.get_running_loop().time()
            for listener in self.listeners:
                listener.tell(self.notice)
            self.notice = None


class Hall:
    def __init__(
        self,
        store: Store,
        *,
        bots: BotMaker = make_bot,
        dice: Dice | None = None,
        clock: Callable[[], float] = time.time,
        most_live: int = MOST_LIVE,
    ) -> None:
        self._store = store
        self._bots = bots
        self._dice = dice if dice is not None else VirtualDice()
        self._promises = dice is None  # dice that are handed in (tests, studies) cannot be promised
        self._clock = clock
        self._most_live = most_live
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._landing = Landing()
        self._closed = False
        self.bot_failures = 0

    # --- finding and making tables ----------------------------------------------------------------------------

    async def open(self, table_id: str) -> Table:
        """The table of that name; it is loaded if it is not in memory."""
        live = await self._live_table(table_id)
        if live.table is None:  # overtaken by another process since it was loaded
            raise _overtaken()
        return live.table

    async def create(self, setup: Setup) -> Opened:
        """A new table, and the secrets to its seats."""
        setup = setup.checked()
        for chair in setup.seats:
            if chair.bot:
                await asyncio.to_thread(self._bots, chair.bot, load(setup.game))  # an unknown level is refused now
        secret = new_secret()
        invitations = {
            place: new_secret() for place, chair in enumerate(setup.seats) if not chair.bot and place not in setup.here
        }
        log = setup.log(secret, invitations, self._promised())
        return Opened(await self._finish(self._add(log)), secret, invitations)

    def _promised(self) -> str:
        """The secret of a new table's dice, in hex; none where it throws dice that were handed in."""
        return secrets.token_hex(32) if self._promises else ""

    async def take(self, table_id: str, request: Take, *, secret: str | None = None) -> Taking:
        """Sit down by an invitation, which is used up. `secret`: one that already holds a seat here takes this too."""
        known = secret is not None and (await self.open(table_id)).places(secret)
        mine = secret if secret is not None and known else new_secret()
        return Taking(await self.ask(table_id, mine, request), request.place, mine)

    async def sweep(self, *, days: float, finished: bool = False) -> tuple[str, ...]:
        """Delete the tables that nobody has touched for so long, and say which. Never done by itself.

        Only unfinished ones, unless `finished` says that games that were played to the end may go as well.
        """
        swept = []
        before = self._clock() - days * DAY
        for summary in await asyncio.to_thread(self._store.tables):
            if summary.touched < before and await self._finish(self._sweep(summary.table, finished)):
                swept.append(summary.table)
        return tuple(swept)

    async def close(self) -> None:
        """Let every listener go, finish what has begun, close the store."""
        self._closed = True
        for live in list(self._live.values()):
            live.flush()
            for listener in list(live.listeners):
                listener.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.to_thread(self._store.close)
        await asyncio.sleep(0)  # the last answers land

    # --- following --------------------------------------------------------------------------------------------

    def subscribe(self, table_id: str) -> Listener:
        """Hear of the changes of a table that was opened before; a flurry of them is one notice."""
        live = self._live.get(table_id)
        if live is None or live.table is None:
            raise _unknown(table_id)
        listener = Listener(live.listeners.discard)
        live.listeners.add(listener)
        return listener

    def listening(self, table_id: str) -> int:
        """How many follow a table now."""
        live = self._live.get(table_id)
        return len(live.listeners) if live is not None else 0

    @property
    def in_memory(self) -> int:
        return len(self._live)

    @property
    def followers(self) -> int:
        """How many follow any table now."""
        return sum(len(live.listeners) for live in self._live.values())

    def ask_store(self) -> None:
        """Raises what the store raises, if it does not answer."""
        self._store.load("")

    # --- playing ----------------------------------------------------------------------------------------------

    async def ask(
        self, table_id: str, secret: str, request: Request, *, version: int | None = None, id: str = ""
    ) -> Table:
        """Check a request as `requests.ask` does, keep its entries, apply them, tell everybody; the table after that.

        A rematch is at `table.next`.
        """
        if isinstance(request, Rematch):
            return await self._finish(self._locked(table_id, partial(self._rematch, secret, request, id)))
        live = await self._live_table(table_id)
        await live.lock.acquire()
        try:
            table = live.table
            if table is None:  # another process was quicker while we waited
                raise _overtaken()
            log = ask(table, request, secret, version=version, id=id, dice=self._dice, at=self._now())
            if not log:
                live.lock.release()
                return table
            written = self._append(table_id, live, log, release=True)
        except BaseException:
            live.lock.release()
            raise
        await written
        return table

    async def _rematch(self, secret: str, request: Rematch, id: str, live: Live, table: Table) -> Table:
        """The next table is kept before the entry that names it."""
        for entry in ask(table, request, secret, id=id, at=self._now()):
            new = await self._add(again(table, swap=request.swap, promised=self._promised()))
            assert isinstance(entry, Rematched)
            await self._append(table.id, live, [replace(entry, table=new.id)])
        return table

    async def advance(self, table_id: str) -> bool:
        """Let a bot take one step, if it is one's turn; whoever calls again decides the pace."""

        async def step(live: Live, table: Table) -> bool:
            place = table.bot_due()
            if place is None:
                return False
            try:
                bot = live.bots.get(place)
                if bot is None:
                    bot = await asyncio.to_thread(self._bots, table.seating.bot(place), table.game)
                    live.bots[place] = bot
                if table.phase == "move":  # a bot may think for long: not in the loop
                    done = await asyncio.to_thread(advance, table, bot, self._dice, self._now())
                else:
                    done = advance(table, bot, self._dice, self._now())
            except Exception as error:  # whatever it was, it is the bot's and nobody else's
                raise BotFailed(
                    table.seating.name(place) + Text(" ne peut pas jouer.", " cannot play."), place=place
                ) from error
            assert done is not None
            await self._append(table_id, live, [done])
            return True

        return await self._finish(self._locked(table_id, step))

    async def go_on_without(self, table_id: str, place: int) -> None:
        """Nobody waits for a bot that fails: a simple one takes its place, and if that fails too, it gives up."""

        async def step(live: Live, table: Table) -> None:
            if table.bot_due() == place:
                self.bot_failures += 1
                live.bots.pop(place, None)
                simple = table.seating.bot(place) != STAND_IN
                at = self._now()
                entry = Replaced(at=at, place=place, bot=STAND_IN) if simple else Resigned(at=at, place=place)
                await self._append(table_id, live, [entry])

        await self._finish(self._locked(table_id, step))

    # --- one change after another -----------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock())

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that takes several steps to its end, even if whoever asked for it has left."""
        if self._closed:
            work.close()
            raise _closed()
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # it was raised to whoever waited; nobody is left to be told twice

    async def _locked(self, table_id: str, work: Callable[[Live, Table], Coroutine[Any, Any, T]]) -> T:
        live = await self._live_table(table_id)
        async with live.lock:
            if live.table is None:
                raise _overtaken()
            return await work(live, live.table)

    async def _live_table(self, table_id: str) -> Live:
        """The table in memory, loaded if need be."""
        live = self._live.get(table_id)
        if live is not None and live.table is not None:
            if self._closed:
                raise _closed()
            self._live.move_to_end(table_id)
            return live
        return await self._finish(self._load(table_id))

    async def _load(self, table_id: str) -> Live:
        live = self._live.get(table_id)
        if live is None:
            if not 0 < len(table_id) <= ID_LIMIT:
                raise _unknown(table_id)
            live = self._live[table_id] = Live()
            self._let_go()
        async with live.lock:
            if live.table is None:
                try:
                    live.table = await self._read(table_id)
                except BaseException:
                    if self._live.get(table_id) is live:
                        del self._live[table_id]
                    raise
        return live

    async def _read(self, table_id: str) -> Table:
        texts = await asyncio.to_thread(self._store.load, table_id)
        if not texts:
            raise _unknown(table_id)
        return Table.fold(table_id, map(entries.read, texts))

    def _append(self, table_id: str, live: Live, log: Sequence[Entry], release: bool = False) -> asyncio.Future[None]:
        """Hand entries to the store; when they are durable they are applied, told, and the lock is released.

        If another process has written first, the table is forgotten here and read anew by whoever comes next.
        """
        table = live.table
        assert table is not None
        kept = self._store.append(table_id, table.seq, [entries.write(entry) for entry in log], log[-1].at)

        def finish(error: BaseException | None) -> None:
            try:
                if isinstance(error, Conflict):
                    live.table = None
                    live.bots.clear()
                    live.tell(Notice(table.seq, table.version, resync=True))
                    raise _overtaken()
                if error is not None:
                    raise error
                for entry in log:
                    table.apply(entry)
                live.tell(Notice(table.seq, table.version))
            finally:
                if release:
                    live.lock.release()

        return self._landing.expect(kept, finish)

    async def _add(self, log: Sequence[Entry]) -> Table:
        """Keep a new table under a name that nobody has."""
        at = self._now()
        stamped = [replace(entry, at=at) for entry in log]
        texts = [entries.write(entry) for entry in stamped]
        while True:
            table = Table.fold(new_id(), stamped)
            try:
                await self._landing.expect(self._store.append(table.id, 0, texts, at), _raised)
            except Conflict:
                continue
            live = self._live[table.id] = Live()
            live.table = table
            self._let_go()
            return table

    async def _sweep(self, table_id: str, finished: bool) -> bool:
        try:
            live = await self._load(table_id)
        except TableDamaged:
            return False  # it may still be mended
        async with live.lock:
            if live.table is None or (live.table.over and not finished) or live.listeners:
                return False
            del self._live[table_id]
            return await asyncio.to_thread(self._store.delete, table_id)

    def _let_go(self) -> None:
        """Forget the tables that were idle longest; they are in the store, and come back when they are asked for."""
        excess = len(self._live) - self._most_live
        if excess <= 0:
            return
        newest = next(reversed(self._live))
        idle = [
            table_id
            for table_id, live in self._live.items()
            if not live.listeners and not live.lock.locked() and live.table is not None and table_id != newest
        ]
        for table_id in idle[:excess]:
            del self._live[table_id]


def _raised(error: BaseException | None) -> None:
    if error is not None:
        raise error


def _overtaken() -> StaleMove:
    return StaleMove(
        Text(
            "Quelqu’un a joué au même moment : regardez où en est la partie, puis rejouez.",
            "Somebody has played at the same moment: see where the game stands, then play again.",
        )
    )


def _closed() -> StoreError:
    return StoreError(Text("La table est fermée.", "The table is closed."))


def _unknown(table_id: str) -> UnknownTable:
    return UnknownTable(
        Text(
            f"Il n’y a pas de table « {clip(table_id)} » ici. Vérifiez le lien, ou ouvrez une nouvelle table.",
            f"There is no table “{clip(table_id)}” here. Check the link, or open a new table.",
        )
    )
