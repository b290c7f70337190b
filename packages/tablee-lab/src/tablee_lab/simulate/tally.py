"""What is kept of the games of a batch: whole numbers that add up, in any order and from anywhere."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tablee_lab.runs import Estimate
from tablee_lab.runs.estimate import Z

if TYPE_CHECKING:
    from tablee_lab.kernels.simulate import Batch


@dataclass(slots=True)
class Tally:
    """Games by who won (0: nobody), by their number of events, and by their scores."""

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


def tallied(batch: Batch) -> Tally:
    """The tally of some games."""
    import numpy as np

    tally = Tally()
    tally.winners.update(_counted(np.bincount(batch.winner)))
    tally.lengths.update(_counted(np.bincount(batch.events)))
    sides = batch.scores.shape[1]
    if sides and len(batch.scores):
        base = int(batch.scores.max()) + 1
        places = base ** np.arange(sides)
        for packed, count in _counted(np.bincount(batch.scores @ places)).items():
            tally.scores[tuple(packed // int(place) % base for place in places)] = count
    return tally


def _counted(counts: Any) -> dict[int, int]:
    """What occurred, and how often, of an array of counts."""
    found = counts.nonzero()[0]
    return dict(zip(found.tolist(), counts[found].tolist(), strict=True))


@dataclass(frozen=True)
class Distribution:
    """Whole numbers, and how often each was seen."""

    counts: Counter[int]

    @cached_property
    def total(self) -> int:
        return self.counts.total()

    @cached_property
    def mean(self) -> Estimate:
        """The mean, with its 95 % interval."""
        # In whole numbers: a difference of large sums loses nothing.
        first = sum(value * count for value, count in self.counts.items())
        second = sum(value * value * count for value, count in self.counts.items())
        mean, total = first / self.total, self.total
        variance = (total * second - first * first) / (total * max(1, total - 1))
        half = Z * math.sqrt(variance / total)
        return Estimate(mean, mean - half, mean + half)

    @property
    def least(self) -> int:
        return min(self.counts)

    @property
    def greatest(self) -> int:
        return max(self.counts)

    def quantile(self, share: float) -> int:
        """The smallest number that at least this share of all do not exceed."""
        seen, values = 0, sorted(self.counts)
        for value in values:
            seen += self.counts[value]
            if seen >= share * self.total:
                return value
        return values[-1]

    @property
    def quartiles(self) -> tuple[int, int, int]:
        return self.quantile(0.25), self.quantile(0.5), self.quantile(0.75)
