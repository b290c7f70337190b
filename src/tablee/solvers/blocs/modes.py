"""The five modes of Pousse-blocs as solved tables: how each is built, and how a position is looked up in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tablee.core.game import TWO_DICE
from tablee.core.words import Text
from tablee.games import blocs
from tablee.kernels import blocs as kernel
from tablee.solvers.solution import Progress

from . import equilibrium

Array = np.ndarray[Any, np.dtype[Any]]
Arrays = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mode:
    """`build(variant, progress)` makes the arrays; `worth(arrays, state, player)` reads a state before a throw."""

    build: Callable[[blocs.Variant, Progress], dict[str, Array]]
    worth: Callable[[Arrays, blocs.State, int], float]


# Alone


def _tables(variant: blocs.Variant) -> kernel.Tables:
    return kernel.pushes(variant.level, variant.push == "may").arrays()


def _build_solo(variant: blocs.Variant, progress: Progress) -> dict[str, Array]:
    tables, again = kernel.pushes(variant.level).arrays(), variant.single == "again"
    left = np.zeros(kernel.SETS)
    for place, block in enumerate(kernel.BLOCKS):
        left[np.arange(kernel.SETS) >> place & 1 == 1] += block
    sums, perfect = np.empty(kernel.SETS), np.empty(kernel.SETS)
    kernel.alone(tables, -left, again, sums)  # the smallest sum is the largest of its negatives
    kernel.alone(tables, np.eye(1, kernel.SETS)[0], again, perfect)
    return {"sum": -sums, "perfect": perfect}


def _solo(arrays: Arrays, state: blocs.State, player: int) -> float:
    return float(arrays["sum"][kernel.packed(state.seats[0])])


# Two players


def _build_duel(variant: blocs.Variant, progress: Progress) -> dict[str, Array]:
    lower, upper = np.zeros(kernel.SETS), np.ones(kernel.SETS)
    kernel.duel(_tables(variant), lower, upper, 10_000)
    return {"value": (lower + upper) / 2, "residual": np.abs(upper - lower).max()}


def _duel(arrays: Arrays, state: blocs.State, player: int) -> float:
    chance = float(arrays["value"][kernel.packed(state.seats[state.seat])])
    return chance if player == state.seat + 1 else 1.0 - chance


def _build_fast(variant: blocs.Variant, progress: Progress) -> dict[str, Array]:
    value = np.empty((kernel.SETS, kernel.SETS))
    kernel.fast(_tables(variant), value)
    return {"value": value}


def _fast(arrays: Arrays, state: blocs.State, player: int) -> float:
    own, other = (kernel.packed(state.seats[seat]) for seat in (state.seat, 1 - state.seat))
    chance = float(arrays["value"][own, other])
    return chance if player == state.seat + 1 else 1.0 - chance


# Three and four players


def _build_many(seats: tuple[equilibrium.Seat, ...]) -> Callable[[blocs.Variant, Progress], dict[str, Array]]:
    def build(variant: blocs.Variant, progress: Progress) -> dict[str, Array]:
        play, regret = equilibrium.settle(variant.level, seats, progress, may=variant.push == "may")
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
    if state.opened or mode == "solo":
        return MODES[mode].worth(arrays, state, player)
    variant = state.variant
    if variant not in _OPENINGS:
        _OPENINGS[variant] = _opening(arrays, variant)
    return _OPENINGS[variant][state.seat][player - 1]


_OPENINGS: dict[blocs.Variant, dict[int, list[float]]] = {}


def _opening(arrays: Arrays, variant: blocs.Variant) -> dict[int, list[float]]:
    """By seat to move, the value to every player of the start, as long as no block has been pushed.

    Sevens are thrown again (B8); a throw that is not used hands the turn on, with all as it was. So each seat's values
    are a sum over the throws it uses, and a share of the next seat's: a circle that is solved at once. Whoever may
    wait (B6) does where the next seat's values are better for them; then the circle is solved again.
    """
    mode, start, people = blocs.MODES[variant.mode], blocs.start(variant), range(1, blocs.seats(variant) + 1)
    throws: dict[int, list[tuple[int, list[float]]]] = {}  # weight, and what the best push is worth to everybody
    for seat in mode.order:
        mover, throws[seat] = mode.holder[seat] - 1, []
        for roll, weight in TWO_DICE:
            thrown = replace(start, seat=seat, dice=roll.dice)
            pushes = blocs.pushes(variant.level, start.seats[seat], roll.dice)
            ends = [[worth(arrays, blocs.play(thrown, push), player) for player in people] for push in pushes]
            if ends:
                throws[seat].append((int(36 * weight), max(ends, key=lambda end: end[mover])))
    used = throws
    while True:
        values, share = [0.0 for _ in people], 1.0
        for seat in mode.order:
            values = [
                value + share * sum(weight * end[place] for weight, end in used[seat]) / 30
                for place, value in enumerate(values)
            ]
            share *= 1 - sum(weight for weight, _ in used[seat]) / 30
        values = [value / (1 - share) for value in values]
        opening = {}
        wanted = {}
        for seat in reversed(mode.order):
            mover = mode.holder[seat] - 1
            wanted[seat] = [
                throw for throw in throws[seat] if variant.push == "must" or throw[1][mover] > values[mover] - 1e-13
            ]
            rest = 1 - sum(weight for weight, _ in used[seat]) / 30
            values = [
                sum(weight * end[place] for weight, end in used[seat]) / 30 + rest * value
                for place, value in enumerate(values)
            ]
            opening[seat] = values
        if wanted == used:
            return opening
        used = wanted
