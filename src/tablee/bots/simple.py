"""Two simple bots for every game: one plays any legal move, one takes what is best at the moment."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tablee.core.game import AnyGame, Event, State
from tablee.core.registry import part

Rank = Callable[[State, int, Event], tuple[float, ...]]


class Random:
    """Any legal move, all equally likely."""

    def __init__(self, game: AnyGame, seed: int | None = None) -> None:
        self._game, self._random = game, random.Random(seed)

    def choose(self, view: State, player: int) -> Event:
        return self._random.choice(self._game.moves(view, player))


class Greedy:
    """The move of highest rank; among equals, any."""

    def __init__(self, game: AnyGame, seed: int | None = None) -> None:
        self._game, self._random = game, random.Random(seed)
        # To a game that says nothing about its moves one is as good as another.
        self._rank: Rank = getattr(part(game.NAME, "greedy"), "rank", lambda state, player, move: (0,))

    def choose(self, view: State, player: int, among: Sequence[Event] = ()) -> Event:
        """One of the best moves; `among`: only these are considered."""
        return self._random.choice(self.best(view, player, among))

    def best(self, view: State, player: int, among: Sequence[Event] = ()) -> list[Event]:
        """The moves it chooses among."""
        ranked = [(self._rank(view, player, move), move) for move in among or self._game.moves(view, player)]
        best = max(rank for rank, _ in ranked)
        return [move for rank, move in ranked if rank == best]


def play_out(
    game: AnyGame, state: State, players: Sequence[Any], chance: random.Random
) -> Iterator[tuple[State, int, Event]]:
    """A game of bots from a state on: every choice as its state, its player and the move."""
    while (phase := game.phase(state)) != "over":
        if phase == "roll":
            rolls, weights = zip(*game.rolls(state), strict=True)
            state = game.play(state, chance.choices(rolls, list(map(float, weights)))[0])
            continue
        player = game.players(state)[0]
        move = players[player - 1].choose(game.view(state, player), player)
        yield state, player, move
        state = game.play(state, move)


SIMPLE: dict[str, Callable[[AnyGame, int | None], Random | Greedy]] = {"random": Random, "greedy": Greedy}
