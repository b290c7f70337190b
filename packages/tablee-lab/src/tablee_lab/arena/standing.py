"""What the bouts played so far say: each pair's score, and everybody's rating."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

from tablee_lab.runs import Estimate

from .contest import Contest
from .match import Result
from .statistics import Pairing, mean, ratings


@dataclass(frozen=True, slots=True)
class Pair:
    """What `a` scored against `b`: 1 always won, ½ even, 0 always lost."""

    a: str
    b: str
    games: int
    score: Estimate

    @property
    def apart(self) -> bool:
        """Whether one is surely the stronger: the interval does not hold an even score."""
        return not self.score.low <= 0.5 <= self.score.high


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the rating table; `left`, in solo games, is the mean sum left, and `perfect` the share of zeros.

    `lead` is by how much it is rated above the next line; the last has none.
    """

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
    places: tuple[Place, ...]  # best first
    seats: tuple[Estimate, ...] = ()  # what each seat scored, whoever sat there


def standing(contest: Contest, results: Iterable[Result]) -> Standing:
    """The standing after these bouts, in whatever order they came."""
    order = {bout: place for place, bout in enumerate(contest.bouts)}
    played = sorted(results, key=lambda result: order[result.bout])
    shares: dict[int, dict[Pairing, list[float]]] = {}
    games: dict[Pairing, int] = {}
    for result in played:
        by_pair = shares.setdefault(result.bout.round, {})
        for pair, share in _compared(contest, result):
            by_pair.setdefault(pair, []).append(share)
            games[pair] = games.get(pair, 0) + 1
    # Tables of one round that seat the same two share their dice: together they are one sample.
    rounds = [{pair: _middle(values) for pair, values in by_pair.items()} for by_pair in shares.values()]
    pairs = tuple(
        Pair(a, b, games[a, b], mean([found[a, b] for found in rounds if (a, b) in found]))
        for a, b in combinations(contest.names, 2)
        if (a, b) in games
    )
    places = _places(contest, played, rounds) if rounds else ()
    count = sum(len(result.games) * (len(result.bout.bots) if contest.seats == 1 else 1) for result in played)
    return Standing(contest, count, len(played) == len(order), pairs, places, _seats(contest, played))


def _seats(contest: Contest, played: list[Result]) -> tuple[Estimate, ...]:
    """The share of each seat: everybody has sat there as often, so what is left is the seat."""
    if contest.seats == 1:
        return ()
    shares: dict[int, list[tuple[float, ...]]] = {}
    for result in played:
        for seating, points in zip(contest.seatings(result.bout.round), result.games, strict=True):
            shares.setdefault(result.bout.round, []).append(tuple(points[bot] for bot in seating))
    rounds = [[_middle(list(seat)) for seat in zip(*games, strict=True)] for games in shares.values()]
    return tuple(mean(seat) for seat in zip(*rounds, strict=True))


def _places(contest: Contest, played: list[Result], rounds: list[dict[Pairing, float]]) -> tuple[Place, ...]:
    """The rating table, best first, of those who have played."""
    rated = ratings(contest.names, rounds, contest.derived("ratings"))
    met = {name for found in rounds for pair in found for name in pair}
    order = sorted((name for name in contest.names if name in met), key=lambda name: -rated.fitted[name])
    leads = [*(rated.lead(one, other) for one, other in pairwise(order)), None]
    return tuple(
        Place(name, _games(name, played), _overall(name, rounds), rated[name], lead, *_alone(contest, name, played))
        for name, lead in zip(order, leads, strict=True)
    )


def _compared(contest: Contest, result: Result) -> Iterable[tuple[Pairing, float]]:
    """Of every game, every two bots compared; several of one name count by their mean."""
    for points in result.games:
        held = [
            (name, _middle([point for bot, point in zip(result.bout.bots, points, strict=True) if bot == name]))
            for name in contest.names
            if name in result.bout.bots
        ]
        for (a, mine), (b, theirs) in combinations(held, 2):
            yield (a, b), _share(mine, theirs, alone=contest.seats == 1)


def _share(mine: float, theirs: float, *, alone: bool) -> float:
    if alone:  # B17: the lower sum is the better one
        return 0.5 + ((mine < theirs) - (mine > theirs)) / 2.0
    return 0.5 + (mine - theirs) / 2.0


def _overall(name: str, rounds: list[dict[Pairing, float]]) -> Estimate:
    """What a bot scored against all others: the mean of its pairs, round by round."""
    samples = []
    for found in rounds:
        mine = [share if a == name else 1.0 - share for (a, b), share in found.items() if name in (a, b)]
        if mine:
            samples.append(_middle(mine))
    return mean(samples)


def _games(name: str, played: list[Result]) -> int:
    return sum(len(result.games) for result in played if name in result.bout.bots)


def _alone(contest: Contest, name: str, played: list[Result]) -> tuple[float, float] | tuple[None, None]:
    if contest.seats > 1:
        return None, None
    left = [points[result.bout.bots.index(name)] for result in played for points in result.games]
    return _middle(left), left.count(0.0) / len(left)


def _middle(values: list[float]) -> float:
    return math.fsum(values) / len(values)
