"""A contest: which bots play which game, and the bouts that let each meet each other equally."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text
from tablee.games import load


@dataclass(frozen=True, slots=True)
class Bout:
    """Bots around one table in one round: they play once in every seating, on the dice of the round."""

    round: int
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """All there is to know to play any bout again. `game` is a name: games are modules, which do not travel."""

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
        """Each bot once, in the order they were given."""
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

    def derived(self, *parts: object) -> int:
        """A seed of its own for each thing that needs one."""
        spelled = "/".join(map(str, (self.seed, *parts)))
        return int.from_bytes(hashlib.sha256(spelled.encode()).digest()[:8])


def contest(game: AnyGame, variant: Variant, bots: Sequence[str], games: int, seed: int) -> Contest:
    """A contest of at least so many games of each table of bots, every round whole."""
    seats = game.seats(variant)
    if games < 1:
        raise RequestError(Text("il faut au moins une partie.", "at least one game has to be played."))
    if len(set(bots)) < 2:
        raise RequestError(
            Text(
                "il faut au moins deux robots différents, par exemple greedy,random",
                "at least two different bots are needed, for example greedy,random",
            )
        )
    if len(bots) < seats:
        raise RequestError(
            Text(
                f"il faut remplir {seats} places, et vous nommez {len(bots)} robots ; "
                "le même peut être nommé plusieurs fois.",
                f"there are {seats} seats to fill and you name {len(bots)} bots; the same may be named several times.",
            )
        )
    return Contest(game.NAME, variant, tuple(bots), -(-games // seats), seed)
