"""Counting sequences of events: the quickest way to see whether two implementations agree on the rules."""

from __future__ import annotations

from .game import AnyGame, Event, State


def events(game: AnyGame, state: State) -> tuple[Event, ...]:
    """Everything that can happen next: every roll, or every move of the first player who still has to choose."""
    phase = game.phase(state)
    if phase == "roll":
        return tuple(roll for roll, _ in game.rolls(state))
    return game.moves(state, game.players(state)[0]) if phase == "move" else ()


def perft(game: AnyGame, state: State, depth: int) -> int:
    """The number of event sequences of exactly this length from a state. Those that end sooner count nothing."""
    if depth == 0:
        return 1
    following = events(game, state)
    if depth == 1:
        return len(following)
    return sum(perft(game, game.play(state, event), depth - 1) for event in following)
