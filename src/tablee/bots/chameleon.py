"""A bot that lets the other win as often as they wish, by playing moves of just the right worth; dice are left alone.

What happens in a game is luck and choices, and luck has no mean. So from what the start is worth, a bot wins as much
more often as the others give away by their choices, and as much less as it gives away by its own. It keeps an account
of these, in exact values where there are any: what it still has to give away is its *spare*. While there is some it
plays moves that cost about that much; else it plays its best.

Two things would come too late, so they are reckoned with beforehand: what the other is likely to give away yet (as much
a choice as so far), and that a game may end before all is spent. How much of it, `PLAN` says for each wish: measured
once in Pousse-blocs, and checked in the other games.

Who begins matters, so a wish speaks of both seats together, taken in turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from tablee import solvers
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text
from tablee.games import load

from . import oracle
from .kinds import Kind

PLAN = {0.3: (-0.07, 0.0), 0.4: (0.0, 12.0), 0.5: (0.0, 40.0), 0.6: (0.01, 80.0), 0.7: (0.06, 140.0)}
"""By wish: what is spent at once beyond the account (or kept), and how many choices of the other are reckoned with."""

DOUBT = 2  # choices without a gift, before the first: one slip makes no habit
LONG = 1.0  # of a game that may go on and on
KEPT = 100_000  # choices whose worth is remembered


def _cells(state: Any) -> float:
    cells = [die for side in state.sides for die in side]
    return cells.count(0) / len(cells)


def _objects(state: Any) -> float:
    """Cells to fill while recruiting; a combat is short."""
    cells = [item for sheet in state.sheets for item in sheet]
    return cells.count(None) / len(cells) if state.die else 0.3


LEFT: dict[str, Callable[[Any], float]] = {"cadeau": _cells, "laaancez": _objects}
"""How much of a game is still to come, from 1 to 0."""


@lru_cache(maxsize=KEPT)
def _advice(name: str, state: State, player: int) -> solvers.Advice:
    return solvers.swift(name, state, player)


@lru_cache(maxsize=KEPT)
def _changed(name: str, state: State, event: Event, doer: int, player: int) -> float:
    """What a choice did to a player's chances."""
    game = load(name)
    if game.seats(state.variant) > 2:
        before, after = (solvers.values(name, each).players[player] for each in (state, game.play(state, event)))
        return after - before
    worths = {str(move): value for move, value in _advice(name, state, doer).moves}
    loss = max(worths.values()) - worths[str(event).partition(":")[0]]  # B5: a push may say its calculation
    return -loss if doer == player else loss


class Chameleon:
    """Told what has happened so far; without that it knows only the position it is asked about.

    It keeps nothing from move to move, so one may sit at many tables; what was computed, all of them know.
    """

    def __init__(self, kind: Kind, game: AnyGame, seed: int | None = None) -> None:
        self.kind, self._game, self._random = kind, game, random.Random(seed)
        self._change, self._advice = partial(_changed, game.NAME), partial(_advice, game.NAME)

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
        given, gifts, choices = self._account(states, events, player)
        extra, ahead = PLAN[self.kind.wish]
        worth = self._advice(view, player).moves[0][1]
        left = LEFT.get(self._game.NAME, lambda state: LONG)(view)
        coming = ahead * left * (1.0 - worth) * gifts / (choices + DOUBT)
        return self._first(states[0], player) + gifts - given + (extra + coming if gifts >= 0.0 else 0.0)

    def _first(self, start: State, player: int) -> float:
        """What is to be given away in a game against somebody who never errs: both seats together come out right."""
        people = self._game.seats(start.variant)
        mine = (1.0 - self.kind.wish) / (people - 1)
        if people > 2 or mine >= 0.5:
            return 1.0 / people - mine
        worth = solvers.values(self._game.NAME, start).players[player]
        weaker = min(mine, worth, 1.0 - worth)  # as often as the weaker seat can win, if it has to
        return worth - (weaker if worth <= 0.5 else 2.0 * mine - weaker)

    def _account(self, states: Sequence[State], events: Sequence[Event], player: int) -> tuple[float, float, int]:
        """What this player has given away so far, what the others have given to them, and in how many choices."""
        given, gifts, choices = 0.0, 0.0, 0
        place = 0
        while place < len(events):
            state = states[place]
            at_once = len(self._game.players(state)) if self._game.phase(state) == "move" else 0
            if place + at_once > len(events):
                break  # a choice that is still hidden
            for event in events[place : place + at_once]:
                doer = self._game.doer(state, event)
                change = self._change(state, event, doer, player)
                if doer == player:
                    given -= change
                else:
                    gifts, choices = gifts + change, choices + 1
            place += max(1, at_once)
        return given, gifts, choices

    def _weakest(self, player: int, states: Sequence[State], events: Sequence[Event]) -> bool:
        """Whether this player has had something to choose, and has always chosen the worst."""
        spared = []  # beside each choice, how far it was from the worst
        for state, event in zip(states, events, strict=False):
            if self._game.phase(state) == "move" and self._game.doer(state, event) == player:
                worths = {str(move): value for move, value in self._advice(state, player).moves}
                if max(worths.values()) > min(worths.values()):
                    spared.append(worths[str(event).partition(":")[0]] - min(worths.values()))
        return bool(spared) and not any(spared)

    # --- when it is asked -----------------------------------------------------------------------------------------

    def says(self, player: int, states: Sequence[State], events: Sequence[Event]) -> Text:
        """What it is doing, in plain words: what it aims at, what has been given away, what it does next."""
        wish = round(100 * self.kind.wish)
        given, gifts, _ = self._account(states, events, player)
        spare = self._first(states[0], player) + gifts - given
        mine, yours = (f"{100 * figure:.1f}" for figure in (given, gifts))
        told = Text(
            f"Je joue pour que vous gagniez environ {wish} parties sur 100, chaque place à son tour. Je ne touche "
            "jamais aux dés : je choisis seulement des coups plus ou moins bons. Dans cette partie, je vous ai laissé "
            f"{mine.replace('.', ',')} % de chances, et vous m’en avez laissé {yours.replace('.', ',')} %.",
            f"I play so that you win about {wish} games in 100, each seat in its turn. I never touch the dice: I only "
            f"choose better or weaker moves. In this game I have left you {mine}% of the chances, and you have left me "
            f"{yours}%.",
        )
        if spare < 0.0:
            return told + Text(
                " En ce moment, je joue de mon mieux ; contre quelqu’un de très fort, cela peut ne pas suffire.",
                " Right now I play my best; against somebody very strong that may not be enough.",
            )
        if self._weakest(player, states, events):
            return told + Text(
                " Je joue déjà mes coups les plus faibles ; contre quelqu’un qui débute, cela peut ne pas suffire.",
                " I play my weakest moves already; against somebody who has just begun that may not be enough.",
            )
        return told + Text(
            " En ce moment, je joue un peu moins bien que je ne sais le faire.",
            " Right now I play a little below my best.",
        )
