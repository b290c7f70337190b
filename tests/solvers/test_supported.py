"""Engines answer for games they were made for: by the rules' own values, or not at all."""

import io
import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import make_dataclass, replace
from typing import Any, get_args

import numpy as np
import pytest

from tablee import bots
from tablee import review as analysis
from tablee.bots import chameleon
from tablee.bots.simple import Greedy
from tablee.cli import main
from tablee.core.errors import UnknownOption, VariantError
from tablee.core.game import AnyGame, State, Variant
from tablee.core.options import Option, validate
from tablee.core.registry import NAMES, load
from tablee.core.supported import find_unsupported
from tablee.core.words import untranslated
from tablee.engine import generic_solver, handicap, solvers
from tablee.engine.solution import Effort, no_wait
from tablee.games.blocs import goal
from tablee.games.laaancez import TICK
from tablee.review import tutor
from tablee.review.reasons import find_reasons
from tablee_lab import lab, simulate
from tablee_lab.draws import shares
from tablee_lab.kernels.simulate import SUPPORTED as BATCHES
from tablee_lab.kernels.steps import Steps
from tablee_lab.lab.block import game_info as face
from tablee_lab.simulate.exploitability import exploitability
from tests.positions import choose, study_sheet
from tests.solvers.proof import matrix_value

# --- every value of every option -------------------------------------------------------------------------------------

SMALL = study_sheet((1, 1))
TIED = replace(SMALL, ties=tuple((SMALL.objects[0].name,) if TICK in pair else () for pair in SMALL.faces))
OPEN: dict[str, tuple[object, ...]] = {"given": ("", "3,10"), "sheet": (SMALL, TIED, "noel")}
FIRST = 99  # choices before the end: the first of the game
BASES: dict[str, tuple[dict[str, object], ...]] = {
    "cadeau": ({"zones": 1}, {"zones": 2}),
    "blocs": ({}, {"mode": "solo"}, {"mode": "fast"}),
    "laaancez": ({},),
}


def variants(name: str) -> list[Variant]:
    """Every value of every option, beside small values of the others."""
    game, found = load(name), dict[Variant, None]()
    for base in BASES[name]:
        for option in game.OPTIONS:
            for value in OPEN.get(option.key, option.values):
                with suppress(VariantError):  # an option that does not serve with the others
                    found[game.variant({**base, option.key: value})] = None
    return list(found)


def late(game: AnyGame, variant: Variant, before: int) -> State:
    """A position of a random game, so many choices before its end."""
    chance, state, choices = random.Random(before), game.start(variant), list[State]()
    while game.phase(state) != "over":
        if game.phase(state) == "move":
            choices.append(state)
        state = game.play(state, choose(chance, game, state))
    return choices[-min(before, len(choices))]


def worth(game: AnyGame, state: State, player: int, depth: int) -> float:
    """What a state is worth to a player by the rules: the end, or the solver's own value so many events later."""
    over = game.outcome(state)
    alone = game.seats(state.variant) == 1
    if over is not None:
        return float(over.scores[1]) if alone else (player in over.winners) + 0.5 * (not over.winners)
    if depth == 0:
        return solvers.values(game.NAME, state).players[player]
    if game.phase(state) == "roll":
        return sum(
            float(weight) * worth(game, game.play(state, roll), player, depth - 1) for roll, weight in game.rolls(state)
        )
    choosing = game.players(state)
    moves = [game.moves(state, one) for one in choosing]
    if len(choosing) == 2:
        rows, columns = moves
        payoff = [
            [worth(game, game.play(game.play(state, one), two), player, depth - 1) for two in columns] for one in rows
        ]
        return matrix_value(np.array(payoff) if player == 1 else np.array(payoff).T)
    values = [worth(game, game.play(state, move), player, depth - 1) for move in moves[0]]
    return (min if alone or choosing[0] != player else max)(values)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_to_be_exact_is_what_the_rules_say(name: str) -> None:
    game = load(name)
    for variant in variants(name):
        for before in (1, 3, FIRST):
            state = late(game, variant, before)
            player = game.players(state)[0]
            # A game of blocs has no end that is certain, so each step is held against the next one alone.
            depth = 1 if name == "blocs" else 4
            with no_wait():
                asked = [solvers.advise(name, state, player, effort=effort) for effort in get_args(Effort)]
                for advice in dict.fromkeys(asked):
                    assert {move for move, _ in advice.moves} == set(game.moves(state, player))
                    if advice.exact and len(game.players(state)) == 1:
                        for move, value in advice.moves:
                            expected = worth(game, game.play(state, move), player, depth)
                            assert value == pytest.approx(expected, abs=1e-6), (state, move)
                mixture = dict(solvers.policy(name, game.view(state, player), player))
                assert sum(mixture.values()) == pytest.approx(1.0)
                assert set(mixture) <= set(game.moves(state, player))
                found = solvers.values(name, state)
                if found.exact:
                    assert found.players[player] == pytest.approx(worth(game, state, player, depth + 1), abs=1e-6), (
                        state
                    )
        if not find_unsupported(game, variant, BATCHES[name]):
            record = simulate.replay(name, variant, 5, 0)  # every event of it is one that the rules allow
            assert game.phase(record.state) == "over"
        else:
            with pytest.raises(UnknownOption):
                simulate.plan(name, variant, 1, 1)


# --- an option that is added to a game -------------------------------------------------------------------------------


