"""The bots of the app play the very moves of those at home, and say no more of themselves than is true there."""

import json

import pytest

from benchmarks.offline import VARIANTS, is_at_home, offline

LONG = ({"zones": 3}, {"mode": "three", "level": 3}, {"mode": "four", "level": 3})  # tables that take minutes


@pytest.mark.slow
def test_every_level_of_every_game_plays_the_same_moves_within_a_second() -> None:
    asked = json.dumps([VARIANTS, 12])
    for there, home in zip(offline(asked)[0], is_at_home(asked), strict=True):
        assert there[:4] == home[:4]
        assert sum(there[4]) < 12 * 1.0
        assert there[5] == (home[5] and there[1] not in LONG)


def test_the_strongest_plays_the_same_moves_and_is_called_exact_where_it_is() -> None:
    few = [one for one in VARIANTS if one[1] in ({}, {"zones": 1}, {"mode": "duel", "level": 3})]
    asked = json.dumps([few, 6])
    for there, home in zip(offline(asked)[0], is_at_home(asked), strict=True):
        assert there[:4] == home[:4]
        assert there[5] == home[5]
