"""A best responder in a recruitment of Laaancez who sees some rounds ahead; see `tablee.simulate.exploit.ahead`.

Arrays as in `tablee.kernels.laaancez.recruitment`; every value is player 1's chance of winning. Luck is taken off on
the way: what a try tells is the learned value of where it began, and by how much it went wrong at each round.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

from tablee.kernels.laaancez import matrix
from tablee.kernels.laaancez.recruitment import decision, empty, full, put, settle

NEAR, LATE, NEAR_LATE = 0.02, 4, 0.1
"""How much less than the best a choice may be worth by the value alone, to be tried: with more free cells, with fewer.

Before combats come into sight the value changes slowly; then it is often wrong."""


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
def answer(sheet1, sheet2, options, me, shares, rounds, tries, key, kinds, faces, rows, candle, net):
    """The choice of `me`, in the order of `choices`, against the other's mixture.

    `rounds` is how many are seen, this one counted. Every choice meets the same replies and the same dice; the best by
    the value alone is left for one that is better by a standard error.
    """
    payoff, kept1, kept2, cells1, codes1, _, cells2, codes2, _ = decision(sheet1, sheet2, options, kinds, rows, net)
    settle(sheet1, sheet2, payoff, kept1, cells1, codes1, kept2, cells2, codes2, kinds, rows, candle)
    mine, others = (kept1, kept2) if me == 1 else (kept2, kept1)
    mixture = np.empty(others.size)
    for other in range(others.size):
        mixture[other] = shares[others[other]]
    worth = against(payoff, me, mixture)
    usual = np.argmax(worth)
    late = min(empty(sheet1), empty(sheet2)) <= LATE
    near = np.flatnonzero(worth >= worth[usual] - (NEAR_LATE if late else NEAR))
    if near.size == 1 or rounds == 1:
        return mine[usual]
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
    first = 0
    while near[first] != usual:
        first += 1
    best, most = first, 0.0
    for place in range(near.size):
        more = gains[place] - gains[first]
        sure = more.mean() - more.std() / (tries - 1.0) ** 0.5
        if sure > most:
            best, most = place, sure
    return mine[near[best]]


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
def step(sheet1, sheet2, options, me, mine, other, shares, kinds, rows, candle, net):
    """Makes two choices; returns how lucky player 1 was in what was drawn from the other's mixture."""
    payoff, kept1, kept2, cells1, codes1, twin1, cells2, codes2, twin2 = decision(
        sheet1, sheet2, options, kinds, rows, net
    )
    settle(sheet1, sheet2, payoff, kept1, cells1, codes1, kept2, cells2, codes2, kinds, rows, candle)
    luck = 0.0
    for i in range(kept1.size):
        for j in range(kept2.size):
            if me == 1 and kept1[i] == twin1[mine]:
                luck += payoff[i, j] * ((kept2[j] == twin2[other]) - shares[kept2[j]])
            elif me == 2 and kept2[j] == twin2[mine]:
                luck += payoff[i, j] * ((kept1[i] == twin1[other]) - shares[kept1[i]])
    one, two = (mine, other) if me == 1 else (other, mine)
    put(sheet1, cells1[one], codes1[one])
    put(sheet2, cells2[two], codes2[two])
    return luck
