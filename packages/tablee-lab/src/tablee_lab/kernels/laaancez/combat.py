"""Laaancez combat on arrays: every position of a combat, solved in one sweep.

A combat is a finite game without chance (L7 to L12), and it falls apart by rows: two front rows face each
other, every row behind is still fresh, and when a row folds (L10) only the state of the *other* front row
carries over. So a combat of R rows against S rows is R x S small games, one per pair of facing rows, and a
pair only asks two edges of its neighbours: what the survivors are worth against the next fresh row.

Inside a pair, what matters of a row is which damages it can throw and what each damage can turn it into.
`_automaton` lists the states a row can reach and merges those that behave alike (equal objects in
exchangeable cells, damage that no longer matters), so the sweep runs over classes, not over hit points.
No throw is ruled out beforehand: that a stronger blow, or a fold, is never the worse one is not relied on.

Array form of one sheet, rows from the front row on, padded with empty cells on the right:

    hits    int64[R, W]   hit points left, 0 for an empty or crossed-out cell
    damage  int64[R, W]   damage of the object in the cell, 0 where none
    shield  uint8[R, W]   1 where the object is a Shield (L9)

The candle is cell [R - 1, 0]: its row is never folded, and the sheet is beaten when its hits reach 0 (L11, L12).
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

ROW_STATES = 1 << 18
"""Where the states of a row stop being counted: more than any sweep takes on."""


@njit(cache=True)
def protected(hits, shield, cell):
    """Whether a standing Shield right beside this cell of a row protects it (L9)."""
    if shield[cell] and hits[cell] > 0:
        return False  # a Shield itself can always be targeted
    if cell > 0 and shield[cell - 1] and hits[cell - 1] > 0:
        return True
    return cell + 1 < hits.size and shield[cell + 1] and hits[cell + 1] > 0


@njit(cache=True)
def lost(hits, damage, candle):
    """Whether a row with these hits is lost (L10); the candle's row only with its candle (L11)."""
    if candle:
        return hits[0] <= 0
    for cell in range(hits.size):  # noqa: SIM110 (numba compiles the loop, not a generator)
        if hits[cell] > 0 and damage[cell] > 0:
            return False
    return True


@njit(cache=True)
def front(hits, damage):
    """Index of the first row that is not lost (L10); the last row when all before it are."""
    last = hits.shape[0] - 1
    for row in range(last):
        if not lost(hits[row], damage[row], False):
            return row
    return last


@njit(cache=True)
def strikes(hits, damage, first):
    """The distinct damages that objects standing from row `first` on can throw, ascending."""
    found = np.empty(hits.size, np.int64)
    count = 0
    for row in range(first, hits.shape[0]):
        for cell in range(hits.shape[1]):
            value = damage[row, cell]
            if hits[row, cell] <= 0 or value <= 0:
                continue
            place = 0
            while place < count and found[place] < value:
                place += 1
            if place < count and found[place] == value:
                continue
            for k in range(count, place, -1):
                found[k] = found[k - 1]
            found[place] = value
            count += 1
    return found[:count].copy()


@njit(cache=True)
def row_states(hits):
    """How many hit-point states a row has: the product of (hits + 1) over its cells, capped."""
    states = 1
    for cell in range(hits.size):
        states *= max(hits[cell], 0) + 1
        if states > ROW_STATES:
            return ROW_STATES + 1
    return states


