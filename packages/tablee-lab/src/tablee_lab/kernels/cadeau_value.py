"""Cadeau where no table reaches: a trained value of any number of zones, and a search over it.

Classes are counted through all kinds here (`cadeau.solver.trained_values.Numbering`); the last three are the full
zones, lost, drawn and won as the Lutins see it. Array form of a position: `classes` int64[Z], in any order.

    estimate    the value of one position, to the Lutins
    look        the value of one position by expectimax up to a horizon, where `estimate` or the result stands
    matches     whole games between two trained values, the luck of the dice taken out
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from typing import Any, NamedTuple

import numpy as np
from numba import njit, prange

from tablee.engine.types import Net
from tablee_lab.kernels.numbers import exp

__all__ = ["Net"]

Array = np.ndarray[Any, np.dtype[Any]]

PROBES = 8
"""Neighbouring slots of the memory that a position may lie in."""


class Memory(NamedTuple):
    """What a search has seen, and what it may still do."""

    salt: Array  # uint64[C] a random number for each class; the key of a position is their sum
    keys: Array  # uint64[M], a power of two of them; 0 where nothing is kept
    worth: Array  # float64[M]
    best: Array  # float64[6 Z + 1, 6] the best found for each die, one row for each number of dice written
    scratch: Array  # float64[2 Z + 1]
    rest: Array  # float32[K]
    budget: Array  # int64[3] positions looked at, the most that may be, and 1 where they are only counted


@njit(cache=True)
def estimate(net, classes, mover, rest, lead):
    """The Lutins' chance, a draw one half: each zone's odds in the context of the others, then all leads added up.

    `rest` float32[K] and `lead` float64[2 Z + 1] are written over.
    """
    zones, context = classes.size, net.shift.shape[1]
    full = net.chance.shape[1] - 3
    for k in range(context):
        rest[k] = net.shift[mover, k]
    for z in range(zones):
        for k in range(context):
            rest[k] += net.meaning[mover, classes[z], k]
    for at in range(2 * zones + 1):
        lead[at] = 0.0
    lead[0] = 1.0
    lost, drawn, won = 0.0, 0.0, 0.0
    for z in range(zones):
        c = classes[z]
        if z > 0 and c == classes[z - 1]:
            pass  # the same odds
        elif c >= full:
            lost, drawn, won = 1.0 * (c == full), 1.0 * (c == full + 1), 1.0 * (c == full + 2)
        else:
            draw, win = net.chance[mover, c, 0], net.chance[mover, c, 1]
            for k in range(context):
                x = rest[k] - net.meaning[mover, c, k]
                x /= np.float32(1.0) + abs(x)
                draw += x * net.slope[mover, c, 0, k]
                win += x * net.slope[mover, c, 1, k]
            high = max(draw, win, np.float32(0.0))
            lost, drawn, won = exp(-np.float64(high)), exp(np.float64(draw - high)), exp(np.float64(win - high))
            total = lost + drawn + won
            lost, drawn, won = lost / total, drawn / total, won / total
        for at in range(2 * z + 2, -1, -1):
            mass = lead[at] * lost
            if at > 0:
                mass += lead[at - 1] * drawn
            if at > 1:
                mass += lead[at - 2] * won
            lead[at] = mass
    ahead = 0.5 * lead[zones]
    for at in range(zones + 1, 2 * zones + 1):
        ahead += lead[at]
    return ahead


@njit(cache=True)
def result(classes, full):
    """The Lutins' result of a finished game (C11)."""
    ahead = 0
    for c in classes:
        ahead += c - full - 1
    return 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5


