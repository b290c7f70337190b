"""Where bots think: strong ones in a few processes, each of which answers one question at a time.

The processes have a lower priority, and a limit of time, so that no bot holds a player up. Simple bots
need a thousandth of a second; they, games from elsewhere, and all where no process can be started, think in a thread.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablee.bots import KINDS
from tablee.bots import make as make_bot
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.processes import Worker, WorkerDied
from tablee.core.registry import NAMES, load

from .bot import BotMaker

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger("tablee.table")

LONGEST = 600.0  # seconds that a bot may think
LEAST, MOST = 2, 4  # processes


class Thinkers:
    """`make`: what makes a bot; only those of `tablee.bots` are known in another process."""

    def __init__(self, make: BotMaker = make_bot, most: int | None = None) -> None:
        self.most = most or max(LEAST, min(MOST, os.cpu_count() or 1))
        self._make = make
        self._aside = make is make_bot
        self._pool: ThreadPoolExecutor | None = None
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def choose(
        self, level: str, game: AnyGame, chance: int | None, view: State, player: int, *so_far: Any
    ) -> Event:
        """Returns the move of a bot of that level; `chance` is its random seed, None for any. `so_far`: of one that
        adapts, what has happened."""
        return await self._run(_choose, level, game, chance, view, player, *so_far)

    async def warm(self, level: str, game: AnyGame, variant: Variant) -> None:
        """Load the tables of a bot level in an idle worker process."""
        if self._aside and level in KINDS and KINDS[level].solves:
            await self._run(_warm, level, game, variant)

    def close(self) -> None:
        """Stop the worker processes without waiting for running bots."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in tuple(self._all):
            self._end(worker)

    async def _run(self, do: Callable[..., Any], level: str, game: AnyGame, *about: Any) -> Any:
        from concurrent.futures import ThreadPoolExecutor

        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.most, "tablee-bot")
        ours = self._aside and game.NAME in NAMES and level in KINDS and KINDS[level].solves
        work: Callable[..., Any] = self._ask if ours else self._think
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, do, level, game, *about)

    def _think(self, do: Callable[..., Any], level: str, game: AnyGame, *about: Any) -> Any:
        return self._make(level, game, about[0]).choose(*about[1:]) if do is _choose else None

    def _ask(self, do: Callable[..., Any], level: str, game: AnyGame, *about: Any) -> Any:
        """Ask a process; one that died or thought for too long is replaced, and its bot has failed."""
        import threading

        try:
            worker = self._free()
        except OSError as error:
            log.warning("no process for a bot can be started, it thinks in a thread: %s", error)
            self._aside = False
            return self._think(do, level, game, *about)
        late = threading.Timer(LONGEST, worker.process.kill)
        late.start()
        try:
            return worker.call(do, level, game.NAME, *about)
        except WorkerDied:
            self._end(worker)
            raise
        finally:
            late.cancel()
            if worker in self._all:
                self._idle.append(worker)
            if self._closed:
                self._end(worker)

    def _free(self) -> Worker:
        with contextlib.suppress(IndexError):
            while True:
                worker = self._idle.pop()
                if worker.process.poll() is None:
                    return worker
                self._end(worker)  # it died while nobody asked it anything: no bot has failed
        worker = Worker()
        self._all.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.close()


def _choose(level: str, name: str, chance: int | None, *about: Any) -> Event:
    return make_bot(level, load(name), chance).choose(*about)


def _warm(level: str, name: str, variant: Variant) -> None:
    from tablee.bots import prepare
    from tablee.engine.solution import no_wait

    with no_wait():  # a table that takes long is built elsewhere
        prepare(level, load(name), variant)
