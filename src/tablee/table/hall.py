"""The hall: all tables of a store, opened when somebody comes, closed when nobody has been there for long.

Every change of a table is checked, written, and only then applied and told, one after another under the table's own
lock. A change that has begun is finished even if the one who asked has left.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from tablee.bots import WISHES
from tablee.bots import make as make_bot
from tablee.core.dice import Dice, VirtualDice
from tablee.core.registry import load
from tablee.core.words import Text

from . import entry as entries
from .bot import BotMaker, stepped
from .entry import Entry, Rematched, Replaced, Resigned
from .errors import BotFailed, StaleMove, TableDamaged
from .listener import Listener, Notice
from .live import Live, Room, unknown
from .loop_bridge import LoopBridge
from .rematch import again
from .requests import Erase, Rematch, Request, Take, ask
from .secret import new_dice_secret, new_id, new_secret
from .setup import Setup
from .store import Conflict, Shared, Store, closed
from .table import Table
from .thinking import Thinkers

MOST_LIVE = 5000  # tables in memory before idle ones are let go
DAY = 86400
SWEPT_AT_ONCE = 200
FOLDED_AT_ONCE = 20  # entries that nobody notices; more take a thread
STAND_IN = "greedy"  # the bot that plays in the stead of one that fails: it needs nothing but the rules
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
        self.thinkers = Thinkers(bots)
        self._dice = dice if dice is not None else VirtualDice()
        self._promises = dice is None  # dice that are handed in (tests, studies) cannot be promised
        self._clock = clock
        self._room = Room(store, most_live)
        self.shared = store if isinstance(store, Shared) else None  # with other processes
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bridge = LoopBridge()
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
        return new_dice_secret() if self._promises else ""

    async def take(self, table_id: str, request: Take, *, secret: str | None = None) -> Taking:
        """Sit down by an invitation, which is used up. `secret`: one that already holds a seat here takes this too."""
        known = secret is not None and (await self.open(table_id)).places(secret)
        mine = secret if secret is not None and known else new_secret()
        return Taking(await self.ask(table_id, mine, request), request.place, mine)

    async def sweep(self, *, days: float, finished: bool = False) -> tuple[str, ...]:
        """Delete the tables that nobody has touched for so long, and say which. Never done by itself.

        Only unfinished ones, unless `finished` says that games that were played to the end may go as well.
        """
        swept: list[str] = []
        before = self._clock() - days * DAY
        old = [one.table for one in await asyncio.to_thread(self._store.tables) if one.touched < before]
        for first in range(0, len(old), SWEPT_AT_ONCE):  # together, since the store deletes in groups
            some = old[first : first + SWEPT_AT_ONCE]
            swept += [
                table
                for table in some
                if table in self._room.lives and await self._finish(self._sweep(table, finished))
            ]
            idle = [table for table in some if table not in self._room.lives]
            swept += await self._finish(asyncio.to_thread(self._swept, idle, finished))
        return tuple(swept)

    def _swept(self, tables: list[str], finished: bool) -> list[str]:
        """Delete those that are not in anybody's memory here, in one transaction."""
        gone = []
        for table in tables:
            with contextlib.suppress(TableDamaged):  # it may still be mended
                log = self._store.load(table)
                if finished or not Table.fold(table, map(entries.read, log)).over:
                    gone.append(table)
        self._store.delete(*gone)
        return gone

    async def close(self) -> None:
        """Let every listener go, finish what has begun, close the store."""
        self._closed = True
        for live in list(self._room.lives.values()):
            live.flush()
            for listener in list(live.listeners):
                listener.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self.thinkers.close()
        await asyncio.to_thread(self._store.close)
        await asyncio.sleep(0)  # the last answers land

    # --- following --------------------------------------------------------------------------------------------

    def subscribe(self, table_id: str, heard: Callable[[Notice], object] | None = None) -> Listener:
        """Hear of the changes of a table that was opened before; a flurry of them is one notice.

        `heard`: who is called with each; unless told, the listener is asked for them.
        """
        live = self._room.lives.get(table_id)
        if live is None or live.table is None:
            raise unknown(table_id)
        listener = Listener(live.listeners.discard, heard=heard)
        live.listeners.add(listener)
        return listener

    def listening(self, table_id: str) -> int:
        """How many follow a table now."""
        live = self._room.lives.get(table_id)
        return len(live.listeners) if live is not None else 0

    @property
    def in_memory(self) -> int:
        return len(self._room.lives)

    @property
    def followers(self) -> int:
        """How many follow any table now."""
        return sum(len(live.listeners) for live in self._room.lives.values())

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
        if isinstance(request, Erase):
            return await self._finish(self._locked(table_id, partial(self._erase, secret, request)))
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

    async def _erase(self, secret: str, request: Erase, live: Live, table: Table) -> Table:
        """What stands in the log about whoever asks is written anew without it; where nobody else sits, nothing stays.

        Other processes, and all who follow the table, hear of it by its last entries as of any others.
        """
        gone = ask(table, request, secret, at=self._now())
        if not table.seating.others(gone[0].place):
            del self._room.lives[table.id]
            await asyncio.to_thread(self._store.delete, table.id)
            live.forget()
            live.tell(Notice(table.seq, table.version, resync=True))
            return table
        log = [entries.read(text) for text in await asyncio.to_thread(self._store.load, table.id)]
        for entry in gone:
            log = [entries.without(one, entry.place) for one in log]
        written = [entries.write(entry) for entry in (*log, *gone)]
        await self._append(table.id, live, gone, self._store.rewrite(table.id, table.seq, written, self._now()))
        return table

    async def advance(self, table_id: str) -> bool:
        """Let a bot take one step, if it is one's turn; whoever calls again decides the pace.

        It thinks while the table stays open to others; what it thought of a position that is gone is not played.
        """
        live = await self._live_table(table_id)
        table = live.table
        if table is None or (place := table.bot_due()) is None:
            return False
        state, event = table.state, None
        try:
            if table.phase == "move":
                player = table.seating.player(place)
                view = table.game.view(state, player)
                level, history = table.seating.bot(place), table.history
                seen = history.number  # what somebody has chosen and hides is not among it
                so_far = (tuple(history.states[: seen + 1]), tuple(history.events[:seen])) if level in WISHES else ()
                event = await self.thinkers.choose(level, table.game, table.chance(place), view, player, *so_far)
                table.game.play(state, event)  # a bot's move is checked like anybody's
        except Exception as error:  # whatever it was, it is the bot's and nobody else's
            raise BotFailed(
                table.seating.name(place) + Text(" ne peut pas jouer.", " cannot play."), place=place
            ) from error

        async def step(live: Live, now: Table) -> bool:
            if now.state is state and now.bot_due() == place:
                await self._append(table_id, live, [stepped(now, place, event, self._dice, self._now())])
            return True

        return await self._finish(self._locked(table_id, step))

    async def go_on_without(self, table_id: str, place: int) -> None:
        """Nobody waits for a bot that fails: a simple one takes its place, and if that fails too, it gives up."""

        async def step(live: Live, table: Table) -> None:
            if table.bot_due() == place:
                self.bot_failures += 1
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
            raise closed()
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
        live = self._room.there(table_id)
        if live is None:
            return await self._finish(self._room.load(table_id))
        if self._closed:
            raise closed()
        return live

    def _append(
        self,
        table_id: str,
        live: Live,
        log: Sequence[Entry],
        kept: Future[None] | None = None,
        *,
        release: bool = False,
    ) -> asyncio.Future[None]:
        """Hand entries to the store; when they are durable they are applied, told, and the lock is released.

        `kept`: they have been handed over already.
        If another process has written first, the table is forgotten here and read anew by whoever comes next.
        """
        table = live.table
        assert table is not None

        def finish(error: BaseException | None) -> None:
            try:
                self._commit(live, table, log, error)
            finally:
                if release:
                    live.lock.release()

        if kept is None:
            kept = self._store.append(table.id, table.seq, [entries.write(entry) for entry in log], log[-1].at)
        return self._bridge.expect(kept, finish)

    @staticmethod
    def _commit(live: Live, table: Table, log: Sequence[Entry], error: BaseException | None) -> None:
        """Apply and tell what the store has kept; raises what went wrong there."""
        if isinstance(error, Conflict):
            live.forget()
            live.tell(Notice(table.seq, table.version, resync=True))
            raise _overtaken()
        if error is not None:
            raise error
        for entry in log:
            table.apply(entry)
        live.tell(Notice(table.seq, table.version))

    async def _add(self, log: Sequence[Entry]) -> Table:
        """Keep a new table under a name that nobody has."""
        at = self._now()
        stamped = [replace(entry, at=at) for entry in log]
        texts = [entries.write(entry) for entry in stamped]
        while True:
            name = new_id()
            if len(stamped) > FOLDED_AT_ONCE:  # an uploaded game
                table = await asyncio.to_thread(Table.fold, name, stamped)
            else:
                table = Table.fold(name, stamped)
            try:
                await self._bridge.expect(self._store.append(table.id, 0, texts, at), _raised)
            except Conflict:
                continue
            self._room.add(table.id, table)
            return table

    async def _sweep(self, table_id: str, finished: bool) -> bool:
        try:
            live = await self._room.load(table_id)
        except TableDamaged:
            return False  # it may still be mended
        async with live.lock:
            if live.table is None or (live.table.over and not finished) or live.listeners:
                return False
            del self._room.lives[table_id]
            return await asyncio.to_thread(self._store.delete, table_id) > 0


def _raised(error: BaseException | None) -> None:
    if error is not None:
        raise error


def _overtaken() -> StaleMove:
    return StaleMove(
        "Quelqu’un a joué au même moment : regardez où en est la partie, puis rejouez.",
        "Somebody has played at the same moment: see where the game stands, then play again.",
    )
