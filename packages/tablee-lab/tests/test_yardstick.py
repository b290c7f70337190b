"""Positions of four zones with known values: that they are what a search to the end finds."""

import pytest

from tablee.games import cadeau as rules
from tablee.games.cadeau.solver import estimate
from tablee_lab import yardstick


@pytest.mark.parametrize("straights", ["any", "ordered"])
def test_the_yardstick_holds_the_value_of_every_move_of_four_zones(straights: str) -> None:
    """Where a plain search reaches the end, it finds the very numbers that the long run kept."""
    checked = 0
    for state, worth in yardstick.positions(straights, every=23):
        assert set(worth) == set(rules.moves(state, rules.players(state)[0]))
        if sum(side.count(0) for side in state.sides) <= 8:
            advice = estimate(state, rules.players(state)[0], 10**6)
            assert advice.exact
            assert dict(advice.moves) == pytest.approx(worth, abs=1e-12)
            checked += 1
    assert checked > 100


def test_the_yardstick_begins_with_the_value_of_the_start() -> None:
    """The best move after each first die, averaged, is what the sweep said of the start."""
    first = {
        state.die: max(worth.values())
        for state, worth in yardstick.positions("any")
        if not any(die for side in state.sides for die in side)
    }
    assert sum(first.values()) / 6 == pytest.approx(0.467103776922884, abs=1e-12)
