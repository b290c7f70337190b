"""The examples do what their pages say."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from examples import judge, learn, referee, solve, train
from tablee.engine import solvers
from tablee.games import cadeau
from tablee.games.blocs.push_tables import BLOCKS
from tablee.games.blocs.solver import table_of
from tablee_lab.simulate.exploitability import exploitability
from tests.mutants import answer


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


OVER = '{"phase": "over", "players": [], "legal": {}, "result": {"winners": [1], "scores": {"1": 1, "2": 0}}}'
MOVE = '{"phase": "move", "players": [1, 2], "legal": {"1": ["1a"], "2": ["1b", "1c"]}, "result": null}'
REFUSED = '{"error": "no", "at": 3}'


@pytest.mark.parametrize(
    ("wanted", "wording", "right"),
    [
        (MOVE, MOVE, True),
        (MOVE, MOVE.replace("[1, 2]", "[2, 1]").replace("}}", '}, "more": 1}'), True),
        (MOVE, MOVE.replace("move", "roll"), False),
        (MOVE, MOVE.replace("[1, 2]", "[true, 2]"), False),
        (MOVE, MOVE.replace('"1b", "1c"', '"1c", "1b"'), False),
        (MOVE, MOVE.replace(', "result": null', ""), False),
        (MOVE, REFUSED, False),
        (OVER, OVER.replace('"scores"', '"reason": "so", "scores"'), True),
        (OVER, OVER.replace("[1]", "1"), False),
        (OVER, OVER.replace('"2": 0', '"2": false'), False),
        (OVER, OVER.replace(', "scores": {"1": 1, "2": 0}', ""), False),
        (REFUSED, REFUSED.replace("no", "anything"), True),
        (REFUSED, REFUSED.replace("3", "2"), False),
        (REFUSED, '{"error": "no"}', False),
        (REFUSED, '{"error": "", "at": 3}', False),
        (REFUSED, '{"error": 7, "at": 3}', False),
        (REFUSED, MOVE, False),
        *((MOVE, line, False) for line in ("", "[]", "{", "3", "Bonjour !", MOVE + MOVE)),
    ],
)
def test_what_the_judge_lets_pass(wanted: str, wording: str, right: bool) -> None:
    assert judge.agrees(json.loads(wanted), wording) is right


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["-m", "tablee", "referee"], 0, ", 0 wrong"),
        (["-m", "tests.mutants", "no-single"], 1, '\nwanted  {"phase": "roll"'),
        (["-c", "import sys; sys.stdin.read()"], 1, " lines sent, 1 answers"),
    ],
)
def test_the_judge_of_referees(words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge.main([sys.executable, *words]) == code
    assert sentence in capsys.readouterr().out


def test_a_referee_that_shares_no_code_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """The vectors, then random games of every number of zones, asked about at every position and of any event."""
    assert judge.main(["--game", "cadeau", sys.executable, "examples/referee.py"]) == 0
    assert capsys.readouterr().out in Path("docs/protocol.md").read_text(encoding="utf-8")
    rng = random.Random(1)
    for zones in range(1, 10):
        straights, events, over = rng.choice(["any", "ordered"]), list[str](), False
        while not over:
            for more in ([], [rng.choice(["d0", "d6", "1a", "9c", "1A", "", f"{zones + 1}a"])]):
                asked = {"game": "cadeau", "variant": {"zones": zones, "straights": straights}, "events": events + more}
                assert judge.essence(answer(json.dumps(asked))) == judge.essence(independent(asked))
            ours = answer(json.dumps(asked | {"events": events}))
            choices = ours["legal"].get(str(sum(ours["players"])), ["d1", "d2", "d3", "d4", "d5", "d6"])
            events.append(rng.choice(choices))
            over = ours["phase"] == "over"


def independent(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        return referee.answer(asked)
    except referee.Refused as refused:
        return {"error": str(refused), "at": refused.at}


@pytest.mark.slow
def test_an_agent_trained_by_thousands_of_games_learns() -> None:
    """After a few steps it is harder to exploit than a bot at random; the masks leave it no illegal push."""
    settings = {"mode": "duel", "level": 1}
    *_, (games, agent) = train.train(1, 15)
    assert games > 1_000
    agent.explore = 0.0
    learnt, nothing = (exploitability("blocs", one, settings).value for one in (agent, train.Agent(1)))
    assert 0.0 < learnt < nothing
