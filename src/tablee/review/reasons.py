"""Why one move is better than another, in words: what can be counted after each of them, by the rules alone.

The module `reasons` of a game holds its measures, the weightiest first. A reason is a measure that speaks for
the better move, with both counts; where none does, nothing is claimed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablee.core import registry as games
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.supported import find_unsupported
from tablee.core.words import Text

MOST = 2  # reasons at once: a third is not read
NONE = Text(
    "À première vue, c’est pareil ; la différence vient plus tard.",
    "At a glance they are equal; the difference comes later.",
)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something to count, from the state before the move, the one after it, and for whom; None: it says nothing there.
    `describe` says it of the better move's count and the other's. `more`: more of it is better. `least`: the smallest
    difference that explains anything. `for_children`: the reason without its counts, for children of eight."""

    key: str
    count: Callable[[Any, Any, int], int | None]
    describe: Callable[[int, int], Text]
    more: bool = True
    least: int = 1
    for_children: Text | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    key: str
    better: int
    other: int
    text: Text
    for_children: Text | None


def find_reasons(game: AnyGame, state: State, player: int, better: Event, other: Event) -> list[Reason]:
    """What speaks for one of two moves of a player; empty if nothing that we count does."""
    result: list[Reason] = []
    afters = [carry_out(game, state, move) for move in (better, other)]
    for measure in list_measures(game, state.variant):
        for_it, against = (measure.count(state, after, player) for after in afters)
        if for_it is None or against is None or any((r.better, r.other) == (for_it, against) for r in result):
            continue  # rolls that finish also push: the same two counts are told once
        if (for_it - against if measure.more else against - for_it) >= measure.least:
            text = measure.describe(for_it, against)
            result.append(Reason(measure.key, for_it, against, text, measure.for_children))
    return result[:MOST]


def list_measures(game: AnyGame, variant: Variant) -> tuple[Measure, ...]:
    """Returns the measures of a game; empty if it has none for these settings."""
    part = games.part(game.NAME, "reasons")
    return tuple(part.MEASURES) if part and not find_unsupported(game, variant, part.SUPPORTED) else ()


def carry_out(game: AnyGame, state: State, move: Event) -> State:
    """The state after a move; where others choose at the same time, after any choice of theirs too."""
    choosing = set(game.players(state)) - {game.actor(state, move)}
    state = game.play(state, move)
    for player in sorted(choosing):
        state = game.play(state, game.moves(state, player)[0])
    return state
