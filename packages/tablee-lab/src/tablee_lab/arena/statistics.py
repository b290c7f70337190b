"""Means and ratings, and how sure of them one can be."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablee_lab.runs import Estimate, wilson

CENTRE, SCALE = 1500.0, 400.0
"""Ratings: their mean, and the lead that stands for ten wins to one (Elo's scale)."""

RESAMPLES = 200
HALF, TRACE = 0.5, 1e-3
STEPS, SMALL = 2_000, 1e-7
Pairing = tuple[str, str]


def mean(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples between 0 and 1, with Wilson's interval.

    A round's sample varies less than a single game, for its seats are swapped: the variance is scaled by what the
    samples show, down to the weight of a single round.
    """
    count = len(samples)
    centre = math.fsum(samples) / count
    spread = math.fsum((sample - centre) ** 2 for sample in samples) / max(1, count - 1)
    most = centre * (1.0 - centre)
    return wilson(centre, count, 1.0 if most < 1e-12 or count == 1 else max(spread / most, 1.0 / count))


def strengths(names: Sequence[str], won: Mapping[Pairing, float], met: Mapping[Pairing, float]) -> dict[str, float]:
    """Bradley and Terry's ratings: the odds between two bots are the ratio of their strengths.

    `won[a, b]` of `met[a, b]` went to a, some but not all; each pair is given once. Each step sets a strength to what
    its wins call for, the others being as they are (minorise, maximise).
    """
    wins = dict.fromkeys(names, 0.0)
    against: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    for (a, b), count in met.items():
        wins[a] += won[a, b]
        wins[b] += count - won[a, b]
        against[a].append((b, count))
        against[b].append((a, count))
    strength = dict.fromkeys(names, 1.0)
    for _ in range(STEPS):
        fitted = {
            name: wins[name] / sum(count / (strength[name] + strength[other]) for other, count in against[name])
            if against[name]
            else strength[name]
            for name in names
        }
        middle = math.exp(math.fsum(map(math.log, fitted.values())) / len(fitted))
        fitted = {name: value / middle for name, value in fitted.items()}
        moved = max(abs(math.log(fitted[name] / strength[name])) for name in names)
        strength = fitted
        if moved < SMALL:
            break
    return {name: CENTRE + SCALE * math.log10(value) for name, value in strength.items()}


@dataclass(frozen=True, slots=True)
class Ratings:
    """Everybody's rating, and what it might as well have been: `drawn`, again and again."""

    fitted: Mapping[str, float]
    drawn: Sequence[Mapping[str, float]]

    def __getitem__(self, name: str) -> Estimate:
        return _between(self.fitted[name], sorted(draw[name] for draw in self.drawn))

    def lead(self, one: str, other: str) -> Estimate:
        """By how much one is rated above another. The same dice move both, so it is surer than either rating."""
        leads = sorted(draw[one] - draw[other] for draw in self.drawn)
        return _between(self.fitted[one] - self.fitted[other], leads)


def ratings(
    names: Sequence[str], rounds: Sequence[Mapping[Pairing, float]], seed: int, resamples: int = RESAMPLES
) -> Ratings:
    """Ratings from rounds, each the share that the first of a pair took.

    Half a win and half a loss are added to every pair that met (Jeffreys), so that a bot that always wins is rated
    high, not infinitely so. All pairs of a round play on the same dice, so rounds, not games, are independent: the
    interval comes from weighing whole rounds, and those halves, by chance again and again (the Bayesian bootstrap).
    """
    fitted = _fit(names, rounds, [1.0] * len(rounds), lambda: HALF)
    chance = random.Random(seed)
    drawn = [
        _fit(names, rounds, [chance.expovariate(1.0) for _ in rounds], lambda: chance.gammavariate(HALF, 1.0))
        for _ in range(resamples)
    ]
    return Ratings(fitted, drawn)


def _fit(
    names: Sequence[str],
    rounds: Sequence[Mapping[Pairing, float]],
    weights: Sequence[float],
    half: Callable[[], float],
) -> dict[str, float]:
    won: dict[Pairing, float] = {}
    met: dict[Pairing, float] = {}
    for shares, weight in zip(rounds, weights, strict=True):
        for pair, share in shares.items():
            won[pair] = won.get(pair, 0.0) + weight * share
            met[pair] = met.get(pair, 0.0) + weight
    for pair in met:
        win, loss = max(half(), TRACE), max(half(), TRACE)
        won[pair] += win
        met[pair] += win + loss
    return strengths(names, won, met)


def _between(value: float, drawn: Sequence[float]) -> Estimate:
    last = len(drawn) - 1
    low, high = drawn[round(0.025 * last)], drawn[round(0.975 * last)]
    return Estimate(value, min(low, value), max(high, value))
