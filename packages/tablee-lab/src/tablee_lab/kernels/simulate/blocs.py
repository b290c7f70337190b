"""Pousse-blocs, whole games: `play` one, `run` many, in every mode and at every level.

A set of blocks is a number below 1,024, as in `tablee_lab.kernels.blocs`. What may be pushed depends on the mover's own
blocks and on the throw only, so it is written down once, from the rules themselves, in their order: `allowed` says
where the pushes of a set and a throw stand in `option`, how many they are and whether the turn goes on. What a greedy
player would push depends on no more than that and is a second such table.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tablee.core.game import TWO_DICE
from tablee.games import blocs as rules
from tablee.games.blocs.push_tables import BLOCKS, SETS, pack

from .draws import below, compiled, draw, keep, result, stream

Array = np.ndarray[Any, np.dtype[Any]]

RANDOM, GREEDY, BEST = 0, 1, 2
THROWS = 36
SCRATCH = ((4,), np.int64)  # the blocks in front of each seat
START, NEXT, FACING, PLAYER, PLACE, STAYS = range(6)  # columns of `seats`


class Tables(NamedTuple):
    solo: bool
    seats: Array  # int16[seats, 6] how the mode is laid out; -1: nobody
    allowed: Array  # int32[2, 1024 * 36] by policy: first << 9 | count << 1 | goes on; for no push, 1: a seven
    option: Array  # int16[…] pushed sets
    left: Array  # int16[1024] the sum of the numbers of a set
    value: Array  # float64[places, 1024, stays] what the best player makes as great as possible


def numbers(own: int) -> tuple[int, ...]:
    """The blocks of a set, ascending."""
    return tuple(block for index, block in enumerate(BLOCKS) if own >> index & 1)


@cache
def _pushes(level: int) -> tuple[Array, Array]:
    allowed = np.zeros((2, SETS * THROWS), np.int32)
    option: list[int] = []
    stand: dict[tuple[int, ...], int] = {}  # where and how many, of the lists of pushes that are in `option` already
    number = {numbers(own): own for own in range(SETS)}
    size = [(len(blocks), sum(blocks)) for blocks in number]

    def enter(pushed: tuple[int, ...]) -> int:
        if pushed not in stand:
            stand[pushed] = len(option) << 9 | len(pushed) << 1
            option.extend(pushed)
        return stand[pushed]

    for blocks, own in number.items():
        mask = sum(1 << block for block in blocks)
        for roll, _ in TWO_DICE:
            low, high = roll.dice
            pushed = tuple(number[push.blocks] for push in rules.pushes(level, mask, roll.dice))
            # As many as possible, and as high: so all of them, to win, if that is allowed.
            most = max([size[blocks_pushed] for blocks_pushed in pushed], default=None)
            liked = tuple(blocks_pushed for blocks_pushed in pushed if size[blocks_pushed] == most)
            goes_on = rules.goes_on(level, mask, roll.dice) if pushed else low + high == 7
            throws = [own * THROWS + 6 * low + high - 7, own * THROWS + 6 * high + low - 7]
            allowed[RANDOM, throws] = enter(pushed) | goes_on
            allowed[GREEDY, throws] = enter(liked) | goes_on
    return allowed, np.array(option, np.int16)


# What stays beside the mover's own blocks in a solved table: nothing, or the set at another seat. By mode and seat:
# the place of the seat in the table, and the seat of the set that stays.
SOLVED: Mapping[str, Mapping[int, tuple[int, int]]] = {
    "solo": {0: (0, -1)},
    "duel": {0: (0, -1), 1: (0, -1)},
    "fast": {0: (0, 1), 1: (0, 0)},
    "three": {0: (0, 1), 1: (1, 0), 3: (2, 0), 2: (3, 1)},
    "four": {0: (0, 1), 1: (0, 2), 2: (0, 3), 3: (0, 0)},
}
VALUE: Mapping[str, Callable[[Mapping[str, Array]], Array]] = {
    "solo": lambda solved: -solved["sum"].reshape(1, SETS, 1),
    "duel": lambda solved: solved["value"].reshape(1, SETS, 1),
    "fast": lambda solved: solved["value"].reshape(1, SETS, SETS),
    "three": lambda solved: solved["value"][:, 0],  # the mover's own chance
    "four": lambda solved: solved["value"][:, 0],
}


def tables(variant: rules.Variant, solved: Mapping[str, Array] | None = None) -> Tables:
    """`solved`: the arrays of `tablee.games.blocs.solver.table_of(variant)`, if somebody plays by them."""
    arrays = None if solved is None else {name: np.asarray(array) for name, array in solved.items()}
    mode = rules.MODES[variant.mode]
    turns = dict(zip(mode.order, mode.order[1:] + mode.order[:1], strict=True))
    seats = [
        (pack(blocks), turns[seat], mode.facing.get(seat, -1), mode.holder[seat], *SOLVED[variant.mode][seat])
        for seat, blocks in enumerate(rules.start(variant).seats)
    ]
    return Tables(
        variant.mode == "solo",
        np.array(seats, np.int16),
        *_pushes(variant.level),
        np.array([sum(numbers(own)) for own in range(SETS)], np.int16),
        np.zeros((1, 1, 1)) if arrays is None else np.ascontiguousarray(VALUE[variant.mode](arrays)),
    )


@compiled
def best(tables, scratch, seat, own, first, count):
    """Which push is worth most by the solved table; the first of equals."""
    row, beside = tables.seats[seat, PLACE], tables.seats[seat, STAYS]
    stays = scratch[beside] if beside >= 0 else 0
    most, chosen = -1e300, 0
    for k in range(count):
        left = own ^ tables.option[first + k]
        if left == 0:
            return k  # B11: the game is won
        worth = tables.value[row, left, stays]
        if worth > most:
            most, chosen = worth, k
    return chosen


@compiled
def play(key, tables, policies, scratch):
    """One game; policies[player - 1] is RANDOM, GREEDY or BEST. scratch[seat]: the blocks in front of it."""
    for seat in range(tables.seats.shape[0]):
        scratch[seat] = tables.seats[seat, START]
    opened = False
    seat = n = 0
    while True:
        before = own = scratch[seat]
        player, facing = tables.seats[seat, PLAYER], tables.seats[seat, FACING]
        policy = policies[player - 1]
        goes_on = 1
        while goes_on:
            throw = below(draw(key, n), THROWS)
            n += 1
            entry = tables.allowed[policy & 1, own * THROWS + throw]
            first, count, goes_on = entry >> 9, entry >> 1 & 255, entry & 1
            if count == 0:
                if tables.solo and not goes_on:
                    return result(0, n, tables.left[own], 0)  # B17
                if opened and not tables.solo:
                    goes_on = 0  # B8: else a seven is thrown again
                continue
            k = best(tables, scratch, seat, own, first, count) if policy == BEST else below(draw(key, n), count)
            pushed = tables.option[first + k]
            n += 1
            own ^= pushed
            opened = True
            if own == 0:
                return result(player, n, 0, 0)  # B11
        scratch[seat] = own
        if facing >= 0:
            scratch[facing] |= before ^ own  # B13, B15: what one pushes becomes the other's
        seat = tables.seats[seat, NEXT]


@compiled
def run(seed, first, tables, policies, scratch, winner, events, scores):
    """Games first, first + 1, … of a seed, one for each row of the arrays."""
    for index in range(winner.size):
        outcome = play(stream(seed, first + np.uint64(index)), tables, policies, scratch)
        keep(outcome, index, winner, events, scores)


def scores(variant: rules.Variant) -> int:
    """How many scores a game has: alone, the sum left."""
    return 1 if variant.mode == "solo" else 0
