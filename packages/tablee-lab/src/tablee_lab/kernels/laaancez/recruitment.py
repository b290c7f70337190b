"""Laaancez recruitment on arrays: sheets of small integers, their choices, a learned value, and self-play.

A *code* stands for an object at one level of damage: 0 is an empty cell, then each object of the sheet at its
first damage, at one more, and so on up to its limit (L3). A *sheet* is int8[cells], without the candle's cell. To
copy and to tick are then the same thing: write a code into a cell.

    kinds   the codes, as one tuple of arrays:
            hits int64[T], damage int64[T], shield uint8[T], up int64[T] (the code after a tick, 0 at the limit)
    faces   int64[6, 2]   the two options of a face: the code of an object to copy, or TICK
    rows    int64[R]      cells of each row, the candle's row left out
    candle  int64[2]      its hits and damage

The *value* of two sheets is player 1's chance of winning before the next roll, as a small network knows it. What it
sees of a sheet is written by `look`, row by row; its first layer is a sum over rows, so a choice, which changes
one row, costs one row.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

from tablee_lab.kernels.laaancez import clash, combat, matrix
from tablee_lab.kernels.numbers import exp

TICK = -1
EXTRA = 9
"""Features of a row beside the count of each code; see `look`."""


@njit(cache=True)
def full(sheet):
    """Whether every cell is filled: recruitment ends (L6)."""
    for cell in range(sheet.size):  # noqa: SIM110 (numba compiles the loop, not a generator)
        if sheet[cell] == 0:
            return False
    return True


@njit(cache=True)
def choices(sheet, options, up, cells, codes):
    """Writes every choice as a cell and the code it will hold, copies and ticks (L4); returns how many.

    A player who can do nothing passes (L5): one choice, whose cell is -1.
    """
    count = 0
    for k in range(2):
        if k == 1 and options[1] == options[0]:
            break
        for cell in range(sheet.size):
            copied = options[k] if sheet[cell] == 0 else 0
            code = up[sheet[cell]] if options[k] == TICK else copied
            if code > 0:
                cells[count], codes[count] = cell, code
                count += 1
    if count == 0:
        cells[0], codes[0] = -1, 0
        count = 1
    return count


@njit(cache=True)
def unfold(sheet, kinds, rows, candle):
    """A sheet in the array form of a combat: hits, damage and shields by row, the candle last."""
    hits, damage, shield, _ = kinds
    width = 1
    for row in range(rows.size):
        width = max(width, rows[row])
    lives = np.zeros((rows.size + 1, width), np.int64)
    blows = np.zeros((rows.size + 1, width), np.int64)
    guards = np.zeros((rows.size + 1, width), np.uint8)
    cell = 0
    for row in range(rows.size):
        for column in range(rows[row]):
            code = sheet[cell]
            if code > 0:
                lives[row, column] = hits[code]
                blows[row, column] = damage[code]
                guards[row, column] = shield[code]
            cell += 1
    lives[rows.size, 0], blows[rows.size, 0] = candle[0], candle[1]
    return lives, blows, guards


@njit(cache=True)
def fought(sheet1, sheet2, kinds, rows, candle):
    """1.0 if player 1 wins the combat of these two sheets, 0.0 if player 2 does; player 1 throws first (L7)."""
    hits1, damage1, shield1 = unfold(sheet1, kinds, rows, candle)
    hits2, damage2, shield2 = unfold(sheet2, kinds, rows, candle)
    return 1.0 if combat.winner(hits1, damage1, shield1, hits2, damage2, shield2, 1) == 1 else 0.0


@njit(cache=True)
def look(row, kinds, out):
    """Writes the features of one row of codes to out float32[T - 1 + EXTRA]."""
    hits, damage, shield, _ = kinds
    types = hits.size - 1
    for k in range(out.size):
        out[k] = 0.0
    most = 0
    for cell in range(row.size):
        code = row[cell]
        guarded = (cell > 0 and shield[row[cell - 1]]) or (cell + 1 < row.size and shield[row[cell + 1]])
        if code == 0:
            out[types] += 1.0
            if guarded:
                out[types + 1] += 1.0
            continue
        out[code - 1] += 1.0
        if guarded and not shield[code]:
            out[types + 2] += 1.0
            out[types + 3] += 0.5 * damage[code]
            out[types + 4] += 0.5 * hits[code]
        out[types + 5] += 0.25 * damage[code]
        out[types + 6] += 0.25 * hits[code]
        if damage[code] > 0:
            out[types + 7] += 0.5
        most = max(most, damage[code])
    out[types + 8] = 0.5 * most


@njit(cache=True)
def looks(sheets, kinds, rows, out):
    """Writes the features of many sheets: sheets int8[n, cells], out float32[n, R * (T - 1 + EXTRA)]."""
    size = kinds[0].size - 1 + EXTRA
    for k in range(sheets.shape[0]):
        first = 0
        for row in range(rows.size):
            look(sheets[k, first : first + rows[row]], kinds, out[k, row * size : (row + 1) * size])
            first += rows[row]


@njit(cache=True)
def sums(sheet, kinds, rows, weights):
    """The first layer's sums of a sheet, row by row: float32[R, H], weights float32[R * (T - 1 + EXTRA), H]."""
    size = kinds[0].size - 1 + EXTRA
    seen = np.empty(size, np.float32)
    out = np.zeros((rows.size, weights.shape[1]), np.float32)
    first = 0
    for row in range(rows.size):
        look(sheet[first : first + rows[row]], kinds, seen)
        for k in range(size):
            if seen[k] != 0.0:
                for h in range(weights.shape[1]):
                    out[row, h] += seen[k] * weights[row * size + k, h]
        first += rows[row]
    return out


