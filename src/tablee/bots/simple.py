"""Two simple bots for every game: one plays any legal move, one takes what is best at the moment."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from tablee.core.game import AnyGame, Event, State
from tablee.games import blocs, cadeau, laaancez

from .kinds import KINDS

Worth = Callable[[State, int, Event], tuple[float, ...]]


class Random:
    """Any legal move, all equally likely."""

    pace = KINDS["random"].pace

    def __init__(self, game: AnyGame, seed: int | None = None) -> None:
        self._game, self._random = game, random.Random(seed)

    def choose(self, view: State, player: int) -> Event:
        return self._random.choice(self._game.moves(view, player))


class Greedy:
    """The move of highest immediate worth; among equals, any."""

    pace = KINDS["greedy"].pace

    def __init__(self, game: AnyGame, seed: int | None = None) -> None:
        self._game, self._random = game, random.Random(seed)
        self._worth = WORTH.get(game.NAME, _equal)

    def choose(self, view: State, player: int, among: Sequence[Event] = ()) -> Event:
        """One of the best moves; `among`: only these are considered."""
        return self._random.choice(self.best(view, player, among))

    def best(self, view: State, player: int, among: Sequence[Event] = ()) -> list[Event]:
        """The moves it chooses among."""
        worths = [(self._worth(view, player, move), move) for move in among or self._game.moves(view, player)]
        best = max(worth for worth, _ in worths)
        return [move for worth, move in worths if worth == best]


SIMPLE: dict[str, Callable[[AnyGame, int | None], Random | Greedy]] = {"random": Random, "greedy": Greedy}


# --- cadeau: how much a cell improves the chance to hold its zone -------------------------------------------------

Triple = tuple[int, ...]


@lru_cache(maxsize=4096)
def _strengths(straights: str, cells: Triple) -> Counter[tuple[int, int]]:
    """How often each strength comes out if the empty cells are filled by chance."""
    options = [(die,) if die else range(1, 7) for die in cells]
    return Counter(cadeau.combination(straights, (a, b, c)).strength for a, b, c in itertools.product(*options))


@lru_cache(maxsize=65536)
def balance(straights: str, mine: Triple, theirs: Triple) -> float:
    """The chance to hold a zone less the chance to lose it, if the empty cells are filled by chance."""
    ours, others = _strengths(straights, mine), _strengths(straights, theirs)
    balance = sum(
        ((strong > weak) - (strong < weak)) * count * times
        for strong, count in ours.items()
        for weak, times in others.items()
    )
    return balance / (ours.total() * others.total())


def _writing(state: cadeau.State, player: int, move: cadeau.Write) -> tuple[float, ...]:
    span = slice(3 * move.zone - 3, 3 * move.zone)
    mine, theirs = state.sides[player - 1][span], state.sides[2 - player][span]
    written = (*mine[: move.cell], state.die, *mine[move.cell + 1 :])
    straights = state.variant.straights
    return (balance(straights, written, theirs) - balance(straights, mine, theirs),)


# --- blocs: win, else push as many and as high as possible ---------------------------------------------------------


def _pushing(state: blocs.State, player: int, move: blocs.Push) -> tuple[float, ...]:
    left = state.seats[state.seat] & ~blocs.mask_of(move)
    return (not left, len(move.blocks), sum(move.blocks))


# --- laaancez: fill the front with strength, then strike down what hurts most --------------------------------------

TICKED = 3.5  # a tick is worth as much as a weak object
BEHIND = 0.5  # an object counts less for each row it stands behind


def _laaancez(state: laaancez.State, player: int, move: laaancez.Choice | laaancez.Throw) -> tuple[float, ...]:
    if isinstance(move, laaancez.Throw):
        return _throwing(state, player, move)
    if isinstance(move, laaancez.Pass):
        return (0,)
    sheet = state.variant.sheet
    behind = BEHIND * laaancez.LETTERS.index(move.cell[0])
    if isinstance(move, laaancez.Tick):
        return (TICKED - behind,)
    thing = sheet.things[move.kind]
    return (thing.hits + thing.damage - behind,)


def _throwing(state: laaancez.State, player: int, move: laaancez.Throw) -> tuple[float, ...]:
    sheet = state.variant.sheet
    thrown = state.sheets[player - 1][sheet.index[move.thrower]]
    aimed = state.sheets[2 - player][sheet.index[move.target]]
    assert thrown is not None  # a legal throw goes from an object to an object
    assert aimed is not None
    kills = thrown.damage >= aimed.hits
    candle = kills and aimed.kind == sheet.candle.name
    return (candle, kills, aimed.damage, min(thrown.damage, aimed.hits))


def _equal(state: State, player: int, move: Event) -> tuple[float, ...]:
    """A game that says nothing about its moves: one is as good as another."""
    return (0,)


WORTH: dict[str, Worth] = {"cadeau": _writing, "blocs": _pushing, "laaancez": _laaancez}
