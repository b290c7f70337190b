"""Recruitment: joint decisions as matrix games.

After a roll both players choose at once, neither seeing the other (L4). What the sheets are worth after each pair of
choices makes a matrix; its solution is a mixture for each player that no choice of the other can beat. What a choice
is worth is then its mean against the other's mixture.

Where the worth of a pair of sheets comes from, best first:

    solved    sheets of a few cells: backward induction over the whole recruitment (`reduced`); exact
    learned   sheets with a learned value: the few choices that matter are looked at one roll deeper
    rough     any other sheet: a plain measure of hits and damage

A recruitment that a choice completes is always fought out exactly, where it is small enough.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tablee.core.words import Text
from tablee.games import laaancez as rules
from tablee.kernels.laaancez import matrix
from tablee.kernels.laaancez import recruitment as kernel
from tablee.solvers.laaancez import combat, reduced
from tablee.solvers.laaancez.codes import Codes, codes_of
from tablee.solvers.laaancez.value import learned
from tablee.solvers.solution import Advice, Progress, quiet

Array = np.ndarray[Any, np.dtype[Any]]
KEPT = 6
"""Choices of each player that are looked at more closely: those worth most by the value alone."""

STEEP, AHEAD = 3.0, 0.7
"""Of the rough value: how much a lead counts, and player 1's lead for throwing first."""

FOUGHT_STATES = 1 << 22
"""The largest pair of rows that a rough decision fights out."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One player's side of a joint decision: each choice, its value to that player, its share of the mixture."""

    moves: tuple[rules.Choice, ...]
    values: Array
    shares: Array
    exact: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A joint decision, over all choices of both: what each is worth to player 1, and how often it is made."""

    values1: Array
    shares1: Array
    values2: Array
    shares2: Array
    exact: bool


def decide(state: rules.State, player: int, progress: Progress = quiet) -> Decision:
    """The values and the mixture of a player who has to choose; the other's choice, made or not, is not looked at."""
    codes = codes_of(state.variant.sheet)
    sheets = codes.read(state.sheets[0]), codes.read(state.sheets[1])
    options = codes.faces[state.die - 1]
    if reduced.fits(state.variant.sheet):
        game = by_table(codes, reduced.table_of(state.variant.sheet, progress), *sheets, options)
    elif (net := learned(state.variant.sheet)) is not None:
        game = by_value(codes, net, *sheets, options)
    else:
        game = by_strength(codes, *sheets, options)
    # A player who has already chosen is advised too: the question is the same.
    asked = replace(state, choices=(None, None))
    moves = tuple(move for move in rules.moves(asked, player) if not isinstance(move, rules.Throw))
    if player == 1:
        return Decision(moves, game.values1, game.shares1, game.exact)
    return Decision(moves, 1.0 - game.values2, game.shares2, game.exact)


def advise(state: rules.State, player: int, progress: Progress = quiet) -> Advice:
    """The choices of a player, by their value against the other's mixture; among equals, the likelier first."""
    decision = decide(state, player, progress)
    values = np.clip(decision.values, 0.0, 1.0).round(9)
    order = sorted(range(values.size), key=lambda k: (-values[k], -decision.shares[k]))
    return Advice(player, decision.exact, tuple((decision.moves[k], float(values[k])) for k in order))


# The three sources of worth


def by_table(codes: Codes, table: reduced.Solved, sheet1: Array, sheet2: Array, options: Array) -> Game:
    """A joint decision over solved values."""
    afters1 = [after(sheet1, *choice) for choice in choices(codes, sheet1, options)]
    afters2 = [after(sheet2, *choice) for choice in choices(codes, sheet2, options)]
    payoff = np.array([[table.value(one, two) for two in afters2] for one in afters1])
    row, column = np.empty(len(afters1)), np.empty(len(afters2))
    matrix.solve(payoff, row, column)
    return Game(payoff @ column, row, row @ payoff, column, True)