@njit(cache=True)
def equal(one, two):
    """Whether two rows of features are the same."""
    for k in range(one.size):  # noqa: SIM110 (numba compiles the loop, not a generator)
        if one[k] != two[k]:
            return False
    return True


@njit(cache=True)
def heads(twin):
    """The choices that are their own twins."""
    found = np.empty(twin.size, np.int64)
    count = 0
    for choice in range(twin.size):
        if twin[choice] == choice:
            found[count] = choice
            count += 1
    return found[:count].copy()


@njit(cache=True)
def spread(sheet, cells, codes, count, kinds, rows, weights, twin, out):
    """The first layer's sums after each choice: out float32[count, H].

    Choices that look alike to the value share their sums; twin int64[count] gets the first choice that each one
    looks like.
    """
    size = kinds[0].size - 1 + EXTRA
    width = weights.shape[1]
    parts = sums(sheet, kinds, rows, weights)
    total = np.zeros(width, np.float32)
    for row in range(rows.size):
        for h in range(width):
            total[h] += parts[row, h]
    seen = np.empty((count, size), np.float32)
    where = np.empty(count, np.int64)
    for choice in range(count):
        twin[choice] = choice
        cell = cells[choice]
        if cell < 0:
            where[choice] = -1
            for h in range(width):
                out[choice, h] = total[h]
            continue
        row, first = 0, 0
        while cell >= first + rows[row]:
            first += rows[row]
            row += 1
        where[choice] = row
        before = sheet[cell]
        sheet[cell] = codes[choice]
        look(sheet[first : first + rows[row]], kinds, seen[choice])
        sheet[cell] = before
        for other in range(choice):
            if where[other] == row and equal(seen[other], seen[choice]):
                twin[choice] = other
                break
        if twin[choice] < choice:
            for h in range(width):
                out[choice, h] = out[twin[choice], h]
            continue
        for h in range(width):
            out[choice, h] = total[h] - parts[row, h]
        for k in range(size):
            if seen[choice, k] != 0.0:
                for h in range(width):
                    out[choice, h] += seen[choice, k] * weights[row * size + k, h]


