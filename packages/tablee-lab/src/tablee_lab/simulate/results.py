"""What is kept of the games of a batch, and what they say, each figure with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from tablee_lab.kernels.simulate import Batch
from tablee_lab.runs.estimate import Estimate, normal, share, wilson

from .plan import Plan


@dataclass(slots=True)
class Tally:
    """Games by who won (0: nobody), by their number of events, and by their scores: integers that add up."""

    winners: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    scores: Counter[tuple[int, ...]] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.winners.total()

    def add(self, other: Tally) -> None:
        self.winners.update(other.winners)
        self.lengths.update(other.lengths)
        self.scores.update(other.scores)


def tally(batch: Batch) -> Tally:
    scores: Counter[tuple[int, ...]] = Counter()
    sides = batch.scores.shape[1]
    if sides and len(batch.scores):
        base = int(batch.scores.max()) + 1
        places = base ** np.arange(sides)
        for packed, count in _counts(batch.scores @ places).items():
            scores[tuple(packed // int(unit) % base for unit in places)] = count
    return Tally(_counts(batch.winner), _counts(batch.events), scores)


def _counts(values: Any) -> Counter[int]:
    counts = np.bincount(values)
    present = counts.nonzero()[0]
    return Counter(dict(zip(present.tolist(), counts[present].tolist(), strict=True)))


@dataclass(frozen=True)
class Distribution:
    """Integers, and how often each was seen."""

    counts: Counter[int]

    @cached_property
    def total(self) -> int:
        return self.counts.total()

    @cached_property
    def mean(self) -> Estimate:
        # In integers: a difference of large sums loses nothing.
        first = sum(value * count for value, count in self.counts.items())
        second = sum(value * value * count for value, count in self.counts.items())
        variance = (self.total * second - first * first) / (self.total * max(1, self.total - 1))
        return normal(first / self.total, variance, self.total)

    @property
    def least(self) -> int:
        return min(self.counts)

    @property
    def greatest(self) -> int:
        return max(self.counts)

    @property
    def quartiles(self) -> tuple[int, int, int]:
        """The smallest values that at least a quarter, a half and three quarters of all do not exceed."""
        values = sorted(self.counts)
        below = np.cumsum([self.counts[value] for value in values])
        low, middle, high = (values[int(np.searchsorted(below, part * self.total))] for part in (0.25, 0.5, 0.75))
        return low, middle, high


@dataclass(frozen=True, slots=True)
class Results:
    """The figures of the games played so far of a plan: always its first ones, so a run cut short is a shorter run."""

    plan: Plan
    tally: Tally

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def complete(self) -> bool:
        return self.games == self.plan.games

    @property
    def solo(self) -> bool:
        """One player: a win is a perfect game (B17)."""
        return self.plan.seats == 1

    @property
    def wins(self) -> dict[int, int]:
        """By player, the games they won."""
        return {player: self.tally.winners[player] for player in range(1, self.plan.seats + 1)}

    @property
    def draws(self) -> int:
        """Games that nobody won; alone, those that were not perfect."""
        return self.tally.winners[0]

    def share(self, player: int) -> Estimate:
        """The share of all games that a player won; 0 stands for nobody."""
        return share(self.tally.winners[player], self.games)

    @property
    def first(self) -> Estimate:
        """The share of player 1, a draw counting one half."""
        games, won, draws = self.games, self.tally.winners[1], self.draws
        centre = (won + draws / 2) / games
        # A draw varies less than a win or a loss; Wilson's interval shrinks as much as the variance.
        most, variance = centre * (1 - centre), (won + draws / 4) / games - centre * centre
        return wilson(centre, games, max(variance / most, 1 / games) if most else 1.0)

    @property
    def decisive(self) -> Estimate | None:
        """The share of player 1 in the games that somebody won; None if nobody ever did."""
        won = self.games - self.draws
        return share(self.tally.winners[1], won) if won else None

    @property
    def length(self) -> Distribution:
        """The number of events of a game: every roll and every choice."""
        return Distribution(self.tally.lengths)

    def score(self, player: int) -> Distribution | None:
        """Cadeau: the zones that a player won; blocs alone: the sum left. None where the game keeps no score."""
        if not self.tally.scores:
            return None
        counts: Counter[int] = Counter()
        for scores, games in self.tally.scores.items():
            counts[scores[player - 1]] += games
        return Distribution(counts)
