"""The contract of a solver, held by each of the three: typed, and one answer never contradicts another."""

from tablee.engine import solvers
from tablee.engine.solution import Values
from tablee.engine.solvers import Solver
from tablee.games import blocs, cadeau, laaancez
from tablee.games.blocs import solver as blocs_solver
from tablee.games.cadeau import solver as cadeau_solver
from tablee.games.laaancez import solver as laaancez_solver

# The type checker holds each module to the contract, with its game's own variant and state.
CADEAU: Solver[cadeau.Variant, cadeau.State] = cadeau_solver
BLOCS: Solver[blocs.Variant, blocs.State] = blocs_solver
LAAANCEZ: Solver[laaancez.Variant, laaancez.State] = laaancez_solver


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
    assert solvers.values("cadeau", ended) == Values({1: 0.0, 2: 1.0}, exact=True)


def test_a_combat_is_exact_on_any_sheet() -> None:
    line = "laaancez:bbbbb/bbbbb/bbb/bbb/g:r..../...../.../.../g:1"
    found = solvers.values("laaancez", laaancez.from_position(line))
    assert found.exact
    assert dict(found.players) == {1: 1.0, 2: 0.0}
