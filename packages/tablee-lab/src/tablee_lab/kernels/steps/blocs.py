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
    known = whole.tables(variant, solved)
    return Blocs(*known, number, np.array(sets, np.int16), seen, np.argsort(seen, axis=1).astype(np.int16))


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
def begin(tables, rows, at):
    for place in range(LENGTH):
        rows[at, place] = 0
    for seat in range(tables.seats.shape[0]):
        rows[at, seat] = tables.seats[seat, START]


@stepped
def mover(tables, rows, at):
    if rows[at, OVER]:
        return 0
    return np.int64(tables.seats[rows[at, SEAT], PLAYER]) if rows[at, THROWN] else -1


@stepped
def found(tables, rows, at, throw):
    """What a throw allows, as `allowed` tells it."""
    return tables.allowed[0, rows[at, rows[at, SEAT]] * THROWS + throw]


@stepped
def throw(tables, rows, at, drawn):
    thrown = below(drawn, THROWS)
    allowed = found(tables, rows, at, thrown)
    if allowed >> 1 & 255:
        rows[at, THROWN] = thrown + 1
    elif tables.solo:
        if not allowed & 1:  # B17: no seven
            rows[at, OVER], rows[at, THROWN] = 1, thrown + 1
    elif rows[at, OPENED] or not allowed & 1:  # B8: before the first push a seven is thrown again
        rows[at, SEAT] = tables.seats[rows[at, SEAT], NEXT]
    return thrown


@stepped
def options(tables, rows, at, player, out):
    allowed = found(tables, rows, at, rows[at, THROWN] - 1)
    first, count = allowed >> 9, allowed >> 1 & 255
    for k in range(count):
        out[k] = tables.number[tables.option[first + k]]
    return count


@stepped
def worth(tables, rows, at, player, action):
    """As many as possible, and as high; so all of them, to win, if that is allowed."""
    pushed, size = tables.pushed[action], 0
    for block in range(10):
        size += pushed >> block & 1
    return 256.0 * size + tables.left[pushed] + 4096.0 * (rows[at, rows[at, SEAT]] == pushed)


@stepped
def best(tables, rows, at, options, count):
    """Which push is worth most by the solved table; the first of equals."""
    seat = rows[at, SEAT]
    place, beside = tables.seats[seat, PLACE], tables.seats[seat, STAYS]
    stays = rows[at, beside] if beside >= 0 else 0
    most, chosen = -1e300, 0
    for k in range(count):
        left = rows[at, seat] ^ tables.pushed[options[k]]
        if left == 0:
            return k
        if tables.value[place, left, stays] > most:
            most, chosen = tables.value[place, left, stays], k
    return chosen


@stepped
def play(tables, rows, at, player, action):
    seat = rows[at, SEAT]
    goes_on = found(tables, rows, at, rows[at, THROWN] - 1) & 1
    pushed, facing = tables.pushed[action], tables.seats[seat, FACING]
    rows[at, seat] ^= pushed
    if facing >= 0:
        rows[at, facing] |= pushed  # B13, B15
    rows[at, THROWN], rows[at, OPENED] = 0, 1
    if rows[at, seat] == 0:
        rows[at, OVER] = 1  # B11
    elif not goes_on:
        rows[at, SEAT] = tables.seats[seat, NEXT]


@stepped
def told(tables, rows, at, events):
    seat = rows[at, SEAT]
    own = rows[at, seat]
    return result(0 if own else tables.seats[seat, PLAYER], events, tables.left[own] if tables.solo else 0, 0)


@stepped
def observe(tables, rows, at, player, out):
    seats = tables.seen.shape[1]
    for place in range(seats):
        own = rows[at, tables.seen[player - 1, place]]
        for block in range(10):
            out[at, 10 * place + block] = own >> block & 1
    after = 10 * seats
    out[at, after + tables.order[player - 1, rows[at, SEAT]]] = 1.0
    after += seats
    thrown = rows[at, THROWN] - 1
    if thrown >= 0:
        low, high = min(thrown // 6, thrown % 6), max(thrown // 6, thrown % 6)
        out[at, after + low] = 1.0
        out[at, after + 6 + high] = 1.0
    out[at, after + 12] = rows[at, OPENED]
    out[at, after + 13] = 1.0 * (mover(tables, rows, at) == player)
    out[at, after + 13 + player] = 1.0
