"""Who leads, and when the winner is known: from the chances of everybody along each game.

Where chances are not known, they are learned from the games themselves: at each moment, how often did a seat win that
stood so far ahead of the best other? A logistic curve for each moment and seat, fitted by Newton's method.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .block import MOMENTS, Played

AHEAD = 0.05  # a seat leads when its chance is so far above an even share
SURE = 0.9  # the winner is known when its chance stays above
STEPS, SMALL, RIDGE = 12, 1e-4, 1.0
ENOUGH = 800  # games to learn from
Curve = tuple[float, float]  # the logit is first + second * lead


def learned(games: Sequence[Played]) -> list[tuple[tuple[float, ...], ...]]:
    """The paths of the games with standings turned into chances."""
    seats = range(len(games[0].points))
    leads = [[_leads(standing) for standing in game.path] for game in games]
    curves = [
        [
            _fitted([lead[at][seat] for lead in leads[:ENOUGH]], [game.points[seat] for game in games[:ENOUGH]])
            for seat in seats
        ]
        for at in range(MOMENTS)
    ]
    return [
        tuple(_even(tuple(_chance(*curves[at][seat], lead[at][seat]) for seat in seats)) for at in range(MOMENTS))
        for lead in leads
    ]


def _leads(standing: tuple[float, ...]) -> tuple[float, ...]:
    """How far each is ahead of the best of the others."""
    return tuple(
        own - max(other for at, other in enumerate(standing) if at != seat) for seat, own in enumerate(standing)
    )


def _chance(first: float, second: float, lead: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, first + second * lead))))


def _even(chances: tuple[float, ...]) -> tuple[float, ...]:
    """Together 1."""
    whole = math.fsum(chances)
    return tuple(chance / whole for chance in chances)


def _fitted(leads: Sequence[float], points: Sequence[float]) -> Curve:
    """The logistic curve that fits best; a little ridge keeps it finite where every lead wins."""
    scale = max(1e-9, math.sqrt(math.fsum(lead * lead for lead in leads) / len(leads)))
    first = second = 0.0
    for _ in range(STEPS):
        g0, g1, h00, h01, h11 = 0.0, -RIDGE * second, RIDGE, 0.0, RIDGE
        for lead, won in zip(leads, points, strict=True):
            at = lead / scale
            chance = _chance(first, second, at)
            weight = chance * (1.0 - chance)
            g0 += won - chance
            g1 += (won - chance) * at
            h00 += weight
            h01 += weight * at
            h11 += weight * at * at
        whole = h00 * h11 - h01 * h01
        steps = (g0 * h11 - g1 * h01) / whole, (g1 * h00 - g0 * h01) / whole
        first, second = first + steps[0], second + steps[1]
        if max(map(abs, steps)) < SMALL:
            break
    return first, second / scale


def lead_changes(path: Sequence[tuple[float, ...]]) -> int:
    """How often the lead goes from one seat to another; nobody leads while chances are about even."""
    leader, changes = None, 0
    for chances in path:
        best = max(range(len(chances)), key=chances.__getitem__)
        if chances[best] >= 1.0 / len(chances) + AHEAD:
            changes += leader is not None and leader != best
            leader = best
    return changes


def known_at(path: Sequence[tuple[float, ...]], points: tuple[float, ...]) -> float:
    """The share of the game after which the winner's chance is high for good; 1.0 at the end only."""
    if max(points) < 1.0:
        return 1.0  # nobody won, or several
    winner = points.index(1.0)
    for at in range(len(path), 0, -1):
        if path[at - 1][winner] < SURE:
            return at / len(path)
    return 0.0
