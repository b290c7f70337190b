"""A bot that lets the other win as often as they wish, by playing moves of just the right worth; dice are left alone.

What happens in a game is luck and choices, and luck has no mean. So from what the start is worth, a bot wins as much
more often as the others give away by their choices, and as much less as it gives away by its own. It keeps an account
of these, in exact values where there are any: what it still has to give away is its *spare*. While there is some it
plays moves that cost about that much; else it plays its best.

That alone would come too late: a game ends before all is spent, and what the other has not given yet cannot be given
back. So it asks which of the five levels would choose like the other, from the choices of this game alone, and spends a
sum before it is owed, or keeps one back: for each game, level and wish so much (`AHEAD`) that with two at the table a
wish within reach is met within 8 points; `tools/wishes.py` measures that. Somebody between two levels is met by a mean
of what both are to have, each cut to a few times what can be given by the move at hand: so a chick that this may be is
not given what an owl, if it is one, could never give back.

Who begins matters, so a wish speaks of all seats together, taken in turn.
"""

from __future__ import annotations

import math
import operator
import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from tablee.core.abandon import stop_if_abandoned
from tablee.core.game import AnyGame, Event, Roll, State, Variant
from tablee.core.registry import load, part
from tablee.core.supported import SupportedSettings, find_unsupported
from tablee.core.words import Text, count_noun, untranslated
from tablee.engine import solvers
from tablee.engine.solution import Advice

from . import best_move
from .kinds import KINDS, LEVELS, WISHES, Kind
from .simple import Greedy

KEPT = 100_000  # choices whose worth is remembered
BLUR = 0.003  # of worth: what the best takes for as good now and then
CUT = 4.0  # times what the worst move costs: no level counts for more in the mean
FIVE = tuple((KINDS[level].random, KINDS[level].greedy, KINDS[level].best) for level in LEVELS)
Shares = tuple[float, ...]  # one for each of the five levels
_MEASURED = tomllib.loads((resources.files(__package__) / "chameleon.toml").read_text(encoding="ascii"))
AHEAD: dict[str, tuple[Shares, ...]] = {game: tuple(map(tuple, sums)) for game, sums in _MEASURED["ahead"].items()}
"""By game, a line for each wish, a sum for each level: what it is given before it is owed (below zero: kept back)."""

REACH: dict[str, tuple[Shares, Shares]] = {name: (low, high) for name, (low, high) in _MEASURED["reach"].items()}
"""By variant for two: how often in a hundred each level wins against the best, and against the worst."""


def variant_key(game: AnyGame, variant: Variant) -> str:
    """The key of a variant in the table of measured wishes: `blocs/mode=fast/level=2`."""
    return game.position(game.start(variant)).partition(":")[0]


def ahead(game: AnyGame, variant: Variant, wish: int) -> Shares:
    """What each level is given before it is owed; nothing with settings for which nobody has measured it."""
    measured = getattr(part(game.NAME, "supported"), "MEASURED", None)  # where it is less than the solver knows
    settings: SupportedSettings = measured or solvers.supported_settings(game.NAME)
    supported = game.NAME in AHEAD and not find_unsupported(game, variant, settings)
    return AHEAD[game.NAME][list(WISHES.values()).index(wish)] if supported else (0.0,) * len(LEVELS)


@lru_cache(maxsize=KEPT)
def _advice(name: str, state: State, player: int) -> Advice:
    return solvers.advise(name, state, player, effort="glance")


@lru_cache(maxsize=KEPT)
def worth(name: str, state: State) -> Mapping[int, float]:
    return solvers.values(name, state).players


@lru_cache(maxsize=KEPT)
def _weigh_choice(name: str, state: State, event: Event, actor: int) -> tuple[Shares, Decision]:
    """What a choice did to everybody's chances, and what it was chosen from."""
    game, choice = load(name), decision(name, state, actor)
    people = range(1, game.seats(state.variant) + 1)
    if len(people) > 2:
        before, after = worth(name, state), worth(name, game.play(state, event))
        return tuple([after[person] - before[person] for person in people]), choice
    cost = choice.costs[_describe(event)]
    return tuple([-cost if person == actor else cost for person in people]), choice


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


def decision(name: str, state: State, actor: int) -> Decision:
    advice = _advice(name, state, actor)
    best = max(value for _, value in advice.moves)
    costs = {str(move): best - value for move, value in advice.moves}
    near = {move: math.exp(-cost / BLUR) for move, cost in costs.items()}
    whole = sum(near.values())
    return Decision(
        tuple(move for move, _ in advice.moves),
        costs,
        {move: close / whole for move, close in near.items()},
        frozenset(map(str, Greedy(load(name)).best(state, actor))),
    )


