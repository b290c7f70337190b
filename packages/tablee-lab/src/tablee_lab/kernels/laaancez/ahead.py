"""A best responder in a recruitment of Laaancez who sees some rounds ahead; see `tablee_lab.simulate.exploit.ahead`.

Arrays as in `tablee_lab.kernels.laaancez.recruitment`; every value is player 1's chance of winning. Luck is taken off
on the way: what a try tells is the learned value of where it began, and by how much it went wrong at each round.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

from tablee_lab.kernels.laaancez import matrix
from tablee_lab.kernels.laaancez.recruitment import choices, decision, deepen, empty, full, put, settle

NEAR = 0.1
"""How much less than the best a choice may be worth by the value alone, to be tried."""

FOUGHT = 2
"""Free cells with which the Owl fights out what ends now or next."""

SURE = 0.01
"""By how much more, at least, a choice has to be worth to be made instead of the Owl's own."""


@njit(cache=True)
def against(payoff, me, shares):
    """What each choice of `me` is worth, to `me`, against the other's mixture."""
    count = payoff.shape[0] if me == 1 else payoff.shape[1]
    worth = np.zeros(count)
    for mine in range(count):
        for other in range(shares.size):
            worth[mine] += shares[other] * (payoff[mine, other] if me == 1 else 1.0 - payoff[other, mine])
    return worth


@njit(cache=True)
def reply(payoff, me):
    """What `me` does and is worth who answers the solution of a matrix, and what the other draws from it."""
    row, column = np.empty(payoff.shape[0]), np.empty(payoff.shape[1])
    matrix.solve(payoff, row, column)
    worth = against(payoff, me, column if me == 1 else row)
    best = np.argmax(worth)
    left = np.random.random()  # drawn whether it is needed or not: all tries take as many draws
    other = pick(column if me == 1 else row, left)
    return best, other, worth[best] if me == 1 else 1.0 - worth[best]


@njit(cache=True)
def pick(mixture, left):
    """The choice at this share of a mixture."""
    other = 0
    while other < mixture.size - 1 and left >= mixture[other]:
        left -= mixture[other]
        other += 1
    return other


@njit(cache=True)
def followed(sheet1, sheet2, me, known, rounds, kinds, faces, rows, candle, net):
    """The value after so many rounds, their luck taken off: `me` answers what the value plays for the other.

    `known` is the value of these two sheets, which are changed: the learned one, or how a finished one comes out.
    """
    total = known
    for _ in range(rounds):
        if full(sheet1) or full(sheet2):
            break
        rolled = np.random.randint(6)
        for face in range(6):
            if face != rolled:
                _, _, worth = reply(decision(sheet1, sheet2, faces[face], kinds, rows, net)[0], me)
                total += worth / 6.0
        payoff, kept1, kept2, cells1, codes1, _, cells2, codes2, _ = decision(
            sheet1, sheet2, faces[rolled], kinds, rows, net
        )
        mine, other, worth = reply(payoff, me)
        total += worth / 6.0 - known
        if settle(sheet1, sheet2, payoff, kept1, cells1, codes1, kept2, cells2, codes2, kinds, rows, candle):
            total -= worth
            mine, other, worth = reply(payoff, me)
            total += worth
        i, j = (mine, other) if me == 1 else (other, mine)
        known = payoff[i, j]
        put(sheet1, cells1[kept1[i]], codes1[kept1[i]])
        put(sheet2, cells2[kept2[j]], codes2[kept2[j]])
    return total