@njit(cache=True)
def head(one, two, net, inner):
    """Player 1's chance of winning from the two sheets' first-layer sums; `inner` is scratch float32[H2]."""
    _, _, bias, second, second_bias, third, third_bias = net
    for k in range(inner.size):
        inner[k] = second_bias[k]
    for h in range(bias.size):
        value = one[h] + two[h] + bias[h]
        if value > 0.0:
            for k in range(inner.size):
                inner[k] += value * second[h, k]
    logit = third_bias[0]
    for k in range(inner.size):
        if inner[k] > 0.0:
            logit += inner[k] * third[k]
    return 1.0 / (1.0 + exp(-np.float64(logit)))  # our own, the same on every ground


@njit(cache=True)
def value(sheet1, sheet2, kinds, rows, net):
    """Player 1's chance of winning from two sheets, as the network knows it."""
    one = sums(sheet1, kinds, rows, net[0]).sum(0)
    two = sums(sheet2, kinds, rows, net[1]).sum(0)
    return head(one, two, net, np.empty(net[4].size, np.float32))


@njit(cache=True)
def decision(sheet1, sheet2, options, kinds, rows, net):
    """The matrix of one joint decision, over choices that look different.

    Returns (payoff float64[m, n], kept1 int64[m], kept2 int64[n], cells1, codes1, twin1, cells2, codes2, twin2):
    kept lists the choices that head the rows and columns, twin names the kept choice each choice looks like.
    """
    most = 2 * sheet1.size + 1
    cells1, codes1 = np.empty(most, np.int64), np.empty(most, np.int64)
    cells2, codes2 = np.empty(most, np.int64), np.empty(most, np.int64)
    count1 = choices(sheet1, options, kinds[3], cells1, codes1)
    count2 = choices(sheet2, options, kinds[3], cells2, codes2)
    twin1, twin2 = np.empty(count1, np.int64), np.empty(count2, np.int64)
    sums1 = np.empty((count1, net[2].size), np.float32)
    sums2 = np.empty((count2, net[2].size), np.float32)
    spread(sheet1, cells1, codes1, count1, kinds, rows, net[0], twin1, sums1)
    spread(sheet2, cells2, codes2, count2, kinds, rows, net[1], twin2, sums2)
    kept1, kept2 = heads(twin1), heads(twin2)
    payoff = np.empty((kept1.size, kept2.size))
    inner = np.empty(net[4].size, np.float32)
    for i in range(kept1.size):
        for j in range(kept2.size):
            payoff[i, j] = head(sums1[kept1[i]], sums2[kept2[j]], net, inner)
    return payoff, kept1, kept2, cells1[:count1], codes1[:count1], twin1, cells2[:count2], codes2[:count2], twin2


@njit(cache=True)
def drawn(mixture):
    """One index, by its weight."""
    left = np.random.random()
    for k in range(mixture.size):
        left -= mixture[k]
        if left < 0.0:
            return k
    return mixture.size - 1


@njit(cache=True)
def seed(number):
    """Seeds the dice of `self_play`."""
    np.random.seed(number)


@njit(cache=True)
def self_play(games, wander, kinds, faces, rows, candle, net, fade):
    """Plays recruitments of the value against itself and fights them out exactly.

    Each choice is drawn from the solution of its matrix, or with chance `wander` uniformly. Returns the positions
    met and what to learn of them, n of them: sheets1 int8[n, cells], sheets2 int8[n, cells], targets float32[n].
    A target is a return that fades (by `fade` a step) from the combat's result to the value of the decisions on
    the way; where somebody wandered off, it starts again at the value of the decision.
    """
    cells = rows.sum()
    most = 4 * cells + 8
    room = games * most
    sheets1 = np.empty((room, cells), np.int8)
    sheets2 = np.empty((room, cells), np.int8)
    targets = np.empty(room, np.float32)
    solved = np.empty(most)
    strayed = np.empty(most, np.uint8)
    used = 0
    wins = 0.0
    for _ in range(games):
        sheet1, sheet2 = np.zeros(cells, np.int8), np.zeros(cells, np.int8)
        begin = used
        length = 0
        while not (full(sheet1) or full(sheet2)) and length < most - 1:
            sheets1[used + length], sheets2[used + length] = sheet1, sheet2
            options = faces[np.random.randint(6)]
            payoff, kept1, kept2, cells1, codes1, _, cells2, codes2, _ = decision(
                sheet1, sheet2, options, kinds, rows, net
            )
            row, column = np.empty(kept1.size), np.empty(kept2.size)
            solved[length] = matrix.solve(payoff, row, column)
            one, two = kept1[drawn(row)], kept2[drawn(column)]
            strayed[length] = 0
            if np.random.random() < wander:
                one = np.random.randint(cells1.size)
                strayed[length] = 1
            if np.random.random() < wander:
                two = np.random.randint(cells2.size)
                strayed[length] = 1
            if cells1[one] >= 0:
                sheet1[cells1[one]] = codes1[one]
            if cells2[two] >= 0:
                sheet2[cells2[two]] = codes2[two]
            length += 1
        result = fought(sheet1, sheet2, kinds, rows, candle)
        wins += result
        sheets1[used + length], sheets2[used + length] = sheet1, sheet2
        targets[used + length] = result
        for step in range(length - 1, -1, -1):
            after = targets[begin + step + 1]
            targets[begin + step] = solved[step] if strayed[step] else fade * after + (1.0 - fade) * solved[step]
        used += length + 1
    return sheets1[:used].copy(), sheets2[:used].copy(), targets[:used].copy(), wins / games