def mix_by_cost(costs: Sequence[float], spend: float) -> tuple[tuple[int, float], ...]:
    """Which of these moves to make, and how often, so that they cost so much in the mean, or as near as can be."""
    ranked = sorted((cost, index) for index, cost in enumerate(costs))
    below = [cost for cost in ranked if cost[0] <= spend][-1]
    above = next((cost for cost in ranked if cost[0] > spend), None)
    if above is None:
        return ((below[1], 1.0),)
    share = (spend - below[0]) / (above[0] - below[0])
    return (above[1], share), (below[1], 1.0 - share)


def describe_gift(chances: float, fr: str, en: str) -> Text:
    """What moves gave to somebody: `vous ont donné 12 chances sur 100`, `ne vous ont rien donné jusqu’ici`."""
    count = round(100 * chances)
    if not count:
        return Text(f"ne {fr} rien donné jusqu’ici", f"have given {en} nothing so far")
    return (
        Text(f"{fr} donné ", f"have given {en} ") + count_noun(count, "chance", "chance") + Text(" sur 100", " in 100")
    )


def _describe(event: Event) -> str:
    return str(event).partition(":")[0]  # B5: a push may say its calculation


class Ledger:
    """In the order of the seats, what everybody has given away by their choices and was given by those of others. And
    how far each is like each of the five levels, together 1."""

    def __init__(self, people: int, wish: float, sums: Sequence[float]) -> None:
        """`sums`: what each level is given before it is owed."""
        self._sums = sums
        self._start = 1.0 / people - (1.0 - wish) / (people - 1)
        self.given, self.gifts = [0.0] * people, [0.0] * people
        self.like = [[1.0 / len(LEVELS)] * len(LEVELS) for _ in range(people)]

    def add(self, actor: int, changes: Sequence[float], choice: Decision, move: str) -> None:
        """A choice, and what it did to everybody's chances."""
        fits = list(map(operator.mul, self.like[actor - 1], choice.likely(move)))
        self.like[actor - 1] = [fit / sum(fits) for fit in fits]
        for index, change in enumerate(changes):
            if index == actor - 1:
                self.given[index] -= change
            else:
                self.gifts[index] += change

    def mean(self, player: int, parts: Sequence[float]) -> float:
        """Of five figures, one for each level: each for as much as the others are like it."""
        others = [like for seat, like in enumerate(self.like, 1) if seat != player]
        return sum(sum(fit * part for fit, part in zip(like, parts, strict=True)) for like in others) / len(others)

    def spare(self, player: int, worst: float) -> float:
        """What a player may give away now; `worst`: what the worst move costs."""
        owed = self._start + self.gifts[player - 1] - self.given[player - 1]
        return self.mean(player, [min(owed + ahead, CUT * worst) for ahead in self._sums])


