"""How much one address may ask: a token bucket each. Every process of a table counts for itself."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar

MOST_ADDRESSES = 10_000
ADDRESS: ContextVar[str] = ContextVar("ADDRESS", default="")  # that is being answered; empty: nobody far away


class RateLimit:
    """`per_second` tokens come back to each address, up to `burst`."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when they were counted

    def __contains__(self, address: object) -> bool:
        return address in self._buckets

    def take(self, address: str, price: float = 1, owed: bool = False) -> bool:
        """Take `price` tokens if the address has them; returns whether it had. `owed`: in any case, and it may end up
        with less than none."""
        now = self._clock()
        left, at = self._buckets.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        paid = owed or left >= price
        self._buckets[address] = (left - price if paid else left), now
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return paid
