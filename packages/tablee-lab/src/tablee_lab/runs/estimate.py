"""A figure from a sample, with the interval that holds the true one 95 times in a hundred."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z = 1.959963984540054
"""95 % of a normal distribution lie within so many deviations of its mean."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with the interval that holds the true one 95 times in a hundred."""

    value: float
    low: float
    high: float


def wilson(centre: float, count: int, ratio: float = 1.0) -> Estimate:
    """Wilson's interval of a share seen in `count` samples.

    It stays within 0 and 1 and does not shrink to nothing when every sample is a win. `ratio`: how much the samples
    vary, compared to samples that are all 0 or 1.
    """
    weight = ratio * Z * Z / count
    middle = (centre + weight / 2.0) / (1.0 + weight)
    half = math.sqrt(weight * centre * (1.0 - centre) + weight * weight / 4.0) / (1.0 + weight)
    return Estimate(centre, max(0.0, middle - half), min(1.0, middle + half))


def share(part: int, whole: int) -> Estimate:
    """So many of so many."""
    return wilson(part / whole, whole)
