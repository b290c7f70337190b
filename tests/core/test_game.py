"""The contract of a game, held by each of the three: typed, and answered as it says."""

import random

import pytest

from tablee.core.game import AnyGame, Game, Roll
from tablee.core.registry import NAMES, find_forgotten, load
from tablee.games import blocs, cadeau, laaancez

# The type checker holds each module to the contract, with its own variant, state and event.
CADEAU: Game[cadeau.Variant, cadeau.State, cadeau.Event] = cadeau
BLOCS: Game[blocs.Variant, blocs.State, blocs.Event] = blocs
LAAANCEZ: Game[laaancez.Variant, laaancez.State, laaancez.Event] = laaancez


@pytest.mark.parametrize("name", NAMES)
def test_the_doer_is_one_of_the_players_until_the_end(name: str) -> None:
    game: AnyGame = load(name)
    chance = random.Random(5)
    state = game.start(game.variant())
    event = Roll((1,))
    while game.phase(state) != "over":
        if game.phase(state) == "roll":
            event = chance.choice(game.rolls(state))[0]
            assert (game.actor(state, event),) == game.players(state)
        else:
            for player in game.players(state):
                assert all(game.actor(state, move) == player for move in game.moves(state, player))
            event = chance.choice(game.moves(state, chance.choice(game.players(state))))
        state = game.play(state, event)
    assert game.actor(state, event) == 0


def test_help_teaches() -> None:
    """Every function of the contract says in the protocol what it promises, and in each game what that means there."""
    contract = [name for name in vars(Game) if not name.startswith("_")]
    silent = [name for name in contract if not vars(Game)[name].__doc__]
    for game in NAMES:
        found = {name: getattr(load(game), name) for name in contract}
        silent += [f"{game}.{name}" for name, one in found.items() if callable(one) and len(one.__doc__ or "") <= 10]
    assert not silent


@pytest.mark.parametrize("name", NAMES)
def test_no_setting_is_forgotten(name: str) -> None:
    assert not find_forgotten(load(name))


@pytest.mark.parametrize("name", NAMES)
def test_settings_have_a_label_and_odd_values_a_name(name: str) -> None:
    for option in load(name).OPTIONS:
        assert option.label.fr
        assert option.label.en
        assert set(option.names) <= set(option.values)
        shown = [option.name(value) for value in option.values]
        assert len({text.fr for text in shown}) == len({text.en for text in shown}) == len(option.values)
