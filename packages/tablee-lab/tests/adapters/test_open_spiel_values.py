"""OpenSpiel's own search finds our exact values in our games."""

from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import tablee_lab.adapters.open_spiel  # noqa: F401 (lets OpenSpiel know the games)
from tablee.core.game import State
from tablee.engine import solvers
from tests.positions import walk


def value_of(name: str) -> Callable[[Any], float]:
    """What a state of OpenSpiel is worth to player 1, between -1 and 1."""

    def value(state: Any) -> float:
        found = solvers.values(name, state.standing.state)
        assert found.exact
        return 2.0 * found.players[1] - 1.0

    return value


def late(name: str, settings: dict[str, object], seed: int, left: int) -> Any:
    """A game that begins so many events before its end."""
    steps: list[tuple[State, Any, State]] = list(walk(name, settings, seed))
    after = " ".join(str(event) for _, event, _ in steps[:-left])
    passes = {"passes": True} if name == "blocs" else {}
    return pyspiel.load_game(f"tablee_{name}", {**settings, **passes, "after": after}).new_initial_state()


@pytest.mark.parametrize(
    ("name", "settings", "left"),
    [
        ("cadeau", {"zones": 1}, 6),
        ("cadeau", {"zones": 1, "straights": "any"}, 6),
        ("blocs", {"level": 1}, 2),
        pytest.param("blocs", {"level": 2}, 2, marks=pytest.mark.slow),
        pytest.param("blocs", {"level": 3}, 2, marks=pytest.mark.slow),
    ],
)
def test_a_search_over_two_decisions(name: str, settings: dict[str, object], left: int) -> None:
    """Our values at its leaves make our value at its root."""
    found = []
    for seed in (1, 2, 3):
        root = late(name, settings, seed, left)
        value, _ = minimax.expectiminimax(root, 2, value_of(name), 0)
        assert value == pytest.approx(value_of(name)(root), abs=1e-7)
        found.append(value)
    assert any(-0.999 < value < 0.999 for value in found)
