"""The table service: all tables of a store, opened when somebody comes, closed when nobody has been there for long.

Every change of a table is checked, written, and only then applied and told, one after another under the table's own
lock. A change that has begun is finished even if the one who asked has left.
"""

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
from tablee.core.dice import Dice, VirtualDice, draw_secret
from tablee.core.registry import load
from tablee.core.words import Text

from . import log_format
from .bot import BotMaker, log_step
from .errors import BotFailed, Refused, StaleMove, TableDamaged, UnknownTable
from .ids import IN_MEMORY, digest, is_in_memory, new_id, new_secret
from .log_text import forget_lines
from .requests import ask
from .setup import Setup
from .store import Conflict, SharedStore, Store, closed_error
from .table import Table, Verb
from .table_cache import Listener, Notice, OpenTable, TableCache, unknown_table
from .thinking import Thinkers
from .verbs import Erase, Rematch, Replace, Resign, Take, Unseal

MOST_LIVE = 5000  # tables in memory before idle ones are let go
DAY = 86400
PRUNED_AT_ONCE = 200
FOLDED_AT_ONCE = 20  # entries that nobody notices; more take a thread
STAND_IN = "greedy"  # replaces a bot that fails: it needs nothing but the rules
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NewTable:
    """A new table. `secret` holds the seats of its maker; `invitations` are one link each to the other seats."""

    table: Table
    secret: str = field(repr=False)
    invitations: dict[int, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A table at which a seat was taken, and the secret that holds it from now on."""

    table: Table
    secret: str = field(repr=False)


class TableService:
    def __init__(
        self,
        store: Store,
        *,
        bots: BotMaker = make_bot,
        dice: Dice | None = None,
        clock: Callable[[], float] = time.time,
        most_live: int = MOST_LIVE,
        shard: str = "",
    ) -> None:
        self.shard = shard  # the sign before everything that this process names
        self.shared = store if isinstance(store, SharedStore) else None  # with other processes
        self._store = store  # of all tables but those in memory (`table_id.is_in_memory`), which are written nowhere
        self._bots = bots
        self.thinkers = Thinkers(bots)
        self._dice = dice if dice is not None else VirtualDice()
        self._promises = dice is None  # dice that are handed in (tests, studies) cannot be promised
        self._clock = clock
        self._cache = TableCache(store, most_live)
        # Asked before a table in memory gets a rematch, and told of it.
        self.on_rematch: Callable[[str], Callable[[Table], None]] | None = None
        # Asked of a table in memory before anything is played there: why it stands still, if it does.
        self.explain_stop: Callable[[str], Text | None] = lambda _: None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.bot_failures = 0

    # --- finding and making tables ----------------------------------------------------------------------------

    async def open(self, table_id: str) -> Table:
        """The table of that name, from memory or the store. Raises UnknownTable, TableDamaged or StoreError."""
        live = self._cache.get(table_id)
        if live is None or self._closed:
            live = await self._finish(self._cache.load(table_id))
        if live.table is None:  # overtaken by another process since it was loaded
            raise _overtaken_error()
        return live.table

    async def create(self, setup: Setup, *, in_memory: bool = False) -> NewTable:
        """Make a table; returns it with the secrets to its seats. Raises a TableeError if the setup cannot be.
        `in_memory`: it lives in memory only, and so does its rematch; where processes share a store there are none."""
        if in_memory:
            self.check_in_memory()
        setup = setup.complete()
        for chair in setup.seats:
            if chair.bot:
                await asyncio.to_thread(self._bots, chair.bot, load(setup.game))  # an unknown level is refused now
        secret = new_secret()
        invitations = {
            seat: new_secret() for seat, chair in enumerate(setup.seats) if not chair.bot and seat not in setup.my_seats
        }
        log = setup.log(secret, invitations, self._dice_secret())
        return NewTable(await self._finish(self._add(log, in_memory=in_memory)), secret, invitations)

    def check_in_memory(self) -> None:
        """Raises Refused where processes share a store: no table lives in the memory of one."""
        if self.shared is not None:
            raise Refused(
                "Plusieurs processus servent cette Tablée, et une classe vit dans la mémoire d’un seul. Ouvrez-la "
                "avec une Tablée à part, sur la machine de la classe.",
                "Several processes serve this Tablée, and a class lives in the memory of one. Open it with a Tablée "
                "of its own, on the class’s own machine.",
            )

    def _dice_secret(self) -> str:
        """The secret of a new table's dice, in hex; none where it rolls dice that were handed in."""
        return draw_secret() if self._promises else ""

    async def take(self, table_id: str, request: Take, *, secret: str | None = None) -> TakenSeat:
        """Sit down by an invitation, which is used up. `secret`: one that already holds a seat here takes this too."""
        seated = secret is not None and (await self.open(table_id)).find_seats(secret)
        mine = secret if secret is not None and seated else new_secret()
        return TakenSeat(await self.ask(table_id, mine, request), mine)

    async def prune(self, *, days: float, finished: bool = False) -> tuple[str, ...]:
        """Delete tables that were not touched for that long; returns their names. Never called automatically. Only
        unfinished ones, unless `finished` says that games that were played to the end may go as well."""
        pruned: list[str] = []
        before = self._clock() - days * DAY
        old = [summary.table for summary in await asyncio.to_thread(self._store.tables) if summary.touched < before]
        for first in range(0, len(old), PRUNED_AT_ONCE):  # together, since the store deletes in groups
            some = old[first : first + PRUNED_AT_ONCE]
            gone = await asyncio.gather(*(self._finish(self._prune(table, finished)) for table in some))
            pruned += [table for table, deleted in zip(some, gone, strict=True) if deleted]
        return tuple(pruned)

    async def _prune(self, table_id: str, finished: bool) -> bool:
        """Delete a table unless it is over, or somebody follows it; whether it was deleted."""
        try:
            live = await self._cache.load(table_id)
        except TableDamaged:
            return False  # it may still be mended
        async with live.lock:
            if live.table is None or (live.table.over and not finished) or live.listeners:
                return False
            del self._cache.lives[table_id]
            return await asyncio.to_thread(self._store.delete, table_id) > 0

    async def forget(self, *tables: str) -> set[str]:
        """Delete in-memory tables; returns their names. Those who follow them are told to look again."""
        for name in tables:
            with contextlib.suppress(UnknownTable):  # it was erased by those who sat there
                live = await self._finish(self._cache.load(name))
                async with live.lock:
                    table = live.table
                    self._cache.lives.pop(name, None)
                    live.table = None
                    if table is not None:
                        live.tell(Notice(table.seq, table.version, resync=True))
        forget_lines()
        return set(tables)

    def read_log(self, table_id: str) -> list[str]:
        """The entries of a table that is open now as lines of text."""
        table = self._cache.lives[table_id].table
        return [] if table is None else _write_entries(table.entries)

    def holds(self, table_id: str, secret: str) -> bool:
        """Whether a secret holds a seat at a table that is open now; looks nowhere but in memory."""
        live = self._cache.lives.get(table_id)
        return live is not None and live.table is not None and bool(live.table.seating.find_held(digest(secret)))

    async def unseal(self, table_id: str) -> None:
        """Reveal the shared dice secret of a table; its later rolls use a secret of its own."""
        await self.note(table_id, Unseal(secret=draw_secret()))

    async def note(self, table_id: str, *entries: Verb) -> None:
        """Write into a table's log what nobody who sits there has asked for."""

        async def step(live: OpenTable, table: Table) -> None:
            await self._append(live, table, [replace(entry, at=self._now()) for entry in entries])

        await self._with_lock(table_id, step)

    async def close(self) -> None:
        """Let every listener go, finish what has begun, close the store."""
        self._closed = True
        for live in list(self._cache.lives.values()):
            live.flush()
            live.listeners.clear()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self.thinkers.close()
        await asyncio.to_thread(self._store.close)
        await asyncio.sleep(0)  # the last answers land

    # --- following --------------------------------------------------------------------------------------------

    def subscribe(self, table_id: str, listener: Listener) -> Callable[[], None]:
        """Call `listener`, in the loop, with the changes of a table that was opened before; a flurry is one notice.
        Returns what ends it. Raises UnknownTable for a table that is not open."""
        live = self._cache.lives.get(table_id)
        if live is None or live.table is None:
            raise unknown_table(table_id)
        live.listeners.add(listener)
        return partial(live.listeners.discard, listener)

    def count_listeners(self, table_id: str) -> int:
        live = self._cache.lives.get(table_id)
        return len(live.listeners) if live is not None else 0

    @property
    def in_memory(self) -> int:
        return len(self._cache.lives)

    @property
    def followers(self) -> int:
        return sum(len(live.listeners) for live in self._cache.lives.values())

    def ask_store(self) -> None:
        """Health check; raises StoreError if the store does not answer."""
        self._store.load("")

    # --- playing ----------------------------------------------------------------------------------------------

    async def ask(
        self, table_id: str, secret: str, request: Verb, *, version: int | None = None, id: str = ""
    ) -> Table:
        """Check a request as `requests.ask` does, store its entries, apply and tell them; returns the table after that.
        Raises what `requests.ask` raises, StaleMove if another process was quicker, and StoreError. A rematch is at
        `table.next`."""

        async def step(live: OpenTable, table: Table) -> Table:
            still = self.explain_stop(table.id) if request.VERSIONED or isinstance(request, Rematch) else None
            if still is not None:
                raise Refused(still)
            log = ask(table, request, secret, version=version, id=id, dice=self._dice, at=self._now())
            if isinstance(request, Erase):
                return await self._erase(live, table, log)
            if log and isinstance(log[0], Rematch):  # the next table is kept before the entry that names it
                in_memory = is_in_memory(table.id)
                note = self.on_rematch(table.id) if in_memory and self.on_rematch else None
                following = await self._add(log[0].start_next(table, self._dice_secret()), in_memory=in_memory)
                log = (replace(log[0], table=following.id),)
                if note is not None:
                    note(following)
            await self._append(live, table, log)
            return table

        return await self._with_lock(table_id, step)

    async def _erase(self, live: OpenTable, table: Table, gone: Sequence[Verb]) -> Table:
        """Rewrite the log without the asker's name and badge; where nobody else sits, delete the table. Other
        processes, and all who follow the table, hear of it by its last entries as of any others."""
        if not table.seating.others(gone[0].seat):
            del self._cache.lives[table.id]
            if not is_in_memory(table.id):
                await asyncio.to_thread(self._store.delete, table.id)
            live.table = None
            live.tell(Notice(table.seq, table.version, resync=True))
            return table
        log = table.entries
        for entry in gone:
            log = [logged.without(entry.seat) for logged in log]
        log += gone
        if not is_in_memory(table.id):
            await self._commit(live, table, self._store.rewrite(table.id, table.seq, _write_entries(log), self._now()))
        live.table = Table.fold(table.id, log)
        live.tell(Notice(live.table.seq, live.table.version))
        return live.table

    async def advance(self, table_id: str) -> bool:
        """Let a bot take one step; False if none is due. Raises BotFailed. The caller decides the pace. It thinks while
        the table stays open to others; what it thought of a position that is gone is not played."""
        table = await self.open(table_id)
        if (seat := table.bot_due()) is None or self.explain_stop(table_id) is not None:
            return False
        state, event = table.state, None
        try:
            if table.phase == "move":
                player = table.seating.player(seat)
                view = table.game.view(state, player)
                level, history = table.seating.bot(seat), table.history
                count = history.number  # what somebody has chosen and hides is not among it
                so_far = (tuple(history.states[: count + 1]), tuple(history.events[:count])) if level in WISHES else ()
                event = await self.thinkers.choose(level, table.game, table.bot_seed(seat), view, player, *so_far)
                table.game.play(state, event)  # a bot's move is checked like anybody's
        except Exception as error:  # any exception here is a bot failure
            raise BotFailed(
                table.seating.name(seat) + Text(" ne peut pas jouer.", " cannot play."), seat=seat
            ) from error

        async def step(live: OpenTable, now: Table) -> bool:
            if now.state is state and now.bot_due() == seat and self.explain_stop(table_id) is None:
                await self._append(live, now, (log_step(now, seat, event, self._dice, self._now()),))
            return True

        return await self._with_lock(table_id, step)

    async def go_on_without(self, table_id: str, seat: int) -> None:
        """Replace a bot that failed by a simple one; if that has failed too, it resigns."""

        async def step(live: OpenTable, table: Table) -> None:
            if table.bot_due() == seat:
                self.bot_failures += 1
                simple, now = table.seating.bot(seat) != STAND_IN, self._now()
                entry = Replace(at=now, seat=seat, bot=STAND_IN) if simple else Resign(at=now, seat=seat)
                await self._append(live, table, (entry,))

        await self._with_lock(table_id, step)

    # --- one change after another -----------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock())

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something to its end, even if the caller is cancelled. Raises StoreError once it is closed."""
        if self._closed:
            work.close()
            raise closed_error()
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish_task)
        return await asyncio.shield(task)

    def _finish_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller has got it, or has left

    async def _with_lock(self, table_id: str, work: Callable[[OpenTable, Table], Coroutine[Any, Any, T]]) -> T:
        """Do something with a table that nobody else changes meanwhile."""

        async def run_locked() -> T:
            live = self._cache.get(table_id) or await self._cache.load(table_id)
            async with live.lock:
                if live.table is None:  # another process was quicker while we waited
                    raise _overtaken_error()
                return await work(live, live.table)

        return await self._finish(run_locked())

    async def _append(self, live: OpenTable, table: Table, log: Sequence[Verb]) -> None:
        """Keep entries and, once they are durable, apply and tell them."""
        if not log:
            return
        if not is_in_memory(table.id):
            await self._commit(live, table, self._store.append(table.id, table.seq, _write_entries(log), log[-1].at))
        for entry in log:
            table.apply(entry)
        live.tell(Notice(table.seq, table.version))

    async def _commit(self, live: OpenTable, table: Table, written: Future[None]) -> None:
        """Wait until the store has kept something; raises what went wrong there. If another process has written first,
        the table is dropped from the cache, and the next caller reads it again."""
        try:
            await asyncio.wrap_future(written)
        except Conflict:
            live.table = None
            live.tell(Notice(table.seq, table.version, resync=True))
            raise _overtaken_error() from None

    async def _add(self, log: Sequence[Verb], *, in_memory: bool) -> Table:
        now = self._now()
        stamped = [replace(entry, at=now) for entry in log]
        name = self.shard + (IN_MEMORY if in_memory else "") + new_id()  # of 49 bits: none of them comes twice
        if len(stamped) > FOLDED_AT_ONCE:  # an uploaded game
            table = await asyncio.to_thread(Table.fold, name, stamped)
        else:
            table = Table.fold(name, stamped)
        if not in_memory:
            await asyncio.wrap_future(self._store.append(name, 0, _write_entries(stamped), now))
        self._cache.add(name, table)
        return table


def _write_entries(log: Sequence[Verb]) -> list[str]:
    return [log_format.write(entry) for entry in log]


def _overtaken_error() -> StaleMove:
    return StaleMove(
        "Quelqu’un a joué au même moment : regardez où en est la partie, puis rejouez.",
        "Somebody has played at the same moment: see where the game stands, then play again.",
    )
