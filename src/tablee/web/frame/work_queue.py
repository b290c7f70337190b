"""Expensive work (reviews, hints, sheets): a few pieces at once in threads, by turns between addresses.

What an address has waiting is bounded, and it pays for the processor's time. Equal questions share one answer. Work
stops when all who asked have gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from starlette.requests import Request

from tablee.core.abandon import GONE
from tablee.core.words import Text

from .http_errors import PLAIN, HttpError
from .rate_limit import ADDRESS

AT_ONCE = 4  # pieces of work under way
EACH = 2  # of them for one address
MOST_WAITING = 16  # for one address: a class whose games end together
AGAIN = 15.0  # seconds in which a page that waits for work looks again
BUSY = Text(
    "La table calcule déjà beaucoup pour cette adresse : attendez un instant, puis recommencez.",
    "The table is already busy with work for this address: wait a moment, then try again.",
)
T = TypeVar("T")


class Job:
    """One piece of work; `key`: what makes two of them equal, None where nothing does."""

    def __init__(self, key: object, address: str, work: Callable[[], Any]) -> None:
        self.key, self.address, self.work = key, address, work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.context = contextvars.copy_context()  # of the first who asked
        self.askers = 0
        self.abandoned = False
        self.spent = 0.0  # seconds of processor

    def __call__(self) -> Any:
        if not self.address:  # nobody far away, and a browser has no such clock
            return self.work()
        began = time.thread_time()
        try:
            return self.work()
        finally:
            self.spent = time.thread_time() - began


QUEUE: ContextVar[WorkQueue | None] = ContextVar("QUEUE", default=None)  # of the application that answers


async def run_in_thread(
    request: Request | None, work: Callable[..., T], *args: Any, key: object = None, patience: float | None = None
) -> T:
    """Run `work` in a thread when its turn comes; returns its result, raises its exceptions.

    `request`: who asks, None where nobody waits; when they have gone, and all others who asked the same (`key`), it
    stops at its next `stop_if_abandoned`, and HttpError is raised that nobody reads. `patience`: seconds until
    TimeoutError; the work goes on a while, for who asks again. Raises HttpError where this address has too much
    waiting.
    """
    queue = QUEUE.get()
    if queue is None:
        return await asyncio.to_thread(work, *args)
    answer: T = await queue.run(request, lambda: work(*args), key, patience)
    return answer


class WorkQueue:
    """`charge`: is told what a piece of work has cost, in seconds of processor, in the context of who asked first."""

    def __init__(self, charge: Callable[[float], None] = lambda seconds: None) -> None:
        self._charge = charge
        self._jobs: dict[object, Job] = {}  # by key, while they wait or are under way
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()  # by address, who is next first
        self._running: dict[asyncio.Task[None], Job] = {}

    async def run(
        self, request: Request | None, work: Callable[[], Any], key: object = None, patience: float | None = None
    ) -> Any:
        """As `run_in_thread`."""
        job = self._jobs.get(key) or self._enqueue(key, work)
        job.askers += 1
        waits: set[asyncio.Future[Any]] = {job.done}
        left = asyncio.ensure_future(wait_until_gone(request)) if request is not None else None
        if left is not None:
            waits.add(left)
        stays = False  # somebody will ask again
        try:
            await asyncio.wait(waits, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            stays = left is None or not left.done()
        finally:
            job.askers -= 1
            if left is not None:
                left.cancel()
            if stays and not job.done.done():
                asyncio.get_running_loop().call_later(AGAIN, self._abandon, job)
            else:
                self._abandon(job)
        if job.done.done():
            return job.done.result()
        if stays:
            raise TimeoutError
        raise HttpError(400, PLAIN[400])

    def close(self) -> None:
        """Stop all work under way and start none."""
        self._waiting.clear()
        for job in self._running.values():
            job.abandoned = True

    def _enqueue(self, key: object, work: Callable[[], Any]) -> Job:
        job = Job(key, ADDRESS.get(), work)
        waiting = self._waiting.setdefault(job.address, deque())
        if len(waiting) >= MOST_WAITING:
            raise HttpError(429, BUSY)
        waiting.append(job)
        if key is not None:
            self._jobs[key] = job
        self._begin()
        return job

    def _begin(self) -> None:
        """Let the next addresses have their turns, as long as there is room."""
        held = Counter(job.address for job in self._running.values())
        for address, waiting in list(self._waiting.items()):
            if len(self._running) >= AT_ONCE:
                return
            if waiting and held[address] < EACH:
                job = waiting.popleft()
                self._running[asyncio.create_task(self._work(job), context=job.context)] = job
                self._waiting.move_to_end(address)
            if not waiting:
                del self._waiting[address]

    async def _work(self, job: Job) -> None:
        GONE.set(lambda: job.abandoned)
        try:
            result = await asyncio.to_thread(job)
        except Exception as error:
            if not job.done.cancelled():
                job.done.set_exception(error)
                job.done.exception()  # nobody may be left to hear of it
        else:
            if not job.done.cancelled():
                job.done.set_result(result)
        finally:
            self._charge(job.spent)
            self._forget(job)
            self._running.pop(asyncio.current_task(), None)  # type: ignore[arg-type]
            self._begin()

    def _abandon(self, job: Job) -> None:
        """Stop it, if nobody waits for it."""
        if job.askers or job.done.done():
            return
        job.abandoned = True
        self._forget(job)
        with contextlib.suppress(KeyError, ValueError):
            self._waiting[job.address].remove(job)

    def _forget(self, job: Job) -> None:
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]


async def wait_until_gone(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
