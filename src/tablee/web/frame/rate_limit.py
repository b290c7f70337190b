"""How much one address may ask (`Limits`), what each request costs (`price_of`), and the buckets that pay.
Every process of a table counts for itself."""

import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass

from tablee.core.bounded_dict import BoundedDict

MOST_ADDRESSES = 10_000
ADDRESS: ContextVar[str] = ContextVar("ADDRESS", default="")  # that is being answered; empty: nobody far away

SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 256 * 1024  # an uploaded record is the largest thing anybody sends
MAKING = re.compile(
    "/tables|/records|/open|/table/[^0/][^/]*/(fork|rematch)|/class|/api/v1/(gatherings|tables(/[^0/][^/]*/rematch)?)"
)  # of tables
MAKING_IN_CLASS = re.compile(
    "(/class/[^/]+)?/table/0[^/]*/rematch|/class/[^/]+/do/round|/api/v1/(tables/0[^/]*/rematch|gatherings/[^/]+/rounds)"
)
# Tokens that a page, a change and a new table cost; our own files are free, but not the app.
READING, CHANGING, OPENING = 1, 3, 20
WORKING = 120  # tokens that a second of processor costs: in the long run an address keeps half a core busy


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address may ask: tokens a second and at once (`price_of` says what costs how many), whoever holds a
    seat from a bucket of their own first, and all of these behind one address `school` times what it has; open streams,
    bytes in a body, new classes and evenings at once (one more every ten minutes), and how many may come into one of
    them at once (one more every five seconds). `late`: seconds that the event loop may be late before all are asked to
    come again.
    """

    per_second: float = 60
    burst: float = 1200
    seat_per_second: float = 5
    seat_burst: float = 100
    school: float = 10
    streams: int = 400  # a school behind one address, several pages each
    body: int = LARGEST_BODY
    gatherings: float = 12
    joins: float = 36  # a whole class behind one address, but not all of its animals
    late: float = 2.0


def price_of(method: str, path: str) -> float:
    """Returns the price of a request in rate-limit tokens."""
    if method not in SAFE:
        return OPENING if MAKING.fullmatch(path) or MAKING_IN_CLASS.fullmatch(path) else CHANGING
    return 0 if path.startswith("/static/") else OPENING if path == "/app.zip" else READING


class RateLimit:
    """`per_second` tokens come back to each address, up to `burst`."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: BoundedDict[str, tuple[float, float]] = BoundedDict(MOST_ADDRESSES)  # tokens, counted when

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
        return paid
