"""A bot that lets the other win as often as they wish, by playing moves of just the right worth; dice are left alone.

What happens in a game is luck and choices, and luck has no mean. So from what the start is worth, a bot wins as much
more often as the others give away by their choices, and as much less as it gives away by its own. It keeps an account
of these, in exact values where there are any: what it still has to give away is its *spare*. While there is some it
plays moves that cost about that much; else it plays its best.

That alone would come too late: a game ends before all is spent, and what the other has not given yet cannot be given
back. So it asks which of the five levels would choose like the other, from the choices of this game alone, and spends a
sum before it is owed, or keeps one back: for each level and wish so much that the level wins as often as wished. These
sums, and what is within reach at all, are measured for every variant (`tools/wishes.py --tune`) and kept in
`wishes.txt`. Somebody between two levels is met by a mean of what both are to have, each cut to a few times what can be
given by the move at hand: so a chick that this may be is not given what an owl, if it is one, could never give back.

With three or four at the table the wish is one person's, and the others may adapt, too. So it also asks of everybody
whether one like itself would choose so, and the more that is likely, the less they count in that mean.

Who begins matters, so a wish speaks of all seats together, taken in turn.
"""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from tablee import solvers
from tablee.core.game import AnyGame, Event, Roll, State, Variant
from tablee.core.words import Text, same
from tablee.games import load

from . import oracle
from .kinds import KINDS, LEVELS, WISHES, Kind
from .simple import Greedy

KEPT = 100_000  # choices whose worth is remembered
BLUR = 0.003  # of worth: what the best takes for as good now and then
CUT = 4.0  # times what the worst move costs: no level counts for more in the mean
FIVE = tuple((KINDS[level].random, KINDS[level].greedy, KINDS[level].best) for level in LEVELS)
ASTRAY = 0.01  # of the moves of one that adapts: made with another wish, or otherwise not as expected
Shares = tuple[float, ...]  # one for each of the five levels
SHELF = resources.files("tablee.bots") / "wishes.txt"
MISSED = {"blocs/mode=three/level=3", "blocs/mode=four/level=3"}
"""Where some wish within reach is missed by more than four points (docs/bots.md)."""


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
    return solvers.glance(name, state, player)


@lru_cache(maxsize=KEPT)
def worth(name: str, state: State) -> Mapping[int, float]:
    return solvers.values(name, state).players


