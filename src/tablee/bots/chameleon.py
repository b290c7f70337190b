"""A bot that lets the other win as often as they wish, by playing moves of just the right worth; dice are left alone.

What happens in a game is luck and choices, and luck has no mean. So from what the start is worth, a bot wins as much
more often as the others give away by their choices, and as much less as it gives away by its own. It keeps an account
of these, in exact values where there are any: what it still has to give away is its *spare*. While there is some it
plays moves that cost about that much; else it plays its best.

That alone would come too late: a game ends before all is spent, and what the other has not given yet cannot be given
back. So it asks which of the five levels would choose like the other, from the choices of this game alone, and spends a
sum before it is owed, or keeps one back: for each level and wish so much that the level wins as often as wished. These
sums, and what is within reach at all, are measured for every variant (`tools/wishes.py --tune`) and kept in
`wishes.txt`. Somebody between two levels is met by a mean of their sums.

Who begins matters, so a wish speaks of all seats together, taken in turn.
"""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import resources

from tablee import solvers
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.words import Text, same
from tablee.games import load

from . import oracle
from .kinds import KINDS, LEVELS, WISHES, Kind
from .simple import Greedy

KEPT = 100_000  # choices whose worth is remembered
BLUR = 0.01  # of worth: what the best takes for as good now and then
ANY = [1.0 / len(LEVELS)] * len(LEVELS)  # like all of the five levels
SHELF = resources.files("tablee.bots") / "wishes.txt"


@dataclass(frozen=True, slots=True)
class Plan:
    """Against one level: how often in a hundred it wins against the best and against the worst; by wish, what is given
    away before it is owed (below zero: kept back)."""

    least: float
    most: float
    ahead: dict[int, float]


@cache
def plans() -> dict[str, dict[str, Plan]]:
    """By variant and level, all that was measured."""
    found: dict[str, dict[str, Plan]] = {}
    for line in SHELF.read_text(encoding="ascii").splitlines():
        variant, level, least, most, *ahead = line.split()
        sums = dict(zip(WISHES.values(), map(float, ahead), strict=True))
        found.setdefault(variant, {})[level] = Plan(float(least), float(most), sums)
    return found


def named(game: AnyGame, variant: Variant) -> str:
    """What a variant is called there: `blocs/mode=fast/level=2`."""
    return game.position(game.start(variant)).partition(":")[0]


def plan(game: AnyGame, variant: Variant) -> dict[str, Plan]:
    """Of a variant, by level; where it was not measured, of the one with fewer settings."""
    name = named(game, variant)
    while name not in plans() and "/" in name:
        name = name.rpartition("/")[0]
    return plans().get(name) or dict.fromkeys(LEVELS, Plan(0.0, 100.0, dict.fromkeys(WISHES.values(), 0.0)))


@lru_cache(maxsize=KEPT)
def _advice(name: str, state: State, player: int) -> solvers.Advice:
    return solvers.swift(name, state, player)


@lru_cache(maxsize=KEPT)
def _values(name: str, state: State) -> Mapping[int, float]:
    return solvers.values(name, state).players


@lru_cache(maxsize=KEPT)
def _chosen(name: str, state: State, event: Event, doer: int, player: int) -> tuple[float, tuple[float, ...]]:
    """What a choice did to a player's chances, and how likely each of the five levels is to make it."""
    game = load(name)
    worths = {str(move): value for move, value in _advice(name, state, doer).moves}
    best, said = max(worths.values()), _said(event)
    if game.seats(state.variant) > 2:
        change = _values(name, game.play(state, event))[player] - _values(name, state)[player]
    else:
        change = (best - worths[said]) * (-1.0 if doer == player else 1.0)
    near = {move: math.exp((value - best) / BLUR) for move, value in worths.items()}
    greedy = [str(move) for move in Greedy(game).best(state, doer)]
    at_random, greedily, well = 1 / len(worths), (said in greedy) / len(greedy), near[said] / sum(near.values())
    kinds = (KINDS[level] for level in LEVELS)
    return change, tuple(kind.random * at_random + kind.greedy * greedily + kind.best * well for kind in kinds)


def _said(event: Event) -> str:
    return str(event).partition(":")[0]  # B5: a push may say its calculation


@dataclass(slots=True)
class Account:
    """After so many events, what a player has given away and what the others have given to them; and how far each who
    has chosen is like each of the five levels, together 1."""

    like: dict[int, list[float]]
    given: float = 0.0
    gifts: float = 0.0
    place: int = 0


