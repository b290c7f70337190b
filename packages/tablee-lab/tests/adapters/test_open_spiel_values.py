"""OpenSpiel's value iteration and search, on small games, against our exact values.

Its value iteration solves the matrix game of a simultaneous node with cvxpy, which nothing else here needs: SciPy's
linear programming stands in for that one function.
"""

from __future__ import annotations

import importlib
import itertools
import json
import sys
import types
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any
from unittest import mock

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import tablee_lab.adapters.open_spiel  # noqa: F401 (lets OpenSpiel know the games)
from tablee.core.game import State
from tablee.engine import solvers
from tablee.games import blocs
from tablee.games.blocs import solver as blocs_solver
from tests.positions import HEDGED, walk
from tests.solvers.proof import matrix_value

AGREE = 1e-7
STEADY = 1e-12  # the change of a sweep at which the iteration stops
Exact = Callable[[State], float]


@lru_cache
def value_of(payoffs: tuple[tuple[float, ...], ...]) -> float:
    return matrix_value(np.array(payoffs))


def solve_zero_sum_matrix_game(game: Any) -> tuple[None, None, float, None]:
    """As OpenSpiel's function of that name, of whose answer value iteration reads the value alone."""
    rows, columns = range(game.num_rows()), range(game.num_cols())
    return None, None, value_of(tuple(tuple(game.player_utility(0, row, c) for c in columns) for row in rows)), None


@pytest.fixture(scope="module")
def value_iteration() -> Callable[..., dict[str, float]]:
    name = "open_spiel.python.algorithms.lp_solver"
    stand_in = types.ModuleType(name)
    stand_in.__dict__["solve_zero_sum_matrix_game"] = solve_zero_sum_matrix_game
    with mock.patch.dict(sys.modules, {name: stand_in}):
        module = importlib.import_module("open_spiel.python.algorithms.value_iteration")
    iterate: Callable[..., dict[str, float]] = module.value_iteration
    return iterate


@pytest.fixture(autouse=True)
def deep() -> Iterator[None]:
    """Value iteration finds the states of a game by a recursion as deep as the longest path without a repetition."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(usual)


def agree(iterate: Callable[..., dict[str, float]], game: Any, exact: Exact, most: int = 100) -> list[float]:
    """Compare the values of the first states below the start, in breadth; return those of the decisions."""
    values = iterate(game, -1, STEADY, cyclic_game=True)
    seen: dict[str, float] = {}
    waiting = [game.new_initial_state()]
    while waiting and len(seen) < most:
        state = waiting.pop(0)
        if state.is_terminal() or str(state) in seen:
            continue
        if not state.is_chance_node():
            seen[str(state)] = values[str(state)]
            assert values[str(state)] == pytest.approx(exact(state.standing.state), abs=AGREE), str(state)
        if state.is_simultaneous_node():
            for actions in itertools.product(state.legal_actions(0), state.legal_actions(1)):
                waiting.append(state.clone())
                waiting[-1].apply_actions(list(actions))
        else:
            waiting += [state.child(action) for action in state.legal_actions()]
    return list(seen.values())


def interesting(values: list[float]) -> None:
    """An agreement on certainties alone would prove little."""
    assert sum(-0.999 < value < 0.999 for value in values) > 5


def advised(name: str) -> Exact:
    def exact(state: State) -> float:
        advice = solvers.advise(name, state)
        assert advice.exact
        won = 2.0 * advice.moves[0][1] - 1.0
        return won if advice.player == 1 else -won

    return exact


# --- cadeau: one zone -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("straights", ["ordered", "any"])
@pytest.mark.parametrize("after", [pytest.param("d3 1b d4 1a", marks=pytest.mark.slow), "d6 1a d2 1c d1"])
def test_one_zone_of_cadeau(value_iteration: Any, straights: str, after: str) -> None:
    game = pyspiel.load_game(f"tablee_cadeau(zones=1,straights={straights},after={after})")
    interesting(agree(value_iteration, game, advised("cadeau")))


every_level = pytest.mark.parametrize("level", [1, *(pytest.param(level, marks=pytest.mark.slow) for level in (2, 3))])


# --- blocs: a few blocks --------------------------------------------------------------------------------------


def blocs_exact(state: State) -> float:
    value = blocs_solver.values(state).players[1]
    return -value if state.variant.mode == "solo" else 2.0 * value - 1.0


def emptied(*left: int) -> str:
    """The tokens of a turn of double sixes (B7) that leaves these blocks; the others are pushed two by two."""
    others = [str(block) for block in blocs.BLOCKS if block not in left]
    return " ".join(f"d66 {pair}" for pair in map(";".join, zip(others[::2], others[1::2], strict=True)))


@every_level
@pytest.mark.parametrize(
    ("mode", "after"), [("solo", emptied(2, 3, 5, 8)), ("fast", f"{emptied(2, 5)} d16 {emptied(3, 4)} d16")]
)
def test_a_few_blocks(value_iteration: Any, mode: str, after: str, level: int) -> None:
    game = pyspiel.load_game(f"tablee_blocs(mode={mode},level={level},passes=True,after={after})")
    assert len(set(agree(value_iteration, game, blocs_exact))) > 5


@every_level
def test_a_search_in_a_late_duel(level: int) -> None:
    """A duel cannot be made small, for blocks come back (B13): OpenSpiel's search over two decisions of late positions,
    our values at its leaves, has to find our value at its root."""
    found = []
    for seed in (1, 2):
        steps = list(walk("blocs", {"mode": "duel", "level": level}, seed))
        after = " ".join(str(event) for _, event, _ in steps[:-2])
        game = pyspiel.load_game("tablee_blocs", {"level": level, "passes": True, "after": after})
        root = game.new_initial_state()
        value, _ = minimax.expectiminimax(root, 2, lambda state: blocs_exact(state.standing.state), 0)
        assert value == pytest.approx(blocs_exact(root.standing.state), abs=AGREE)
        found.append(value)
    assert all(-0.999 < value < 0.999 for value in found)


# --- laaancez: a few cells ------------------------------------------------------------------------------------


def test_a_small_sheet_with_its_simultaneous_recruitment(value_iteration: Any) -> None:
    game = pyspiel.load_game("tablee_laaancez", {"sheet": json.dumps(HEDGED)})
    values = agree(value_iteration, game, advised("laaancez"))
    assert any(-0.999 < value < 0.999 for value in values)
    solution = solvers.solve("laaancez", game.start.space.variant)
    assert solution.exact
    assert 2.0 * solution.value[1] - 1.0 == pytest.approx(np.mean(values[:6]), abs=AGREE)  # after each face
    assert 0.9 < solution.value[1] < 0.95
