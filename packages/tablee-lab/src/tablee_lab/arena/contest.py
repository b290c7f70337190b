"""A contest: which bots play which game, and the bouts that let each meet each other equally."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial

from tablee.bots import KINDS
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Variant
from tablee.core.words import count_noun
from tablee_lab.runs import Experiment


@dataclass(frozen=True, slots=True)
class Bout:
    """Bots at one table in one round: they play once in each of its seatings, on the dice of the round."""

    round: int
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contest(Experiment):
    """The plan of a tournament. `bots` stand weakest first, so that nothing depends on how they were ordered."""

    bots: tuple[str, ...]
    rounds: int

    @property
    def names(self) -> tuple[str, ...]:
        """Each bot once, weakest first."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The tables of one round: every choice of bots that fills the seats; in solo games, all at one."""
        if self.seats == 1:
            return (self.names,)
        groups = dict.fromkeys(combinations(self.bots, self.seats))
        return tuple(group for group in groups if len(set(group)) > 1)

    @property
    def bouts(self) -> tuple[Bout, ...]:
        """Ordered by round, so that a contest cut short is balanced."""
        return tuple(Bout(number, group) for number in range(self.rounds) for group in self.groups)

    def seatings(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Who sits where in the games of a round: one circular order of the bots, begun at every seat. Rounds go
        through all circular orders in turn, since it matters after whom one plays. One order a round rather than all of
        them gives more different dice for as many games."""
        circles = tuple(permutations(range(1, self.seats)))
        circle = (0, *circles[number % len(circles)])
        return tuple(circle[-turn:] + circle[:-turn] for turn in range(self.seats))


def contest(game: AnyGame, variant: Variant, bots: Sequence[str], games: int, seed: int) -> Contest:
    """Plan at least `games` games of each table of bots, every seating equally often. Raises RequestError where there
    are too few games or bots."""
    seats = game.seats(variant)
    if games < 1:
        raise RequestError("Il faut au moins une partie.", "At least one game has to be played.")
    if len(set(bots)) < 2:
        raise RequestError(
            "Il faut au moins deux robots différents, par exemple greedy,random",
            "At least two different bots are needed, for example greedy,random",
        )
    if len(bots) < seats:
        places, given = count_noun(seats, "place", "seat"), count_noun(len(bots), "robot", "bot")
        raise RequestError(
            f"Il faut remplir {places.fr}, et vous nommez {given.fr} ; le même peut être nommé plusieurs fois.",
            f"There are {places.en} to fill and you name {given.en}; the same may be named several times.",
        )
    circles = factorial(seats - 1)
    rounds = circles * -(-games // (circles * seats))

    def skill(name: str) -> tuple[float, float, str]:
        kind = KINDS.get(name)  # an unknown one is refused when it is made
        return (kind.best, kind.greedy, name) if kind else (0.0, 0.0, name)

    return Contest(game.NAME, variant, seed, tuple(sorted(bots, key=skill)), rounds)