@lru_cache(maxsize=KEPT)
def _chosen(name: str, state: State, event: Event, doer: int) -> tuple[Shares, Decision]:
    """What a choice did to everybody's chances, and what it was chosen from."""
    game, known = load(name), decision(name, state, doer)
    people = range(1, game.seats(state.variant) + 1)
    if len(people) > 2:
        before, after = worth(name, state), worth(name, game.play(state, event))
        return tuple([after[one] - before[one] for one in people]), known
    cost = known.costs[_said(event)]
    return tuple([-cost if one == doer else cost for one in people]), known


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player may choose: by move, in the order of advice, what it costs and how near the best it is taken to be
    (together 1); and which moves are greedy."""

    moves: tuple[Event, ...]
    costs: dict[str, float]
    near: dict[str, float]
    greedy: frozenset[str]

    @property
    def worst(self) -> float:
        return max(self.costs.values())

    def likely(self, move: str) -> Shares:
        """How likely each of the five levels is to make a move."""
        at_random, greedily, well = 1 / len(self.moves), (move in self.greedy) / len(self.greedy), self.near[move]
        return tuple([some * at_random + more * greedily + best * well for some, more, best in FIVE])

    def like_us(self, move: str, spend: float) -> float:
        """How likely one that adapts is to make a move, if so much may be given away."""
        if spend <= 0.0:
            return self.near[move]
        shares = dict(spent(list(self.costs.values()), spend))
        return shares.get(list(self.costs).index(move), 0.0)


def decision(name: str, state: State, doer: int) -> Decision:
    advice = _advice(name, state, doer)
    best = max(value for _, value in advice.moves)
    costs = {str(move): best - value for move, value in advice.moves}
    near = {move: math.exp(-cost / BLUR) for move, cost in costs.items()}
    whole = sum(near.values())
    return Decision(
        tuple(move for move, _ in advice.moves),
        costs,
        {move: close / whole for move, close in near.items()},
        frozenset(map(str, Greedy(load(name)).best(state, doer))),
    )


def spent(costs: Sequence[float], spend: float) -> tuple[tuple[int, float], ...]:
    """Which of these moves to make, and how often, so that they cost so much in the mean, or as near as can be."""
    ranked = sorted((cost, place) for place, cost in enumerate(costs))
    below = [cost for cost in ranked if cost[0] <= spend][-1]
    above = next((cost for cost in ranked if cost[0] > spend), None)
    if above is None:
        return ((below[1], 1.0),)
    share = (spend - below[0]) / (above[0] - below[0])
    return (above[1], share), (below[1], 1.0 - share)


def _said(event: Event) -> str:
    return str(event).partition(":")[0]  # B5: a push may say its calculation


class Ledger:
    """In the order of the seats, what everybody has given away by their choices and was given by those of others.

    And how far each is like each of the five levels or, last, like one that adapts to the same wish: together 1. At
    first all but one of the others are taken to adapt, so with two at the table nobody.
    """

    def __init__(self, people: int, wish: float, sums: Sequence[float]) -> None:
        """`sums`: what each level is given before it is owed."""
        self._people, self._sums = people, sums
        self._start = 1.0 / people - (1.0 - wish) / (people - 1)
        self.given, self.gifts = [0.0] * people, [0.0] * people
        us = (people - 2) / (people - 1)
        self.like = [[(1.0 - us) / len(LEVELS)] * len(LEVELS) + [us] for _ in range(people)]

    def add(self, doer: int, changes: Sequence[float], known: Decision, move: str) -> None:
        """A choice, and what it did to everybody's chances."""
        like, likely = self.like[doer - 1], known.likely(move)
        if self._people > 2:
            ours = known.like_us(move, self.spare(doer, known.worst))
            likely = *likely, (1.0 - ASTRAY) * ours + ASTRAY / len(known.moves)
        fits = list(map(operator.mul, like, likely))
        whole = sum(fits)
        like[: len(fits)] = [fit / whole for fit in fits]
        for one, change in enumerate(changes):
            if one == doer - 1:
                self.given[one] -= change
            else:
                self.gifts[one] += change

    def mean(self, player: int, parts: Sequence[float]) -> float:
        """Of five figures, one for each level: each for as much as the others are like it."""
        others = [like[: len(LEVELS)] for one, like in enumerate(self.like, 1) if one != player]
        return sum(sum(map(operator.mul, like, parts)) for like in others) / sum(map(sum, others))

    def spare(self, player: int, worst: float) -> float:
        """What a player may give away now; `worst`: what the worst move costs."""
        owed = self._start + self.gifts[player - 1] - self.given[player - 1]
        return self.mean(player, [min(owed + ahead, CUT * worst) for ahead in self._sums])


