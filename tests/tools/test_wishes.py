"""How the bot that adapts is measured: the same games as at the table, and chance taken off without moving the mean."""

import random
from itertools import islice
from statistics import fmean, stdev

import pytest

from tablee import bots
from tablee.bots import chameleon
from tablee.games import blocs
from tools import wishes


@pytest.fixture(scope="module")
def ground() -> wishes.Ground:
    return wishes.ground_of("blocs", ["mode=fast"])


@pytest.mark.parametrize("level", ["poussin", "renard"])
def test_games_land_near_the_wish(ground: wishes.Ground, level: str) -> None:
    found, error, _ = wishes.wins(ground, "cameleon50", level, 7, 1.5)
    assert found == pytest.approx(50, abs=wishes.NEAR + 2 * error)


def test_what_chance_did_has_mean_nothing_and_makes_a_game_tell_more(ground: wishes.Ground) -> None:
    samples = list(islice(wishes.rounds(ground, "cameleon60", "lapin", 7), 100))
    won, *controls = zip(*samples, strict=True)
    for control in controls:
        assert abs(fmean(control)) < 4 * stdev(control) / len(control) ** 0.5
    found, error = wishes.mean(samples)
    assert error < 100 * stdev(won) / len(won) ** 0.5 / 2  # as sure as four times as many games
    assert found == pytest.approx(100 * fmean(won), abs=4 * 100 * stdev(won) / len(won) ** 0.5)


@pytest.mark.parametrize(("mode", "people"), [("fast", 2), ("three", 3)])
def test_it_chooses_as_the_bot_does_at_the_table(mode: str, people: int) -> None:
    """One game: at each of its turns the bot itself makes one of the moves that are drawn from here."""
    ground = wishes.ground_of("blocs", [f"mode={mode}"])
    chance, bot = random.Random(3), bots.make("cameleon60", blocs, seed=1)
    assert isinstance(bot, chameleon.Chameleon)
    sums = chameleon.ahead(blocs, ground.variant, 60)
    ledger, states, mixed = chameleon.Ledger(people, 0.6, sums), [blocs.start(ground.variant)], 0
    events: list[blocs.Event] = []
    while blocs.phase(states[-1]) != "over":
        if blocs.phase(states[-1]) == "roll":
            event: blocs.Event = chance.choice(blocs.rolls(states[-1]))[0]
        else:
            player = blocs.players(states[-1])[0]
            choice = wishes.Choice(blocs, states[-1], player)
            if player == 1:
                place = chance.randrange(len(choice.moves))
            else:
                spare = ledger.spare(player, choice.worst)
                drawn = chameleon.mix_by_cost(choice.costs, spare) if spare > 0.0 else ((choice.best(chance), 1.0),)
                mixed += len(choice.moves) > 1 and spare > 0.0
                made = bots.choice(bot, blocs, states, events, player)
                assert made in [choice.moves[one] for one, share in drawn if share]
                place = choice.moves.index(made)
            ledger.add(player, choice.changes(place), choice.known, choice.values[place])
            event = choice.moves[place]
        events.append(event)
        states.append(blocs.play(states[-1], event))
    assert mixed
    again = bot.ledger(states, events)
    assert again.given == pytest.approx(ledger.given)
    assert again.gifts == pytest.approx(ledger.gifts)
    for found, like in zip(again.like, ledger.like, strict=True):
        assert found == pytest.approx(like)
