"""What the bouts played so far say: each pair's score, and everybody's rating."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from statistics import fmean
from typing import Any

import numpy as np

from tablee_lab.runs import Estimate, mean

from .contest import Contest
from .match import Result

CENTRE, SCALE = 1500.0, 400.0
"""Ratings: their mean, and the lead that stands for ten wins to one (Elo's scale)."""

RESAMPLES = 200
HALF, TRACE = 0.5, 1e-3
STEPS, SMALL = 2_000, 1e-7
Pairing = tuple[str, str]
Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Pair:
    """What `a` scored against `b`: 1 always won, ½ even, 0 always lost."""

    a: str
    b: str
    games: int
    score: Estimate

    @property
    def apart(self) -> bool:
        """Whether one is surely stronger: the interval does not hold an even score."""
        return not self.score.low <= 0.5 <= self.score.high


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the rating table; `left`, in solo games, is the mean sum left, and `perfect` the share of zeros.
    `lead` is by how much it is rated above the next line; the last has none."""

    bot: str
    games: int
    score: Estimate
    rating: Estimate
    lead: Estimate | None
    left: float | None = None
    perfect: float | None = None

    @property
    def apart(self) -> bool:
        """Whether it is surely stronger than the next."""
        return self.lead is None or self.lead.low > 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    contest: Contest
    games: int
    complete: bool
    pairs: tuple[Pair, ...]
    ranks: tuple[Rank, ...]  # best first
    seats: tuple[Estimate, ...] = ()  # what each seat scored, over all bots


def standing(contest: Contest, results: Iterable[Result]) -> Standing:
    """The standing after these bouts, in whatever order they came."""
    order = {bout: index for index, bout in enumerate(contest.bouts)}
    played = sorted(results, key=lambda result: order[result.bout])
    shares: dict[int, dict[Pairing, list[float]]] = {}
    games: dict[Pairing, int] = {}
    for result in played:
        by_pair = shares.setdefault(result.bout.round, {})
        for pair, share in _compare(contest, result):
            by_pair.setdefault(pair, []).append(share)
            games[pair] = games.get(pair, 0) + 1
    # Tables of one round that seat the same two share their dice: together they are one sample.
    rounds = [{pair: fmean(values) for pair, values in by_pair.items()} for by_pair in shares.values()]
    pairs = tuple(
        Pair(a, b, games[a, b], mean([scores[a, b] for scores in rounds if (a, b) in scores]))
        for a, b in combinations(contest.names, 2)
        if (a, b) in games
    )
    places = _places(contest, played, rounds) if rounds else ()
    count = sum(len(result.games) * (len(result.bout.bots) if contest.seats == 1 else 1) for result in played)
    return Standing(contest, count, len(played) == len(order), pairs, places, _seats(contest, played))


def _seats(contest: Contest, played: list[Result]) -> tuple[Estimate, ...]:
    """The share of each seat; every bot sits in each equally often."""
    if contest.seats == 1:
        return ()
    shares: dict[int, list[tuple[float, ...]]] = {}
    for result in played:
        for seating, points in zip(contest.seatings(result.bout.round), result.games, strict=True):
            shares.setdefault(result.bout.round, []).append(tuple(points[bot] for bot in seating))
    rounds = [[fmean(seat) for seat in zip(*games, strict=True)] for games in shares.values()]
    return tuple(mean(seat) for seat in zip(*rounds, strict=True))


def _places(contest: Contest, played: list[Result], rounds: list[dict[Pairing, float]]) -> tuple[Rank, ...]:
    """The rating table of the bots that have played, best first."""
    met = {name for scores in rounds for pair in scores for name in pair}
    rated = ratings([name for name in contest.names if name in met], rounds, contest.derive("ratings"))
    order = sorted(rated.names, key=lambda name: -rated[name].value)
    leads = [*(rated.lead(better, worse) for better, worse in pairwise(order)), None]
    places = []
    for name, lead in zip(order, leads, strict=True):
        pairs = ([s if a == name else 1.0 - s for (a, b), s in scores.items() if name in (a, b)] for scores in rounds)
        score = mean([fmean(shares) for shares in pairs if shares])
        games = [points for result in played if name in result.bout.bots for points in result.games]
        rank = Rank(name, len(games), score, rated[name], lead)
        if contest.seats == 1:
            left = [points[result.bout.bots.index(name)] for result in played for points in result.games]
            rank = replace(rank, left=fmean(left), perfect=left.count(0.0) / len(left))
        places.append(rank)
    return tuple(places)


def _compare(contest: Contest, result: Result) -> Iterable[tuple[Pairing, float]]:
    """Every two bots compared in every game; several of one name count by their mean."""
    for points in result.games:
        held = [
            (name, fmean(point for bot, point in zip(result.bout.bots, points, strict=True) if bot == name))
            for name in contest.names
            if name in result.bout.bots
        ]
        for (a, mine), (b, theirs) in combinations(held, 2):
            # B17: alone, the lower sum is better.
            yield (a, b), 0.5 + ((mine < theirs) - (mine > theirs) if contest.seats == 1 else mine - theirs) / 2.0


# --- ratings, and how sure of them one can be ------------------------------------------------------------------------


def strengths(names: Sequence[str], pairs: Sequence[Pairing], won: Array, met: Array) -> Array:
    """Bradley and Terry's ratings [sample, name]: the odds between two bots are the ratio of their strengths. In each
    sample, `won[sample, pair]` of `met[sample, pair]` went to the first of the pair: some, but not all. Each step sets
    a strength to what its wins call for, the others being as they are (minorise, maximise)."""
    first, second = ([names.index(pair[side]) for pair in pairs] for side in (0, 1))
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

    def lead(self, better: str, worse: str) -> Estimate:
        """By how much one is rated above another. The same dice move both, so it is surer than either rating."""
        return self._between(self.fitted[:, self.names.index(better)] - self.fitted[:, self.names.index(worse)])

    def _between(self, values: Array) -> Estimate:
        value, resampled = float(values[0]), np.sort(values[1:])
        low, high = (float(resampled[round(part * (len(resampled) - 1))]) for part in (0.025, 0.975))
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