@njit(cache=True)
def _decode(state, base, weight, hits):
    for cell in range(base.size):
        hits[cell] = (state // weight[cell]) % (base[cell] + 1)


@njit(cache=True)
def _automaton(base, damage, shield, candle, blows, arms, first, mask, edge, succ):
    """Writes the classes of one row after `first` classes already in the tables.

    Returns the next free class and int32[states]: the class of each state, a state being a number in mixed
    radix whose digits are the hits of the cells, the first cell lowest.

    base    int64[W]      hits at the start; the row's last class is this state
    blows   int64[D]      damages that may strike this row
    arms    int64[E]      damages this sheet can throw: bit e of a mask stands for arms[e]
    mask    int64[N]      out: what a class can throw, as bits
    edge    int64[N*D+1]  out: successors of class c under blow d are succ[edge[c*D+d]:edge[c*D+d+1]]
    succ    int32[M]      out: classes counted from `first`; class 0 of a row is "lost"
    """
    width = base.size
    blow_count = blows.size
    weight = np.empty(width, np.int64)
    size = 1
    for cell in range(width):
        weight[cell] = size
        size *= base[cell] + 1
    hits = np.empty(width, np.int64)
    reached = np.zeros(size, np.uint8)
    reached[size - 1] = 1
    # A blow lowers one digit, so it lowers the state number: mark downwards, number the classes upwards.
    for state in range(size - 1, -1, -1):
        if not reached[state]:
            continue
        _decode(state, base, weight, hits)
        if lost(hits, damage, candle):
            reached[state] = 2
            continue
        for cell in range(width):
            if hits[cell] > 0 and not protected(hits, shield, cell):
                for d in range(blow_count):
                    reached[state - min(hits[cell], blows[d]) * weight[cell]] = 1
    classes = np.zeros(size, np.int32)
    buckets = 64
    while buckets < 2 * size and buckets < 1 << 16:
        buckets *= 2
    head = np.full(buckets, -1, np.int32)
    chain = np.full(size + 1, -1, np.int32)
    mask[first] = 0
    for d in range(blow_count):
        edge[first * blow_count + d + 1] = edge[first * blow_count]
    count = 1
    for state in range(size):
        if reached[state] != 1:
            continue  # a lost state keeps class 0
        _decode(state, base, weight, hits)
        row = first + count
        bits = 0
        for cell in range(width):
            if hits[cell] > 0 and damage[cell] > 0:
                for e in range(arms.size):
                    if arms[e] == damage[cell]:
                        bits |= 1 << e
        mask[row] = bits
        mixed = np.uint64(bits + 1)
        top = edge[row * blow_count]
        for d in range(blow_count):
            begin = top
            for cell in range(width):
                if hits[cell] <= 0 or protected(hits, shield, cell):
                    continue
                to = classes[state - min(hits[cell], blows[d]) * weight[cell]]
                place = top
                while place > begin and succ[place - 1] > to:
                    place -= 1
                if place > begin and succ[place - 1] == to:
                    continue
                for k in range(top, place, -1):
                    succ[k] = succ[k - 1]
                succ[place] = to
                top += 1
            edge[row * blow_count + d + 1] = top
            for k in range(begin, top):
                mixed = (mixed ^ np.uint64(succ[k])) * np.uint64(0x9E3779B97F4A7C15)
            mixed = (mixed ^ np.uint64(0xFFFFFFFF)) * np.uint64(0xC2B2AE3D27D4EB4F)
        slot = np.int64((mixed >> np.uint64(40)) & np.uint64(buckets - 1))
        twin = head[slot]
        while twin >= 0:
            if _alike(first + twin, row, blow_count, mask, edge, succ):
                break
            twin = chain[twin]
        if twin < 0:
            chain[count] = head[slot]
            head[slot] = count
            twin = count
            count += 1
        classes[state] = twin
    return first + count, classes


@njit(cache=True)
def _alike(one, two, blow_count, mask, edge, succ):
    """Whether two classes throw the same damages and fall to the same classes under every blow."""
    if mask[one] != mask[two]:
        return False
    for d in range(blow_count):
        begin, other = edge[one * blow_count + d], edge[two * blow_count + d]
        length = edge[one * blow_count + d + 1] - begin
        if edge[two * blow_count + d + 1] - other != length:
            return False
        for k in range(length):
            if succ[begin + k] != succ[other + k]:
                return False
    return True


@njit(cache=True)
def _automata(hits, damage, shield, top, blows, arms):
    """The automata of rows top.. of a sheet: (offset[R+1], start[R], mask, edge, succ, classes of row top)."""
    rows, width = hits.shape
    total = 0
    for row in range(top, rows):
        total += row_states(hits[row]) + 1
    offset = np.zeros(rows + 1, np.int64)
    start = np.zeros(rows, np.int64)
    mask = np.zeros(total, np.int64)
    edge = np.zeros(total * blows.size + 1, np.int64)
    succ = np.empty(total * blows.size * width, np.int32)
    facing = np.zeros(0, np.int32)
    free = 0
    for row in range(top, rows):
        offset[row] = free
        free, classes = _automaton(
            hits[row], damage[row], shield[row], row == rows - 1, blows, arms, free, mask, edge, succ
        )
        offset[row + 1] = free
        start[row] = classes[classes.size - 1]
        if row == top:
            facing = classes
    return offset, start, mask, edge, succ, facing


@njit(cache=True)
def sweep(hits1, damage1, shield1, hits2, damage2, shield2):
    """Solves a combat. Returns (wins1, wins2): whether player 1, player 2 wins when it is their throw.

    Both are uint8[b, a] over the classes of the two front rows (a: player 1's, b: player 2's). Returned too:
    the index of each front row, and the class of each of its states, as `_automaton` numbers them.
    """
    top1, top2 = front(hits1, damage1), front(hits2, damage2)
    arms1, arms2 = strikes(hits1, damage1, top1), strikes(hits2, damage2, top2)
    offset1, start1, mask1, edge1, succ1, classes1 = _automata(hits1, damage1, shield1, top1, arms2, arms1)
    offset2, start2, mask2, edge2, succ2, classes2 = _automata(hits2, damage2, shield2, top2, arms1, arms2)
    rows1, rows2 = hits1.shape[0], hits2.shape[0]
    most1, most2 = 0, 0
    for i in range(top1, rows1):
        most1 = max(most1, offset1[i + 1] - offset1[i])
    for j in range(top2, rows2):
        most2 = max(most2, offset2[j + 1] - offset2[j])
    # folded1[j, b]: player 1 to throw with row i + 1 fresh, against class b of row j (from the last i swept).
    folded1 = np.zeros((rows2, most2), np.uint8)
    # folded2[a]: player 2 to throw with row j + 1 fresh, against class a of row i (from the last j swept).
    folded2 = np.zeros(most1, np.uint8)
    can = np.zeros((arms1.size, most1), np.uint8)
    wins1 = np.zeros((most2, most1), np.uint8)
    wins2 = np.zeros((most2, most1), np.uint8)
    blows1, blows2 = arms2.size, arms1.size
    one = np.uint8(1)
    for i in range(rows1 - 1, top1 - 1, -1):
        if i < rows1 - 1 and lost(hits1[i], damage1[i], False):
            continue  # a row that is lost when it is unfolded is folded at once (L10)
        count1, base1 = offset1[i + 1] - offset1[i], offset1[i]
        for e in range(arms1.size):
            for a in range(count1):
                can[e, a] = (mask1[base1 + a] >> e) & 1
        for j in range(rows2 - 1, top2 - 1, -1):
            if j < rows2 - 1 and lost(hits2[j], damage2[j], False):
                continue
            count2, base2 = offset2[j + 1] - offset2[j], offset2[j]
            for a in range(count1):
                wins2[0, a] = folded2[a] if j < rows2 - 1 else 0  # L12
            for b in range(1, count2):
                line = wins1[b]
                line[:count1] = 0
                line[0] = folded1[j, b] if i < rows1 - 1 else 0  # L12
                here = (base2 + b) * blows2
                for e in range(blows2):
                    able = can[e]
                    for k in range(edge2[here + e], edge2[here + e + 1]):
                        after = wins2[succ2[k]]
                        for a in range(1, count1):
                            line[a] |= able[a] & (after[a] ^ one)
                bits = mask2[base2 + b]
                for a in range(1, count1):
                    won = 0
                    there = (base1 + a) * blows1
                    for d in range(blows1):
                        if (bits >> d) & 1:
                            for k in range(edge1[there + d], edge1[there + d + 1]):
                                if not line[succ1[k]]:
                                    won = 1
                                    break
                            if won:
                                break
                    wins2[b, a] = won
            fresh1, fresh2 = start1[i], start2[j]
            for b in range(count2):
                folded1[j, b] = wins1[b, fresh1]
            for a in range(count1):
                folded2[a] = wins2[fresh2, a]
    return wins1, wins2, top1, top2, classes1, classes2


@njit(cache=True)
def extent(hits, damage):
    """How large a sheet is to a sweep: the states of its rows added up, of its largest row, its distinct damages."""
    top = front(hits, damage)
    total, largest = 0, 0
    for row in range(top, hits.shape[0]):
        states = row_states(hits[row])
        total += states
        largest = max(largest, states)
    return total, largest, strikes(hits, damage, top).size


@njit(cache=True)
def winner(hits1, damage1, shield1, hits2, damage2, shield2, mover):
    """Which player (1 or 2) wins this combat under best play when `mover` throws next."""
    wins1, wins2, _, _, classes1, classes2 = sweep(hits1, damage1, shield1, hits2, damage2, shield2)
    table = wins1 if mover == 1 else wins2
    return mover if table[classes2[classes2.size - 1], classes1[classes1.size - 1]] else 3 - mover


@njit(cache=True)
def throws(hits1, damage1, shield1, hits2, damage2, shield2, mover, out):
    """Writes to out int8[W1, W2] what each throw is worth to `mover`: 1 wins, 0 loses, -1 is no legal throw.

    Rows of `out` are the mover's cells, columns the other's. Returns the two front rows (player 1's first).
    """
    wins1, wins2, top1, top2, classes1, classes2 = sweep(hits1, damage1, shield1, hits2, damage2, shield2)
    if mover == 1:
        mine, arms, base, guard, classes = hits1[top1], damage1[top1], hits2[top2], shield2[top2], classes2
    else:
        mine, arms, base, guard, classes = hits2[top2], damage2[top2], hits1[top1], shield1[top1], classes1
    out[:] = -1
    weight = 1
    for target in range(base.size):
        if base[target] > 0 and not protected(base, guard, target):
            for cell in range(mine.size):
                if mine[cell] > 0 and arms[cell] > 0:
                    to = classes[classes.size - 1 - min(base[target], arms[cell]) * weight]
                    if mover == 1:
                        out[cell, target] = 1 - wins2[to, classes1[classes1.size - 1]]
                    else:
                        out[cell, target] = 1 - wins1[classes2[classes2.size - 1], to]
        weight *= base[target] + 1
    return top1, top2
