"""The array forms of Laaancez against the readable rules, and against a plain recursive search."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from tablee.core.game import Roll
from tablee.games import laaancez as rules
from tablee.games.laaancez.solver import combat
from tablee_lab.kernels.laaancez import matrix

NOEL = rules.load_shipped("noel")


def winner_of(state: rules.State) -> int:
    """Who wins a combat when both throw as well as can be."""
    sides = (combat.arrays(state.variant.sheet, cells) for cells in state.sheets)
    return int(combat.kernel.winner(*next(sides), *next(sides), state.turn))


def sheet_of(*rows: int) -> rules.Sheet:
    """The objects of `noel` on a sheet of other rows."""
    return rules.Sheet("small", NOEL.candle, NOEL.objects, NOEL.faces, rows)


def recruited(dice: random.Random, sheet: rules.Sheet) -> rules.State:
    """A combat about to begin, after a recruitment at random."""
    state = rules.start(rules.Variant(sheet))
    while not rules.fights(state):
        state = rules.play(state, Roll((dice.randint(1, 6),)))
        for player in (1, 2):
            state = rules.play(state, dice.choice(rules.moves(state, player)))
    return state


def throws(state: rules.State) -> list[rules.Throw]:
    return [move for move in rules.moves(state, state.turn) if isinstance(move, rules.Throw)]


def thrown(dice: random.Random, state: rules.State, most: int) -> rules.State:
    """The same combat after some throws at random, not yet over."""
    for _ in range(dice.randint(0, most)):
        after = rules.play(state, dice.choice(throws(state)))
        if rules.winner(after):
            break
        state = after
    return state


@cache
def wins(state: rules.State) -> bool:
    """Whether the player to throw wins, by trying everything through the rules."""
    return any(
        rules.winner(after) == state.turn or not wins(after)
        for after in (rules.play(state, throw) for throw in throws(state))
    )


SHIELDED = rules.Sheet(
    "tough",
    rules.Thing("bougie", NOEL.candle.title, 2, 2, 2),
    (
        rules.Thing("mur", NOEL.candle.title, 3, 1, 2, shield=True),
        rules.Thing("pierre", NOEL.candle.title, 5, 0, 1),
        rules.Thing("plume", NOEL.candle.title, 1, 4, 4),
    ),
    (("mur", "+"), ("pierre", "+"), ("plume", "mur"), ("+", "plume"), ("mur", "pierre"), ("pierre", "plume")),
    (3, 2, 1),
)


@pytest.mark.rule("L7", "L8", "L9", "L10", "L11", "L12")
@pytest.mark.parametrize(
    ("sheet", "games"),
    [
        (sheet_of(1, 1), 40),
        (sheet_of(2, 1), 60),
        (sheet_of(2, 2, 1), 25),
        (sheet_of(3, 1), 40),
        (sheet_of(3, 2, 1), 4),
        (sheet_of(1, 1, 1, 1), 25),
        (SHIELDED, 15),
    ],
    ids=lambda value: "-".join(map(str, value.rows)) + value.name if isinstance(value, rules.Sheet) else None,
)
def test_every_throw_is_worth_what_a_plain_search_says(sheet: rules.Sheet, games: int) -> None:
    dice = random.Random(sum(sheet.rows) * 100 + games)
    seen = set()
    for _ in range(games):
        state = thrown(dice, recruited(dice, sheet), 6)
        solved = combat.throws(state)
        assert set(solved) == {(throw.thrower, throw.target) for throw in throws(state)}
        for throw in throws(state):
            after = rules.play(state, throw)
            expected = rules.winner(after) == state.turn or not wins(after)
            assert solved[throw.thrower, throw.target] == expected, (state, throw)
            seen.add(expected)
        assert winner_of(state) == (state.turn if wins(state) else 3 - state.turn)
    wins.cache_clear()
    assert seen == {True, False}  # both kinds of throw have been met, or nothing was tested


@pytest.mark.rule("L9", "L10")
def test_throws_on_the_full_sheet_are_the_legal_ones_and_agree_with_what_follows() -> None:
    dice = random.Random(7)
    for _ in range(10):
        state = recruited(dice, NOEL)
        while True:
            solved = combat.throws(state)
            assert set(solved) == {(throw.thrower, throw.target) for throw in throws(state)}
            # One step of the definition, on the rules' side: a throw wins when the other then loses.
            throw = dice.choice(throws(state))
            after = rules.play(state, throw)
            if rules.winner(after):
                assert solved[throw.thrower, throw.target] == 1
                break
            assert solved[throw.thrower, throw.target] == (winner_of(after) == state.turn)
            assert winner_of(state) == (state.turn if max(solved.values()) else 3 - state.turn)
            state = after


def test_matrix_games_have_no_better_answer() -> None:
    dice = np.random.default_rng(5)
    mixed = 0
    for trial in range(600):
        rows, columns = dice.integers(1, 14, 2)
        payoff = dice.random((rows, columns))
        if trial % 3 == 0:
            payoff = np.round(payoff, 1)  # ties
        if trial % 7 == 0:
            payoff = np.round(payoff)  # many optimal mixtures
        row, column = np.empty(rows), np.empty(columns)
        value = matrix.solve(payoff, row, column)
        assert row.min() >= 0.0
        assert column.min() >= 0.0
        assert row.sum() == pytest.approx(1.0)
        assert column.sum() == pytest.approx(1.0)
        assert row @ payoff @ column == pytest.approx(value, abs=1e-9)
        assert (payoff @ column).max() - (row @ payoff).min() < 1e-9
        assert matrix.gap(payoff, row, column) == pytest.approx(0.0, abs=1e-9)
        mixed += row.max() < 1.0
    assert mixed > 100
