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
ANY = [1.0 / len(LEVELS)] * len(LEVELS)  # like all of the five levels
Shares = tuple[float, ...]  # one for each of the five levels
SHELF = resources.files("tablee.bots") / "wishes.txt"
MISSED = {f"blocs/mode={table}" for table in ("three/level=2", "three/level=3", "four/level=3")}
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
    return solvers.swift(name, state, player)


@lru_cache(maxsize=KEPT)
def worth(name: str, state: State) -> Mapping[int, float]:
    return solvers.values(name, state).players


@lru_cache(maxsize=KEPT)
def _chosen(name: str, state: State, event: Event, doer: int, player: int) -> tuple[float, Shares]:
    """What a choice did to a player's chances, and how likely each of the five levels is to make it."""
    game, known, said = load(name), decision(name, state, doer), _said(event)
    if game.seats(state.variant) > 2:
        change = worth(name, game.play(state, event))[player] - worth(name, state)[player]
    else:
        change = known.costs[said] * (-1.0 if doer == player else 1.0)
    return change, known.likely(said)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player may choose: by move, in the order of advice, what it costs and how near the best it is taken to be
    (together 1); and which moves are greedy."""

    moves: tuple[Event, ...]
    costs: dict[str, float]
    near: dict[str, float]
    greedy: frozenset[str]

    def likely(self, move: str) -> Shares:
        """How likely each of the five levels is to make a move."""
        at_random, greedily, well = 1 / len(self.moves), (move in self.greedy) / len(self.greedy), self.near[move]
        return tuple([some * at_random + more * greedily + best * well for some, more, best in FIVE])


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


@dataclass(slots=True)
class Account:
    """What a player has given away and what the others have given to them; and how far each who
    has chosen is like each of the five levels, together 1."""

    like: dict[int, list[float]]
    given: float = 0.0
    gifts: float = 0.0

    def add(self, doer: int, player: int, change: float, likely: Shares) -> None:
        """A choice that changed the player's chances."""
        if doer == player:
            self.given -= change
            return
        self.gifts += change
        fits = list(map(operator.mul, self.like.get(doer, ANY), likely))
        whole = sum(fits)
        self.like[doer] = [fit / whole for fit in fits]

    def mean(self, parts: Sequence[float]) -> float:
        """Of five figures, one for each level: each for as much as the others are like it."""
        shares = [sum(map(operator.mul, like, parts)) for like in self.like.values() or (ANY,)]
        return math.fsum(shares) / len(shares)

    def spare(self, people: int, wish: float, sums: Sequence[float], worst: float) -> float:
        """What may be given away now; `sums`: what each level is given before it is owed; `worst`: what the worst move
        costs."""
        owed = 1.0 / people - (1.0 - wish) / (people - 1) + self.gifts - self.given
        return self.mean([min(owed + ahead, CUT * worst) for ahead in sums])


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
        spend = self._spend(view, player, states or (view,), events)
        if spend <= 0.0:
            return oracle.best(self._game, view, player, self._random)
        advice = _advice(self._game.NAME, view, player)
        best = max(value for _, value in advice.moves)
        places, shares = zip(*spent([best - value for _, value in advice.moves], spend), strict=True)
        move: Event = advice.moves[self._random.choices(places, shares)[0]][0]
        return move

    # --- the account ----------------------------------------------------------------------------------------------

    def _spend(self, view: State, player: int, states: Sequence[State], events: Sequence[Event]) -> float:
        """What may be given away now."""
        if self._game.seats(view.variant) == 1:
            return 0.0  # nobody else is there to win: who plays alone has a goal instead
        known, game = plan(self._game, view.variant), self._game
        sums = [known[level].ahead[self._wish] for level in LEVELS]
        asked = game.phase(view) == "move" and player in game.players(view)
        worst = max(decision(game.NAME, view, player).costs.values()) if asked else 1.0
        return self.account(states, events, player).spare(game.seats(view.variant), self.kind.wish, sums, worst)

    def account(self, states: Sequence[State], events: Sequence[Event], player: int) -> Account:
        """Of a game so far."""
        game, account, place = self._game, Account({}), 0
        while place < len(events):
            state = states[place]
            at_once = len(game.players(state)) if game.phase(state) == "move" else 0
            if place + at_once > len(events):
                break  # a choice that is still hidden
            for event in events[place : place + at_once]:
                doer = game.doer(state, event)
                account.add(doer, player, *_chosen(game.NAME, state, event, doer, player))
            place += max(1, at_once)
        return account

    # --- when it is asked -----------------------------------------------------------------------------------------

    def says(self, player: int, states: Sequence[State], events: Sequence[Event]) -> Text:
        """What it is doing, in plain words: what it aims at, what has been given away, what it does next."""
        wish, account = self._wish, self.account(states, events, player)
        mine, yours = (f"{100 * figure:.1f}" for figure in (account.given, account.gifts))
        told = Text(
            f"Je joue pour que vous gagniez environ {wish} parties sur 100, en changeant de place à chaque partie. "
            "Je ne touche jamais aux dés : je choisis seulement des coups plus ou moins bons.",
            f"I play so that you win about {wish} games in 100, changing seats after each. I never touch the dice: I "
            "only choose better or weaker moves.",
        )
        if any(not isinstance(event, Roll) for event in events):  # somebody has chosen
            told += Text(
                f" Dans cette partie, je vous ai laissé {mine.replace('.', ',')} % de chances, et vous m’en avez "
                f"laissé {yours.replace('.', ',')} %.",
                f" In this game I have left you {mine}% of the chances, and you have left me {yours}%.",
            )
        if self._game.phase(states[-1]) == "over":
            now = same("")
        elif self._spend(states[-1], player, states, events) <= 0.0:
            now = Text(" En ce moment, je joue de mon mieux.", " Right now I play my best.")
        else:
            now = Text(
                " En ce moment, je joue un peu moins bien que je ne sais le faire.",
                " Right now I play a little below my best.",
            )
        return told + now + self._roughly(states[0].variant) + self._beyond(states[0].variant, account)

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

    def _beyond(self, variant: Variant, account: Account) -> Text:
        """That the wish is out of reach, if it is, against somebody who plays like the others."""
        if not account.like:
            return same("")
        known = plan(self._game, variant)
        least = round(account.mean([known[level].least for level in LEVELS]))
        most = round(account.mean([known[level].most for level in LEVELS]))
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
