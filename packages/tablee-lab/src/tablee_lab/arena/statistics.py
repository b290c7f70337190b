"""Ratings, and how sure of them one can be."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee_lab.runs import Estimate

CENTRE, SCALE = 1500.0, 400.0
"""Ratings: their mean, and the lead that stands for ten wins to one (Elo's scale)."""

RESAMPLES = 200
HALF, TRACE = 0.5, 1e-3
STEPS, SMALL = 2_000, 1e-7
Pairing = tuple[str, str]
Array = np.ndarray[Any, np.dtype[np.float64]]


def strengths(names: Sequence[str], pairs: Sequence[Pairing], won: Array, met: Array) -> Array:
    """Bradley and Terry's ratings [sample, name]: the odds between two bots are the ratio of their strengths.

    In each sample, `won[sample, pair]` of `met[sample, pair]` went to the first of the pair: some, but not all. Each
    step sets a strength to what its wins call for, the others being as they are (minorise, maximise).
    """
    first, second = ([names.index(pair[place]) for pair in pairs] for place in (0, 1))
    wins, games = np.zeros((2, len(won), len(names), len(names)))
    wins[:, first, second], wins[:, second, first] = won, met - won
    games[:, first, second] = games[:, second, first] = met
    strength = np.ones(wins.shape[:2])
    for _ in range(STEPS):
        fitted = wins.sum(axis=2) / (games / (strength[:, :, None] + strength[:, None])).sum(axis=2)
        fitted /= np.exp(np.log(fitted).mean(axis=1, keepdims=True))
        moved = np.abs(np.log(fitted / strength)).max()
        strength = fitted
        if moved < SMALL:
            break
    return CENTRE + SCALE * np.log10(strength)


@dataclass(frozen=True, slots=True)
class Ratings:
    """Everybody's rating: fitted to all rounds (row 0), and to rounds weighted at random (the others)."""

    names: Sequence[str]
    fitted: Array

    def __getitem__(self, name: str) -> Estimate:
        return self._between(self.fitted[:, self.names.index(name)])

    def lead(self, one: str, other: str) -> Estimate:
        """By how much one is rated above another. The same dice move both, so it is surer than either rating."""
        return self._between(self.fitted[:, self.names.index(one)] - self.fitted[:, self.names.index(other)])

    def _between(self, found: Array) -> Estimate:
        value, drawn = float(found[0]), np.sort(found[1:])
        low, high = (float(drawn[round(part * (len(drawn) - 1))]) for part in (0.025, 0.975))
        return Estimate(value, min(low, value), max(high, value))


def ratings(
    names: Sequence[str], rounds: Sequence[Mapping[Pairing, float]], seed: int, resamples: int = RESAMPLES
) -> Ratings:
    """Ratings of bots that have all played, from rounds that give the share of the first of each pair.

    Half a win and half a loss are added to every pair that met (Jeffreys), so that a bot that always wins is rated
    high, not infinitely so. All pairs of a round play on the same dice, so rounds, not games, are independent: the
    interval comes from weighting whole rounds, and those halves, at random (the Bayesian bootstrap).
    """
    pairs = list(dict.fromkeys(pair for shares in rounds for pair in shares))
    there = np.array([[pair in shares for pair in pairs] for shares in rounds], float)
    scored = np.array([[shares.get(pair, 0.0) for pair in pairs] for shares in rounds])
    chance = random.Random(seed)
    weights, halves = [[1.0] * len(rounds)], [[[HALF, HALF]] * len(pairs)]
    for _ in range(resamples):
        weights.append([chance.expovariate(1.0) for _ in rounds])
        halves.append([[max(chance.gammavariate(HALF, 1.0), TRACE) for _ in range(2)] for _ in pairs])
    win, loss = np.moveaxis(np.array(halves), 2, 0)
    weight = np.array(weights)
    return Ratings(names, strengths(names, pairs, weight @ scored + win, weight @ there + win + loss))
