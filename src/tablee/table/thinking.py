"""Where bots think: strong ones in a few processes, each of which answers one question at a time.

The processes have a lower priority, and a limit of time, so that no bot holds a player up. Simple bots
need a thousandth of a second; they, games from elsewhere, and all where no process can be started, think in a thread.

    python -m tablee.table.thinking     such a process: questions come in, answers go out, both pickled
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablee.bots import KINDS
from tablee.bots import make as make_bot
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.processes import start_python
from tablee.core.registry import NAMES, load

from .bot import BotMaker

if TYPE_CHECKING:
    import subprocess
    from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger("tablee.table")

LONGEST = 600.0  # seconds that a bot may think
LEAST, MOST = 2, 4  # processes
NICE = 5  # the lower priority of these processes


class Thinkers:
    """`make`: what makes a bot; only those of `tablee.bots` are known in another process."""

    def __init__(self, make: BotMaker = make_bot, most: int | None = None) -> None:
        self.most = most or max(LEAST, min(MOST, os.cpu_count() or 1))
        self._make = make
        self._aside = make is make_bot
        self._pool: ThreadPoolExecutor | None = None
        self._idle: list[subprocess.Popen[bytes]] = []
        self._all: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    async def choose(
        self, level: str, game: AnyGame, chance: int | None, view: State, player: int, *so_far: Any
    ) -> Event:
        """Returns the move of a bot of that level; `chance` is its random seed, None for any.

        `so_far`: of one that adapts, what has happened.
        """
        return await self._run(level, game, "choose", chance, view, player, *so_far)

    async def warm(self, level: str, game: AnyGame, variant: Variant) -> None:
        """Load the tables of a bot level in an idle worker process."""
        if self._aside and level in KINDS and KINDS[level].solves:
            await self._run(level, game, "warm", variant)

    def close(self) -> None:
        """Stop the worker processes without waiting for running bots."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        for process in tuple(self._all):
            self._end(process)

    async def _run(self, level: str, game: AnyGame, what: str, *about: Any) -> Any:
        from concurrent.futures import ThreadPoolExecutor

        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.most, "tablee-bot")
        ours = self._aside and game.NAME in NAMES and level in KINDS and KINDS[level].solves
        work: Callable[..., Any] = self._ask if ours else self._think
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, level, game, what, *about)

    def _think(self, level: str, game: AnyGame, what: str, *about: Any) -> Any:
        return self._make(level, game, about[0]).choose(*about[1:]) if what == "choose" else None

    def _ask(self, level: str, game: AnyGame, what: str, *about: Any) -> Any:
        """Ask a process; one that died or thought for too long is replaced, and its bot has failed."""
        import threading

        try:
            process = self._free()
        except OSError as error:
            log.warning("no process for a bot can be started, it thinks in a thread: %s", error)
            self._aside = False
            return self._think(level, game, what, *about)
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Timer(LONGEST, process.kill)
        late.start()
        try:
            pickle.dump((level, game.NAME, what, about), process.stdin)
            process.stdin.flush()
            answer = pickle.load(process.stdout)
        except (OSError, ValueError, EOFError, pickle.PickleError) as error:
            self._end(process)
            raise RuntimeError("the process of a bot has ended") from error
        finally:
            late.cancel()
        self._idle.append(process)
        if self._closed:
            self._end(process)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _free(self) -> subprocess.Popen[bytes]:
        with contextlib.suppress(IndexError):
            while True:
                process = self._idle.pop()
                if process.poll() is None:
                    return process
                self._end(process)  # it died while nobody asked it anything: no bot has failed
        process = start_python("-m", __name__)
        self._all.add(process)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._all.discard(process)
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError, AttributeError):
                pipe.close()  # type: ignore[union-attr]
        process.wait()


def main() -> None:
    """Main loop of a worker process: answer requests until the input ends."""
    import signal

    from tablee.bots import prepare
    from tablee.engine.background import no_wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    while True:
        try:
            level, name, what, about = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: object = None
        try:
            if what == "choose":
                answer = make_bot(level, load(name), about[0]).choose(*about[1:])
            else:
                with no_wait():  # a table that takes long is built elsewhere
                    prepare(level, load(name), *about)
        except Exception as error:  # reported to the caller
            answer = RuntimeError(f"{type(error).__name__}: {error}")
        with contextlib.suppress(BrokenPipeError):
            pickle.dump(answer, out)
            out.flush()


if __name__ == "__main__":
    main()
