"""The skill–luck index of Silver (arXiv 2511.11611, definitions 1 to 3) of games that the plain engine holds, exactly.

    .venv/bin/python tools/skill_luck.py

K: what player 1 wins more by a best answer to somebody who plays at random than by playing at random, too. L: what
player 1 wins at random if every roll is the best one for them, less if every roll is the worst. S = (K - L) / (K + L).
Moves at random are equally likely; a draw counts one half, a game without end nothing. No seed: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from tablee.core.game import AnyGame, Variant
from tablee.core.registry import load
from tablee.engine.graph import CHANCE, JOINT, Graph, explore
from tablee.engine.plain import MOST, ends_of
from tablee.games import laaancez


def value(graph: Graph, ends: Mapping[int, float], *, answering: bool = False, luck: int = 0) -> float:
    """What the start is worth to player 1. `answering`: they play best; else at random, as the other does.

    `luck`: 1, every roll is the best for player 1; -1, the worst; 0, as they fall. A position is worth the best (of bad
    luck the worst) of its lines, each a mean of the positions that follow.
    """
    places, lines, edges, weights = [0], [0], list[int](), list[float]()
    for place, kind in enumerate(graph.kind):
        follow = list(graph.following(place)) or [place]
        across = count = len(follow)
        if (kind == CHANCE and luck) or (kind == 1 and answering):
            across = 1
        elif kind == JOINT and answering:
            across = count // graph.shape[place]
        shares = graph.weights[graph.shape[place]] if kind == CHANCE and not luck else [1 / across] * count
        edges += follow
        weights += shares
        lines += range(lines[-1] + across, lines[-1] + count + 1, across)
        places.append(len(lines) - 1)
    worth, choose = np.zeros(len(graph.kind)), np.minimum if luck < 0 else np.maximum
    worth[list(ends)] = list(ends.values())
    to, by, line, here = (np.array(one) for one in (edges, weights, lines[:-1], places[:-1]))
    while True:
        after = choose.reduceat(np.add.reduceat(worth[to] * by, line), here)
        if np.abs(after - worth).max() < 1e-13:
            return float(after[0])
        worth = after


def leverages(game: AnyGame, variant: Variant) -> tuple[float, float]:
    """K and L of a game for two. Unsolved: it is too large."""
    graph = explore(game, variant, 1, MOST, 0.0)
    ends = ends_of(game, graph, 1)
    skill = value(graph, ends, answering=True) - value(graph, ends)
    return skill, value(graph, ends, luck=1) - value(graph, ends, luck=-1)


def main() -> None:
    noel = laaancez.shipped("noel")
    asked: list[tuple[str, Mapping[str, object]]] = [
        *(("blocs", {"mode": "duel", "level": level}) for level in (1, 2, 3)),
        *(("cadeau", {"zones": 1, "straights": straights}) for straights in ("ordered", "any")),
    ]
    variants = [(load(name), load(name).variant(settings), str(settings)) for name, settings in asked]
    for rows in ((1, 1), (2, 1)):
        sheet = laaancez.Variant(replace(noel, name="small", rows=rows))
        variants.append((load("laaancez"), sheet, f"rows {rows}"))
    for game, variant, told in variants:
        skill, luck = leverages(game, variant)
        index = (skill - luck) / (skill + luck) if skill + luck else 0.0
        print(f"{game.NAME} {told}: K {skill:.4f}  L {luck:.4f}  S {index:+.4f}", flush=True)


if __name__ == "__main__":
    main()
