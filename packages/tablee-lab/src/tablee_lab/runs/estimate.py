"""Figures from samples, with the interval that holds the true one 95 times in a hundred."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959963984540054  # deviations around the mean of a normal distribution that hold 95 % of it


@dataclass(frozen=True, slots=True)
class Estimate:
    value: float
    low: float
    high: float


def wilson(centre: float, count: int, ratio: float = 1.0) -> Estimate:
    """Wilson's interval of a share seen in `count` samples. It stays within 0 and 1 and does not shrink to nothing when
    every sample is a win. `ratio`: how much the samples vary, compared to samples that are all 0 or 1."""
    weight = ratio * Z * Z / count
    middle = (centre + weight / 2.0) / (1.0 + weight)
    half = math.sqrt(weight * centre * (1.0 - centre) + weight * weight / 4.0) / (1.0 + weight)
    return Estimate(centre, max(0.0, middle - half), min(1.0, middle + half))


def share(hits: int, count: int) -> Estimate:
    """The proportion `hits / count` with Wilson's interval."""
    return wilson(hits / count, count)


def normal(centre: float, variance: float, count: int) -> Estimate:
    """A mean with the interval of the normal distribution."""
    half = Z * math.sqrt(variance / count)
    return Estimate(centre, centre - half, centre + half)


def mean(samples: Sequence[float], *, shares: bool = True) -> Estimate:
    """The mean of independent samples: of shares between 0 and 1 with Wilson's interval, else with the normal one. The
    sample of a round varies less than a single game, for its seats are swapped: Wilson's variance is scaled by what the
    samples show, down to the weight of a single round."""
    count = len(samples)
    centre = math.fsum(samples) / count
    variance = math.fsum((sample - centre) ** 2 for sample in samples) / max(1, count - 1)
    if not shares:
        return normal(centre, variance, count)
    most = centre * (1.0 - centre)
    return wilson(centre, count, 1.0 if most < 1e-12 or count == 1 else max(variance / most, 1.0 / count))
