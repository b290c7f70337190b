"""How good a way of playing is, measured over every position of a game that can be solved.

A *guess* gives each position of a layer a value to the player about to roll; playing by it means moving to the lowest
guess. `exploitability` lets a perfect opponent, who knows the guess, play against it from either seat, and adds up
what the two gain over the value of the game: 0 for perfect play, and no opponent at all can gain more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee.core.words import Text
from tablee.kernels import ground
from tablee.solvers.cadeau.layers import Layers
from tablee.solvers.cadeau.sweep import backward, swept
from tablee.solvers.cadeau.value import Numbering, net
from tablee.solvers.solution import Progress, quiet

Array = np.ndarray[Any, np.dtype[Any]]
Guess = Callable[[int], Array]
"""The guess of every position of a layer, to the player about to roll."""

NOTHING = np.empty(0)
kernel = ground.module("cadeau", large=True)
value_kernel = ground.module("cadeau_value", large=True)


def estimates(layers: Layers, layer: int) -> Array:
    """The trained value of every position of a layer, to the player about to roll."""
    if layer == layers.last:
        return np.asarray(layers.results())
    straights = layers.automaton.straights
    out = np.empty(layers.size(layer))
    first, sizes = Numbering.of(straights).first, layers.automaton.sizes
    chunks = layers.chunks(layer)
    block, mover = layers.block[layer], layers.mover(layer) - 1
    value_kernel.estimate_layer(net(straights), first, block, sizes, layers.binomial, chunks, mover, out)
    return out


def searched(layers: Layers, depth: int, ending: int = 0) -> Guess:
    """Looking `depth` dice ahead over the trained value, and to the end where at most `ending` dice are to come."""

    def guess(layer: int) -> Array:
        horizon = layers.last if layers.last - layer <= ending else min(layer + depth, layers.last)
        values = estimates(layers, horizon)
        for each in reversed(range(layer, horizon)):
            values = np.asarray(swept(layers, each, values))
        return values

    return guess


@dataclass(frozen=True)
class Exploited:
    """What a best response gains from each seat over the value of the game, and the mean regret of a decision."""

    value: float
    gains: tuple[float, float]  # of the Lutins against the guess, of the Gnomes against it
    regret: float  # over all positions and dice, each counted alike

    @property
    def total(self) -> float:
        return sum(self.gains)


def exploitability(layers: Layers, guess: Guess, progress: Progress = quiet) -> Exploited:
    """Two best responses to a guess, one from each seat, in one backward pass beside the exact values."""
    exact = np.asarray(layers.results())
    worth = {1: exact, 2: 1.0 - exact}  # to the Lutins answering the guess, to the Gnomes answering it
    regret = np.zeros(2)
    sweeps = backward(layers)
    next(sweeps)
    for layer, before in sweeps:
        progress(1.0 - layer / layers.last, Text(fr=f"{layer} dé(s) écrit(s)", en=f"{layer} dice written"))
        mover = layers.mover(layer)
        guessed = guess(layer + 1)
        # The one who answers may try every cell, also those that no perfect player need look at.
        answer = layers.moves(layer, layers.automaton.reached)
        follow = layers.moves(layer)
        chunks = layers.chunks(layer)
        answers = {}
        for responder in (1, 2):
            out = np.empty(layers.size(layer))
            lost = np.zeros((len(chunks), 2))
            moves, by, true = (answer, NOTHING, NOTHING) if responder == mover else (follow, guessed, exact)
            sizes, binomial = layers.automaton.sizes, layers.binomial
            kernel.respond(layers.block[layer], moves, sizes, binomial, chunks, by, worth[responder], true, out, lost)
            answers[responder] = out
            regret += lost.sum(axis=0)
        worth, exact = answers, np.asarray(before)
    value = float(exact[0])
    gains = float(worth[1][0]) - value, float(worth[2][0]) - (1.0 - value)
    return Exploited(value, gains, float(regret[0] / regret[1]))