class Chameleon:
    """Told what has happened so far; without that it knows only the position it is asked about.

    It keeps nothing from move to move, so one may sit at many tables; what was computed, all of them know.
    """

    def __init__(self, kind: Kind, game: AnyGame, seed: int | None = None) -> None:
        self.kind, self._game, self._random = kind, game, random.Random(seed)
        self._wish = round(100 * kind.wish)

    @property
    def pace(self) -> float:
        return self.kind.pace

    def choose(self, view: State, player: int, states: Sequence[State] = (), events: Sequence[Event] = ()) -> Event:
        spend = self._spend(view, player, self.ledger(states or (view,), events))
        if spend <= 0.0:
            return oracle.best(self._game, view, player, self._random)
        advice = _advice(self._game.NAME, view, player)
        best = max(value for _, value in advice.moves)
        places, shares = zip(*spent([best - value for _, value in advice.moves], spend), strict=True)
        move: Event = advice.moves[self._random.choices(places, shares)[0]][0]
        return move

    # --- the account ----------------------------------------------------------------------------------------------

    def _spend(self, view: State, player: int, ledger: Ledger) -> float:
        """What may be given away now."""
        game = self._game
        if game.seats(view.variant) == 1:
            return 0.0  # nobody else is there to win: who plays alone has a goal instead
        asked = game.phase(view) == "move" and player in game.players(view)
        return ledger.spare(player, decision(game.NAME, view, player).worst if asked else 1.0)

    def ledger(self, states: Sequence[State], events: Sequence[Event]) -> Ledger:
        """Of a game so far."""
        game, variant, place = self._game, states[0].variant, 0
        sums = [row.ahead[self._wish] for row in plan(game, variant).values()]
        ledger = Ledger(max(2, game.seats(variant)), self.kind.wish, sums)  # alone: as if somebody looked on
        while place < len(events):
            state = states[place]
            at_once = len(game.players(state)) if game.phase(state) == "move" else 0
            if place + at_once > len(events):
                break  # a choice that is still hidden
            for event in events[place : place + at_once]:
                doer = game.doer(state, event)
                ledger.add(doer, *_chosen(game.NAME, state, event, doer), _said(event))
            place += max(1, at_once)
        return ledger

    # --- when it is asked -----------------------------------------------------------------------------------------

    def says(self, player: int, states: Sequence[State], events: Sequence[Event]) -> Text:
        """What it is doing, in plain words: what it aims at, what has been given away, what it does next."""
        wish, ledger = self._wish, self.ledger(states, events)
        mine, yours = (f"{100 * figure[player - 1]:.1f}" for figure in (ledger.given, ledger.gifts))
        told = Text(
            f"Je joue pour que vous gagniez environ {wish} parties sur 100, en changeant de place à chaque partie. "
            "Je ne touche jamais aux dés : je choisis seulement des coups plus ou moins bons.",
            f"I play so that you win about {wish} games in 100, changing seats after each. I never touch the dice: I "
            "only choose better or weaker moves.",
        )
        chosen = any(not isinstance(event, Roll) for event in events)
        if chosen:
            told += Text(
                f" Dans cette partie, je vous ai laissé {mine.replace('.', ',')} % de chances, et vous m’en avez "
                f"laissé {yours.replace('.', ',')} %.",
                f" In this game I have left you {mine}% of the chances, and you have left me {yours}%.",
            )
        if self._game.phase(states[-1]) == "over":
            now = same("")
        elif self._spend(states[-1], player, ledger) <= 0.0:
            now = Text(" En ce moment, je joue de mon mieux.", " Right now I play my best.")
        else:
            now = Text(
                " En ce moment, je joue un peu moins bien que je ne sais le faire.",
                " Right now I play a little below my best.",
            )
        roughly = self._roughly(states[0].variant)
        return told + now + roughly + (self._beyond(states[0].variant, player, ledger) if chosen else same(""))

    def _roughly(self, variant: Variant) -> Text:
        """That the wish is only roughly kept, where values are estimates or the sums were found in another variant."""
        if not solvers.exact(self._game.NAME, variant):
            return Text(
                " Dans ce jeu, je ne peux pas tout calculer : j’estime les chances. Votre souhait n’est donc tenu "
                "qu’à peu près.",
                " In this game I cannot work everything out: I estimate chances. So your wish is kept only roughly.",
            )
        if named(self._game, variant) not in plans():
            return Text(
                " On ne m’a pas mis à l’essai avec ces réglages : votre souhait n’est peut-être tenu qu’à peu près.",
                " I have not been tried with these settings: your wish may be kept only roughly.",
            )
        if named(self._game, variant) in MISSED:
            return Text(
                " À cette table, il me faut presque toute la partie pour voir comment vous jouez : votre souhait n’est "
                "tenu qu’à peu près.",
                " At this table it takes me most of the game to see how you play: your wish is kept only roughly.",
            )
        return same("")

    def _beyond(self, variant: Variant, player: int, ledger: Ledger) -> Text:
        """That the wish is out of reach, if it is, against somebody who plays like the others."""
        known = plan(self._game, variant).values()
        least = round(ledger.mean(player, [row.least for row in known]))
        most = round(ledger.mean(player, [row.most for row in known]))
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
