"""Many combats of Laaancez between sheets that have most of their rows in common.

The same combats as `tablee_lab.kernels.laaancez.combat` solves, in the same way, with two savings. The automaton of a
row is made once, for every damage that a sheet of these objects can throw, and kept with the others in a *shelf*; and
what holds for all states of a row at once is a set of bits. Arrays are those of `kernels.laaancez.recruitment`.

A shelf is one tuple of arrays; its rows are numbered, and row 0 is the candle's:

    keys    int64[N]          the codes of a row as one number
    where   int64[N + 1]      its classes are where[r] to where[r + 1]; class 0 of a row is "lost"
    fresh   int64[N]          the class of the untouched row
    arms    int64[C]          by class: what it can throw, damage d being bit d - 1
    edge    int64[C * D + 1]  the successors of class c under damage d are succ[edge[c * D + d - 1]:edge[c * D + d]]
    succ    int32[M]
    able    uint64[N, D, W]   by row and damage: the classes that can throw it
    falls   uint64[C, 2^D, W] by class and set of damages: all its successors under any of them
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

from tablee_lab.kernels.laaancez.combat import _automaton, row_states


@njit(cache=True)
def keys_of(sheet, rows, types, out):
    """Writes the key of each row of a sheet, its codes being below `types`: out int64[R]."""
    cell = 0
    for row in range(rows.size):
        out[row] = rows[row]
        for _ in range(rows[row]):
            out[row] = out[row] * types + sheet[cell]
            cell += 1


@njit(cache=True)
def place_of(keys, count, key):
    """Where a key is among so many ascending ones, or belongs."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True)
def numbered(sheets, rows, types):
    """The distinct rows of many sheets int8[n, cells], ascending, after the candle's key, which is -1."""
    found = np.empty(sheets.shape[0] * rows.size + 1, np.int64)
    found[0] = -1
    count = 1
    keys = np.empty(rows.size, np.int64)
    for k in range(sheets.shape[0]):
        keys_of(sheets[k], rows, types, keys)
        for row in range(rows.size):
            place = place_of(found, count, keys[row])
            if place == count or found[place] != keys[row]:
                for other in range(count, place, -1):
                    found[other] = found[other - 1]
                found[place] = keys[row]
                count += 1
    return found[:count].copy()


@njit(cache=True)
def shelf(sheets, kinds, rows, candle):
    """The automata of all rows of these sheets."""
    hits, damage, shield, _ = kinds
    types = hits.size
    keys = numbered(sheets, rows, types)
    strongest = candle[1]
    for code in range(types):
        strongest = max(strongest, damage[code])
    blows = np.empty(strongest, np.int64)
    for blow in range(strongest):
        blows[blow] = blow + 1
    width = 1
    for row in range(rows.size):
        width = max(width, rows[row])
    lives = np.zeros((keys.size, width), np.int64)
    strikes = np.zeros((keys.size, width), np.int64)
    guards = np.zeros((keys.size, width), np.uint8)
    lives[0, 0], strikes[0, 0] = candle[0], candle[1]
    largest = 0
    for row in range(keys.size):
        key, cell = keys[row], width - 1
        while row > 0 and key >= types:  # the first figure is the length: never 0, so that rows of zeros differ
            code = key % types
            lives[row, cell], strikes[row, cell], guards[row, cell] = hits[code], damage[code], shield[code]
            key //= types
            cell -= 1
        largest = max(largest, row_states(lives[row]) + 1)
    room, used = 4 * largest, 0
    arms = np.empty(room, np.int64)
    edge = np.zeros(room * strongest + 1, np.int64)
    succ = np.empty(room * strongest * width, np.int32)
    where, fresh = np.zeros(keys.size + 1, np.int64), np.empty(keys.size, np.int64)
    most = 1
    for row in range(keys.size):
        if used + largest > room:
            room *= 2
            arms, edge, succ = more(arms, room), more(edge, room * strongest + 1), more(succ, room * strongest * width)
        used, classes = _automaton(
            lives[row], strikes[row], guards[row], row == 0, blows, blows, used, arms, edge, succ
        )
        where[row + 1] = used
        fresh[row] = classes[classes.size - 1]
        most = max(most, used - where[row])
    words = (most + 63) // 64
    able = np.zeros((keys.size, strongest, words), np.uint64)
    falls = np.zeros((used, 1 << strongest, words), np.uint64)
    one = np.uint64(1)
    for row in range(keys.size):
        for place in range(where[row + 1] - where[row]):
            here = where[row] + place
            for blow in range(strongest):
                if (arms[here] >> blow) & 1:
                    able[row, blow, place >> 6] |= one << np.uint64(place & 63)
                for k in range(edge[here * strongest + blow], edge[here * strongest + blow + 1]):
                    falls[here, 1 << blow, succ[k] >> 6] |= one << np.uint64(succ[k] & 63)
            for several in range(1, 1 << strongest):
                lowest = several & -several
                for word in range(words):
                    falls[here, several, word] = falls[here, lowest, word] | falls[here, several - lowest, word]
    return keys, where, fresh, arms, edge, succ, able, falls


