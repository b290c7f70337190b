"""One bout: the same bots, once in each seating of the round, on the same dice."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablee import bots
from tablee.core.dice import VirtualDice
from tablee.core.game import AnyGame, Event, State, Variant

from .contest import Bout, Contest


@dataclass(frozen=True, slots=True)
class Result:
    """The games of a bout: of each, the points of each bot, in the order of `bout.bots`. A win is one point, shared
    among several winners, and among all if nobody wins. Of a solo game (B17) the points are the sum that is left: fewer
    are better."""

    bout: Bout
    games: tuple[tuple[float, ...], ...]


def play(contest: Contest, bout: Bout) -> Result:
    """Play a bout. It depends on nothing but the contest's seed and the round."""
    if contest.seats == 1:
        alone = tuple(game(contest, bout.round, (name,))[0] for name in bout.bots)
        return Result(bout, (alone,))
    games = []
    for seating in contest.seatings(bout.round):
        points = game(contest, bout.round, tuple(bout.bots[seat] for seat in seating), seating)
        games.append(tuple(points[seating.index(seat)] for seat in range(len(seating))))  # by bot, not by seat
    return Result(bout, tuple(games))


def game(contest: Contest, number: int, seated: tuple[str, ...], seats: tuple[int, ...] = (0,)) -> tuple[float, ...]:
    """Play one game; returns the points of each seat. Each seat has dice of its own: its n-th throw does not depend on
    who sits there or how long turns last. Each bot has random numbers of its own, and `seats` tells bots of one name
    apart."""
    rules = contest.rules
    dice = [VirtualDice(contest.derive("dice", number, seat)) for seat in range(len(seated))]
    named = zip(seated, seats, strict=True)
    players = [bots.make(name, rules, contest.derive("bot", number, name, index)) for name, index in named]
    states, _ = course(rules, contest.variant, dice, players)
    return points(rules, states[-1])


def course(
    rules: AnyGame, variant: Variant, dice: Sequence[VirtualDice], players: Sequence[bots.Bot]
) -> tuple[list[State], list[Event]]:
    """Play a whole game; returns every state, and the events between them. Each seat has its own dice and bot."""
    state = rules.start(variant)
    states, events = [state], list[Event]()
    while (phase := rules.phase(state)) != "over":
        player = rules.players(state)[0]
        if phase == "roll":
            event: Event = dice[player - 1].roll(rules.rolls(state))
        else:
            event = bots.choice(players[player - 1], rules, states, events, player)
        state = rules.play(state, event)  # a bot's move is checked like anybody's
        states.append(state)
        events.append(event)
    return states, events


def points(rules: AnyGame, state: State) -> tuple[float, ...]:
    """The points of each seat of a finished game: a win shared among the winners; alone, the sum left."""
    outcome = rules.outcome(state)
    assert outcome is not None  # the game is over
    seats = rules.seats(state.variant)
    if seats == 1:
        return (float(outcome.scores[1]),)
    everybody = tuple(range(1, seats + 1))
    winners = outcome.winners or everybody
    return tuple((player in winners) / len(winners) for player in everybody)
