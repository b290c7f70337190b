"""The examples do what their pages say."""

from __future__ import annotations

import pytest

from examples import learn, solve, train
from tablee.engine import solvers
from tablee.games import cadeau
from tablee.games.blocs.push_tables import BLOCKS
from tablee.games.blocs.solver import table_of
from tablee_lab.simulate.exploit import exploitability


def test_the_small_agent_learns() -> None:
    """Worse than perfect, much better than nothing learnt."""
    perfect = solvers.solve("blocs", {"mode": "solo", "level": 1}).value[1]
    nothing, learnt = (learn.exactly(1, learn.learn(1, episodes)) for episodes in (0, 1_200))
    assert perfect < learnt < perfect + 4
    assert learnt < nothing / 2


def test_judging_by_the_exact_table_is_exact() -> None:
    """The policy of the solved values is worth the solved value."""
    solution = solvers.solve("blocs", {"mode": "solo", "level": 2})
    left = table_of(solution.variant)["sum"]
    value = {
        sum(1 << block for place, block in enumerate(BLOCKS) if own >> place & 1): -float(left[own])
        for own in range(len(left))
    }
    assert learn.exactly(2, value) == pytest.approx(solution.value[1], abs=1e-12)


def test_a_rule_of_ones_own() -> None:
    state = cadeau.start(cadeau.variant({"zones": 1}))
    for token in ("d6", "1b", "d3", "1b", "d4"):
        state = cadeau.play(state, cadeau.parse(token))
    plain, kind = (solve.value(game, state) for game in solve.GAMES.values())
    assert plain == pytest.approx(solvers.advise("cadeau", state).moves[0][1], abs=1e-12)
    assert kind > plain


@pytest.mark.slow
def test_an_agent_trained_by_thousands_of_games_learns() -> None:
    """After a few steps it is harder to exploit than a bot at random; the masks leave it no illegal push."""
    settings = {"mode": "duel", "level": 1}
    *_, (games, agent) = train.train(1, 15)
    assert games > 1_000
    agent.explore = 0.0
    learnt, nothing = (exploitability("blocs", one, settings).value for one in (agent, train.Agent(1)))
    assert 0.0 < learnt < nothing
