"""A contest: which bots play which game, and the bouts that let each meet each other equally."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial

from tablee.bots import KINDS
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Variant
from tablee.core.registry import load


@dataclass(frozen=True, slots=True)
class Bout:
    """Bots around one table in one round: they play once in each of its seatings, on the dice of the round."""

    round: int
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """All there is to know to play any bout again. `game` is a name: games are modules, which do not travel.

    `bots` stand weakest first, in whatever order they were named: nothing that is drawn or counted depends on it.
    """

    game: str
    variant: Variant
    bots: tuple[str, ...]
    rounds: int
    seed: int

    @property
    def rules(self) -> AnyGame:
        return load(self.game)

    @property
    def seats(self) -> int:
        return self.rules.seats(self.variant)

    @property
    def names(self) -> tuple[str, ...]:
        """Each bot once, weakest first."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The tables of one round: every choice of bots that fills the seats; alone, everybody is compared to all."""
        if self.seats == 1:
            return (self.names,)
        found = dict.fromkeys(combinations(self.bots, self.seats))
        return tuple(group for group in found if len(set(group)) > 1)

    @property
    def bouts(self) -> tuple[Bout, ...]:
        """Round after round, so that a contest cut short is a balanced one."""
        return tuple(Bout(number, group) for number in range(self.rounds) for group in self.groups)

    def seatings(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Who of a bout sits where in the games of a round: one circle around the table, begun at every seat.

        The rounds go through all circles in turn, for it matters after whom one plays: as many rounds as there are
        circles seat everybody in every possible way once. A circle a round, not all: more dice for as many games.
        """
        circles = tuple(permutations(range(1, self.seats)))
        circle = (0, *circles[number % len(circles)])
        return tuple(circle[-turn:] + circle[:-turn] for turn in range(self.seats))

    def derived(self, *parts: object) -> int:
        """A seed of its own for each thing that needs one."""
        return derived(self.seed, *parts)


def derived(seed: int, *parts: object) -> int:
    """A seed that follows from another one and from what it is for."""
    spelled = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(spelled.encode()).digest()[:8])


def contest(game: AnyGame, variant: Variant, bots: Sequence[str], games: int, seed: int) -> Contest:
    """A contest of at least so many games of each table of bots, every seating as often as every other."""
    seats = game.seats(variant)
    if games < 1:
        raise RequestError("il faut au moins une partie.", "at least one game has to be played.")
    if len(set(bots)) < 2:
        raise RequestError(
            "il faut au moins deux robots différents, par exemple greedy,random",
            "at least two different bots are needed, for example greedy,random",
        )
    if len(bots) < seats:
        raise RequestError(
            f"il faut remplir {seats} places, et vous nommez {len(bots)} robots ; "
            "le même peut être nommé plusieurs fois.",
            f"there are {seats} seats to fill and you name {len(bots)} bots; the same may be named several times.",
        )
    circles = factorial(seats - 1)
    rounds = circles * -(-games // (circles * seats))
    return Contest(game.NAME, variant, tuple(sorted(bots, key=_skill)), rounds, seed)


def _skill(name: str) -> tuple[float, float, str]:
    kind = KINDS.get(name)  # one that does not exist is refused, kindly, when it is made
    return (kind.best, kind.greedy, name) if kind else (0.0, 0.0, name)