@njit(cache=True)
def fights(sheets1, sheets2, kinds, rows, candle, out):
    """The exact result of each pair of sheets: out float32[n], 1.0 where player 1 wins."""
    for k in range(sheets1.shape[0]):
        out[k] = fought(sheets1[k], sheets2[k], kinds, rows, candle)


@njit(cache=True)
def expected(sheet1, sheet2, kinds, faces, rows, net):
    """Player 1's chance of winning before a roll, one decision deep: the mean of six matrix games over the value."""
    total = 0.0
    for face in range(6):
        payoff, _, _, _, _, _, _, _, _ = decision(sheet1, sheet2, faces[face], kinds, rows, net)
        row, column = np.empty(payoff.shape[0]), np.empty(payoff.shape[1])
        total += matrix.solve(payoff, row, column)
    return total / 6.0


@njit(cache=True)
def put(sheet, cell, code):
    """Makes a choice."""
    if cell >= 0:
        sheet[cell] = code


@njit(cache=True)
def empty(sheet):
    """How many cells are free."""
    count = 0
    for cell in range(sheet.size):
        count += sheet[cell] == 0
    return count


@njit(cache=True)
def afters(sheet, kept, cells, codes):
    """The sheets after each of the kept choices: int8[m, cells]."""
    sheets = np.empty((kept.size, sheet.size), np.int8)
    for k in range(kept.size):
        for cell in range(sheet.size):
            sheets[k, cell] = sheet[cell]
        put(sheets[k], cells[kept[k]], codes[kept[k]])
    return sheets


@njit(cache=True)
def settle(sheet1, sheet2, payoff, kept1, cells1, codes1, kept2, cells2, codes2, kinds, rows, candle):
    """Writes to the matrix of a decision how pairs of choices that complete a sheet come out; whether any does."""
    if empty(sheet1) > 1 and empty(sheet2) > 1:
        return False
    sheets1, sheets2 = afters(sheet1, kept1, cells1, codes1), afters(sheet2, kept2, cells2, codes2)
    wanted = np.zeros(payoff.shape, np.uint8)
    some = False
    for i in range(kept1.size):
        for j in range(kept2.size):
            if full(sheets1[i]) or full(sheets2[j]):
                wanted[i, j] = 1
                some = True
    if some:
        clash.clashes(sheets1, sheets2, kinds, rows, candle, wanted, payoff)
    return some


@njit(cache=True)
def deepen(sheet1, sheet2, cells1, codes1, cells2, codes2, kinds, faces, rows, candle, net, out):
    """Writes `expected` after each pair of choices to out float64[m, n]; near the end, `ended`."""
    if empty(sheet1) <= 2 or empty(sheet2) <= 2:
        ended(sheet1, sheet2, cells1, codes1, cells2, codes2, kinds, faces, rows, candle, net, out)
        return
    for i in range(cells1.size):
        before1 = sheet1[cells1[i]]
        put(sheet1, cells1[i], codes1[i])
        for j in range(cells2.size):
            before2 = sheet2[cells2[j]]
            put(sheet2, cells2[j], codes2[j])
            out[i, j] = expected(sheet1, sheet2, kinds, faces, rows, net)
            sheet2[cells2[j]] = before2
        sheet1[cells1[i]] = before1


