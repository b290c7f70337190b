"""A plan: all there is to know to play a batch again, or any game of it."""

import operator
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from tablee.core.errors import RequestError
from tablee.core.game import Variant
from tablee.core.registry import load
from tablee.core.words import Text
from tablee_lab.batch_policies import Policy, assign_seats, display_name
from tablee_lab.kernels.simulate import check_kernels
from tablee_lab.runs import Experiment

SEEDS = 1 << 64
DRAWN = 1 << 53  # a seed of our own drawing: JSON readers everywhere keep it whole
INDEXES = 1 << 63
SCORED = {"cadeau": ("zones_1", "zones_2")}  # C11: games for several where more than winning counts


@dataclass(frozen=True, slots=True)
class Plan(Experiment):
    """Games 0 to `games` - 1 of a seed, with one policy for each seat."""

    policies: tuple[Policy, ...]
    games: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(display_name, self.policies))

    @property
    def scores(self) -> tuple[str, ...]:
        """What is scored, besides winning: the zones of each side, or alone the sum left (C11, B17)."""
        return ("left",) if self.seats == 1 else SCORED.get(self.game, ())

    @property
    def data(self) -> dict[str, object]:
        """The plan for programs; how many of its games were played is for the results to say."""
        return {"game": self.game, "variant": self.settings, "policies": list(self.names), "seed": self.seed}


def whole(name: str, number: SupportsIndex) -> int:
    """An integer of any kind, NumPy's too, as Python's own. Raises RequestError, with the name, for anything else."""
    try:
        return operator.index(number)
    except TypeError:
        raise RequestError(
            f"« {name} » est un nombre entier, et non {number!r}.", f"“{name}” is a whole number, not {number!r}."
        ) from None


def plan(
    game: str,
    variant: Variant | Mapping[str, object],
    games: SupportsIndex,
    seed: SupportsIndex | None = None,
    policies: Policy | Sequence[Policy] | None = None,
) -> Plan:
    """A plan that can be played; RequestError says what cannot be. Without a seed, one is drawn."""
    rules = load(game)
    if isinstance(variant, Mapping):
        variant = rules.variant(variant)
    check_kernels(game, variant)
    games = whole("games", games)
    if not 1 <= games < INDEXES:
        raise RequestError(
            Text("Il faut au moins une partie.", "At least one game has to be played.")
            if games < 1
            else Text("C’est trop de parties, même pour nous.", "That is too many games, even for us.")
        )
    if seed is None:
        seed = secrets.randbelow(DRAWN)
    elif not 0 <= (seed := whole("seed", seed)) < SEEDS:
        raise RequestError("La graine va de 0 à 2^64 - 1.", "The seed goes from 0 to 2^64 - 1.")
    return Plan(game, variant, seed, assign_seats(rules, variant, policies), games)
