"""The best answer to a player, exactly: every position of a game once, or as often as it takes to settle.

`shares[…, k]` is how often the player takes option k, in the order of the rules; `responder` is whoever answers best.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit, prange

from tablee.kernels.cadeau import block_of, ground, increment, landing, unrank
from tablee.kernels.simulate.blocs import THROWS
from tablee.kernels.simulate.draws import stepped

from .drive import best, liked_all, options

FULL = 1023
FACES = 6


# --- what a player does -------------------------------------------------------------------------------------------


@stepped
def mixture(tables, rows, player, mind, open_, shares):
    """Chance, greed and the solved table: shares[row, k]."""
    for at in range(rows.shape[0]):
        count = options(tables, rows, at, player, open_)
        ties = liked_all(tables, rows, at, player, open_, count, shares)
        for k in range(count):
            shares[at, k] = mind[0] / count + (mind[1] / ties if shares[at, k] > 0 else 0.0)
        if mind[2] > 0:
            shares[at, best(tables, rows, at, open_, count)] += mind[2]


@stepped
def counts(tables, rows, player, open_, out):
    """How many options there are."""
    for at in range(rows.shape[0]):
        out[at] = options(tables, rows, at, player, open_)


@stepped
def options_at(tables, rows, player, actions, open_, out):
    """The place of each action among the options of its row; -1 where it is none of them."""
    for at in range(rows.shape[0]):
        out[at] = -1
        for k in range(options(tables, rows, at, player, open_)):
            if open_[k] == actions[at]:
                out[at] = k


# --- Pousse-blocs -------------------------------------------------------------------------------------------------


@njit(cache=True)
def alone(tables, shares, out):
    """The sum that the player leaves, by set: shares[set, throw, k]."""
    for own in range(1, FULL + 1):
        total, thrown = 0.0, 0
        for throw in range(THROWS):
            found = tables.allowed[0, own * THROWS + throw]
            first, count = found >> 9, found >> 1 & 255
            if count == 0 and found & 1:
                continue  # B17: a seven is thrown again
            thrown += 1
            if count == 0:
                total += tables.left[own]
            for k in range(count):
                total += shares[own, throw, k] * out[own ^ tables.option[first + k]]
        out[own] = total / thrown


@njit(cache=True)
def thrown(tables, own, throw, shares, on, off, facing, pays):
    """The worth of a throw to the responder: `on` where the turn goes on, `off` where it ends, by what is left.

    Without `shares` the responder chooses. facing: 0, or FULL where what is left is read from the other side.
    """
    found = tables.allowed[0, own * THROWS + throw]
    first, count, goes = found >> 9, found >> 1 & 255, found & 1
    best = 0.0
    for k in range(count):
        left = own ^ tables.option[first + k]
        worth = pays if left == 0 else on[left ^ facing] if goes else off[left ^ facing]
        if shares.size == 0:
            best = max(best, worth)
        else:
            best += shares[throw, k] * worth
    return count, best


@njit(cache=True)
def duel(tables, shares, mine, theirs, rounds):
    """Face to face (B13): mine[a], theirs[a] is the responder's chance with the blocks a, to throw or not; until they
    settle. shares[set, throw, k] of the player."""
    nobody = np.empty((0, 0))
    for _ in range(rounds):
        change = 0.0
        for a in range(1, FULL):
            total, passed = 0.0, 0
            for throw in range(THROWS):
                count, worth = thrown(tables, a, throw, nobody, mine, theirs, 0, 1.0)
                total += worth
                passed += count == 0
            value = (total + passed * theirs[a]) / THROWS
            change = max(change, abs(value - mine[a]))
            mine[a] = value
            b = FULL ^ a
            total, passed = 0.0, 0
            for throw in range(THROWS):
                count, worth = thrown(tables, b, throw, shares[b], theirs, mine, FULL, 0.0)
                total += worth
                passed += count == 0
            value = (total + passed * mine[a]) / THROWS
            change = max(change, abs(value - theirs[a]))
            theirs[a] = value
        if change < 1e-15:
            return


@njit(cache=True)
def fast(tables, a, shares, mine, theirs):
    """Each with blocks of one's own (B14): one line of mine[a, b], theirs[a, b], the responder's chance with the blocks
    a against b. Lines of fewer blocks are there already; shares[b, throw, k] is for this a."""
    nobody = np.empty((0, 0))
    for b in range(1, FULL + 1):
        ours, idle = 0.0, 0
        for throw in range(THROWS):
            count, worth = thrown(tables, a, throw, nobody, mine[:, b], theirs[:, b], 0, 1.0)
            ours += worth
            idle += count == 0
        total, passed = 0.0, 0
        for throw in range(THROWS):
            count, worth = thrown(tables, b, throw, shares[b], theirs[a], mine[a], 0, 0.0)
            total += worth
            passed += count == 0
        # Whoever cannot push hands on: two values that know each other.
        ours, total, idle_share, passed_share = ours / THROWS, total / THROWS, idle / THROWS, passed / THROWS
        mine[a, b] = (ours + idle_share * total) / (1.0 - idle_share * passed_share)
        theirs[a, b] = total + passed_share * mine[a, b]


# --- cadeau -------------------------------------------------------------------------------------------------------


@njit(cache=True, parallel=True, nogil=True)
def laid_out(block, sizes, binomial, first, fillings, cells, written, rows):
    """Positions of a layer, each with every die, as rows of `tablee.kernels.steps.cadeau`."""
    zones = block.kinds.shape[1]
    for n in prange(rows.shape[0] // FACES):
        s = block_of(block, first + n)
        classes = np.zeros(zones, np.int64)
        unrank(first + n - block.offset[s], block, s, sizes, binomial, classes)
        for die in range(FACES):
            at = n * FACES + die
            for z in range(zones):
                for side in range(2):
                    filling = fillings[block.kinds[s, z], classes[z], side]
                    begin = side * cells + 3 * z
                    rows[at, begin], rows[at, begin + 1], rows[at, begin + 2] = (
                        filling // 49,
                        filling // 7 % 7,
                        filling % 7,
                    )
            rows[at, 2 * cells], rows[at, 2 * cells + 1] = die + 1, written


@njit(cache=True, parallel=True, nogil=True)
def layer(block, moves, sizes, binomial, chunks, first, zone, player, mind, shares, after, out):
    """One layer of cadeau from the one after it: best play's value to whoever rolls, and the responder's chance if that
    is player 1, or player 2. zone: `fillings`, `number`, `write`, `balance`. mind: how often at random and greedily,
    the rest by the best play's values; or shares[place - first, die, k]."""
    fillings, number, write, balance = zone
    zones = block.kinds.shape[1]
    for chunk in prange(chunks.shape[0]):
        s, start, length = chunks[chunk, 0], chunks[chunk, 1], chunks[chunk, 2]
        classes = np.zeros(zones, np.int64)
        unrank(start, block, s, sizes, binomial, classes)
        to = np.zeros(3 * zones, np.int64)
        gain = np.zeros(3 * zones)
        for place in range(block.offset[s] + start, block.offset[s] + start + length):
            stars = answers = follows = 0.0
            for die in range(FACES):
                count, least, first_least, most, ties = 0, 3.0, 0, -9.0, 0
                best = -1.0
                for z in range(zones):
                    if moves.base[s, z] < 0:
                        continue
                    base = ground(moves, binomial, classes, s, z)
                    one = fillings[block.kinds[s, z], classes[z], 0]
                    two = fillings[block.kinds[s, z], classes[z], 1]
                    own = one if player == 1 else two
                    for cell in range(3):
                        made = write[own, die, cell]
                        if made < 0:
                            continue
                        y = number[made, two] if player == 1 else number[one, made]
                        to[count] = landing(moves, binomial, classes, s, z, y, base)
                        facing = two if player == 1 else one
                        gain[count] = balance[made, facing] - balance[own, facing]
                        ties = 1 if gain[count] > most else ties + (gain[count] == most)
                        most = max(most, gain[count])
                        if after[0, to[count]] < least:
                            least, first_least = after[0, to[count]], count
                        best = max(best, after[player, to[count]])
                        count += 1
                followed = 0.0
                for k in range(count):
                    if shares.size:
                        share = shares[place - first, die, k]
                    else:
                        share = mind[0] / count + (mind[1] / ties if gain[k] == most else 0.0)
                        share += mind[2] if k == first_least else 0.0
                    followed += share * after[3 - player, to[k]]
                stars += least
                answers += best
                follows += followed
            out[0, place - first] = 1.0 - stars / FACES
            out[player, place - first] = answers / FACES
            out[3 - player, place - first] = follows / FACES
            increment(classes, block.kinds[s], block.order[s], sizes)
