"""Recruitment solved by backward induction, for sheets of a few cells.

A position is a pair of sheets before a roll. The mean over the faces of the values of six matrix games is its
value; both players' progress only grows, so positions are swept from the end. Sheets that are mirror images, row
by row, are one: only who stands beside whom matters (L9).

    shapes   int8[N, cells]   one sheet of each kind, mirror images left out, ordered by progress
    canon    int32[T**cells]  the shape of a sheet, its codes read as digits, the first cell lowest
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

from tablee_lab.kernels.laaancez import matrix
from tablee_lab.kernels.laaancez.recruitment import choices, fought, full


@njit(cache=True)
def number(sheet, types):
    """The codes of a sheet read as digits."""
    total = 0
    for cell in range(sheet.size - 1, -1, -1):
        total = total * types + sheet[cell]
    return total


@njit(cache=True)
def mirrored(sheet, rows, types):
    """The least number among a sheet and those with some rows turned around."""
    best = sheet.copy()
    first = 0
    for row in range(rows.size):
        end = first + rows[row]
        for cell in range(rows[row]):
            one, two = sheet[end - 1 - cell], sheet[first + cell]
            if one != two:
                if one < two:
                    for k in range(rows[row]):
                        best[first + k] = sheet[end - 1 - k]
                break
        first = end
    return number(best, types)


@njit(cache=True)
def progress(sheet, up):
    """How many copies and ticks a sheet has taken: what every act adds one to."""
    done = 0
    for cell in range(sheet.size):
        code = sheet[cell]
        while code > 0:
            done += 1
            before = 0
            for lower in range(1, up.size):
                if up[lower] == code:
                    before = lower
            code = before
    return done


@njit(cache=True)
def shapes(cells, types, rows, up):
    """Every sheet, mirror images left out, by progress; and the shape of each sheet's number."""
    count = 1
    for _ in range(cells):
        count *= types
    least = np.empty(count, np.int64)
    done = np.full(count, -1, np.int64)
    sheet = np.empty(cells, np.int8)
    most, size = 0, 0
    for n in range(count):
        left = n
        for cell in range(cells):
            sheet[cell] = left % types
            left //= types
        least[n] = mirrored(sheet, rows, types)
        if least[n] == n:
            done[n] = progress(sheet, up)
            most = max(most, done[n])
            size += 1
    kept = np.empty(size, np.int64)
    at = 0
    for step in range(most + 1):
        for n in range(count):
            if done[n] == step:
                kept[at] = n
                at += 1
    place = np.full(count, -1, np.int32)
    found = np.empty((kept.size, cells), np.int8)
    for k in range(kept.size):
        place[kept[k]] = k
        left = kept[k]
        for cell in range(cells):
            found[k, cell] = left % types
            left //= types
    canon = np.empty(count, np.int32)
    for n in range(count):
        canon[n] = place[least[n]]
    return found, canon


@njit(cache=True)
def moves(found, canon, faces, up, types):
    """Where the choices of a face lead: (first int64[N, 6], count int64[N, 6], to int32[M]), twins left out."""
    size, cells = found.shape
    first = np.zeros((size, 6), np.int64)
    count = np.zeros((size, 6), np.int64)
    to = np.empty(size * 6 * (2 * cells + 1), np.int32)
    top = 0
    places, codes = np.empty(2 * cells + 1, np.int64), np.empty(2 * cells + 1, np.int64)
    for k in range(size):
        sheet = found[k].copy()
        for face in range(6):
            first[k, face] = top
            if full(sheet):
                continue
            for c in range(choices(sheet, faces[face], up, places, codes)):
                after = k
                if places[c] >= 0:
                    before = sheet[places[c]]
                    sheet[places[c]] = codes[c]
                    after = canon[number(sheet, types)]
                    sheet[places[c]] = before
                known = False
                for t in range(first[k, face], top):
                    known = known or to[t] == after
                if not known:
                    to[top] = after
                    top += 1
            count[k, face] = top - first[k, face]
    return first, count, to[:top].copy()


@njit(cache=True)
def reach(first, count, to, found):
    """uint8[N, N]: 1 where a pair of sheets can come up in a game, 2 where its combat begins."""
    size = found.shape[0]
    ends = np.zeros(size, np.uint8)
    for k in range(size):
        ends[k] = full(found[k])
    reached = np.zeros((size, size), np.uint8)
    reached[0, 0] = 1
    for one in range(size):
        for two in range(size):
            if not reached[one, two]:
                continue
            if ends[one] or ends[two]:
                reached[one, two] = 2
                continue
            for face in range(6):
                for i in range(count[one, face]):
                    for j in range(count[two, face]):
                        reached[to[first[one, face] + i], to[first[two, face] + j]] = 1
    return reached


@njit(cache=True)
def payoffs(one, two, face, first, count, to, values):
    """The matrix of a joint decision, from the values of the positions it leads to."""
    out = np.empty((count[one, face], count[two, face]))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = values[to[first[one, face] + i], to[first[two, face] + j]]
    return out


@njit(cache=True)
def stays(one, two, face, first, count, to):
    """Whether a face changes nothing: both can only pass (L5)."""
    return (
        count[one, face] == 1 and count[two, face] == 1 and to[first[one, face]] == one and to[first[two, face]] == two
    )


@njit(cache=True)
def solve(found, first, count, to, reached, kinds, rows, candle):
    """float64[N, N]: player 1's chance of winning from each pair that can come up; and the widest matrix gap."""
    size = found.shape[0]
    values = np.full((size, size), np.nan)
    widest = 0.0
    for one in range(size - 1, -1, -1):
        for two in range(size - 1, -1, -1):
            if reached[one, two] == 2:
                values[one, two] = fought(found[one], found[two], kinds, rows, candle)
            elif reached[one, two] == 1:
                total, faces = 0.0, 0
                for face in range(6):
                    if stays(one, two, face, first, count, to):
                        continue  # rolled again: the mean is over the other faces
                    payoff = payoffs(one, two, face, first, count, to, values)
                    row, column = np.empty(payoff.shape[0]), np.empty(payoff.shape[1])
                    total += matrix.solve(payoff, row, column)
                    widest = max(widest, matrix.gap(payoff, row, column))
                    faces += 1
                values[one, two] = total / faces
    return values, widest


@njit(cache=True)
def solved(cells, faces, kinds, rows, candle):
    """A whole recruitment: the shape of each sheet's number, the pairs of shapes that can come up and their values.

    A pair is numbered `first shape * shapes + second`, ascending. Returned too: the widest matrix gap.
    """
    types = kinds[0].size
    found, canon = shapes(cells, types, rows, kinds[3])
    first, count, to = moves(found, canon, faces, kinds[3], types)
    reached = reach(first, count, to, found)
    values, widest = solve(found, first, count, to, reached, kinds, rows, candle)
    size = found.shape[0]
    pairs = 0
    for one in range(size):
        for two in range(size):
            pairs += reached[one, two] > 0
    keys, worth = np.empty(pairs, np.int64), np.empty(pairs)
    place = 0
    for one in range(size):
        for two in range(size):
            if reached[one, two] > 0:
                keys[place], worth[place] = one * size + two, values[one, two]
                place += 1
    return canon, keys, worth, widest