@njit(cache=True)
def answer(sheet1, sheet2, options, me, own, shares, rounds, tries, key, kinds, faces, rows, candle, net):
    """The choice of `me`, in the order of `choices`, against the other's mixture: `own`, or one that is surely better.

    `rounds` is how many are seen, this one counted: as long as no recruitment can end in them, it is `own`. Every
    choice meets the same replies and the same dice. In the last two rounds all combats in sight are fought out, and
    nothing is tried.
    """
    free = min(empty(sheet1), empty(sheet2))
    if free > rounds:
        return own
    payoff, kept1, kept2, cells1, codes1, twin1, cells2, codes2, twin2 = decision(
        sheet1, sheet2, options, kinds, rows, net
    )
    settle(sheet1, sheet2, payoff, kept1, cells1, codes1, kept2, cells2, codes2, kinds, rows, candle)
    mine, others = (kept1, kept2) if me == 1 else (kept2, kept1)
    twin, theirs = (twin1, twin2) if me == 1 else (twin2, twin1)
    mixture = np.zeros(others.size)
    for choice in range(shares.size):
        mixture[np.searchsorted(others, theirs[choice])] += shares[choice]
    worth, usual = against(payoff, me, mixture), np.searchsorted(mine, twin[own])
    if rounds > 1 and free <= FOUGHT:  # what looks alike to the value is not alike in a combat: all choices
        mine, seen, usual = np.arange(twin.size), np.flatnonzero(shares), own
        worth = deeper(sheet1, sheet2, me, mine, seen, options, kinds, faces, rows, candle, net) @ shares[seen]
        worth = worth if me == 1 else 1.0 - worth
    if free <= FOUGHT:
        best = np.argmax(worth)
        return mine[best] if worth[best] > worth[usual] + SURE else own
    close = worth >= worth.max() - NEAR
    close[usual] = True
    near = np.flatnonzero(close)
    gains = np.empty((near.size, tries))
    for place in range(near.size):
        np.random.seed(key)
        for number in range(tries):
            # The replies are spread over their mixture as evenly as so many tries can be.
            other = pick(mixture, (number + np.random.random()) / tries)
            i, j = (near[place], other) if me == 1 else (other, near[place])
            one, two = sheet1.copy(), sheet2.copy()
            put(one, cells1[kept1[i]], codes1[kept1[i]])
            put(two, cells2[kept2[j]], codes2[kept2[j]])
            known = payoff[i, j]
            gain = followed(one, two, me, known, rounds - 1, kinds, faces, rows, candle, net) - known
            gains[place, number] = worth[near[place]] + (gain if me == 1 else -gain)
    best, most = own, SURE
    for place in range(near.size):
        more = gains[place] - gains[np.flatnonzero(near == usual)[0]]
        sure = more.mean() - 2.0 * more.std() / (tries - 1.0) ** 0.5
        if sure > most:
            best, most = mine[near[place]], sure
    return best


@njit(cache=True)
def hopes(sheet1, sheet2, kinds, faces, rows, candle, net):
    """What each face of the die is worth before the choices: float64[6]."""
    found = np.empty(6)
    for face in range(6):
        payoff, kept1, kept2, cells1, codes1, _, cells2, codes2, _ = decision(
            sheet1, sheet2, faces[face], kinds, rows, net
        )
        settle(sheet1, sheet2, payoff, kept1, cells1, codes1, kept2, cells2, codes2, kinds, rows, candle)
        found[face] = matrix.solve(payoff, np.empty(payoff.shape[0]), np.empty(payoff.shape[1]))
    return found


@njit(cache=True)
def deeper(sheet1, sheet2, me, mine, others, options, kinds, faces, rows, candle, net):
    """Player 1's chance one roll after each pair of choices of `me` and of the other: float64[mine, others]."""
    most = 2 * sheet1.size + 1
    cells1, codes1 = np.empty(most, np.int64), np.empty(most, np.int64)
    cells2, codes2 = np.empty(most, np.int64), np.empty(most, np.int64)
    choices(sheet1, options, kinds[3], cells1, codes1)
    choices(sheet2, options, kinds[3], cells2, codes2)
    one, two = (mine, others) if me == 1 else (others, mine)
    found = np.empty((one.size, two.size))
    deepen(
        sheet1, sheet2, cells1[one], codes1[one], cells2[two], codes2[two],
        kinds, faces, rows, candle, net, found,
    )  # fmt: skip
    return found if me == 1 else found.T.copy()


@njit(cache=True)
def step(sheet1, sheet2, options, me, mine, other, shares, kinds, faces, rows, candle, net):
    """Makes two choices; returns how lucky player 1 was in what was drawn from the other's mixture."""
    others = np.flatnonzero(shares)
    luck = 0.0
    if others.size > 1:
        worth = deeper(sheet1, sheet2, me, np.array([mine]), others, options, kinds, faces, rows, candle, net)[0]
        for k in range(others.size):
            luck += worth[k] * ((others[k] == other) - shares[others[k]])
    for sheet, choice in ((sheet1, mine if me == 1 else other), (sheet2, other if me == 1 else mine)):
        cells, codes = np.empty(2 * sheet.size + 1, np.int64), np.empty(2 * sheet.size + 1, np.int64)
        choices(sheet, options, kinds[3], cells, codes)
        put(sheet, cells[choice], codes[choice])
    return luck
