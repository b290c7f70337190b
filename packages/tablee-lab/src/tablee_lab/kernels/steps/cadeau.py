"""À l'assaut du Cadeau !, event by event. A row: the cells of either side, the die, how many dice are written."""

# mypy: allow-untyped-defs, allow-untyped-calls

from typing import Any, NamedTuple

import numpy as np

from tablee.games import cadeau as rules
from tablee_lab.kernels.simulate import cadeau as whole
from tablee_lab.kernels.simulate.draws import below, result, stepped

Array = np.ndarray[Any, np.dtype[Any]]
FACES = 6


class Cadeau(NamedTuple):
    cells: int  # of a side
    strength: Array  # int16[343] of three dice
    balance: Array  # float64[343, 343] as in `tablee_lab.kernels.simulate.cadeau`


def tables(variant: rules.Variant, solved: Any = None) -> Cadeau:
    simulated = whole.tables(variant)
    return Cadeau(3 * variant.zones, simulated.strength, simulated.balance)


def sizes(variant: rules.Variant) -> tuple[int, int, int, int]:
    """How long a row, an observation and a mask are, and the most options."""
    cells = 3 * variant.zones
    return 2 * cells + 2, 2 * cells * FACES + 9, cells + 1, cells


def plain(variant: rules.Variant, row: list[int]) -> rules.State:
    """A row as a state of the rules."""
    cells = 3 * variant.zones
    return rules.State(variant, (tuple(row[:cells]), tuple(row[cells : 2 * cells])), row[2 * cells])


def row(state: rules.State) -> list[int]:
    """The same the other way round."""
    cells = [die for side in state.sides for die in side]
    return [*cells, state.die, len(cells) - cells.count(0)]


@stepped
def begin(tables, rows, index):
    for column in range(2 * tables.cells + 2):
        rows[index, column] = 0


@stepped
def mover(tables, rows, index):
    """Who chooses now; -1 when a die is awaited, 0 at the end (C4)."""
    die, written = rows[index, 2 * tables.cells], rows[index, 2 * tables.cells + 1]
    if written == 2 * tables.cells:
        return 0
    return 1 + (written & 1) if die else -1


@stepped
def throw(tables, rows, index, random):
    rolled = below(random, FACES)
    rows[index, 2 * tables.cells] = rolled + 1
    return rolled


@stepped
def options(tables, rows, index, player, out):
    count = 0
    for cell in range(tables.cells):
        out[count] = cell
        count += rows[index, (player - 1) * tables.cells + cell] == 0
    return count


@stepped
def filling(tables, rows, index, player, zone):
    """The three cells of a zone as a number in base 7."""
    first = (player - 1) * tables.cells + 3 * zone
    return 49 * rows[index, first] + 7 * rows[index, first + 1] + rows[index, first + 2]


@stepped
def worth(tables, rows, index, player, action):
    """What a greedy player looks at: how much the cell improves its zone's balance."""
    zone = action // 3
    mine, facing = filling(tables, rows, index, player, zone), filling(tables, rows, index, 3 - player, zone)
    unit = 49 if action % 3 == 0 else 7 if action % 3 == 1 else 1
    written = mine + rows[index, 2 * tables.cells] * unit
    return tables.balance[written, facing] - tables.balance[mine, facing]


@stepped
def best(tables, rows, index, options, count):
    return 0  # no table is small enough to be carried here


@stepped
def play(tables, rows, index, player, action):
    die = 2 * tables.cells
    rows[index, (player - 1) * tables.cells + action] = rows[index, die]
    rows[index, die] = 0
    rows[index, die + 1] += 1


@stepped
def conclude(tables, rows, index, events):
    held = stolen = 0
    for zone in range(tables.cells // 3):
        ours, theirs = (
            tables.strength[filling(tables, rows, index, 1, zone)],
            tables.strength[filling(tables, rows, index, 2, zone)],
        )
        held += ours > theirs
        stolen += theirs > ours
    return result(1 * (held > stolen) + 2 * (stolen > held), events, held, stolen)  # C11


@stepped
def observe(tables, rows, index, player, out):
    cells = tables.cells
    for side in range(2):
        begin = ((player - 1) ^ side) * cells
        for cell in range(cells):
            die = rows[index, begin + cell]
            if die:
                out[index, FACES * (side * cells + cell) + die - 1] = 1.0
    after, die = 2 * cells * FACES, rows[index, 2 * cells]
    if die:
        out[index, after + die - 1] = 1.0
        out[index, after + 6] = 1.0 * (mover(tables, rows, index) == player)
    out[index, after + 6 + player] = 1.0
