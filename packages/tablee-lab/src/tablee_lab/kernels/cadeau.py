"""Cadeau on arrays: three cells as one number, who holds a zone, and the backward sweep over whole layers.

Array form of one side of a zone, its *filling*: `49 a + 7 b + c`, with 0 for an empty cell; 343 of them.

The sweep knows nothing of cells. A solver hands it a position as `Z` zones, each a class of an automaton
(`tablee.games.cadeau.solver.zones`); classes come in sixteen kinds, by how many Lutin and Gnome dice lie in the zone,
and are counted from 0 within their kind. Positions with the same number of dice form a layer; those whose zones
have the same kinds form a block of it. Zones are listed by kind, equal kinds by ascending class, and the rank of a
position in its block is

    sum over zones of  stride[kind] * BINOMIAL[i, class]      i = 1, 2, ... within each run of equal kinds

because `C(class + i - 1, i)` counts the multisets below. So every position has one place in a dense array, and
the places after a move cost a few additions (`Moves`).
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit, prange

from tablee.engine.types import Block, Moves

__all__ = ["Block", "Moves"]

FILLINGS = 343
"""How many ways there are to fill, partly or wholly, the three cells of one side."""

THREE, STRAIGHT, NINE = 300, 200, 100
"""C5: every kind of triple is stronger than the whole of the next; within a kind the number added ranks it."""

MOST = 4
"""The most zones a sweep takes: beyond, no layer fits into memory."""


@njit(cache=True)
def strengths(ordered):
    """int64[343]: how strong a side is; -1 while a cell is empty. The stronger holds the zone, equal: nobody."""
    out = np.full(FILLINGS, -1, np.int64)
    for filling in range(FILLINGS):
        a, b, c = filling // 49, filling // 7 % 7, filling % 7
        low, high = min(a, b, c), max(a, b, c)
        if low == 0:
            continue
        middle = a + b + c - low - high
        if low == high:
            out[filling] = THREE + high  # C6
        elif low + 1 == middle and middle + 1 == high and (b == middle or not ordered):  # C7, C7a
            out[filling] = STRAIGHT + high
        elif a + b + c == 9:
            out[filling] = NINE  # C8
        else:
            out[filling] = a + b + c  # C9
    return out


@njit(cache=True)
def writes():
    """int64[343, 6, 3]: the filling after a die (less one) is written in a cell; -1 where the cell is taken."""
    out = np.full((FILLINGS, 6, 3), -1, np.int64)
    for filling in range(FILLINGS):
        weight = 49
        for cell in range(3):
            if filling // weight % 7 == 0:
                for die in range(6):
                    out[filling, die, cell] = filling + weight * (die + 1)
            weight //= 7
    return out


@njit(cache=True)
def increment(classes, kinds, order, sizes):
    """Step `classes` to the next position of its block, in the order of the ranks."""
    zones = classes.size
    end = zones
    while end > 0:
        begin = end - order[end - 1]
        for p in range(begin, end):
            top = classes[p + 1] if p + 1 < end else sizes[kinds[p]] - 1
            if classes[p] < top:
                classes[p] += 1
                for lower in range(begin, p):
                    classes[lower] = 0
                for faster in range(end, zones):
                    classes[faster] = 0
                return
        end = begin


@njit(cache=True)
def unrank(rank, block, s, sizes, binomial, classes):
    """Write the classes of the position at this rank of block s into `classes`."""
    end = 0
    zones = classes.size
    while end < zones:
        begin = end
        while end < zones and block.kinds[s, end] == block.kinds[s, begin]:
            end += 1
        left = rank // block.stride[s, begin]
        rank -= left * block.stride[s, begin]
        for p in range(end - 1, begin - 1, -1):
            i = block.order[s, p]
            low, high = 0, sizes[block.kinds[s, p]] - 1
            while low < high:  # the largest class whose binomial is not above what is left
                half = (low + high + 1) // 2
                if binomial[i, half] <= left:
                    low = half
                else:
                    high = half - 1
            classes[p] = low
            left -= binomial[i, low]


@njit(cache=True)
def block_of(block, place):
    """The block that a place of a layer lies in."""
    low, high = 0, block.offset.size - 2
    while low < high:
        half = (low + high + 1) // 2
        if block.offset[half] <= place:
            low = half
        else:
            high = half - 1
    return low


@njit(cache=True)
def landing(moves, binomial, classes, s, z, y, base):
    """The place after zone z becomes class y, given `base`, what all other runs of kinds contribute."""
    place = base
    i = 1
    stride = moves.stride[s, z]
    first = moves.first[s, z]
    for q in range(moves.members[s, z]):
        other = classes[first + q]
        if other <= y:
            place += stride * binomial[q + 1, other]
            i = q + 2
        else:
            place += stride * binomial[q + 2, other]
    return place + stride * binomial[i, y]


@njit(cache=True)
def ground(moves, binomial, classes, s, z):
    """What the zones outside the run that zone z joins contribute to the place after a move of zone z."""
    place = moves.base[s, z]
    for p in range(classes.size):
        place += moves.weight[s, z, p] * binomial[moves.order[s, z, p], classes[p]]
    return place


@njit(cache=True)
def lower(row, line):
    """Each x of the row may choose the value at its place in the line."""
    for x in range(row.size):
        row[x] = min(row[x], line[x])


@njit(cache=True, parallel=True, nogil=True)
def sweep(block, moves, sizes, binomial, chunks, after, first, out):
    """The values of one layer from those `after` it: each is the value to the player who is about to roll.

    The mover leaves the other player as little as possible, so it is 1 less the mean over the die of the lowest
    value among the places reached. `chunks` int64[C, 3] lists (block, first rank, number of positions), and `out` has
    room for these, from the place `first` on.

    A row is the positions that differ in one zone only, the one whose class x counts fastest. The places that the
    other zones' moves lead to are then lines in x, most of them without gaps.
    """
    zones = block.kinds.shape[1]
    width = moves.choices.shape[2]
    for chunk in prange(chunks.shape[0]):
        s, left = chunks[chunk, 0], chunks[chunk, 2]
        kinds, order = block.kinds[s], block.order[s]
        classes = np.zeros(zones, np.int64)
        unrank(chunks[chunk, 1], block, s, sizes, binomial, classes)
        place = block.offset[s] + chunks[chunk, 1] - first
        fast = zones - order[zones - 1]
        rows = np.empty((6, sizes[kinds[fast]]), after.dtype)
        while left > 0:
            top = classes[fast + 1] if fast + 1 < zones else sizes[kinds[fast]] - 1
            begin = classes[fast]
            end = min(top + 1, begin + left)
            for die in range(6):
                for x in range(begin, end):
                    rows[die, x] = 2.0
            classes[fast] = 0
            for z in range(zones):
                if moves.base[s, z] < 0:
                    continue
                base = ground(moves, binomial, classes, s, z)
                stride = moves.stride[s, z]
                if z == fast:
                    alone = moves.members[s, z] == 0
                    for die in range(6):
                        for w in range(width):
                            choice = moves.choices[kinds[z], die, w]
                            for x in range(begin, end):
                                y = np.int64(choice[x])
                                if y >= 0:
                                    to = base + stride * y
                                    if not alone:
                                        to = landing(moves, binomial, classes, s, z, y, base)
                                    rows[die, x] = min(rows[die, x], after[to])
                    continue
                if z > 0 and z - 1 != fast and kinds[z - 1] == kinds[z] and classes[z - 1] == classes[z]:
                    continue
                joins = moves.members[s, z] > 0 and moves.first[s, z] == fast
                slope = stride if joins else moves.weight[s, z, fast]
                for die in range(6):
                    for w in range(width):
                        y = np.int64(moves.choices[kinds[z], die, w, classes[z]])
                        if y < 0:
                            break
                        start = landing(moves, binomial, classes, s, z, y, base)
                        # If the zone joins the run of x itself, x stays the lowest of it only up to y.
                        turn = min(max(y + 1, begin), end) if joins else end
                        if slope == 1:
                            lower(rows[die, begin:turn], after[start + begin : start + turn])
                        else:
                            line = after[start + slope * begin : start + slope * turn : slope]
                            lower(rows[die, begin:turn], line)
                        if turn < end:
                            start = base + stride * y
                            for q in range(1, moves.members[s, z]):
                                start += stride * binomial[q + 2, classes[fast + q]]
                            for x in range(turn, end):
                                rows[die, x] = min(rows[die, x], after[start + stride * binomial[2, x]])
            for x in range(begin, end):
                total = rows[0, x] + rows[1, x] + rows[2, x] + rows[3, x] + rows[4, x] + rows[5, x]
                out[place + x - begin] = 1.0 - total / 6.0
            place += end - begin
            left -= end - begin
            classes[fast] = top
            increment(classes, kinds, order, sizes)


@njit(cache=True)
def children(block, moves, sizes, binomial, places):
    """int64[N, 6, Z * W]: the places in the next layer that the mover can reach from each place; -1 for none."""
    zones = block.kinds.shape[1]
    width = moves.choices.shape[2]
    out = np.full((places.size, 6, zones * width), -1, np.int64)
    classes = np.zeros(zones, np.int64)
    for n in range(places.size):
        s = block_of(block, places[n])
        unrank(places[n] - block.offset[s], block, s, sizes, binomial, classes)
        for z in range(zones):
            if moves.base[s, z] < 0:
                continue
            base = ground(moves, binomial, classes, s, z)
            for die in range(6):
                for w in range(width):
                    y = moves.choices[block.kinds[s, z], die, w, classes[z]]
                    if y < 0:
                        break
                    out[n, die, z * width + w] = landing(moves, binomial, classes, s, z, y, base)
    return out


@njit(cache=True)
def family(block, moves, sizes, binomial, places, slots):
    """The same with every place named once: int64[N, 6, Z * W], which of them, and they themselves, int64[M].

    `slots`, a power of two, is the room to name them in; where it is too small, M is 0.
    """
    reached = children(block, moves, sizes, binomial, places)
    met = np.full(slots, -1, np.int64)
    which = np.empty(slots, np.int64)
    count = 0
    for n in range(reached.shape[0]):
        for die in range(6):
            for k in range(reached.shape[2]):
                to = reached[n, die, k]
                if to < 0:
                    continue
                slot = ((to * 2654435761) >> 7) & (slots - 1)
                while met[slot] >= 0 and met[slot] != to:
                    slot = (slot + 1) & (slots - 1)
                if met[slot] < 0:
                    met[slot] = to
                    which[slot] = count
                    count += 1
                    if 2 * count > slots:
                        return reached, np.empty(0, np.int64)
                reached[n, die, k] = which[slot]
    named = np.empty(count, np.int64)
    for slot in range(slots):
        if met[slot] >= 0:
            named[which[slot]] = met[slot]
    return reached, named


@njit(cache=True)
def chosen(reached, worth, out):
    """Fills out[N], the values to the mover, from those of the places reached: one less the mean of the least."""
    for n in range(out.size):
        total = 0.0
        for die in range(6):
            least = 2.0
            for k in range(reached.shape[2]):
                to = reached[n, die, k]
                if to >= 0 and worth[to] < least:
                    least = worth[to]
            total += least
        out[n] = 1.0 - total / 6.0
