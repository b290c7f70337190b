"""À l'assaut du Cadeau !, whole games: `play` one, `run` many. What three cells of a side hold is a number in base 7,
an empty cell being 0. A side is two halves of up to five zones each, and a half two words: what its zones hold, `WIDTH`
bits each, and the list of its empty cells, four bits each, in the order of the rules. So the k-th empty cell is found
and struck out by shifting, however many there are."""

# mypy: allow-untyped-defs, allow-untyped-calls

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tablee.games import cadeau as rules

from .draws import below, compiled, draw, keep, result, stream

Array = np.ndarray[Any, np.dtype[Any]]

RANDOM, GREEDY = 0, 1
HALF = 15  # cells
WIDTH = 10  # bits of a zone
HELD, LIST, COUNT = 0, 1, 2  # of scratch: what the zones hold, the empty cells, how many they are
SCRATCH = ((3, 2, 2), np.uint64)  # [what, side, half]

U1, U4, U15, ZONE = np.uint64(1), np.uint64(4), np.uint64(15), np.uint64((1 << WIDTH) - 1)
ALL_CELLS = np.uint64(sum(cell << 4 * cell for cell in range(HALF)))


class Tables(NamedTuple):
    zones: int
    strength: Array  # int16[343] of three dice; the stronger number holds the zone
    balance: Array  # float64[343, 343] the chance to hold a zone less the chance to lose it, the rest filled by chance
    unit: Array  # uint64[15] what a one in a cell adds to its half


@cache
def _fillings(straights: str) -> tuple[Array, Array]:
    """The strength of every full zone, and the balance of every two facing ones, full or not."""
    strengths = {
        (a, b, c): rules.combination(straights, (a, b, c)).strength for a, b, c in product(range(1, 7), repeat=3)
    }
    ranks = {strength: rank for rank, strength in enumerate(sorted(set(strengths.values())))}
    strength = np.full(343, -1, np.int16)
    ways = np.zeros((343, len(ranks)), np.int64)  # how often each strength comes out
    for filling, cells in enumerate(product(range(7), repeat=3)):
        for a, b, c in product(*((cell,) if cell else range(1, 7) for cell in cells)):
            ways[filling, ranks[strengths[a, b, c]]] += 1
        if all(cells):
            strength[filling] = ways[filling].argmax()
    order = np.arange(len(ranks))
    better = np.sign(order[:, None] - order)
    total = ways.sum(axis=1)
    return strength, (ways @ better @ ways.T) / (total[:, None] * total)


def balances(straights: str) -> Array:
    """float64[343, 343]: the chance to hold a zone less the chance to lose it, the rest filled by chance."""
    return _fillings(straights)[1]


def tables(variant: rules.Variant, solved: Any = None) -> Tables:
    unit = [7 ** (2 - cell % 3) << WIDTH * (cell // 3) for cell in range(HALF)]
    return Tables(variant.zones, *_fillings(variant.straights), np.array(unit, np.uint64))


@compiled
def cell_of(scratch, side, k):
    """Where the k-th empty cell of a side is: its half, and its place there in the list."""
    near = np.int64(scratch[COUNT, side, 0])
    return (0, k) if k < near else (1, k - near)


@compiled
def greedy(tables, scratch, side, left, face, random):
    """Which of the empty cells improves its zone's balance most; among equals, the one drawn."""
    best, tied, ties = -3.0, 0, 0
    for k in range(left):
        half, index = cell_of(scratch, side, k)
        cell = (scratch[LIST, side, half] >> np.uint64(4 * index)) & U15
        shift = np.uint64(WIDTH) * (cell // np.uint64(3))
        held = scratch[HELD, side, half]
        mine, facing = (held >> shift) & ZONE, (scratch[HELD, 1 - side, half] >> shift) & ZONE
        written = ((held + face * tables.unit[cell]) >> shift) & ZONE
        gain = tables.balance[written, facing] - tables.balance[mine, facing]
        if gain > best:
            best, tied, ties = gain, 0, 0
        if gain == best:
            tied |= 1 << k
            ties += 1
    picked = below(random, ties)
    for k in range(left):
        if tied >> k & 1:
            if picked == 0:
                return k
            picked -= 1
    return 0


@compiled
def write(tables, scratch, side, k, face):
    """Write a die into the k-th empty cell of a side (C3)."""
    half, index = cell_of(scratch, side, k)
    cells, shift = scratch[LIST, side, half], np.uint64(4 * index)
    rest = cells >> shift
    cell = rest & U15
    scratch[LIST, side, half] = ((rest >> U4) << shift) | (cells & ((U1 << shift) - U1))
    scratch[COUNT, side, half] -= U1
    scratch[HELD, side, half] += face * tables.unit[cell]


@compiled
def play(key, tables, policies, scratch):
    """One game; policies[side] is RANDOM or GREEDY."""
    zones = tables.zones
    near = min(HALF, 3 * zones)
    for side in range(2):
        for half in range(2):
            scratch[HELD, side, half] = np.uint64(0)
            scratch[LIST, side, half] = ALL_CELLS
        scratch[COUNT, side, 0] = np.uint64(near)
        scratch[COUNT, side, 1] = np.uint64(3 * zones - near)
    for turn in range(6 * zones):  # C4
        side, left = turn & 1, 3 * zones - (turn >> 1)
        face, random = np.uint64(below(draw(key, 2 * turn), 6) + 1), draw(key, 2 * turn + 1)
        k = greedy(tables, scratch, side, left, face, random) if policies[side] == GREEDY else below(random, left)
        write(tables, scratch, side, k, face)
    held = stolen = 0
    for zone in range(zones):
        half, shift = zone // 5, np.uint64(WIDTH * (zone % 5))
        ours = tables.strength[(scratch[HELD, 0, half] >> shift) & ZONE]
        theirs = tables.strength[(scratch[HELD, 1, half] >> shift) & ZONE]
        held += ours > theirs
        stolen += theirs > ours
    return result(1 * (held > stolen) + 2 * (stolen > held), 12 * zones, held, stolen)  # C11


@compiled
def run(seed, first, tables, policies, scratch, winner, events, scores):
    """Games first, first + 1, … of a seed, one for each row of the arrays."""
    for index in range(winner.size):
        outcome = play(stream(seed, first + np.uint64(index)), tables, policies, scratch)
        keep(outcome, index, winner, events, scores)


def scores(variant: rules.Variant) -> int:
    """How many scores a game has: the zones that each side holds."""
    return 2
