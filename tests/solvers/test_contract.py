"""The contract of a solver, held by each of the three: typed, and one answer never contradicts another."""

from __future__ import annotations

import random

import pytest

from tablee.core.registry import load
from tablee.engine import solvers
from tablee.engine.solvers import Solver
from tablee.games import blocs, cadeau, laaancez
from tablee.games.blocs import solver as blocs_solver
from tablee.games.cadeau import solver as cadeau_solver
from tablee.games.laaancez import solver as laaancez_solver
from tests.positions import choose, study_sheet

# The type checker holds each module to the contract, with its game's own variant, state and event.
CADEAU: Solver[cadeau.Variant, cadeau.State, cadeau.Event] = cadeau_solver
BLOCS: Solver[blocs.Variant, blocs.State, blocs.Event] = blocs_solver
LAAANCEZ: Solver[laaancez.Variant, laaancez.State, laaancez.Event] = laaancez_solver

EXACT: tuple[tuple[str, dict[str, object]], ...] = (
    ("cadeau", {"zones": 2}),
    ("blocs", {"mode": "duel"}),
    ("blocs", {"mode": "solo", "level": 3}),
    ("laaancez", {"sheet": study_sheet((1, 1))}),
)


@pytest.mark.parametrize(("name", "settings"), EXACT, ids=["cadeau", "duel", "solo", "laaancez"])
def test_values_agree_with_the_rules_at_every_step(name: str, settings: dict[str, object]) -> None:
    """A roll is worth the mean of what can fall, a choice the best of it, the end what the outcome says."""
    game, chance = load(name), random.Random(11)
    variant = game.variant(settings)
    state, alone = game.start(variant), game.seats(variant) == 1
    assert solvers.exact(name, variant)
    steps = 0
    while True:
        steps += 1
        found = solvers.values(name, state)
        assert found.exact
        assert set(found.players) == set(range(1, game.seats(variant) + 1))
        assert alone or sum(found.players.values()) == pytest.approx(1.0)
        if game.phase(state) == "over":
            outcome = game.outcome(state)
            assert outcome is not None
            for player, worth in found.players.items():
                draw = 0.5 if not outcome.winners else float(player in outcome.winners)
                assert worth == (outcome.scores[1] if alone else draw)
            return
        if game.phase(state) == "roll":
            after = [
                (float(weight), solvers.values(name, game.play(state, roll))) for roll, weight in game.rolls(state)
            ]
            for player, worth in found.players.items():
                assert worth == pytest.approx(sum(weight * one.players[player] for weight, one in after), abs=1e-6)
        else:
            player = game.players(state)[0]
            mixture = solvers.policy(name, game.view(state, player), player)
            assert sum(share for _, share in mixture) == pytest.approx(1.0)
            values = dict(solvers.advise(name, state, player).moves)
            assert {move for move, _ in mixture} <= set(values)
            if len(game.players(state)) == 1 and not (name == "laaancez" and state.die):
                best = (min if alone else max)(values.values())
                assert found.players[player] == pytest.approx(best)
        state = game.play(state, choose(chance, game, state))
        if steps > 60:
            return


def test_estimates_are_said_to_be_estimates() -> None:
    """Five zones and the usual sheet: honest numbers at any point, exact at the end."""
    board = cadeau.start(cadeau.variant())
    assert not solvers.exact("cadeau", board.variant)
    for written in (board, cadeau.play(board, cadeau.parse("d4"))):
        found = solvers.values("cadeau", written)
        assert not found.exact
        assert 0.3 < found.players[1] < 0.7
    sheets = laaancez.start(laaancez.variant())
    assert not solvers.exact("laaancez", sheets.variant)
    rolled = laaancez.play(sheets, laaancez.parse("d3"))
    chosen = laaancez.play(rolled, laaancez.moves(rolled, 2)[0])
    for state in (sheets, rolled, chosen, laaancez.view(chosen, 1)):
        found = solvers.values("laaancez", state)
        assert not found.exact
        assert 0.2 < found.players[1] < 0.8
    assert solvers.values("laaancez", laaancez.view(chosen, 1)) == solvers.values("laaancez", rolled)
    ended = cadeau.from_position("cadeau:" + "/".join(["111"] * 5) + ":" + "/".join(["222"] * 5))
    assert solvers.values("cadeau", ended) == solvers.Values({1: 0.0, 2: 1.0}, exact=True)


def test_a_combat_is_exact_on_any_sheet() -> None:
    line = "laaancez:bbbbb/bbbbb/bbb/bbb/g:r..../...../.../.../g:1"
    found = solvers.values("laaancez", laaancez.from_position(line))
    assert found.exact
    assert dict(found.players) == {1: 1.0, 2: 0.0}
