"""The five levels: now a move at random, now a greedy one, else the best we know, in stated shares."""

from __future__ import annotations

import random

from tablee.core.game import AnyGame, Event, State

from . import best_move
from .kinds import Kind
from .simple import Greedy, Random


class Mixed:
    """A bot that draws, move by move, how well it plays this one."""

    def __init__(self, kind: Kind, game: AnyGame, seed: int | None = None) -> None:
        self._kind, self._game, self._random = kind, game, random.Random(seed)
        self._any = Random(game, self._random.getrandbits(64))
        self._greedy = Greedy(game, self._random.getrandbits(64))

    @property
    def pace(self) -> float:
        return self._kind.pace

    def choose(self, view: State, player: int) -> Event:
        simple = self._drawn()
        return simple.choose(view, player) if simple else best_move.best(self._game, view, player, self._random)

    def works_out(self) -> bool:
        """Whether the solver is asked for this move; called instead of `choose`."""
        return self._drawn() is None

    def _drawn(self) -> Random | Greedy | None:
        drawn = self._random.random()
        if drawn < self._kind.random:
            return self._any
        return self._greedy if drawn < self._kind.random + self._kind.greedy else None
