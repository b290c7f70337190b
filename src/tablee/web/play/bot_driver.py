"""Schedules bot turns."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any
from weakref import WeakValueDictionary

from tablee.bots import KINDS, begin
from tablee.core.bounded_dict import BoundedDict
from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Variant
from tablee.table import BotFailed, StaleMove, Table, TableService

from ..frame.rate_limit import ADDRESS

log = logging.getLogger("tablee.web")

SEEN = 0.6  # seconds that people need to see what happened, beside what a bot takes to think
REST = 30.0  # seconds after which bots stop that nobody watches
TURN = 0.5  # seconds until a process asks again whether the bots of a table are its own to play
QUICK = 0.25  # seconds between the steps of bots in a hurry


class BotDriver:
    """Plays the bots' steps one after another for as long as one is due: `pace` seconds apart, or each at its own."""

    def __init__(self, table_service: TableService, pace: float | None = None) -> None:
        self._table_service, self._pace = table_service, pace
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hurried: dict[str, asyncio.Event] = {}
        self._looked: dict[str, float] = {}  # when somebody last did, of the tables that are played
        self._again: set[str] = set()  # tables at which something has happened since they were last looked at
        self._warming: BoundedDict[tuple[object, ...], asyncio.Task[None]] = BoundedDict(64)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by address

    def warm(self, level: str, game: AnyGame, variant: Variant) -> None:
        """A bot of that level will play: let it get ready, once."""
        if (level, game.NAME, variant) not in self._warming:
            work = _log_errors(self._table_service.thinkers.warm(level, game, variant))
            self._warming[level, game.NAME, variant] = asyncio.create_task(work)

    def wake(self, table_id: str, table: Table | None = None) -> None:
        """Schedule a bot's turn if one is due; pass `table` if it is at hand."""
        if table is not None and table.bot_due() is None:
            return
        self._looked[table_id] = time.monotonic()
        self._again.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._look(table_id))
            self._hurried[table_id] = asyncio.Event()

    def hurry(self, table_id: str) -> None:
        """Skip the bots' pauses until a person is to move."""
        if table_id in self._hurried:
            self._hurried[table_id].set()

    async def _wait(self, table_id: str, seconds: float) -> None:
        """Long enough to see what a bot did; a tap cuts it short."""
        hurried = self._hurried[table_id]
        if hurried.is_set():
            await asyncio.sleep(min(seconds, QUICK))
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(hurried.wait(), seconds)

    async def _look(self, table_id: str) -> None:
        """Play, and once more if somebody moved in the moment in which nothing was due any more."""
        try:
            while table_id in self._again:
                self._again.remove(table_id)
                await self._play(table_id)
        finally:
            self._again.discard(table_id)
            del self._tasks[table_id], self._hurried[table_id], self._looked[table_id]

    async def _play(self, table_id: str) -> None:
        shared = self._table_service.shared
        try:
            table = await self._table_service.open(table_id)
            while (seat := table.bot_due()) is not None and self._is_watched(table_id):
                await asyncio.to_thread(begin, table.seating.bot(seat), table.game, table.variant)
                if shared is not None and not await asyncio.to_thread(shared.claim, table_id):
                    await asyncio.sleep(TURN)  # another process plays here, until it stops
                else:
                    pace = KINDS[table.seating.bot(seat)].pace + SEEN if self._pace is None else self._pace
                    await self._wait(table_id, pace)
                    if not await self._step(table_id):
                        return
                table = await self._table_service.open(table_id)
        except TableeError as error:  # the next look at the table tries again
            log.warning("table %s did not go on: %s", table_id, error)
        finally:
            if shared is not None:
                await asyncio.to_thread(shared.release, table_id)

    def _is_watched(self, table_id: str) -> bool:
        """Bots play for people: where nobody has looked for a while they rest, until somebody does."""
        return self._table_service.count_listeners(table_id) > 0 or time.monotonic() - self._looked[table_id] < REST

    async def _step(self, table_id: str) -> bool:
        """Advance a table, a few at once for each address: many tables of one address slow down no other."""
        turn = self._turns.setdefault(ADDRESS.get(), asyncio.Semaphore(max(1, self._table_service.thinkers.most // 2)))
        try:
            async with turn:
                return await self._table_service.advance(table_id)
        except StaleMove:  # somebody did something meanwhile: another look
            return True
        except BotFailed as error:
            log.error("a bot at table %s failed", table_id, exc_info=error.__cause__)
            await self._table_service.go_on_without(table_id, error.seat)
            return True

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *self._warming.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _log_errors(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:  # the bot tries again when it has to play
        log.warning("a bot did not get ready: %s", error)
