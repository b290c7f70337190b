"""One block of a study: some games by the usual players, and some in which one of them plays differently. Each block
has a number and a seed of its own, so a study does not depend on where and in which order blocks are played, and one
cut short is a smaller one."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple, Protocol, cast

from tablee import bots
from tablee.bots.simple import Greedy
from tablee.core.dice import VirtualDice
from tablee.core.game import Event, State, Variant
from tablee.core.registry import load, part
from tablee.core.supported import SupportedSettings, find_unsupported
from tablee.core.words import Text
from tablee.engine import solvers
from tablee.engine.solution import no_wait
from tablee_lab.arena.match import course, points
from tablee_lab.runs import Experiment

GAMES = 8  # by the usual players, in a block
LOOKED_AT = 2  # of them, whose every choice is looked at
MOMENTS = 20  # of a game, at which it is asked who leads
ASKED = 2  # choices of which the solver is asked how much they matter


Uses = Callable[[State, int, Event], bool]
"""Whether a player's move in a state uses an option."""


class Option(NamedTuple):
    """Something that a player may use or leave alone: what it is called, and which moves use it."""

    title: Text
    uses: Uses


class GameInfo(Protocol):
    @property
    def SUPPORTED(self) -> SupportedSettings:  # noqa: N802
        """The settings it was made for."""

    def standing(self, state: State) -> tuple[float, ...]:
        """How well each player stands, from 1: any scale on which more is better, and only differences count."""

    def options(self, variant: Variant) -> Mapping[str, Option]:
        """What can be left alone, by a short name."""


def game_info(game: str, variant: Variant) -> GameInfo | None:
    """The game's module for the lab, or None if it has none that knows these settings: then only results count."""
    info = part(game, "lab", "tablee_lab")
    return cast(GameInfo, info) if info and not find_unsupported(load(game), variant, info.SUPPORTED) else None


@dataclass(frozen=True, slots=True)
class Job(Experiment):
    """The plan of a study. `bot` plays; `exact`: its positions have exact values; `levels`: bots to compare in turn.
    `trials`: also play games in which one player leaves an option alone, always uses it, or is of the next level."""

    bot: str
    exact: bool
    levels: tuple[str, ...] = ()
    trials: bool = True

    @property
    def options(self) -> dict[str, Option]:
        info = game_info(self.game, self.variant)
        return dict(info.options(self.variant)) if info else {}


class Played(NamedTuple):
    """A game: what each seat has of it, how many events it took, and who led when. `path`: at each moment the chance of
    each seat where it is known, else how it stands."""

    points: tuple[float, ...]
    events: int
    path: tuple[tuple[float, ...], ...]


class Block(NamedTuple):
    number: int
    games: tuple[Played, ...]
    offered: Counter[str]  # how often an option could be used,
    used: Counter[str]  # and was
    choices: int  # in the games looked at, with more than one move,
    moves: int  # and all
    stakes: tuple[float, ...] = ()  # of the choices asked about: what a move at random would lose
    without: Mapping[str, float] = {}  # the points of a player who leaves an option alone,
    always: Mapping[str, float] = {}  # and of one who always uses it
    above: Mapping[str, float] = {}  # the points of a player of a level among players of the level below


class Bent:
    """The usual bot, except that it avoids an option wherever it can, or uses it wherever it can (`keen`)."""

    def __init__(self, job: Job, option: Option, keen: bool, seed: int) -> None:
        self._game, self._uses, self._keen = job.rules, option.uses, keen
        self._bot, self._greedy = bots.make(job.bot, self._game, seed), Greedy(self._game, seed)
        self._solves = bots.KINDS[job.bot].solves

    def choose(self, view: State, player: int) -> Event:
        chosen = self._bot.choose(view, player)
        if self._uses(view, player, chosen) == self._keen:
            return chosen
        rest = [move for move in self._game.moves(view, player) if self._uses(view, player, move) == self._keen]
        if self._solves:
            ranked = solvers.advise(self._game.NAME, view, player, effort="quick").moves
            return next((move for move, _ in ranked if move in rest), chosen)
        return self._greedy.choose(view, player, rest) if rest else chosen


