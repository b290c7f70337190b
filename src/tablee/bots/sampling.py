"""A bot's choice by one draw of a game, so that a game can be played again; and how likely each of its moves is. The
low half of a draw says how a level plays this move (at random, greedily, as best it can), the high half which move."""

from collections.abc import Callable, Sequence

from tablee.core.draws import below
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import and_list, suggest

from .best_move import mixture
from .kinds import KINDS
from .simple import Greedy

HALF = 1 << 32
DRAWN = tuple(name for name, kind in KINDS.items() if not kind.wish)  # the kinds that choose by what they see alone

Mixture = Sequence[tuple[Event, float]]


def refuse(name: object, game: AnyGame) -> None:
    """Raise RequestError unless a kind of that name exists that chooses by its view alone."""
    if name not in DRAWN:
        there = and_list(DRAWN)
        shown = str(name)[:40]
        raise RequestError(
            f"politique : « {shown} » n’existe pas pour {game.NAME} ; il y a {there.fr}.",
            f"policy: “{shown}” does not play {game.NAME}; there are {there.en}.",
            suggest(name, DRAWN),
        )


def choose_by_draw(name: str, game: AnyGame, view: State, player: int, draw: int) -> Event:
    """The move that a kind makes by that draw."""
    kind, how = KINDS[name], draw % HALF
    if how < round(kind.random * HALF):
        moves: Sequence[Event] = game.moves(view, player)
        return moves[below(draw, len(moves))]
    if how < round((kind.random + kind.greedy) * HALF):
        moves = Greedy(game).best(view, player)
        return moves[below(draw, len(moves))]
    left = (draw >> 32) / HALF
    for move, share in (mixed := mixture(game, view, player)):
        left -= share
        if left < 0:
            return move
    return mixed[0][0]


def shares(name: str, game: AnyGame, view: State, player: int) -> dict[Event, float]:
    """How likely each move of a kind is; together 1."""
    kind, chances = KINDS[name], dict[Event, float]()
    ways: tuple[tuple[float, Callable[[], Mixture]], ...] = (
        (kind.random, lambda: _evenly(game.moves(view, player))),
        (kind.greedy, lambda: _evenly(Greedy(game).best(view, player))),
        (kind.best, lambda: mixture(game, view, player)),
    )
    for part, moves in ways:
        for move, share in moves() if part > 0.0 else ():
            chances[move] = chances.get(move, 0.0) + part * share
    return chances


def _evenly(moves: Sequence[Event]) -> Mixture:
    return [(move, 1.0 / len(moves)) for move in moves]
