"""Counts of event sequences: the fingerprint of the rules."""

import pytest

from tablee.core.game import perft
from tablee.core.registry import load

# Depths 0, 1, 2, … The first rows are the protocol's reference figures.
TABLE: tuple[tuple[str, dict[str, object], tuple[int, ...]], ...] = (
    ("cadeau", {}, (1, 6, 90, 540, 8100)),
    ("blocs", {"mode": "duel", "level": 3}, (1, 21, 1846, 42981, 1443470)),
    ("laaancez", {}, (1, 6, 144, 3840, 23040)),
    ("cadeau", {"zones": 1}, (1, 6, 18, 108, 324, 1944, 3888, 23328, 46656)),
    ("cadeau", {"zones": 2, "straights": "any"}, (1, 6, 36, 216, 1296, 7776)),
    ("blocs", {"mode": "duel", "level": 1}, (1, 21, 376, 7701, 105566)),
    ("blocs", {"mode": "duel", "level": 2}, (1, 21, 803, 17949)),
    ("blocs", {"mode": "solo", "level": 1}, (1, 21, 376, 7701, 104999)),
    ("blocs", {"mode": "solo", "level": 3}, (1, 21, 1846, 42981)),
    ("blocs", {"mode": "fast", "level": 1}, (1, 21, 376, 7701, 105566)),
    ("blocs", {"mode": "three", "level": 2}, (1, 21, 803, 17949)),
    ("blocs", {"mode": "four", "level": 3}, (1, 21, 1846, 42981)),
)


@pytest.mark.parametrize(("name", "settings", "counts"), TABLE)
def test_perft(name: str, settings: dict[str, object], counts: tuple[int, ...]) -> None:
    game = load(name)
    start = game.start(game.variant(settings))
    for depth, count in enumerate(counts):
        assert perft(game, start, depth) == count