class Chameleon:
    """Told what has happened so far; without that it knows only the position it is asked about. It keeps nothing from
    move to move, so one may sit at many tables; what was computed, all of them know."""

    def __init__(self, kind: Kind, game: AnyGame, seed: int | None = None) -> None:
        self.kind, self._game, self._random = kind, game, random.Random(seed)
        self._wish = round(100 * kind.wish)

    def choose(self, view: State, player: int, states: Sequence[State] = (), events: Sequence[Event] = ()) -> Event:
        if not solvers.solvable(self._game.NAME, view.variant):
            return best_move.best(self._game, view, player, self._random)
        spend = self._spend(view, player, self.ledger(states or (view,), events))
        if spend <= 0.0:
            return best_move.best(self._game, view, player, self._random)
        choice = decision(self._game.NAME, view, player)
        places, shares = zip(*mix_by_cost(list(choice.costs.values()), spend), strict=True)
        return choice.moves[self._random.choices(places, shares)[0]]

    # --- the account ----------------------------------------------------------------------------------------------

    def _spend(self, view: State, player: int, ledger: Ledger) -> float:
        """What may be given away now."""
        game = self._game
        if game.seats(view.variant) == 1:
            return 0.0  # nobody else is there to win: who plays alone has a goal instead
        to_move = game.phase(view) == "move" and player in game.players(view)
        return ledger.spare(player, decision(game.NAME, view, player).worst if to_move else 1.0)

    def ledger(self, states: Sequence[State], events: Sequence[Event]) -> Ledger:
        """Of a game so far."""
        game, variant, index = self._game, states[0].variant, 0
        people = max(2, game.seats(variant))  # alone: as if somebody looked on
        ledger = Ledger(people, self.kind.wish, ahead(game, variant, self._wish))
        while index < len(events):
            stop_if_abandoned()
            state = states[index]
            at_once = len(game.players(state)) if game.phase(state) == "move" else 0
            if index + at_once > len(events):
                break  # a choice that is still hidden
            for event in events[index : index + at_once]:
                actor = game.actor(state, event)
                ledger.add(actor, *_weigh_choice(game.NAME, state, event, actor), _describe(event))
            index += max(1, at_once)
        return ledger

    # --- when it is asked -----------------------------------------------------------------------------------------

    def says(self, player: int, states: Sequence[State], events: Sequence[Event]) -> Text:
        """What it is doing, in plain words: what it aims at, what has been given away, what it does next."""
        if not solvers.solvable(self._game.NAME, states[0].variant):
            return Text(
                "Je ne connais pas ces réglages : je prends le meilleur coup du moment, sans tenir compte de votre "
                "souhait.",
                "I don’t know these settings: I take whatever looks best, and set your wish aside.",
            )
        wish, ledger = self._wish, self.ledger(states, events)
        text = Text(
            f"Je joue pour que vous gagniez environ {wish} parties sur 100, en changeant de place à chaque partie. "
            "Je ne touche jamais aux dés : je choisis seulement des coups plus ou moins bons.",
            f"I play so that you win about {wish} games in 100, swapping seats after each. I never touch the dice: "
            "I only choose better or weaker moves.",
        )
        chosen = any(not isinstance(event, Roll) for event in events)
        if chosen:
            text += Text(" Mes coups faibles ", " My weak moves ") + describe_gift(
                ledger.given[player - 1], "vous ont", "you"
            )
            text += (
                Text(" ; les vôtres ", "; yours ")
                + describe_gift(ledger.gifts[player - 1], "m’ont", "me")
                + untranslated(".")
            )
        if self._game.phase(states[-1]) == "over":
            now = untranslated("")
        elif self._spend(states[-1], player, ledger) <= 0.0:
            now = Text(" En ce moment, je joue de mon mieux.", " Right now I play my best.")
        else:
            now = Text(" En ce moment, je retiens un peu mes coups.", " Right now I play a little below my best.")
        roughly = self._roughly(states[0].variant)
        return text + now + roughly + (self._beyond(states[0].variant, player, ledger) if chosen else untranslated(""))

    def _roughly(self, variant: Variant) -> Text:
        """That the wish is only roughly kept, where values are estimates or the sums were found in another variant."""
        if not solvers.exact(self._game.NAME, variant):
            return Text(
                " Dans ce jeu, je ne peux pas tout calculer : j’estime les chances. Ce sera donc à peu près cela.",
                " In this game I can’t work everything out: I estimate. So it will only be roughly that.",
            )
        if variant_key(self._game, variant) not in REACH:
            return Text(
                " On ne m’a pas essayé avec ces réglages : ce sera peut-être seulement à peu près cela.",
                " I have not been tried with these settings: it may only be roughly that.",
            )
        return untranslated("")

    def _beyond(self, variant: Variant, player: int, ledger: Ledger) -> Text:
        """That the wish is out of reach, if it is, against somebody who plays like the others."""
        everybody = (0.0,) * len(LEVELS), (100.0,) * len(LEVELS)  # nothing is known to be out of reach
        reach = REACH.get(variant_key(self._game, variant), everybody)
        least, most = (round(ledger.mean(player, figures)) for figures in reach)
        if least <= self._wish <= most:
            return untranslated("")
        how, often = (
            (Text("même si je joue toujours de mon mieux", "even if I always play my best"), least)
            if self._wish < least
            else (
                Text("même si je joue toujours le coup le plus faible", "even if I always play my weakest move"),
                most,
            )
        )
        return Text(
            f" {self._wish} parties sur 100 sont sans doute hors de portée ici : {how.fr}, quelqu’un qui joue comme "
            f"vous en gagne environ {often}. Je m’en approche autant que je peux.",
            f" {self._wish} games in 100 are probably out of reach here: {how.en}, someone playing like you wins "
            f"about {often}. I come as near as I can.",
        )
