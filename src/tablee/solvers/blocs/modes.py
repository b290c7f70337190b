"""The five modes of Pousse-blocs as solved tables: how each is built, and how a position is looked up in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tablee.core.words import Text
from tablee.games import blocs
from tablee.kernels import blocs as kernel
from tablee.solvers.solution import Progress

from . import equilibrium

Array = np.ndarray[Any, np.dtype[Any]]
Arrays = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mode:
    """`build(level, progress)` makes the arrays; `worth(arrays, state, player)` reads a state before a throw."""

    build: Callable[[int, Progress], dict[str, Array]]
    worth: Callable[[Arrays, blocs.State, int], float]


# Alone


def _build_solo(level: int, progress: Progress) -> dict[str, Array]:
    tables = kernel.pushes(level).arrays()
    left = np.zeros(kernel.SETS)
    for place, block in enumerate(kernel.BLOCKS):
        left[np.arange(kernel.SETS) >> place & 1 == 1] += block
    sums, perfect = np.empty(kernel.SETS), np.empty(kernel.SETS)
    kernel.alone(tables, -left, sums)  # the smallest sum is the largest of its negatives
    kernel.alone(tables, np.eye(1, kernel.SETS)[0], perfect)
    return {"sum": -sums, "perfect": perfect}


def _solo(arrays: Arrays, state: blocs.State, player: int) -> float:
    return float(arrays["sum"][kernel.packed(state.seats[0])])


# Two players


def _build_duel(level: int, progress: Progress) -> dict[str, Array]:
    lower, upper = np.zeros(kernel.SETS), np.ones(kernel.SETS)
    kernel.duel(kernel.pushes(level).arrays(), lower, upper, 10_000)
    return {"value": (lower + upper) / 2, "residual": np.abs(upper - lower).max()}


def _duel(arrays: Arrays, state: blocs.State, player: int) -> float:
    chance = float(arrays["value"][kernel.packed(state.seats[state.seat])])
    return chance if player == state.seat + 1 else 1.0 - chance


def _build_fast(level: int, progress: Progress) -> dict[str, Array]:
    value = np.empty((kernel.SETS, kernel.SETS))
    kernel.fast(kernel.pushes(level).arrays(), value)
    return {"value": value}


def _fast(arrays: Arrays, state: blocs.State, player: int) -> float:
    own, other = (kernel.packed(state.seats[seat]) for seat in (state.seat, 1 - state.seat))
    chance = float(arrays["value"][own, other])
    return chance if player == state.seat + 1 else 1.0 - chance


# Three and four players


def _build_many(seats: tuple[equilibrium.Seat, ...]) -> Callable[[int, Progress], dict[str, Array]]:
    def build(level: int, progress: Progress) -> dict[str, Array]:
        play, regret = equilibrium.settle(level, seats, progress)
        # [seat][kind][own, stays], out of the strips of the kernel
        value = np.stack([values.transpose(0, 2, 1, 3).reshape(-1, kernel.SETS, kernel.SETS) for values in play.values])
        coins = [
            (coin.seat, coin.own, coin.strip * kernel.STRIP + coin.place, coin.usual, coin.other, coin.share)
            for coin in play.coins
        ]
        return {"value": value, "coins": np.array(coins).reshape(-1, 6), "residual": np.array(regret)}

    return build


def _four(arrays: Arrays, state: blocs.State, player: int) -> float:
    own, stays = (kernel.packed(state.seats[seat]) for seat in (state.seat, (state.seat + 1) % 4))
    known = [arrays["value"][0, kind, own, stays] for kind in range(3)]
    kind = (player - 1 - state.seat) % 4
    return float(known[kind] if kind < 3 else 1.0 - sum(known))


# By seat: its place in the order of turns, the seat whose blocks stay, whose chances the table holds.
_THREE = {0: (0, 1, (1, 2)), 1: (1, 0, (2, 1)), 3: (2, 0, (3, 1)), 2: (3, 1, (3, 1))}


def _three(arrays: Arrays, state: blocs.State, player: int) -> float:
    place, fixed, kinds = _THREE[state.seat]
    own, stays = kernel.packed(state.seats[state.seat]), kernel.packed(state.seats[fixed])
    known = [arrays["value"][place, kind, own, stays] for kind in range(2)]
    return float(known[kinds.index(player)] if player in kinds else 1.0 - sum(known))


MODES = {
    "solo": Mode(_build_solo, _solo),
    "duel": Mode(_build_duel, _duel),
    "fast": Mode(_build_fast, _fast),
    "three": Mode(_build_many(equilibrium.THREE), _three),
    "four": Mode(_build_many(equilibrium.FOUR), _four),
}

TITLES = {
    "solo": Text(fr="seul", en="solo"),
    "duel": Text(fr="duel", en="duel"),
    "fast": Text(fr="à deux rapide", en="two players, fast"),
    "three": Text(fr="à trois", en="three players"),
    "four": Text(fr="à quatre", en="four players"),
}


def worth(arrays: Arrays, state: blocs.State, player: int) -> float:
    """The value to a player of a state before a throw, or after the end."""
    mode = state.variant.mode
    outcome = blocs.outcome(state)
    if outcome is not None:
        return float(outcome.scores[1] if mode == "solo" else player in outcome.winners)
    look = MODES[mode].worth
    if state.opened or mode == "solo":
        return look(arrays, state, player)
    # B8: until a block is pushed a seven is thrown again. The table says what the throw is worth where a seven
    # ends the turn: take the sevens out of it.
    order = blocs.MODES[mode].order
    passed = replace(state, opened=True, seat=order[1])
    sevens = kernel.SEVENS
    return (36 * look(arrays, state, player) - sevens * look(arrays, passed, player)) / (36 - sevens)
