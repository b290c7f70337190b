"""Games of cadeau between a bot and the Owl, scored less all luck: the dice, and the random choices of bots.

A throw is one of six, and a bot's move one of those that it may make, each with its known share. By how much what came
was better than the mean of all that could have come, as estimates tell it, is luck. At every throw and every draw its
mean is 0, however good the estimates are (docs/luck.md): so the mean of the scores is that of the results. One game
then says as much as some hundred of which only the winner is counted, and bots that think play a hundred in minutes.
"""

from __future__ import annotations

import random
from statistics import fmean, stdev
from typing import Any

from tablee.core.game import Event, State
from tablee.core.registry import load
from tablee.games import cadeau as cadeau_rules
from tablee.games.cadeau import solver as cadeau
from tablee_lab.arena.match import points
from tablee_lab.draws import shares

SAME = 1e-9

Chance = tuple[Event, float, float]
"""What may come, how likely it is, and what it is worth to player 1."""


def bound(settings: dict[str, Any], bot: str, games: int, seed: int = 1) -> tuple[float, float]:
    """How much more than half the Owl wins from a bot, luck taken off, and what of it is proved 97.5 times in 100."""
    start, both = cadeau_rules.start(cadeau_rules.variant(settings)), list[float]()
    for number in range(games):
        won = []
        for seat, seated in enumerate((("hibou", bot), (bot, "hibou")), 1):  # the same dice for both
            dice, draws = random.Random(f"{seed}/{number}"), random.Random(f"{seed}/{number}/{seat}")
            won.append(score(start, seated, dice, draws))
        both.append((won[0] + 1.0 - won[1]) / 2)
    value = fmean(both) - 0.5
    spread = (1.96 + 2.4 / (games - 1)) * stdev(both) / games**0.5  # Student's, of so few
    # If they never played differently, that they hardly ever do is all that is known.
    return value, value - (spread if spread > SAME else min(1.0, 1.5 / games))


def score(state: State, seated: tuple[str, str], dice: random.Random, draws: random.Random) -> float:
    """What player 1 wins of a game, less the luck in it."""
    game, luck = load("cadeau"), 0.0
    while (phase := game.phase(state)) != "over":
        there = thrown(state) if phase == "roll" else drawn(state, seated)
        source = dice if phase == "roll" else draws
        event, _, worth = source.choices(there, [share for _, share, _ in there])[0]
        luck += worth - sum(share * value for _, share, value in there)
        state = game.play(state, event)
    return points(game, state)[0] - luck


def thrown(state: State) -> list[Chance]:
    """The throws of a position, each with what the best advice makes of it."""
    game, (player,) = load("cadeau"), load("cadeau").players(state)
    there = list[Chance]()
    for roll, weight in game.rolls(state):
        best = max(worth for _, worth in cadeau.advise(game.play(state, roll), player, effort="quick").moves)
        there.append((roll, float(weight), best if player == 1 else 1.0 - best))
    return there


def drawn(state: State, seated: tuple[str, str]) -> list[Chance]:
    """The possible moves of the player to move."""
    game = load("cadeau")
    (player,) = game.players(state)
    mixture = shares(seated[player - 1], game, state, player)
    values = (
        dict(cadeau.advise(state, player, effort="quick").moves) if len(mixture) > 1 else dict.fromkeys(mixture, 0.5)
    )
    return [(move, share, values[move] if player == 1 else 1.0 - values[move]) for move, share in mixture.items()]
