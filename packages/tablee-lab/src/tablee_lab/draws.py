"""The draws of a game in plain integers, bit for bit those of the kernels. Every game of a seed has a key of its own,
and event n of the game uses draw n of that key and no other. So a game is the same wherever it is played, and whatever
was played before it.

A bot can choose by one draw, too: the low half says how a level plays this move (at random, greedily, as best it can),
the high half which move. And how likely each of its moves is."""

from collections.abc import Callable, Sequence

from tablee.bots.best_move import mixture
from tablee.bots.kinds import KINDS
from tablee.bots.simple import Greedy
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import and_list, suggest

GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, made odd: the step of splitmix64
WORD = (1 << 64) - 1
HALF = 1 << 32
DRAWN = tuple(name for name, kind in KINDS.items() if not kind.wish)  # the kinds that choose by what they see alone

Mixture = Sequence[tuple[Event, float]]


def mix(word: int) -> int:
    """Sixty-four bits well stirred: the finish of splitmix64."""
    word &= WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def stream(seed: int, index: int) -> int:
    return mix(mix(seed + GOLDEN) + (index + 1) * GOLDEN)


def draw(key: int, number: int) -> int:
    """Draw `number` of a game, from 0."""
    return mix(key + (number + 1) * GOLDEN)


def below(random: int, count: int) -> int:
    """A draw as a number below `count`."""
    return (random >> 32) * count >> 32


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
