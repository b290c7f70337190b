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
from scipy.optimize import linprog  # type: ignore[import-untyped]

import tablee_lab.adapters.open_spiel  # noqa: F401 (lets OpenSpiel know the games)
from tablee.core.game import State
from tablee.engine import solvers
from tablee.games import blocs, laaancez
from tablee.games.blocs import solver as blocs_solver
from tablee.games.laaancez.sheet import plain
from tests.positions import HEDGED, study_sheet, walk

AGREE = 1e-7
STEADY = 1e-12  # the change of a sweep at which the iteration stops
Exact = Callable[[State], float]


def matrix_value(payoffs: tuple[tuple[float, ...], ...]) -> float:
    """The value of a zero-sum matrix game to the player who chooses the row."""
    low, high = max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))
    return low if high - low < 1e-14 else mixed_value(payoffs)


@lru_cache
def mixed_value(rows: tuple[tuple[float, ...], ...]) -> float:
    payoffs = np.array(rows)
    count, others = payoffs.shape
    found = linprog(
        np.r_[np.zeros(count), -1.0],
        A_ub=np.c_[-payoffs.T, np.ones(others)],
        b_ub=np.zeros(others),
        A_eq=[np.r_[np.ones(count), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
    )
    assert found.success, found.message
    return float(found.x[-1])


def solve_zero_sum_matrix_game(game: Any) -> tuple[None, None, float, None]:
    """As OpenSpiel's function of that name, of whose answer value iteration reads the value alone."""
    rows, columns = range(game.num_rows()), range(game.num_cols())
    return None, None, matrix_value(tuple(tuple(game.player_utility(0, row, c) for c in columns) for row in rows)), None


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


# --- cadeau: one zone -----------------------------------------------------------------------------------------


def cadeau_exact(state: State) -> float:
    advice = solvers.advise("cadeau", state)
    assert advice.exact
    won = 2.0 * advice.moves[0][1] - 1.0
    return won if advice.player == 1 else -won


@pytest.mark.parametrize("straights", ["ordered", "any"])
@pytest.mark.parametrize("after", [pytest.param("d3 1b d4 1a", marks=pytest.mark.slow), "d6 1a d2 1c d1"])
def test_one_zone_of_cadeau(value_iteration: Any, straights: str, after: str) -> None:
    game = pyspiel.load_game(f"tablee_cadeau(zones=1,straights={straights},after={after})")
    interesting(agree(value_iteration, game, cadeau_exact))


@pytest.mark.slow
@pytest.mark.parametrize("straights", ["ordered", "any"])
def test_one_zone_of_cadeau_from_the_start(value_iteration: Any, straights: str) -> None:
    game = pyspiel.load_game(f"tablee_cadeau(zones=1,straights={straights})")
    interesting(agree(value_iteration, game, cadeau_exact, most=1000))


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
def test_solo_blocs(value_iteration: Any, level: int) -> None:
    game = pyspiel.load_game(f"tablee_blocs(mode=solo,level={level},passes=True,after={emptied(2, 3, 5, 8)})")
    values = agree(value_iteration, game, blocs_exact)
    assert len(set(values)) > 5


@every_level
def test_fast_blocs(value_iteration: Any, level: int) -> None:
    after = f"{emptied(2, 5)} d16 {emptied(3, 4)} d16"
    game = pyspiel.load_game(f"tablee_blocs(mode=fast,level={level},passes=True,after={after})")
    interesting(agree(value_iteration, game, blocs_exact))


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


def laaancez_exact(state: State) -> float:
    advice = solvers.advise("laaancez", state)
    assert advice.exact
    won = 2.0 * advice.moves[0][1] - 1.0
    return won if advice.player == 1 else -won


def laaancez_game(sheet: dict[str, object], after: str = "") -> Any:
    return pyspiel.load_game("tablee_laaancez", {"sheet": json.dumps(sheet), "after": after})


FLANKED: dict[str, object] = HEDGED | {
    "name": "flanked",
    "rows": [2, 1],
    "candle": {"hits": 2, "damage": 1},
    "objects": {
        "boule": {"hits": 2, "damage": 2},
        "sapin": {"hits": 2, "damage": 1},
        "bouclier": {"hits": 1, "damage": 0, "shield": True},
    },
    "faces": {
        "1": ["sapin", "bouclier"],
        "2": ["sapin", "bouclier"],
        "3": ["bouclier", "bouclier"],
        "4": ["boule", "+"],
        "5": ["sapin", "+"],
        "6": ["boule", "boule"],
    },
}


@pytest.mark.parametrize("sheet", [HEDGED, pytest.param(FLANKED, marks=pytest.mark.slow)], ids=["hedged", "flanked"])
def test_a_small_sheet_with_its_simultaneous_recruitment(value_iteration: Any, sheet: dict[str, object]) -> None:
    mixed_value.cache_clear()
    game = laaancez_game(sheet)
    values = agree(value_iteration, game, laaancez_exact)
    assert any(-0.999 < value < 0.999 for value in values)
    assert mixed_value.cache_info().misses > 2  # no pure choice is best there
    solution = solvers.solve("laaancez", game.start.space.variant)
    assert solution.exact
    assert 2.0 * solution.value[1] - 1.0 == pytest.approx(np.mean(values[:6]), abs=AGREE)  # after each face
    assert 0.9 < solution.value[1] < 0.95


def test_one_cell_of_noel(value_iteration: Any) -> None:
    assert len(agree(value_iteration, laaancez_game(plain(study_sheet((1, 1)))), laaancez_exact)) > 20


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        ((3, 1), "d1 1.boule@a1 2.bouclier@a1 d3 1.bonnet@a2 2.sucre@a2 d3 1.bonnet@a3 2.sucre@a3"),
        ((2, 1, 1), "d5 1.bonhomme@a1 2.etoile@a1 d3 1.bonnet@a2 2.sucre@a2 d3 1.sucre@b1 2.bonnet@b1"),
    ],
)
def test_a_small_combat(value_iteration: Any, rows: tuple[int, ...], after: str) -> None:
    game = laaancez_game(plain(study_sheet(rows)), after)
    assert laaancez.fighting(game.start.state)
    values = agree(value_iteration, game, laaancez_exact, most=10_000)
    assert {round(value) for value in values} == {-1, 1}