@njit(cache=True)
def look(net, choices, classes, dice, horizon, key, memory):
    """The Lutins' value of a position before its roll, `dice` of its cells being written.

    Beyond `horizon` dice the estimate stands. Once more positions were looked at than allowed it means nothing.
    """
    if dice == 6 * classes.size:
        return result(classes, net.chance.shape[1] - 3)
    mask = np.uint64(memory.keys.size - 1)
    slot = (key >> np.uint64(20)) & mask
    for _ in range(PROBES):
        if memory.keys[slot] == key:
            return memory.worth[slot]
        if memory.keys[slot] == 0:
            break
        slot = (slot + np.uint64(1)) & mask
    memory.budget[0] += 1
    if memory.budget[0] > memory.budget[1]:
        return 0.5
    mover = dice % 2
    if dice >= horizon:
        value = 0.5 if memory.budget[2] else estimate(net, classes, mover, memory.rest, memory.scratch)
    else:
        best = memory.best[dice]
        for die in range(6):
            best[die] = -1.0 if mover == 0 else 2.0
        for z in range(classes.size):
            c = classes[z]
            seen = False
            for earlier in range(z):
                seen = seen or classes[earlier] == c
            if seen:
                continue
            for die in range(6):
                for w in range(choices.shape[3]):
                    y = choices[mover, c, die, w]
                    if y < 0:
                        break
                    classes[z] = y
                    after = key - memory.salt[c] + memory.salt[y]
                    value = look(net, choices, classes, dice + 1, horizon, after, memory)
                    best[die] = max(best[die], value) if mover == 0 else min(best[die], value)
            classes[z] = c
        value = (best[0] + best[1] + best[2] + best[3] + best[4] + best[5]) / 6.0
    memory.keys[slot] = key
    memory.worth[slot] = value
    return value


@njit(cache=True)
def search(net, choices, rows, dice, horizons, most, salt, slots, values):
    """The Lutins' values of positions of one layer, each row of `rows`, looking to one horizon after another.

    Positions are counted before they are estimated, which takes ten times as long: the horizon for which all in all
    more than `most` would be looked at is left, and the one before it stands; the first is always finished. Returns
    how many were. `slots`, a power of two, is the room of the memory.
    """
    zones = rows.shape[1]
    memory = Memory(
        salt,
        np.zeros(slots, np.uint64),
        np.zeros(slots, np.float64),
        np.zeros((6 * zones + 1, 6), np.float64),
        np.zeros(2 * zones + 1, np.float64),
        np.zeros(net.shift.shape[1], np.float32),
        np.zeros(3, np.int64),
    )
    spent = 0
    for step in range(horizons.size):
        memory.budget[1] = max(most - spent, rows.shape[0] if step == 0 else 0)
        for counted in range(2):
            for slot in range(slots):
                memory.keys[slot] = 0
            memory.budget[0], memory.budget[2] = 0, 1 - counted
            for n in range(rows.shape[0]):
                key = np.uint64(0)
                for z in range(zones):
                    key += salt[rows[n, z]]
                worth = look(net, choices, rows[n], dice, horizons[step], key, memory)
                if counted:
                    values[n] = worth
            if memory.budget[0] > memory.budget[1]:
                return step
        spent += memory.budget[0]
    return horizons.size


@njit(cache=True)
def choose(net, choices, classes, mover, die, rest, lead):
    """The best writing of a die by the bare estimates: the zone, its class then, and the Lutins' value."""
    best, zone, made = -1.0 if mover == 0 else 2.0, -1, -1
    for z in range(classes.size):
        c = classes[z]
        for w in range(choices.shape[3]):
            y = choices[mover, c, die, w]
            if y < 0:
                break
            classes[z] = y
            value = estimate(net, classes, 1 - mover, rest, lead)
            if (value > best) == (mover == 0) and value != best:
                best, zone, made = value, z, y
        classes[z] = c
    return zone, made, best


@njit(cache=True, parallel=True, nogil=True)
def matches(lutins, gnomes, choices, start, dice, out):
    """Games of the Lutins playing by one value, the Gnomes by another: `out` float64[G], the Lutins' results.

    `start` is the class of an empty zone, `dice` int8[G, 6 Z] are less one. From each result the luck of every roll is
    taken away (its value by the Lutins' estimate less the mean over the die): the mean stays, most of the spread goes.
    """
    zones = dice.shape[1] // 6
    for game in prange(dice.shape[0]):
        classes = np.full(zones, start, np.int64)
        rest = np.zeros(lutins.shift.shape[1], np.float32)
        lead = np.zeros(2 * zones + 1)
        luck = 0.0
        for written in range(6 * zones):
            mover, rolled = written % 2, dice[game, written]
            mean, here = 0.0, 0.0
            for die in range(6):
                value = choose(lutins, choices, classes, mover, die, rest, lead)[2]
                mean += value / 6.0
                if die == rolled:
                    here = value
            luck += here - mean
            net = lutins if mover == 0 else gnomes
            zone, made, _ = choose(net, choices, classes, mover, rolled, rest, lead)
            classes[zone] = made
        out[game] = result(classes, lutins.chance.shape[1] - 3) - luck