@njit(cache=True)
def more(array, size):
    """The same with more room."""
    larger = np.empty(size, array.dtype)
    for k in range(array.size):
        larger[k] = array[k]
    return larger


@njit(cache=True)
def standing(sheet, rows, types, kept, out):
    """Writes the numbers of the rows of a sheet that can fight, the candle's last, to out int64[R + 1]; how many."""
    keys, fresh = kept[0], kept[2]
    wanted = np.empty(rows.size, np.int64)
    keys_of(sheet, rows, types, wanted)
    count = 0
    for row in range(rows.size):
        number = place_of(keys, keys.size, wanted[row])
        if fresh[number] > 0:  # a row that is lost when it is unfolded is folded at once (L10)
            out[count] = number
            count += 1
    out[count] = 0
    return count + 1


@njit(cache=True)
def beats(front1, front2, kept):
    """Whether player 1, who throws first, wins: front1 and front2 are rows that fight, as `standing` writes them."""
    _, where, fresh, arms, edge, succ, able, falls = kept
    strongest, words = able.shape[1], able.shape[2]
    most = 0
    for j in range(front2.size):
        most = max(most, where[front2[j] + 1] - where[front2[j]])
    # folded1[j, b]: player 1 to throw with the next row fresh, against class b of row j.
    folded1 = np.zeros((front2.size, most), np.uint8)
    # folded2: the classes of player 1's row against which player 2, to throw with the next row fresh, wins.
    folded2 = np.zeros(words, np.uint64)
    wins1 = np.zeros((most, words), np.uint64)
    wins2 = np.zeros((most, words), np.uint64)
    one, none = np.uint64(1), np.uint64(0)
    for i in range(front1.size - 1, -1, -1):
        row1 = front1[i]
        first1 = where[row1]
        count1 = where[row1 + 1] - first1
        used = (count1 + 63) // 64
        fresh1 = fresh[row1]
        for j in range(front2.size - 1, -1, -1):
            row2 = front2[j]
            first2 = where[row2]
            count2 = where[row2 + 1] - first2
            for word in range(used):
                wins2[0, word] = folded2[word] if j < front2.size - 1 else none  # L12
            for b in range(1, count2):
                for word in range(used):
                    wins1[b, word] = none
                    wins2[b, word] = none
                if i < front1.size - 1 and folded1[j, b]:
                    wins1[b, 0] = one
                here = (first2 + b) * strongest
                for blow in range(strongest):
                    for k in range(edge[here + blow], edge[here + blow + 1]):
                        for word in range(used):
                            wins1[b, word] |= able[row1, blow, word] & ~wins2[succ[k], word]
                bits = arms[first2 + b]
                for a in range(1, count1):
                    for word in range(used):
                        if falls[first1 + a, bits, word] & ~wins1[b, word]:
                            wins2[b, a >> 6] |= one << np.uint64(a & 63)
                            break
            for b in range(1, count2):
                folded1[j, b] = (wins1[b, fresh1 >> 6] >> np.uint64(fresh1 & 63)) & one
            for word in range(used):
                folded2[word] = wins2[fresh[row2], word]
    top1, top2 = fresh[front1[0]], fresh[front2[0]]
    return (wins1[top2, top1 >> 6] >> np.uint64(top1 & 63)) & one == one


@njit(cache=True)
def clashes(sheets1, sheets2, kinds, rows, candle, wanted, out):
    """Writes 1.0 to out float64[n, m] where player 1 wins and 0.0 where not, wherever wanted uint8[n, m] is set."""
    count1, count2, types = sheets1.shape[0], sheets2.shape[0], kinds[0].size
    sheets = np.empty((count1 + count2, sheets1.shape[1]), np.int8)
    for cell in range(sheets1.shape[1]):
        for k in range(count1):
            sheets[k, cell] = sheets1[k, cell]
        for k in range(count2):
            sheets[count1 + k, cell] = sheets2[k, cell]
    kept = shelf(sheets, kinds, rows, candle)
    fronts = np.empty((count1 + count2, rows.size + 1), np.int64)
    lengths = np.empty(count1 + count2, np.int64)
    for k in range(count1 + count2):
        lengths[k] = standing(sheets[k], rows, types, kept, fronts[k])
    for i in range(count1):
        for j in range(count2):
            if wanted[i, j]:
                other = count1 + j
                won = beats(fronts[i, : lengths[i]], fronts[other, : lengths[other]], kept)
                out[i, j] = 1.0 if won else 0.0


@njit(cache=True)
def remembered(one, two, fronts, lengths, names, known, kept):
    """1.0 if player 1 wins the combat of two sheets, 0.0 if not; each pair is fought once, see known int8[n, n]."""
    if known[names[one], names[two]] < 0:
        won = beats(fronts[one, : lengths[one]], fronts[two, : lengths[two]], kept)
        known[names[one], names[two]] = 1 if won else 0
    return float(known[names[one], names[two]])
