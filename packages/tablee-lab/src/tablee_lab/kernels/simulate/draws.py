"""Chance that can be asked for again: draw n of game g of a seed is the same number wherever and whenever it is drawn.

A game has a key, `stream(seed, game)`, and event n of it uses `draw(key, n)` and no other. All numbers are of 64 bits
and wrap around:

    mix(z)              z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9; z = (z ^ z >> 27) * 0x94D049BB133111EB; z ^ z >> 31
    stream(seed, game)  mix(mix(seed + GOLDEN) + (game + 1) * GOLDEN)
    draw(key, n)        mix(key + (n + 1) * GOLDEN)
    below(draw, count)  ((draw >> 32) * count) >> 32, one of 0 … count - 1

One die shows below(draw, 6) + 1. Two dice: with i = below(draw, 36), i // 6 + 1 and i % 6 + 1. A random move is number
below(draw, how many) of the moves in the order of the rules. GOLDEN is 0x9E3779B97F4A7C15.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np
from numba import njit

# How all kernels of this package are compiled: they allocate nothing, so numba need not count references to the arrays
# they read (which costs three quarters of the time), and their small functions become one.
compiled = njit(cache=True, nogil=True, forceinline=True, _nrt=False)  # type: ignore[call-overload]
# Stepped games are one large loop that asks small functions in many places: left as they are, it compiles in a third of
# the time.
stepped = njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]

# Every constant is unsigned: numba would make a float of a signed and an unsigned number together.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
ONE, HALF = np.uint64(1), np.uint64(32)
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)


@compiled
def mix(z):
    """The splitmix64 scrambling: every bit of `z` sways every bit of the result."""
    z = (z ^ (z >> SHIFTS[0])) * FIRST
    z = (z ^ (z >> SHIFTS[1])) * SECOND
    return z ^ (z >> SHIFTS[2])


@compiled
def stream(seed, game):
    return mix(mix(np.uint64(seed) + GOLDEN) + (np.uint64(game) + ONE) * GOLDEN)


@compiled
def draw(key, n):
    """Draw n of a game, from 0."""
    return mix(key + (np.uint64(n) + ONE) * GOLDEN)


@compiled
def below(random, count):
    """A draw as one of `count` numbers, from 0."""
    return np.int64(((random >> HALF) * np.uint64(count)) >> HALF)


# --- what a kernel tells of a game: winner | first score << 8 | second score << 16 | events << 24; nobody won: 0 ------


@compiled
def result(winner, events, first, second):
    return np.int64(winner) | np.int64(first) << 8 | np.int64(second) << 16 | np.int64(events) << 24


@compiled
def keep(outcome, index, winner, events, scores):
    """Put a result into row `index` of the arrays; `scores` has as many columns as the game has scores."""
    winner[index] = outcome & 255
    events[index] = outcome >> 24
    for column in range(scores.shape[1]):
        scores[index, column] = outcome >> (8 * column + 8) & 255