def added(monkeypatch: pytest.MonkeyPatch, name: str, settings: dict[str, object]) -> tuple[AnyGame, Variant]:
    """A game with one more option, as docs/adding-a-game.md says, and the variant in which it is not the default."""
    game: Any = load(name)
    twist = Option("twist", ("off", "on"), untranslated("who loses wins"), untranslated("Twist"))
    kind = make_dataclass("Twisted", [("twist", str, "off")], bases=(type(game.variant()),), frozen=True)
    plain_settings, outcome, every = game.settings, game.outcome, (*game.OPTIONS, twist)

    def variant(given: dict[str, object] = {}) -> Variant:  # noqa: B006 (never changed)
        values = {option.key: getattr(game_variant({**given, "twist": None}), option.key) for option in every[:-1]}
        return kind(**values, twist=validate(every, given)["twist"])

    game_variant = _without(game.variant)

    def losers_win(state: State) -> Any:
        found = outcome(state)
        people = range(1, game.seats(state.variant) + 1)
        turned = found and getattr(state.variant, "twist", "off") == "on"
        return replace(found, winners=tuple(one for one in people if one not in found.winners)) if turned else found

    monkeypatch.setattr(game, "OPTIONS", every)
    monkeypatch.setattr(game, "variant", variant)
    monkeypatch.setattr(game, "settings", lambda one: plain_settings(one) | {"twist": getattr(one, "twist", "off")})
    monkeypatch.setattr(game, "outcome", losers_win)
    return game, game.variant({**settings, "twist": "on"})


def _without(variant: Callable[[dict[str, object]], Variant]) -> Callable[[dict[str, object]], Variant]:
    return lambda given: variant({key: value for key, value in given.items() if key != "twist"})


SIMPLEST: dict[str, dict[str, object]] = {"cadeau": {"zones": 1}, "blocs": {}, "laaancez": {"sheet": SMALL}}


@pytest.mark.parametrize("name", NAMES)
def test_no_engine_answers_for_an_option_that_was_added(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(generic_solver, "MOST", 1)  # nor is the plain engine to take it on
    game, variant = added(monkeypatch, name, SIMPLEST[name])
    state = late(game, variant, 2)
    player = game.players(state)[0]
    states = [state, game.play(state, game.moves(state, player)[0])]
    events = [game.moves(state, player)[0]]
    refused: tuple[Callable[[], object], ...] = (
        lambda: solvers.advise(name, state),
        lambda: solvers.policy(name, state, player),
        lambda: solvers.values(name, state),
        lambda: solvers.solve(name, variant),
        lambda: analysis.review(game, states, events),
        lambda: tutor.ask_solvers(game, state, player),
        lambda: simulate.simulate(name, variant, 1, 1),
        lambda: exploitability(name, "greedy", variant),
        lambda: Steps(name, variant, [None] * game.seats(variant), 1),
    )
    for ask in refused:
        with pytest.raises(UnknownOption, match="twist=on"):
            ask()
    assert not solvers.exact(name, variant)
    assert solvers.find_unbuilt(name, variant) is None
    assert handicap.find_handicap(game, variant) is None
    assert face(name, variant) is None
    assert find_reasons(game, state, player, *(game.moves(state, player) * 2)[:2]) == []
    assert lab.study(name, variant, seed=1, blocks=1).paths == []
    liked = Greedy(game).best(state, player)
    for kind in ("hibou", "cameleon50"):
        assert not bots.exact(kind, game, variant)
        bots.prepare(kind, game, variant)
        assert bots.choice(bots.make(kind, game, 1), game, [state], [], player) in liked
    assert shares("hibou", game, state, player) == pytest.approx({move: 1 / len(liked) for move in liked})
    says = bots.make("cameleon50", game, 1)
    assert isinstance(says, bots.AdaptiveBot)
    assert "don’t know these settings" in says.says(player, [state], []).en
    # With its default it is the game that everybody knows.
    usual = replace(state, variant=game.variant(SIMPLEST[name]))
    assert solvers.advise(name, usual).exact


def test_the_plain_engine_answers_for_it_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "laaancez"
    game, variant = added(monkeypatch, name, SIMPLEST[name])
    assert not solvers.has_own_solver(name, variant)
    searched = handicap.find_handicap(game, variant)  # the catalogue, measured of the game as it was, is not asked
    assert searched is not None
    assert searched.plain == pytest.approx(worth(game, game.start(variant), 1, 5), abs=1e-6)
    for before in (1, 2, FIRST):
        state = late(game, variant, before)
        player = game.players(state)[0]
        found = solvers.values(name, state)
        assert found.exact
        assert found.players[player] == pytest.approx(worth(game, state, player, 5), abs=1e-6)
        assert solvers.advise(name, state, player).exact


def test_a_refusal_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(generic_solver, "MOST", 1)
    game, _ = added(monkeypatch, "blocs", {})
    with pytest.raises(UnknownOption) as refused:
        goal.goal(game.variant({"mode": "solo", "twist": "on"}), 0.5)
    assert refused.value.text.fr.startswith("On ne sait pas encore calculer « blocs » avec twist=on.")
    asked = {"game": "blocs", "variant": {"twist": "on"}, "events": ["d56"]}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(asked).encode())))
    assert main(["advise", "--lang", "en"]) == 0
    assert "error" in json.loads(capsys.readouterr().out)


def test_what_was_measured_of_one_sheet_is_not_said_of_another() -> None:
    game = load("laaancez")
    own = game.variant({"sheet": replace(SMALL, rows=(5, 5, 3, 3, 1))})
    assert not any(chameleon.ahead(game, own, 50))
    assert any(chameleon.ahead(game, game.variant(), 50))
    assert not solvers.values("laaancez", game.start(own)).exact
    odd = game.settings(own)["sheet"]
    assert isinstance(odd, dict)
    assert odd in solvers.supported_settings("laaancez")["sheet"]
    assert {**odd, "weather": "snow"} not in solvers.supported_settings("laaancez")["sheet"]
