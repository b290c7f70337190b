"""The simple bots: always legal, repeatable, blind to what is hidden, and greedy is better than chance."""

import random
from itertools import count

import pytest

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Outcome
from tablee.core.registry import load
from tablee.games import blocs, cadeau, laaancez
from tests.positions import parameters

SIMPLE = ("random", "greedy")


def match(game: AnyGame, settings: dict[str, object], kinds: list[str], seed: int) -> Outcome:
    """A whole game between bots; every move is checked against the rules."""
    chance = random.Random(seed)
    state = game.start(game.variant(settings))
    players = [bots.make(kind, game, seed + place) for place, kind in enumerate(kinds)]
    for step in count():
        assert step < 20_000
        if game.phase(state) == "over":
            break
        player = game.players(state)[0]
        if game.phase(state) == "roll":
            rolls, weights = zip(*game.rolls(state), strict=True)
            state = game.play(state, chance.choices(rolls, [float(weight) for weight in weights])[0])
        else:
            view = game.view(state, player)
            move = players[player - 1].choose(view, player)
            assert move in game.moves(state, player)
            state = game.play(state, move)
    outcome = game.outcome(state)
    assert outcome
    return outcome


@pytest.mark.parametrize(("name", "settings"), parameters())
@pytest.mark.parametrize("kind", SIMPLE)
def test_plays_whole_games(name: str, settings: dict[str, object], kind: str) -> None:
    game = load(name)
    seats = game.seats(game.variant(settings))
    outcomes = [match(game, settings, [kind] * seats, 5) for _ in range(2)]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(("name", "games", "least"), [("cadeau", 60, 0.8), ("blocs", 200, 0.55), ("laaancez", 60, 0.8)])
def test_greedy_beats_random(name: str, games: int, least: float) -> None:
    game, wins = load(name), 0.0
    for seed in range(games):
        seat = seed % 2
        kinds = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        winners = match(game, {}, kinds, seed).winners
        wins += 0.5 if not winners else seat + 1 in winners
    assert wins / games > least, wins


def test_greedy_completes_three_of_a_kind() -> None:
    state = cadeau.State(cadeau.Variant(2), ((5, 5, 0, 1, 0, 0), (1, 2, 6, 0, 0, 0)), die=5)
    assert bots.make("greedy", load("cadeau")).choose(state, 1) == cadeau.Write(1, 2)


def test_greedy_pushes_the_last_blocks() -> None:
    state = blocs.State(blocs.Variant("duel", 1), (1 << 3 | 1 << 5, 1 << 8), opened=True, dice=(4, 4))
    assert bots.make("greedy", load("blocs")).choose(state, 1) == blocs.Push((3, 5))


def test_greedy_puts_the_candle_out() -> None:
    sheet = laaancez.load_shipped("noel")
    hit, weak = laaancez.Item("renne", 1, 2), laaancez.Item("bougie", 1, 1)
    mine = (hit, *(laaancez.Item("boule", 2, 2) for _ in sheet.cells[2:]), weak)
    theirs = (*(laaancez.Item("boule", 0, 2) for _ in sheet.cells[1:]), weak)
    state = laaancez.State(laaancez.Variant(sheet), (mine, theirs))
    assert bots.make("greedy", load("laaancez")).choose(state, 1).target == "e1"


def test_unknown_bot() -> None:
    with pytest.raises(RequestError, match=r"Did you mean “greedy”\?"):
        bots.make("gredy", load("cadeau"))
