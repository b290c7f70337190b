"""Kernels that only the training of cadeau's value and its measurement need (`tools/train_cadeau.py`)."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit, prange

from tablee_lab.kernels.cadeau import block_of, ground, increment, landing, unrank
from tablee_lab.kernels.cadeau_value import estimate


@njit(cache=True)
def unrank_all(places, block, sizes, binomial, out):
    """Write the classes of each place of a layer into a row of `out`, int64[N, Z]."""
    for n in range(places.size):
        s = block_of(block, places[n])
        unrank(places[n] - block.offset[s], block, s, sizes, binomial, out[n])


@njit(cache=True, parallel=True, nogil=True)
def respond(block, moves, sizes, binomial, chunks, guess, worth, exact, out, regret):
    """One layer of playing by a guess, or of the best answer to it.

    `worth` is, for the layer after, the value to the *responder* of going on. Where `guess` is empty the responder
    moves: the highest worth. Else the other player moves to the lowest guess, and `regret`, float64[C, 2] for
    each chunk, takes the sum and the number of what that loses by the `exact` values, where these are given.
    """
    zones = block.kinds.shape[1]
    width = moves.choices.shape[2]
    answers = guess.size == 0
    for chunk in prange(chunks.shape[0]):
        s, start, length = chunks[chunk, 0], chunks[chunk, 1], chunks[chunk, 2]
        classes = np.zeros(zones, np.int64)
        unrank(start, block, s, sizes, binomial, classes)
        least = np.zeros(6)
        chosen = np.zeros(6, np.int64)
        ideal = np.zeros(6)
        for place in range(block.offset[s] + start, block.offset[s] + start + length):
            for die in range(6):
                least[die] = ideal[die] = 2.0
            for z in range(zones):
                if moves.base[s, z] < 0:
                    continue
                base = ground(moves, binomial, classes, s, z)
                for die in range(6):
                    for w in range(width):
                        y = np.int64(moves.choices[block.kinds[s, z], die, w, classes[z]])
                        if y < 0:
                            break
                        to = landing(moves, binomial, classes, s, z, y, base)
                        left = -worth[to] if answers else guess[to]
                        if left < least[die]:
                            least[die] = left
                            chosen[die] = to
                        if exact.size > 0:
                            ideal[die] = min(ideal[die], exact[to])
            total = 0.0
            for die in range(6):
                total += worth[chosen[die]]
                if exact.size > 0:
                    regret[chunk, 0] += exact[chosen[die]] - ideal[die]
                    regret[chunk, 1] += 1.0
            out[place] = total / 6.0
            increment(classes, block.kinds[s], block.order[s], sizes)


@njit(cache=True, parallel=True, nogil=True)
def estimate_layer(net, first, block, sizes, binomial, chunks, mover, out):
    """The estimate of every place of a layer (`tablee_lab.kernels.cadeau.sweep`), to the player about to roll."""
    zones = block.kinds.shape[1]
    for chunk in prange(chunks.shape[0]):
        s, start, length = chunks[chunk, 0], chunks[chunk, 1], chunks[chunk, 2]
        numbers = np.zeros(zones, np.int64)
        classes = np.zeros(zones, np.int64)
        rest = np.zeros(net.shift.shape[1], np.float32)
        lead = np.zeros(2 * zones + 1)
        unrank(start, block, s, sizes, binomial, numbers)
        for place in range(block.offset[s] + start, block.offset[s] + start + length):
            for z in range(zones):
                classes[z] = first[block.kinds[s, z]] + numbers[z]
            value = estimate(net, classes, mover, rest, lead)
            out[place] = value if mover == 0 else 1.0 - value
            increment(numbers, block.kinds[s], block.order[s], sizes)
