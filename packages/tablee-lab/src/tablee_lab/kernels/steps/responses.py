"""The best answer to a player, exactly: every position of a game once, or as often as it takes to settle.

`shares[…, k]` is how often the player takes option k, in the order of the rules; the responder plays best against it.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import get_num_threads, njit, prange

from tablee.games.blocs.push_tables import FULL, SETS, STRIP, STRIPS
from tablee_lab.kernels.cadeau import block_of, ground, increment, landing, unrank
from tablee_lab.kernels.simulate.blocs import THROWS
from tablee_lab.kernels.simulate.draws import stepped

from .drive import best, mark_liked, options

get_num_threads()  # starts its threads: compiled code that calls compiled code from a file expects them
FACES = 6
PAIRS = np.array([FACES * low + high for low in range(FACES) for high in range(low, FACES)])  # of all throws
TWICE = np.array([1 + (pair // FACES != pair % FACES) for pair in PAIRS])


# --- what a player does -------------------------------------------------------------------------------------------


@stepped
def mixture(tables, rows, player, mind, open_, shares):
    """Chance, greed and the solved table: shares[row, k]."""
    for index in range(rows.shape[0]):
        count = options(tables, rows, index, player, open_)
        ties = mark_liked(tables, rows, index, player, open_, count, shares)
        for k in range(count):
            shares[index, k] = mind[0] / count + (mind[1] / ties if shares[index, k] > 0 else 0.0)
        if mind[2] > 0:
            shares[index, best(tables, rows, index, open_, count)] += mind[2]


@stepped
def counts(tables, rows, player, open_, out):
    for index in range(rows.shape[0]):
        out[index] = options(tables, rows, index, player, open_)


@stepped
def options_at(tables, rows, player, actions, open_, out):
    """The place of each action among the options of its row; -1 where it is none of them."""
    for index in range(rows.shape[0]):
        out[index] = -1
        for k in range(options(tables, rows, index, player, open_)):
            if open_[k] == actions[index]:
                out[index] = k


# --- Pousse-blocs -------------------------------------------------------------------------------------------------


@njit(cache=True)
def alone(tables, shares, out):
    """The sum that the player leaves, by set: shares[set, throw, k]."""
    for own in range(1, FULL + 1):
        total, thrown = 0.0, 0
        for throw in range(THROWS):
            entry = tables.allowed[0, own * THROWS + throw]
            first, count = entry >> 9, entry >> 1 & 255
            if count == 0 and entry & 1:
                continue  # B17: a seven is thrown again
            thrown += 1
            if count == 0:
                total += tables.left[own]
            for k in range(count):
                total += shares[own, throw, k] * out[own ^ tables.option[first + k]]
        out[own] = total / thrown


@njit(cache=True)
def thrown(tables, own, throw, shares, on, off, facing, pays):
    """The worth of a throw to the responder: `on` where the turn goes on, `off` where it ends, by what is left. Without
    `shares` the responder chooses. facing: 0, or FULL where what is left is read from the other side."""
    entry = tables.allowed[0, own * THROWS + throw]
    first, count, goes = entry >> 9, entry >> 1 & 255, entry & 1
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
def habits(tables, random, greedy, out):
    """Of a player who moves so often at random and so often greedily: out[set, left] is how likely a throw leaves that
    set with the turn going on, out[set, SETS + left] with the turn over. To leave nothing wins, and counts 0 here."""
    for own in range(1, FULL + 1):
        for throw in range(THROWS):
            count = tables.allowed[0, own * THROWS + throw] >> 1 & 255
            if count == 0:
                out[own, SETS + own] += 1.0 / THROWS
            for kind in range(2 if count else 0):
                entry = tables.allowed[kind, own * THROWS + throw]
                first, count, goes = entry >> 9, entry >> 1 & 255, entry & 1
                for k in range(count):
                    left = own ^ tables.option[first + k]
                    if left:
                        out[own, left if goes else SETS + left] += (greedy if kind else random) / count / THROWS


@njit(cache=True, parallel=True)
def favourites(tables, place, chosen):
    """What a player by the solved table leaves, the first of equals: chosen[strip, set, pair, place]."""
    for strip in prange(STRIPS):
        most = np.empty(STRIP)
        for own in range(1, FULL + 1):
            for pair in range(PAIRS.size):
                entry = tables.allowed[0, own * THROWS + PAIRS[pair]]
                first, count = entry >> 9, entry >> 1 & 255
                most[:] = -1e300
                for k in range(count):
                    left = own ^ tables.option[first + k]
                    for block in range(STRIP):
                        worth = tables.value[place, left, strip * STRIP + block] if left else 1e300
                        if worth > most[block]:
                            most[block], chosen[strip, own, pair, block] = worth, left


@njit(cache=True, parallel=True)
def met(tables, first, to, weight, chosen, share, after, values):
    """A whole turn of the player, one strip of what stays beside another: the responder's chances before each throw,
    values[strip, set, place], from those `after` the turn. The habits of a set stand from first[set] on, and so often
    as `share` says it plays as `chosen`."""
    for strip in prange(STRIPS):
        total = np.empty(STRIP)
        values[strip, 0, :] = 0.0  # B11: the player has won
        for own in range(1, FULL + 1):
            total[:] = 0.0
            for entry in range(first[own], first[own + 1]):
                left, by = to[entry] & FULL, weight[entry]
                if to[entry] < SETS:
                    for block in range(STRIP):
                        total[block] += by * values[strip, left, block]
                else:
                    for block in range(STRIP):
                        total[block] += by * after[strip, left, block]
            for pair in range(PAIRS.size if share > 0 else 0):
                allowed = tables.allowed[0, own * THROWS + PAIRS[pair]]
                source, by = values if allowed & 1 else after, share * TWICE[pair] / THROWS
                for block in range(STRIP if allowed >> 1 & 255 else 0):
                    left = chosen[strip, own, pair, block]
                    if left:  # B11
                        total[block] += by * source[strip, left, block]
            for block in range(STRIP):
                values[strip, own, block] = total[block]
        values[strip, 0] = after[strip, 0]  # B15: nothing to push, passed


@njit(cache=True)
def fast(tables, first, to, weight, chosen, share, mine, theirs):
    """Each with blocks of one's own (B14), where blocks never come back: one pass, the same arguments. The responder's
    chance to throw, or not, with the blocks a against b: mine[0, a, b] and mine[1, b, a], and so is theirs."""
    nobody = np.empty((0, 0))
    for a in range(1, FULL + 1):
        for b in range(1, FULL + 1):
            ours = idle = total = passed = 0.0
            for throw in range(THROWS):
                count, worth = thrown(tables, a, throw, nobody, mine[1, b], theirs[1, b], 0, 1.0)
                ours += worth / THROWS
                idle += (count == 0) / THROWS
            for entry in range(first[b], first[b + 1]):
                if to[entry] == SETS + b:
                    passed = weight[entry]
                else:
                    source = theirs if to[entry] < SETS else mine
                    total += weight[entry] * source[0, a, to[entry] & FULL]
            for pair in range(PAIRS.size if share > 0 else 0):
                allowed = tables.allowed[0, b * THROWS + PAIRS[pair]]
                left = chosen[a // STRIP, b, pair, a % STRIP]
                if allowed >> 1 & 255 and left:
                    total += share * TWICE[pair] / THROWS * (theirs if allowed & 1 else mine)[0, a, left]
            # A pass couples the two values; solve them together.
            mine[0, a, b] = mine[1, b, a] = (ours + idle * total) / (1.0 - idle * passed)
            theirs[0, a, b] = theirs[1, b, a] = total + passed * mine[0, a, b]


# --- cadeau -------------------------------------------------------------------------------------------------------


@njit(cache=True, parallel=True, nogil=True)
def laid_out(block, sizes, binomial, first, fillings, cells, written, rows):
    """Positions of a layer, each with every die, as rows of `tablee_lab.kernels.steps.cadeau`."""
    zones = block.kinds.shape[1]
    for n in prange(rows.shape[0] // FACES):
        s = block_of(block, first + n)
        classes = np.zeros(zones, np.int64)
        unrank(first + n - block.offset[s], block, s, sizes, binomial, classes)
        for die in range(FACES):
            index = n * FACES + die
            for z in range(zones):
                for side in range(2):
                    filling = fillings[block.kinds[s, z], classes[z], side]
                    begin = side * cells + 3 * z
                    rows[index, begin], rows[index, begin + 1], rows[index, begin + 2] = (
                        filling // 49,
                        filling // 7 % 7,
                        filling % 7,
                    )
            rows[index, 2 * cells], rows[index, 2 * cells + 1] = die + 1, written


@njit(cache=True, parallel=True, nogil=True)
def layer(block, moves, sizes, binomial, chunks, first, zone, player, minds, shares, after, out):
    """One layer of cadeau from the one after it, out[index - first, …]: best play's value to the roller, and for
    each policy the responder's chance if that is player 1, and if it is player 2. zone: `fillings`, `number`, `write`,
    `balance`. minds[policy]: how often at random and greedily, the rest by the best play's values; or, of one policy,
    shares[index - first, die, k]."""
    fillings, number, write, balance = zone
    zones, policies = block.kinds.shape[1], minds.shape[0]
    for chunk in prange(chunks.shape[0]):
        s, start, length = chunks[chunk, 0], chunks[chunk, 1], chunks[chunk, 2]
        classes = np.zeros(zones, np.int64)
        unrank(start, block, s, sizes, binomial, classes)
        to = np.zeros(3 * zones, np.int64)
        gain = np.zeros(3 * zones)
        total = np.zeros(1 + 2 * policies)
        for index in range(block.offset[s] + start, block.offset[s] + start + length):
            total[:] = 0.0
            for die in range(FACES):
                count, least, first_least, most, ties = 0, 3.0, 0, -9.0, 0
                for z in range(zones):
                    if moves.base[s, z] < 0:
                        continue
                    base = ground(moves, binomial, classes, s, z)
                    filling = fillings[block.kinds[s, z], classes[z], 0]
                    two = fillings[block.kinds[s, z], classes[z], 1]
                    own = filling if player == 1 else two
                    for cell in range(3):
                        written = write[own, die, cell]
                        if written < 0:
                            continue
                        y = number[written, two] if player == 1 else number[filling, written]
                        to[count] = landing(moves, binomial, classes, s, z, y, base)
                        facing = two if player == 1 else filling
                        gain[count] = balance[written, facing] - balance[own, facing]
                        ties = 1 if gain[count] > most else ties + (gain[count] == most)
                        most = max(most, gain[count])
                        if after[to[count], 0] < least:
                            least, first_least = after[to[count], 0], count
                        count += 1
                total[0] += least
                for policy in range(policies):
                    mine, theirs = 2 * policy + player, 2 * policy + 3 - player  # the responder moves, or the policy
                    best = -1.0
                    for k in range(count):
                        if shares.size:
                            share = shares[index - first, die, k]
                        else:
                            share = minds[policy, 0] / count + (minds[policy, 1] / ties if gain[k] == most else 0.0)
                            share += minds[policy, 2] if k == first_least else 0.0
                        best = max(best, after[to[k], mine])
                        total[theirs] += share * after[to[k], theirs]
                    total[mine] += best
            out[index - first, 0] = 1.0 - total[0] / FACES
            for column in range(1, 1 + 2 * policies):
                out[index - first, column] = total[column] / FACES
            increment(classes, block.kinds[s], block.order[s], sizes)