def play(job: Job, number: int) -> Block:
    rules, options = job.rules, job.options
    games, looked = [], list[tuple[list[State], list[Event]]]()
    for game in range(GAMES):
        states, events = course(rules, job.variant, *_assign_seats(job, (number, game), [job.bot] * job.seats))
        games.append(Played(points(rules, states[-1]), len(events), _path(job, states)))
        looked += [(states, events)] if game < LOOKED_AT else []
    offered, used = Counter[str](), Counter[str]()
    moves, choosing = 0, list[tuple[State, int]]()
    for states, events in looked:
        for state, event in zip(states, events, strict=False):
            if rules.phase(state) != "move":
                continue
            player = rules.actor(state, event)
            view = rules.view(state, player)
            legal = rules.moves(view, player)
            moves += 1
            if len(legal) == 1:
                continue
            choosing.append((view, player))
            for name, option in options.items():
                uses = [option.uses(view, player, move) for move in legal]
                if any(uses) and not all(uses):
                    offered[name] += 1
                    used[name] += option.uses(view, player, event)
    block = Block(number, tuple(games), offered, used, len(choosing), moves)
    if not job.trials:
        return block
    without, always = (
        {
            name: _odd(job, number, f"{keen} {name}", partial(Bent, job, option, keen))
            for name, option in options.items()
        }
        for keen in (False, True)
    )
    above = {
        high: _odd(job, number, f"level {high}", partial(bots.make, high, rules), low)
        for low, high in pairwise(job.levels)
    }
    return block._replace(stakes=_stakes(job, number, choosing), without=without, always=always, above=above)


def _assign_seats(job: Job, number: tuple[object, ...], names: list[str]) -> tuple[list[VirtualDice], list[bots.Bot]]:
    dice = [VirtualDice(job.derive("dice", *number, seat)) for seat in range(len(names))]
    players: list[bots.Bot] = [
        bots.make(name, job.rules, job.derive("bot", *number, name, seat)) for seat, name in enumerate(names)
    ]
    return dice, players


def _path(job: Job, states: list[State]) -> tuple[tuple[float, ...], ...]:
    info = game_info(job.game, job.variant)
    if job.seats == 1 or not (job.exact or info):
        return ()
    last = len(states) - 1
    moments = [states[moment * last // MOMENTS] for moment in range(MOMENTS)]
    if job.exact:
        return tuple(tuple(solvers.values(job.game, state).players.values()) for state in moments)
    assert info is not None
    return tuple(info.standing(state) for state in moments)


def _stakes(job: Job, number: int, choosing: list[tuple[State, int]]) -> tuple[float, ...]:
    """What a move at random would lose, on average, in some of the positions."""
    if not choosing or "hibou" not in bots.available(job.rules) or not solvers.solvable(job.game, job.variant):
        return ()
    sample = random.Random(job.derive("asked", number)).sample(choosing, min(ASKED, len(choosing)))
    stakes = []
    with no_wait():
        for view, player in sample:
            values = [value for _, value in solvers.advise(job.game, view, player, effort="quick").moves]
            stakes.append(abs(values[0] - sum(values) / len(values)))
    return tuple(stakes)


def _odd(job: Job, number: int, purpose: str, make: Callable[[int], bots.Bot], others: str = "") -> float:
    """The mean points of one different player among the usual ones, once in each seat, on the same dice. Alone: by how
    much less is left than the usual player leaves on those dice."""
    rules, seats = job.rules, job.seats
    total = 0.0
    for seat in range(seats):
        dice, players = _assign_seats(job, (number, purpose), [others or job.bot] * seats)
        players[seat] = make(job.derive("bot", number, purpose, "odd"))
        states, _ = course(rules, job.variant, dice, players)
        total += points(rules, states[-1])[seat]
    if seats == 1:
        states, _ = course(rules, job.variant, *_assign_seats(job, (number, purpose), [others or job.bot]))
        return points(rules, states[-1])[0] - total
    return total / seats
