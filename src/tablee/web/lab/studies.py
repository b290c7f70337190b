"""Studies that are under way or over, each in a process of its own, few at once on a server.

In the app, which has no other process, they are played between the answers.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import closing

from starlette.requests import Request

from tablee.core.words import Text
from tablee.lab import Study, apart
from tablee.lab.block import Block, Job
from tablee.lab.studies import SECONDS, SURE, done

from ..frame.cost import CLIENT, Rate
from ..frame.fault import Fault

log = logging.getLogger("tablee.web")

MOST = 8  # studies that are kept
UNSEEN = 20.0  # seconds after which one that nobody looks at ends
EVERY, AT_ONCE = 0.1, 6  # studies a second from one address, and at once
BREATH = 0.01  # seconds between two blocks in the app, in which its pages are answered
TOO_MANY = Text(
    "Le labo a déjà beaucoup mesuré pour cette adresse : attendez dix secondes, puis recommencez.",
    "The lab has measured much for this address already: wait ten seconds, then try again.",
)


class Running:
    """A study, or two side by side: under way, or over."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.jobs = jobs
        self.blocks: list[list[Block]] = [[] for _ in jobs]
        self.begun = 0.0
        self.seen = time.monotonic()
        self.over = self.stopped = False
        self.failed: Exception | None = None

    @property
    def part(self) -> float:
        """How much is done, of what comes first: the time, or being sure enough of every one."""
        if not all(self.blocks):
            return 0.0
        passed = (time.monotonic() - self.begun) / SECONDS
        several = (done(one, blocks, None, passed, SURE) for one, blocks in zip(self.jobs, self.blocks, strict=True))
        return min(1.0, *several)

    def take(self, played: apart.Played) -> bool:
        """Keep a block; whether more are wanted."""
        now = time.monotonic()
        self.begun = self.begun or now
        self.blocks[played[0]].append(played[1])
        return not self.stopped and self.part < 1.0 and now - self.seen < UNSEEN

    def drain(self) -> None:
        if self.stopped or time.monotonic() - self.seen > UNSEEN:
            return  # whoever wanted it has gone before its turn
        with closing(apart.aside(self.jobs)) as coming:
            while self.take(next(coming)):
                pass

    async def between(self) -> None:
        """Play between the answers of a loop that has no thread to lend."""
        with closing(apart.here(self.jobs)) as coming:
            while self.take(next(coming)):
                await asyncio.sleep(BREATH)

    def studies(self) -> list[Study]:
        """What is known by now; nothing as long as one of them has not begun."""
        kept = [list(blocks) for blocks in self.blocks]
        return [Study(one, blocks) for one, blocks in zip(self.jobs, kept, strict=True)] if all(kept) else []


class Studies:
    def __init__(self, alone: bool) -> None:
        self._alone = alone
        self._made: OrderedDict[object, Running] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(max(1, (os.cpu_count() or 1) // 2))
        self._rate = Rate(EVERY, AT_ONCE)

    def get(self, key: object) -> Running | None:
        return self._made.get(key)

    def begin(self, key: object, jobs: Sequence[Job]) -> Running:
        if not self._alone and not self._rate.allows(CLIENT.get()):
            raise Fault(429, TOO_MANY)
        running = self._made[key] = Running(jobs)
        while len(self._made) > MOST:
            self._made.popitem(last=False)[1].stopped = True
        task = asyncio.create_task(self._drive(running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return running

    async def _drive(self, running: Running) -> None:
        try:
            async with self._turn:
                await (running.between() if self._alone else asyncio.to_thread(running.drain))
        except Exception as error:
            log.exception("a study has failed")
            running.failed = error
        finally:
            running.over = True

    def close(self) -> None:
        for running in self._made.values():
            running.stopped = True


def studies_of(request: Request) -> Studies:
    state = request.app.state
    if not hasattr(state, "studies"):
        state.studies = Studies(bool(getattr(state, "alone", "")))
    found: Studies = state.studies
    return found
