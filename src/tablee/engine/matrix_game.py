"""Matrix games: two players choose at once, unseen; the simplex method finds a best mixture of each."""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

TINY = 1e-12


class Mixtures(NamedTuple):
    """Both mixed strategies of a matrix game, with the lower and the upper bound that they guarantee."""

    low: float
    high: float
    row: list[float]
    column: list[float]


def solve_matrix(payoff: Sequence[Sequence[float]]) -> Mixtures:
    """Returns an optimal mixed strategy of each player; entries are the row player's payoffs. `low` and `high` are
    worked out from the mixtures alone, so they bound the value however the mixtures were found."""
    lows, highs = [min(line) for line in payoff], [max(line) for line in zip(*payoff, strict=True)]
    low, high = max(lows), min(highs)
    if low == high:  # a pure choice of each, from which neither gains by leaving
        row, column = _pure(lows, low), _pure(highs, high)
    else:
        row, column = _simplex(payoff, 1.0 - min(lows))
    return Mixtures(
        min(sum(map(mul, row, line)) for line in zip(*payoff, strict=True)),
        max(sum(map(mul, column, line)) for line in payoff),
        row,
        column,
    )


def _pure(worths: list[float], wanted: float) -> list[float]:
    chosen = worths.index(wanted)
    return [float(index == chosen) for index in range(len(worths))]


def _simplex(payoff: Sequence[Sequence[float]], shift: float) -> tuple[list[float], list[float]]:
    """Maximise the sum of y with payoff @ y <= 1 and y >= 0, all entries made positive by `shift`. y is the column
    player's mixture up to its scale, and the dual of the program the row player's. The tableau leaves out the unit
    columns: `top` and `left` name the variables of its columns and rows, slacks counting from `columns`."""
    rows, columns = len(payoff), len(payoff[0])
    table = [[entry + shift for entry in line] + [1.0] for line in payoff] + [[-1.0] * columns + [0.0]]
    top, left = list(range(columns)), list(range(columns, columns + rows))
    greedy = 4 * (rows + columns)
    for step in range(50 * (rows + columns)):
        costs = table[-1][:-1]
        entering = [index for index, cost in enumerate(costs) if cost < -TINY]
        if not entering:
            break
        # The steepest; should that take long, Bland's rule, which cannot go round in circles.
        enter = min(entering, key=costs.__getitem__ if step < greedy else top.__getitem__)
        limits = [
            (line[-1] / line[enter], left[index], index) for index, line in enumerate(table[:-1]) if line[enter] > TINY
        ]
        leave = min(limits)[2]
        top[enter], left[leave] = left[leave], top[enter]
        pivot = table[leave][enter]
        ahead = [entry / pivot for entry in table[leave]]
        ahead[enter] = 1.0 / pivot
        for index, line in enumerate(table):
            if index != leave:
                factor = line[enter]
                line[enter] = 0.0
                table[index] = [entry - factor * by for entry, by in zip(line, ahead, strict=True)]
        table[leave] = ahead
    mixed = [0.0] * (rows + columns)
    for name, line in zip(left, table, strict=False):
        mixed[name] = max(line[-1], 0.0) if name < columns else 0.0
    for name, cost in zip(top, table[-1], strict=False):
        if name >= columns:
            mixed[name] = max(cost, 0.0)
    return _normalise(mixed[columns:]), _normalise(mixed[:columns])


def _normalise(shares: list[float]) -> list[float]:
    whole = sum(shares)
    return [share / whole for share in shares]