@njit(cache=True)
def nexts(sheet, cells, codes, kinds, faces, first, sheets):
    """Writes the sheets after each choice, and after each further one on any face, to sheets int8[room, cells].

    first int64[m, 7] gets where those of a choice and a face begin, last that of the choice alone. Returns how many.
    """
    most = 2 * sheet.size + 1
    where, what = np.empty(most, np.int64), np.empty(most, np.int64)
    used = 0
    for k in range(cells.size):
        own = used
        first[k, 6] = own
        for cell in range(sheet.size):
            sheets[own, cell] = sheet[cell]
        put(sheets[own], cells[k], codes[k])
        used += 1
        for face in range(6):
            first[k, face] = used
            count = choices(sheets[own], faces[face], kinds[3], where, what)
            for choice in range(count):
                for cell in range(sheet.size):
                    sheets[used, cell] = sheets[own, cell]
                put(sheets[used], where[choice], what[choice])
                used += 1
    return used


@njit(cache=True)
def alike(fronts, lengths):
    """Numbers lines of numbers, the same number for the same line: int64[n]; and how many there are."""
    names = np.empty(lengths.size, np.int64)
    heads = np.empty(lengths.size, np.int64)
    count = 0
    for k in range(lengths.size):
        names[k] = count
        for name in range(count):
            other = heads[name]
            if lengths[other] == lengths[k] and equal(fronts[other, : lengths[k]], fronts[k, : lengths[k]]):
                names[k] = name
                break
        if names[k] == count:
            heads[count] = k
            count += 1
    return names, count


@njit(cache=True)
def ended(sheet1, sheet2, cells1, codes1, cells2, codes2, kinds, faces, rows, candle, net, out):
    """Writes `expected` after each pair of choices, every sheet that is complete after the next roll fought out."""
    room = 1 + 6 * (2 * sheet1.size + 1)
    first1, first2 = np.empty((cells1.size, 7), np.int64), np.empty((cells2.size, 7), np.int64)
    sheets = np.empty(((cells1.size + cells2.size) * room, sheet1.size), np.int8)
    count1 = nexts(sheet1, cells1, codes1, kinds, faces, first1, sheets)
    count = count1 + nexts(sheet2, cells2, codes2, kinds, faces, first2, sheets[count1:])
    shelf = clash.shelf(sheets[:count], kinds, rows, candle)
    fronts = np.empty((count, rows.size + 1), np.int64)
    lengths = np.empty(count, np.int64)
    done = np.empty(count, np.uint8)
    for k in range(count):
        lengths[k] = clash.standing(sheets[k], rows, kinds[0].size, shelf, fronts[k])
        done[k] = full(sheets[k])
    names, different = alike(fronts, lengths)
    known = np.full((different, different), -1, np.int8)
    for i in range(cells1.size):
        for j in range(cells2.size):
            one, two = first1[i, 6], count1 + first2[j, 6]
            if done[one] or done[two]:
                out[i, j] = clash.remembered(one, two, fronts, lengths, names, known, shelf)
                continue
            total = 0.0
            for face in range(6):
                payoff, kept1, kept2, _, _, _, _, _, _ = decision(
                    sheets[one], sheets[two], faces[face], kinds, rows, net
                )
                for a in range(kept1.size):
                    for b in range(kept2.size):
                        x, y = first1[i, face] + kept1[a], count1 + first2[j, face] + kept2[b]
                        if done[x] or done[y]:
                            payoff[a, b] = clash.remembered(x, y, fronts, lengths, names, known, shelf)
                row, column = np.empty(kept1.size), np.empty(kept2.size)
                total += matrix.solve(payoff, row, column)
            out[i, j] = total / 6.0
