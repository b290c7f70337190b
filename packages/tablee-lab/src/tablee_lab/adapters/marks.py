"""The small vectors that observations are made of: float32 numbers as bytes, which join faster than lists."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

Numbers = bytes
Fields = tuple[tuple[str, int], ...]

FACES = 6

UNBOUNDED = 10_000
"""Where the rules set no limit to moves or rolls, this many are promised never to be exceeded.

The chance of a game going on falls geometrically: where blocks come back (B13, B15, B16), random games at level 1 make
24 pushes and 33 throws on average, and the longest of 6,000 made 290 and 410.
"""


@dataclass(frozen=True, slots=True)
class Longest:
    """The most decisions (a joint choice counts one) and rolls that a game can have."""

    decisions: int
    rolls: int


def packed(numbers: Iterable[float]) -> Numbers:
    return array("f", numbers).tobytes()


@cache
def one_hot(place: int, size: int) -> Numbers:
    """A one at `place`, zeros elsewhere; all zeros if the place is outside."""
    return packed(float(place == other) for other in range(size))


def face(die: int) -> Numbers:
    """A die one-hot; all zeros if it is not there (0)."""
    return one_hot(die - 1, FACES)


def flag(on: object) -> Numbers:
    """One number: 1 or 0."""
    return ONE if on else ZERO


ZERO, ONE = packed([0.0]), packed([1.0])
