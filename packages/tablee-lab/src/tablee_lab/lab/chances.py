"""Who leads, and when the winner is known: from the chances of everybody along each game. Where chances are not known,
they are learned from the games themselves: at each moment, how often did a seat win that stood so far ahead of the best
other? A logistic curve for each moment and seat, fitted by Newton's method."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .block import MOMENTS, Played

AHEAD = 0.05  # a seat leads when its chance is so far above an even share
SURE = 0.9  # the winner is known when its chance stays above
STEPS, SMALL, RIDGE = 12, 1e-4, 1.0
ENOUGH = 800  # games to learn from
Array = np.ndarray[Any, np.dtype[np.float64]]


def learn(games: Sequence[Played]) -> list[list[list[float]]]:
    """The paths of the games with standings turned into chances."""
    points, standing = np.array([game.points for game in games]), np.array([game.path for game in games])
    seats = range(points.shape[1])
    lead = np.stack([standing[..., seat] - np.delete(standing, seat, 2).max(axis=2) for seat in seats], axis=2)
    chances = np.empty_like(lead)
    for moment in range(MOMENTS):
        for seat in seats:
            first, second = _fit(lead[:ENOUGH, moment, seat], points[:ENOUGH, seat])
            chances[:, moment, seat] = _chance(first + second * lead[:, moment, seat])
    fitted: list[list[list[float]]] = (chances / chances.sum(axis=2, keepdims=True)).tolist()
    return fitted


def _chance(logit: Array) -> Array:
    chance: Array = 1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0)))
    return chance


def _fit(leads: Array, points: Array) -> tuple[float, float]:
    """Offset and slope of the logit that fits best; a little ridge keeps them finite where every lead wins."""
    scale = max(1e-9, float(np.sqrt(np.mean(leads**2))))
    terms, weights = np.stack([np.ones_like(leads), leads / scale]), np.zeros(2)
    for _ in range(STEPS):
        chance = _chance(weights @ terms)
        curvature = terms * chance * (1.0 - chance) @ terms.T + RIDGE * np.eye(2)
        step = np.linalg.solve(curvature, terms @ (points - chance) - RIDGE * weights * [0.0, 1.0])
        weights += step
        if np.abs(step).max() < SMALL:
            break
    return float(weights[0]), float(weights[1] / scale)


def count_lead_changes(path: Sequence[Sequence[float]]) -> int:
    """How often the lead goes from one seat to another; nobody leads while chances are about even."""
    leader, changes = None, 0
    for chances in path:
        best = max(range(len(chances)), key=chances.__getitem__)
        if chances[best] >= 1.0 / len(chances) + AHEAD:
            changes += leader is not None and leader != best
            leader = best
    return changes


def find_decision(path: Sequence[Sequence[float]], points: tuple[float, ...]) -> float:
    """The share of the game after which the winner's chance is high for good; 1.0 at the end only."""
    if max(points) < 1.0:
        return 1.0  # nobody won, or several
    winner = points.index(1.0)
    for moment in range(len(path), 0, -1):
        if path[moment - 1][winner] < SURE:
            return moment / len(path)
    return 0.0