class Chameleon:
    """Told what has happened so far; without that it knows only the position it is asked about.

    It keeps nothing from move to move, so one may sit at many tables; what was computed, all of them know.
    """

    def __init__(self, kind: Kind, game: AnyGame, seed: int | None = None) -> None:
        self.kind, self._game, self._random = kind, game, random.Random(seed)
        self._advice = partial(_advice, game.NAME)
        self._wish = round(100 * kind.wish)

    @property
    def pace(self) -> float:
        return self.kind.pace

    def choose(self, view: State, player: int, states: Sequence[State] = (), events: Sequence[Event] = ()) -> Event:
        spend = self._spend(view, player, states or (view,), events)
        if spend <= 0.0:
            return oracle.best(self._game, view, player, self._random)
        advice = self._advice(view, player)
        best = max(value for _, value in advice.moves)
        costs = sorted((best - value, place) for place, (_, value) in enumerate(advice.moves))
        below = [cost for cost in costs if cost[0] <= spend][-1]
        above = next((cost for cost in costs if cost[0] > spend), below)
        share = (spend - below[0]) / (above[0] - below[0]) if above[0] > below[0] else 0.0
        chosen = above if self._random.random() < share else below
        move: Event = advice.moves[chosen[1]][0]
        return move

    # --- the account ----------------------------------------------------------------------------------------------

    def _spend(self, view: State, player: int, states: Sequence[State], events: Sequence[Event]) -> float:
        """What may be given away now."""
        if self._game.seats(view.variant) == 1:
            return 0.0  # nobody else is there to win: who plays alone has a goal instead
        account = self.account(states, events, player)
        people = self._game.seats(view.variant)
        owed = 1.0 / people - (1.0 - self.kind.wish) / (people - 1) + account.gifts - account.given
        return owed + self._mean(view.variant, account, lambda plan: plan.ahead[self._wish])

    def _mean(self, variant: Variant, account: Account, part: Callable[[Plan], float]) -> float:
        """Of all plans, each for as much as the others are like its level."""
        known = plan(self._game, variant)
        parts = [part(known[level]) for level in LEVELS]
        shares = [sum(map(operator.mul, like, parts)) for like in account.like.values() or (ANY,)]
        return math.fsum(shares) / len(shares)

    def account(
        self, states: Sequence[State], events: Sequence[Event], player: int, begun: Account | None = None
    ) -> Account:
        """Of a game so far; `begun`: go on with that one."""
        game, account = self._game, begun or Account({})
        while (place := account.place) < len(events):
            state = states[place]
            at_once = len(game.players(state)) if game.phase(state) == "move" else 0
            if place + at_once > len(events):
                break  # a choice that is still hidden
            for event in events[place : place + at_once]:
                doer = game.doer(state, event)
                change, likely = _chosen(game.NAME, state, event, doer, player)
                if doer == player:
                    account.given -= change
                else:
                    account.gifts += change
                    fits = list(map(operator.mul, account.like.get(doer, ANY), likely))
                    account.like[doer] = [fit / sum(fits) for fit in fits]
            account.place += max(1, at_once)
        return account

    # --- when it is asked -----------------------------------------------------------------------------------------

    def says(self, player: int, states: Sequence[State], events: Sequence[Event]) -> Text:
        """What it is doing, in plain words: what it aims at, what has been given away, what it does next."""
        wish, account = self._wish, self.account(states, events, player)
        mine, yours = (f"{100 * figure:.1f}" for figure in (account.given, account.gifts))
        told = Text(
            f"Je joue pour que vous gagniez environ {wish} parties sur 100, chaque place à son tour. Je ne touche "
            "jamais aux dés : je choisis seulement des coups plus ou moins bons. Dans cette partie, je vous ai laissé "
            f"{mine.replace('.', ',')} % de chances, et vous m’en avez laissé {yours.replace('.', ',')} %.",
            f"I play so that you win about {wish} games in 100, each seat in its turn. I never touch the dice: I only "
            f"choose better or weaker moves. In this game I have left you {mine}% of the chances, and you have left me "
            f"{yours}%.",
        )
        if self._spend(states[-1], player, states, events) <= 0.0:
            now = Text(" En ce moment, je joue de mon mieux.", " Right now I play my best.")
        else:
            now = Text(
                " En ce moment, je joue un peu moins bien que je ne sais le faire.",
                " Right now I play a little below my best.",
            )
        return told + now + self._beyond(states[0].variant, account)

    def _beyond(self, variant: Variant, account: Account) -> Text:
        """That the wish is out of reach, if it is, against somebody who plays like the others."""
        if not account.like:
            return same("")
        least, most = (round(self._mean(variant, account, part)) for part in (lambda p: p.least, lambda p: p.most))
        if least <= self._wish <= most:
            return same("")
        how, often = (
            (Text("même si je joue toujours de mon mieux", "even if I always play my best"), least)
            if self._wish < least
            else (
                Text("même si je joue toujours le coup le plus faible", "even if I always play my weakest move"),
                most,
            )
        )
        return Text(
            f" {self._wish} parties sur 100 sont sans doute hors de portée ici : {how.fr}, qui joue comme vous dans "
            f"cette partie en gagne environ {often}. Je m’en approche autant que je peux.",
            f" {self._wish} games in 100 are probably out of reach here: {how.en}, whoever plays as you do in this "
            f"game wins about {often}. I come as near as I can.",
        )
