"""Strong play beyond the tables: expectimax over the trained value, and to the very end where that is near.

The search deepens die by die until it would have looked at more than `MOST` positions in all; it counts them, not
seconds, so the same question has the same answer on every machine. Positions are kept in a memory by what they
are, so zones that are alike and dice written in another order cost nothing. A search that reaches the end of the
game is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablee.kernels import cadeau_value as kernel
from tablee.solvers.cadeau.position import Zone
from tablee.solvers.cadeau.value import Numbering, net
from tablee.solvers.cadeau.zones import Array, dice_in

MOST = 60_000
"""The most positions one decision may look at."""

SLOTS = 1 << 18
"""Room in the memory of a search, a power of two and a few times `MOST`."""

ENDING = 11
"""With at most so many dice to come the end of the game is within reach: the search goes there at once."""


@dataclass(frozen=True)
class Found:
    """The Lutins' value of each position asked for, and how many dice ahead of them the search saw."""

    values: tuple[float, ...]
    depth: int
    exact: bool


def search(straights: str, positions: Sequence[Sequence[Zone]], most: int = MOST, deepest: int = 99) -> Found:
    """The values of positions of one layer, before their roll; at least the bare estimates."""
    numbering = Numbering.of(straights)
    trained = net(straights)
    rows = [np.array([numbering.first[kind] + number for kind, number in zones]) for zones in positions]
    dice = sum(map(sum, (dice_in(kind) for kind, _ in positions[0])))
    last = 6 * len(positions[0])
    memory = fresh(trained, len(positions[0]))
    found, spent = Found((), -1, False), 0
    for horizon in horizons(dice, last, deepest):
        memory.keys[:] = 0
        # The bare estimates are always finished.
        memory.budget[:] = 0, max(most - spent, len(rows) if horizon == dice else 0)
        keys = [memory.salt[row].sum() for row in rows]
        values = [
            kernel.look(trained, numbering.choices, row, dice, horizon, key, memory)
            for row, key in zip(rows, keys, strict=True)
        ]
        spent += int(memory.budget[0])
        if memory.budget[0] > memory.budget[1]:
            break
        found = Found(tuple(map(float, values)), horizon - dice, horizon == last)
    return found


def horizons(dice: int, last: int, deepest: int) -> tuple[int, ...]:
    """How far to look, in dice written, one search after another."""
    if last - dice <= min(ENDING, deepest):
        return tuple(sorted({dice, min(dice + 2, last), last}))
    return tuple(range(dice, min(last, dice + deepest) + 1))


def fresh(trained: kernel.Net, zones: int) -> kernel.Memory:
    """An empty memory for a search over so many zones."""
    classes = trained.chance.shape[1]
    salt: Array = np.random.default_rng(classes).integers(1, 1 << 64, classes, np.uint64)
    return kernel.Memory(
        salt=salt,
        keys=np.zeros(SLOTS, np.uint64),
        worth=np.zeros(SLOTS),
        best=np.zeros((6 * zones + 1, 6)),
        scratch=np.zeros(2 * zones + 1),
        rest=np.zeros(trained.shift.shape[1], np.float32),
        budget=np.zeros(2, np.int64),
    )
