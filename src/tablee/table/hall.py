"""The hall: all tables of a store, opened when somebody comes, closed when nobody has been there for long.

Every change of a table is checked, written, and only then applied and told, one after another under the table's own
lock. A change that has begun is finished even if the one who asked has left.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tablee.bots import Bot
from tablee.bots import make as make_bot
from tablee.core.dice import Dice, VirtualDice
from tablee.core.game import clip
from tablee.core.words import Text
from tablee.games import load

from . import entry as entries
from . import request as requests
from .bot import BotMaker, advance
from .entry import NOBODY, Created, Entry, Rematched, Replaced, Resigned, Taken
from .errors import BotFailed, Refused, StaleMove, TableDamaged, UnknownTable
from .landing import Landing
from .listener import Listener, Notice
from .secret import digest, new_id, new_secret
from .setup import Setup
from .store import Conflict, Store, StoreError
from .table import Table

MOST_LIVE = 5000  # tables in memory before idle ones are let go
PAUSE = 0.2  # seconds between two notices of one table: a flurry of events is heard as one
DAY = 86400
STAND_IN = "greedy"  # the bot that plays in the stead of one that fails: it needs nothing but the rules
ID_LIMIT = 40
MOST_ENTRIES = 20_000  # of one table: nobody fills a disk by renaming themselves
T = TypeVar("T")
Make = Callable[[Table, tuple[int, ...]], Entry]


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
        self._clock = clock
        self._most_live = most_live
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._landing = Landing()
        self._closed = False

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
        return Opened(await self._finish(self._add(setup.log(secret, invitations))), secret, invitations)

    async def rematch(self, table_id: str, secret: str, *, swap: bool = True) -> Table:
        """The next table, with the same people and their secrets; asked twice, it is the same one."""

        async def make(live: Live, table: Table) -> str:
            held = requests.places(table, secret)
            if table.next:
                return table.next
            if not table.over:
                raise Refused(Text("La partie n’est pas finie.", "The game is not over yet."))
            new = await self._add(_again(table, swap))
            await self._write(table_id, live, [Rematched(place=held[0], table=new.id, swapped=swap)])
            return new.id

        return await self.open(await self._finish(self._locked(table_id, make)))

    async def sweep(self, *, days: float) -> tuple[str, ...]:
        """Delete the unfinished tables that nobody has touched for so long, and say which. Never done by itself."""
        swept = []
        before = self._clock() - days * DAY
        for summary in await asyncio.to_thread(self._store.tables):
            if summary.touched < before and await self._finish(self._sweep(summary.table)):
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

    # --- playing ----------------------------------------------------------------------------------------------

    async def roll(
        self, table_id: str, secret: str, *, version: int, typed: str | None = None, request: str = ""
    ) -> Table:
        """Throw the virtual dice, or type what the real ones show (`d35`)."""

        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.roll(table, held, self._dice, typed)

        return await self._change(table_id, secret, make, f"roll {typed or ''}", version, request)

    async def move(self, table_id: str, secret: str, token: str, *, version: int, request: str = "") -> Table:
        """Make the move that a token spells."""

        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.move(table, held, token)

        return await self._change(table_id, secret, make, f"move {token}", version, request)

    async def correct(self, table_id: str, secret: str, typed: str, *, version: int, request: str = "") -> Table:
        """Say anew what the real dice show, as long as nothing else has happened."""

        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.correct(table, held, typed)

        return await self._change(table_id, secret, make, f"correct {typed}", version, request)

    async def undo(self, table_id: str, secret: str, *, version: int, request: str = "") -> Table:
        """Take one's last choice back, or ask the others whether one may (`table.proposal`)."""
        return await self._change(table_id, secret, requests.undo, "undo", version, request)

    async def agree(self, table_id: str, secret: str, *, version: int, request: str = "") -> Table:
        return await self._change(table_id, secret, requests.agree, "agree", version, request)

    async def decline(self, table_id: str, secret: str, *, version: int, request: str = "") -> Table:
        return await self._change(table_id, secret, requests.decline, "decline", version, request)

    async def resign(
        self, table_id: str, secret: str, *, version: int, place: int | None = None, request: str = ""
    ) -> Table:
        """Stop: of two the other one wins, of more nobody does."""

        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.resign(table, held, place)

        return await self._change(table_id, secret, make, f"resign {place}", version, request)

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
                    done = await asyncio.to_thread(advance, table, bot, self._dice)
                else:
                    done = advance(table, bot, self._dice)
            except Exception as error:  # whatever it was, it is the bot's and nobody else's
                raise BotFailed(
                    table.seating.name(place) + Text(" ne peut pas jouer.", " cannot play."), place=place
                ) from error
            assert done is not None
            await self._write(table_id, live, [done])
            return True

        return await self._finish(self._locked(table_id, step))

    async def go_on_without(self, table_id: str, place: int) -> None:
        """Nobody waits for a bot that fails: a simple one takes its place, and if that fails too, it gives up."""

        async def step(live: Live, table: Table) -> None:
            if table.bot_due() == place:
                live.bots.pop(place, None)
                simple = table.seating.bot(place) != STAND_IN
                entry = Replaced(place=place, bot=STAND_IN) if simple else Resigned(place=place)
                await self._write(table_id, live, [entry])

        await self._finish(self._locked(table_id, step))

    # --- seats and words --------------------------------------------------------------------------------------

    async def take(
        self, table_id: str, place: int, invitation: str, *, name: str = "", secret: str | None = None
    ) -> Taking:
        """Sit down by an invitation, which is used up. `secret`: one that already holds a seat here takes this too."""

        async def sit(live: Live, table: Table) -> str:
            mine = secret if secret is not None and table.places(secret) else new_secret()
            entry = requests.take(table, place, invitation, mine, name)
            await self._write(table_id, live, [entry])
            return mine

        mine = await self._finish(self._locked(table_id, sit))
        return Taking(await self.open(table_id), place, mine)

    async def invite(self, table_id: str, secret: str, place: int) -> str:
        """A new link to a free seat; or to one's own, which moves to whoever uses it. Older links are void."""
        invitation = new_secret()

        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.invite(table, held, place, invitation)

        await self._change(table_id, secret, make)
        return invitation

    async def rename(self, table_id: str, secret: str, place: int, name: str) -> Table:
        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.rename(held, place, name)

        return await self._change(table_id, secret, make)

    async def comment(
        self, table_id: str, secret: str, text: str, *, place: int | None = None, request: str = ""
    ) -> Table:
        def make(table: Table, held: tuple[int, ...]) -> Entry:
            return requests.comment(table, held, text, place)

        return await self._change(table_id, secret, make, f"comment {text}", request=request)

    # --- one change after another -----------------------------------------------------------------------------

    async def _change(
        self,
        table_id: str,
        secret: str,
        make: Make,
        asked: str = "",
        version: int | None = None,
        request: str = "",
    ) -> Table:
        """Check a request, keep its entry, apply it, tell everybody."""

        live = await self._live_table(table_id)
        await live.lock.acquire()
        try:
            table = live.table
            if table is None:  # another process was quicker while we waited
                raise _overtaken()
            entry = self._asked(table, secret, make, asked, version, request)
            if entry is None:
                live.lock.release()
                return table
            written = self._append(table_id, live, [entry], release=True)
        except BaseException:
            live.lock.release()
            raise
        await written
        return table

    def _asked(
        self, table: Table, secret: str, make: Make, asked: str, version: int | None, request: str
    ) -> Entry | None:
        """The entry that a request comes to; None if it was carried out before."""
        held = requests.places(table, secret)
        mark = digest(f"{held} {asked}")[:16] if request else ""
        if requests.repeated(table, table.seating.holder(held[0]), request, mark):
            return None
        if version is not None:
            requests.fresh(table, version)
        if table.seq >= MOST_ENTRIES:
            raise Refused(
                Text(
                    "Le journal de cette table est plein : ouvrez une nouvelle table.",
                    "This table’s log is full: open a new table.",
                )
            )
        entry = make(table, held)
        if not request:
            return entry
        return replace(entry, request=request, asked=mark, sender=NOBODY if entry.place in held else held[0])

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

    async def _write(self, table_id: str, live: Live, log: Sequence[Entry]) -> None:
        """Keep entries, then apply and tell them."""
        await self._append(table_id, live, log)

    def _append(self, table_id: str, live: Live, log: Sequence[Entry], release: bool = False) -> asyncio.Future[None]:
        """Hand entries to the store; when they are durable they are applied, told, and the lock is released.

        If another process has written first, the table is forgotten here and read anew by whoever comes next.
        """
        table = live.table
        assert table is not None
        at = int(self._clock())
        stamped = [replace(entry, at=at) for entry in log]
        kept = self._store.append(table_id, table.seq, [entries.write(entry) for entry in stamped], at)

        def finish(error: BaseException | None) -> None:
            try:
                if isinstance(error, Conflict):
                    live.table = None
                    live.bots.clear()
                    live.tell(Notice(table.seq, table.version, resync=True))
                    raise _overtaken()
                if error is not None:
                    raise error
                for entry in stamped:
                    table.apply(entry)
                live.tell(Notice(table.seq, table.version))
            finally:
                if release:
                    live.lock.release()

        return self._landing.expect(kept, finish)

    async def _add(self, log: Sequence[Entry]) -> Table:
        """Keep a new table under a name that nobody has."""
        at = int(self._clock())
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

    async def _sweep(self, table_id: str) -> bool:
        try:
            live = await self._load(table_id)
        except TableDamaged:
            return False  # it may still be mended
        async with live.lock:
            if live.table is None or live.table.over or live.listeners:
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


def _again(table: Table, swap: bool) -> list[Entry]:
    """The log of a rematch: the same people in the same order, or everybody one place further."""
    seating = table.seating
    order = seating.order[1:] + seating.order[:1] if swap else seating.order
    log: list[Entry] = [
        Created(
            game=table.game.NAME,
            settings=table.game.settings(table.variant),
            seats=tuple(seating.chair(place) for place in order),
            dice=table.dice,
            previous=table.id,
        )
    ]
    log += [Taken(place=new, holder=seating.holder(old)) for new, old in enumerate(order) if seating.holder(old)]
    return log
