"""Pousse-blocs, event by event. A row: the blocks before each of four seats, then the columns named below."""

# mypy: allow-untyped-defs, allow-untyped-calls

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from tablee.games import blocs as rules
from tablee.games.blocs.push_tables import BLOCKS, SETS, pack
from tablee_lab.kernels.simulate import blocs as whole
from tablee_lab.kernels.simulate.blocs import FACING, NEXT, PLACE, PLAYER, START, STAYS, THROWS
from tablee_lab.kernels.simulate.draws import below, result, stepped

Array = np.ndarray[Any, np.dtype[Any]]
SEATS, SEAT, THROWN, OPENED, OVER = 4, 4, 5, 6, 7  # THROWN: one more than the throw; 0: none
LENGTH = 8


class Blocs(NamedTuple):
    solo: bool
    seats: Array  # as in `tablee_lab.kernels.simulate.blocs`, and so are the others
    allowed: Array
    option: Array
    left: Array
    value: Array
    number: Array  # int16[1024] the action that pushes a set
    pushed: Array  # int16[actions] the set that an action pushes
    seen: Array  # int16[players, seats] in the order of an observation
    order: Array  # int16[players, seats] where each seat is in it


def tables(variant: rules.Variant, solved: Mapping[str, Array] | None = None) -> Blocs:
    sets = [sum(each) for size in (1, 2, 3) for each in itertools.combinations([1 << n for n in range(10)], size)]
    number = np.zeros(SETS, np.int16)
    number[sets] = range(len(sets))
    mode = rules.MODES[variant.mode]
    firsts = [[mode.holder[seat] for seat in mode.order].index(player + 1) for player in range(mode.people)]
    seen = np.array([mode.order[first:] + mode.order[:first] for first in firsts], np.int16)
    simulated = whole.tables(variant, solved)
    return Blocs(*simulated, number, np.array(sets, np.int16), seen, np.argsort(seen, axis=1).astype(np.int16))


def sizes(variant: rules.Variant) -> tuple[int, int, int, int]:
    mode = rules.MODES[variant.mode]
    return LENGTH, len(mode.order) * (len(BLOCKS) + 1) + 14 + mode.people, 176, 176


def plain(variant: rules.Variant, row: list[int]) -> rules.State:
    seats = len(rules.MODES[variant.mode].order)
    dice = tuple(sorted(die + 1 for die in divmod(row[THROWN] - 1, 6))) if row[THROWN] else ()
    masks = tuple(sum(1 << block for block in whole.numbers(own)) for own in row[:seats])
    return rules.State(variant, masks, row[SEAT], bool(row[OPENED]), dice, bool(row[OVER]))


def row(state: rules.State) -> list[int]:
    """The same the other way round."""
    seats = [pack(mask) for mask in state.seats] + [0] * (SEATS - len(state.seats))
    thrown = 6 * state.dice[0] + state.dice[1] - 6 if state.dice else 0
    return [*seats, state.seat, thrown, state.opened, state.over]


@stepped
def begin(tables, rows, index):
    for column in range(LENGTH):
        rows[index, column] = 0
    for seat in range(tables.seats.shape[0]):
        rows[index, seat] = tables.seats[seat, START]


@stepped
def mover(tables, rows, index):
    if rows[index, OVER]:
        return 0
    return np.int64(tables.seats[rows[index, SEAT], PLAYER]) if rows[index, THROWN] else -1


@stepped
def look_up(tables, rows, index, throw):
    """What a throw allows, as `allowed` tells it."""
    return tables.allowed[0, rows[index, rows[index, SEAT]] * THROWS + throw]


@stepped
def throw(tables, rows, index, random):
    thrown = below(random, THROWS)
    allowed = look_up(tables, rows, index, thrown)
    if allowed >> 1 & 255:
        rows[index, THROWN] = thrown + 1
    elif tables.solo:
        if not allowed & 1:  # B17: no seven
            rows[index, OVER], rows[index, THROWN] = 1, thrown + 1
    elif rows[index, OPENED] or not allowed & 1:  # B8: before the first push a seven is thrown again
        rows[index, SEAT] = tables.seats[rows[index, SEAT], NEXT]
    return thrown


@stepped
def options(tables, rows, index, player, out):
    allowed = look_up(tables, rows, index, rows[index, THROWN] - 1)
    first, count = allowed >> 9, allowed >> 1 & 255
    for k in range(count):
        out[k] = tables.number[tables.option[first + k]]
    return count


@stepped
def worth(tables, rows, index, player, action):
    """As many as possible, and as high; so all of them, to win, if that is allowed."""
    pushed, size = tables.pushed[action], 0
    for block in range(10):
        size += pushed >> block & 1
    return 256.0 * size + tables.left[pushed] + 4096.0 * (rows[index, rows[index, SEAT]] == pushed)


@stepped
def best(tables, rows, index, options, count):
    """Which push is worth most by the solved table; the first of equals."""
    seat = rows[index, SEAT]
    row, beside = tables.seats[seat, PLACE], tables.seats[seat, STAYS]
    stays = rows[index, beside] if beside >= 0 else 0
    most, chosen = -1e300, 0
    for k in range(count):
        left = rows[index, seat] ^ tables.pushed[options[k]]
        if left == 0:
            return k
        if tables.value[row, left, stays] > most:
            most, chosen = tables.value[row, left, stays], k
    return chosen


@stepped
def play(tables, rows, index, player, action):
    seat = rows[index, SEAT]
    goes_on = look_up(tables, rows, index, rows[index, THROWN] - 1) & 1
    pushed, facing = tables.pushed[action], tables.seats[seat, FACING]
    rows[index, seat] ^= pushed
    if facing >= 0:
        rows[index, facing] |= pushed  # B13, B15
    rows[index, THROWN], rows[index, OPENED] = 0, 1
    if rows[index, seat] == 0:
        rows[index, OVER] = 1  # B11
    elif not goes_on:
        rows[index, SEAT] = tables.seats[seat, NEXT]


@stepped
def conclude(tables, rows, index, events):
    seat = rows[index, SEAT]
    own = rows[index, seat]
    return result(0 if own else tables.seats[seat, PLAYER], events, tables.left[own] if tables.solo else 0, 0)


@stepped
def observe(tables, rows, index, player, out):
    seats = tables.seen.shape[1]
    for nth in range(seats):
        own = rows[index, tables.seen[player - 1, nth]]
        for block in range(10):
            out[index, 10 * nth + block] = own >> block & 1
    after = 10 * seats
    out[index, after + tables.order[player - 1, rows[index, SEAT]]] = 1.0
    after += seats
    thrown = rows[index, THROWN] - 1
    if thrown >= 0:
        low, high = min(thrown // 6, thrown % 6), max(thrown // 6, thrown % 6)
        out[index, after + low] = 1.0
        out[index, after + 6 + high] = 1.0
    out[index, after + 12] = rows[index, OPENED]
    out[index, after + 13] = 1.0 * (mover(tables, rows, index) == player)
    out[index, after + 13 + player] = 1.0