def by_value(codes: Codes, net: tuple[Array, ...], sheet1: Array, sheet2: Array, options: Array) -> Game:
    """A joint decision over a learned value, the choices that matter looked at one roll deeper."""
    payoff, kept1, kept2, cells1, new1, twin1, cells2, new2, twin2 = kernel.decision(
        sheet1, sheet2, options, codes.kinds, codes.rows, net
    )
    row, column = np.empty(kept1.size), np.empty(kept2.size)
    matrix.solve(payoff, row, column)
    near1 = np.lexsort((-row, -(payoff @ column).round(9)))[:KEPT]
    near2 = np.lexsort((-column, (row @ payoff).round(9)))[:KEPT]
    one, two = kept1[near1], kept2[near2]
    deep = np.empty((one.size, two.size))
    kernel.deepen(
        sheet1, sheet2, cells1[one], new1[one], cells2[two], new2[two],
        codes.kinds, codes.faces, codes.rows, codes.candle, net, deep,
    )  # fmt: skip
    row, column = np.empty(one.size), np.empty(two.size)
    value = matrix.solve(deep, row, column)
    # The choices left aside keep the learned value, shifted by what the closer look found, and never pass the rest.
    shift = float((deep - payoff[np.ix_(near1, near2)]).mean())
    values1 = np.minimum(payoff[:, near2] @ column + shift, value)
    values2 = np.maximum(row @ payoff[near1] + shift, value)
    values1[near1], values2[near2] = deep @ column, row @ deep
    shares1, shares2 = np.zeros(kept1.size), np.zeros(kept2.size)
    shares1[near1], shares2[near2] = row, column
    return Game(*_spread(kept1, twin1, values1, shares1), *_spread(kept2, twin2, values2, shares2), False)


def _spread(kept: Array, twin: Array, values: Array, shares: Array) -> tuple[Array, Array]:
    """From the kept choices to all: a twin is worth the same, and the kept choice is the one that is made."""
    place = np.searchsorted(kept, twin)
    return values[place], np.where(kept[place] == np.arange(twin.size), shares[place], 0.0)


def by_strength(codes: Codes, sheet1: Array, sheet2: Array, options: Array) -> Game:
    """A joint decision over a plain measure of the sheets, for objects no value has been learned of."""
    afters1 = [after(sheet1, *choice) for choice in choices(codes, sheet1, options)]
    afters2 = [after(sheet2, *choice) for choice in choices(codes, sheet2, options)]
    lead1 = np.array([strength(codes, one) for one in afters1])
    lead2 = np.array([strength(codes, two) for two in afters2])
    payoff = 1.0 / (1.0 + np.exp(-STEEP * (lead1[:, None] - lead2[None, :]) - AHEAD))
    for i in np.argsort(-lead1, kind="stable")[:KEPT]:
        for j in np.argsort(-lead2, kind="stable")[:KEPT]:
            done = afters1[i].all() or afters2[j].all()
            if done and combat.small(_unfolded(codes, afters1[i]), _unfolded(codes, afters2[j]), FOUGHT_STATES):
                payoff[i, j] = kernel.fought(afters1[i], afters2[j], codes.kinds, codes.rows, codes.candle)
    row, column = np.empty(lead1.size), np.empty(lead2.size)
    matrix.solve(payoff, row, column)
    return Game(payoff @ column, row, row @ payoff, column, False)


def strength(codes: Codes, sheet: Array) -> float:
    """A plain measure of a sheet: the hits of each row times its best damage; shielded hits count half again.

    A thrower is not used up (L7), so a row strikes with its best object for as long as its hits last.
    """
    total = float(codes.candle.prod())
    hits, damage, shield = _unfolded(codes, sheet)
    for row in range(codes.rows.size):
        guard = shield[row]
        beside = np.zeros_like(guard)
        beside[1:] |= guard[:-1]
        beside[:-1] |= guard[1:]
        lives = hits[row].sum() + 0.5 * (hits[row] * (beside & (1 - guard))).sum()
        total += float(lives * damage[row].max())
    return float(np.log(total))


# The value of the start


def simulated(codes: Codes, net: tuple[Array, ...], games: int, progress: Progress = quiet) -> tuple[float, float]:
    """Player 1's share of games of the value against itself, and the half-width of its 95 % interval."""
    kernel.seed(games)
    won, parts = 0.0, 20
    for part in range(parts):
        progress(part / parts, Text(fr="Je joue des parties d’essai.", en="Playing trial games."))
        won += kernel.self_play(games // parts, 0.0, codes.kinds, codes.faces, codes.rows, codes.candle, net, 1.0)[3]
    share = won / parts
    return share, 1.96 * (share * (1.0 - share) / games) ** 0.5


# Choices on codes


def choices(codes: Codes, sheet: Array, options: Array) -> list[tuple[int, int]]:
    """Every choice as a cell and the code it will hold, in the order of the rules' moves; (-1, 0) is a pass."""
    cells, new = np.empty(2 * sheet.size + 1, np.int64), np.empty(2 * sheet.size + 1, np.int64)
    count = kernel.choices(sheet, options, codes.kinds[3], cells, new)
    return list(zip(cells[:count].tolist(), new[:count].tolist(), strict=True))


def after(sheet: Array, cell: int, code: int) -> Array:
    """The sheet with that choice made."""
    changed = sheet.copy()
    if cell >= 0:
        changed[cell] = code
    return changed


def _unfolded(codes: Codes, sheet: Array) -> tuple[Array, Array, Array]:
    hits, damage, shield = kernel.unfold(sheet, codes.kinds, codes.rows, codes.candle)
    return hits, damage, shield
