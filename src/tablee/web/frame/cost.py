"""What a request costs, and what one address may cost in all.

Work is counted in seconds of the processor: those that the loop spends on a request and on nothing else, and those of
the threads that it sends long work to. What a page waits for costs nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

MOST_CLIENTS = 10_000
P = ParamSpec("P")
T = TypeVar("T")


def _clock() -> Callable[[], float]:
    try:
        time.thread_time()
    except (AttributeError, OSError):  # in a browser there is one thread, and no such clock
        return time.perf_counter
    return time.thread_time


CLOCK = _clock()


@dataclass(slots=True)
class Meter:
    seconds: float = 0.0


METER: ContextVar[Meter] = ContextVar("METER")  # of the request that is being answered
CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # the address that is being answered


class Metered:
    """Something to be awaited, with the time that the loop itself spends on it."""

    def __init__(self, work: Awaitable[None], meter: Meter) -> None:
        self._work, self._meter = work, meter

    def __await__(self) -> Generator[Any, None, None]:
        steps, thrown = self._work.__await__(), None
        while True:
            began = CLOCK()
            try:
                awaited = steps.send(None) if thrown is None else steps.throw(thrown)
            except StopIteration:
                return
            finally:
                self._meter.seconds += CLOCK() - began
            thrown = None
            try:
                yield awaited
            except BaseException as error:
                thrown = error


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something long in a thread; whoever asked for it pays."""

    def measured() -> T:
        began = CLOCK()
        try:
            return work(*args, **kwargs)
        finally:
            METER.get(Meter()).seconds += CLOCK() - began

    return await asyncio.to_thread(measured)


@dataclass(slots=True)
class Bucket:
    left: float
    at: float


class Rate:
    """So much a second from one address, and so much at once; what was more than that is a debt."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.spent: dict[str, float] = {}  # since those who share it were told

    def _bucket(self, client: str) -> Bucket:
        now, buckets = self._clock(), self._buckets
        bucket = buckets.get(client)
        if bucket is None:
            bucket = buckets[client] = Bucket(self._burst, now)
            if len(buckets) > MOST_CLIENTS:
                buckets.popitem(last=False)
            return bucket
        buckets.move_to_end(client)
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        return bucket

    def left(self, client: str) -> float:
        return self._bucket(client).left

    def charge(self, client: str, cost: float) -> None:
        self._bucket(client).left -= cost

    def allows(self, client: str) -> bool:
        """One more, if there is one left."""
        bucket = self._bucket(client)
        if bucket.left < 1:
            return False
        self._spend(bucket, client, 1)
        return True

    def spend(self, client: str, cost: float) -> None:
        """Charge it, and remember to tell the others."""
        self._spend(self._bucket(client), client, cost)

    def _spend(self, bucket: Bucket, client: str, cost: float) -> None:
        bucket.left -= cost
        if client in self.spent:
            self.spent[client] += cost
        elif len(self.spent) < MOST_CLIENTS:
            self.spent[client] = cost
