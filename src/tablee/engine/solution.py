"""What a solver hands back: the value of a whole game, or the values of the moves of one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal

from tablee.core.errors import TableeError
from tablee.core.game import EventT
from tablee.core.words import Text

from .runtime import BROWSER

Progress = Callable[[float, Text], None]
"""Called with the fraction done, 0.0 to 1.0, and a sentence that says what is being done."""


Effort = Literal["full", "quick", "glance"]
"""`full`: the best answer we have. `quick`: one of very many, where advice is a search a much smaller one. `glance`:
without looking ahead, where a game can be judged so. Where there is a table all are the same."""


def quiet(done: float, doing: Text) -> None:
    """A `Progress` that says nothing."""


_waits: ContextVar[bool] = ContextVar("waits", default=not BROWSER)  # in a browser somebody is always waiting


@contextmanager
def no_wait(active: bool = True) -> Iterator[None]:
    """Within it no answer waits for such a table: a search stands in for it."""
    before = _waits.set(not active)
    try:
        yield
    finally:
        _waits.reset(before)


def waits() -> bool:
    """Whether an answer may wait for a table that takes long to build."""
    return _waits.get()


class Unsolved(TableeError):
    """No solver can answer this: the game is over, nobody has to choose, or the variant is too large."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of `player`, best first, each with its value to that player.

    A value is the chance of winning, a draw counting one half; alone, in a game that keeps score, it is the expected
    score of the end, lower being better: of blocs, the sum left. `exact` is true only for solved
    tables and complete searches.
    """

    player: int
    exact: bool
    moves: tuple[tuple[Any, float], ...]


Mixture = tuple[tuple[EventT, float], ...]  # moves, and the share of the time each should be made


@dataclass(frozen=True, slots=True)
class Values:
    """What a position is worth to each player, from 1: the chance of winning, a draw counting one half.

    Alone, in a game that keeps score, it is the expected score of the end, lower being better. `exact` is true only for
    solved tables and complete searches; otherwise it is our best estimate.
    """

    players: Mapping[int, float] = field(hash=False)
    exact: bool

    @staticmethod
    def of_two(first: float, exact: bool) -> Values:
        """The values of two players, of whom the first has that chance."""
        return Values({1: first, 2: 1.0 - first}, exact)


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of the start of `game` for each player, under best play of all. `residual` is the certificate: the
    width of a two-sided interval where there is one, the largest gain any player could make by one other choice where
    there is not, 0.0 where the computation is a single pass."""

    game: str
    variant: Any
    value: dict[int, float] = field(hash=False)
    exact: bool
    residual: float
    seconds: float
    perfect: float | None = None
