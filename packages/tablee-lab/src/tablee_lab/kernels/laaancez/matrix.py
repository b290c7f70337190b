"""Two-person zero-sum matrix games, solved by the simplex method.

After a roll both players of Laaancez choose at once, unseen (L4). Such a decision is a matrix of values: rows are
player 1's choices, columns player 2's, entries player 1's chance of winning. Its value and the two mixtures that
guarantee it are a small linear program.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

TINY = 1e-12


@njit(cache=True)
def saddle(payoff):
    """A pure pair of choices from which neither gains by leaving, as (row, column), or (-1, -1)."""
    rows, columns = payoff.shape
    low, best_row = -np.inf, 0
    for i in range(rows):
        least = payoff[i, 0]
        for j in range(1, columns):
            least = min(least, payoff[i, j])
        if least > low:
            low, best_row = least, i
    high, best_column = np.inf, 0
    for j in range(columns):
        most = payoff[0, j]
        for i in range(1, rows):
            most = max(most, payoff[i, j])
        if most < high:
            high, best_column = most, j
    if high - low <= TINY:
        return best_row, best_column
    return -1, -1


@njit(cache=True)
def scale(mixture):
    """Make the shares of a mixture add up to 1."""
    total = 0.0
    for k in range(mixture.size):
        total += mixture[k]
    for k in range(mixture.size):
        mixture[k] /= total


@njit(cache=True)
def solve(payoff, row, column):
    """Value of the game to the row player; writes an optimal mixture of each player to `row` and `column`.

    payoff float64[m, n] · row float64[m] · column float64[n]
    """
    rows, columns = payoff.shape
    for i in range(rows):
        row[i] = 0.0
    for j in range(columns):
        column[j] = 0.0
    i, j = saddle(payoff)
    if i >= 0:
        row[i] = 1.0
        column[j] = 1.0
        return payoff[i, j]
    # With all entries positive the value is positive, and the column player's program is
    #   maximise sum(y) subject to payoff @ y <= 1, y >= 0,
    # feasible at 0: no first phase is needed. The mixture of the row player is its dual.
    least = payoff[0, 0]
    for i in range(rows):
        for j in range(columns):
            least = min(least, payoff[i, j])
    shift = 1.0 - least
    width = columns + rows + 1
    tableau = np.zeros((rows + 1, width))
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = payoff[i, j] + shift
        tableau[i, columns + i] = 1.0
        tableau[i, width - 1] = 1.0
    for j in range(columns):
        tableau[rows, j] = -1.0
    basis = np.empty(rows, np.int64)
    for i in range(rows):
        basis[i] = columns + i
    greedy = 4 * (rows + columns)
    for step in range(greedy + 50 * (rows + columns)):
        enter = -1
        if step < greedy:  # steepest first; Bland's rule, which cannot cycle, should that last too long
            least = -TINY
            for j in range(width - 1):
                if tableau[rows, j] < least:
                    least, enter = tableau[rows, j], j
        else:
            for j in range(width - 1):
                if tableau[rows, j] < -TINY:
                    enter = j
                    break
        if enter < 0:
            break
        leave, ratio = -1, np.inf
        for i in range(rows):
            if tableau[i, enter] > TINY:
                here = tableau[i, width - 1] / tableau[i, enter]
                if here < ratio - TINY or (here < ratio + TINY and leave >= 0 and basis[i] < basis[leave]):
                    leave, ratio = i, here
        pivot = tableau[leave, enter]
        for k in range(width):
            tableau[leave, k] /= pivot
        for i in range(rows + 1):
            factor = tableau[i, enter]
            if i != leave and factor != 0.0:
                for k in range(width):
                    tableau[i, k] -= factor * tableau[leave, k]
        basis[leave] = enter
    total = tableau[rows, width - 1]
    for i in range(rows):
        row[i] = max(tableau[rows, columns + i], 0.0)
        if basis[i] < columns:
            column[basis[i]] = max(tableau[i, width - 1], 0.0)
    scale(row)
    scale(column)
    return 1.0 / total - shift


@njit(cache=True)
def gap(payoff, row, column):
    """How far two mixtures are from a solution: what both players could gain, together, by one better choice."""
    rows, columns = payoff.shape
    best, worst = -np.inf, np.inf
    for i in range(rows):
        value = 0.0
        for j in range(columns):
            value += payoff[i, j] * column[j]
        best = max(best, value)
    for j in range(columns):
        value = 0.0
        for i in range(rows):
            value += payoff[i, j] * row[i]
        worst = min(worst, value)
    return best - worst
