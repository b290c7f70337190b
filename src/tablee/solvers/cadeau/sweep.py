"""Exact values for 1 to 3 zones: a backward sweep over the layers, kept on disk where a query needs it.

Values are float64 and each layer is one mean of minima of the layer after it, so they are exact but for rounding
(below 1e-14). Of three zones the five largest layers are not kept: a query there is answered by searching forward
to the first kept layer, over at most five dice, which visits each position once and gives the same number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tablee.core.words import Text
from tablee.games.cadeau import Variant
from tablee.kernels import cadeau as kernel
from tablee.solvers import tables
from tablee.solvers.cadeau.layers import Layers
from tablee.solvers.cadeau.zones import Array, automaton
from tablee.solvers.solution import Progress, quiet

VERSION = 1
NOT_KEPT = {3: range(8, 13)}
"""Layers that are swept but not stored, by the number of zones."""


@lru_cache(maxsize=8)
def layers_of(variant: Variant) -> Layers:
    return Layers(automaton(variant.straights), variant.zones)


def backward(layers: Layers, progress: Progress = quiet) -> Iterator[tuple[int, Array]]:
    """Each layer with its values, from the last to the first; only two are alive at a time."""
    values = layers.results()
    yield layers.last, values
    total = sum(map(layers.size, range(layers.last)))
    done = 0
    for layer in reversed(range(layers.last)):
        progress(done / total, sweeping(layers, layer))
        values = swept(layers, layer, values)
        done += layers.size(layer)
        yield layer, values
    progress(1.0, sweeping(layers, 0))


def swept(layers: Layers, layer: int, after: Array) -> Array:
    """The values of a layer, to the player about to roll, from those of the layer after it."""
    out = np.empty(layers.size(layer), after.dtype)
    chunks = layers.chunks(layer)
    sizes, binomial = layers.automaton.sizes, layers.binomial
    kernel.sweep(layers.block[layer], layers.moves(layer), sizes, binomial, chunks, after, out)
    return out


def sweeping(layers: Layers, layer: int) -> Text:
    return Text(
        fr=f"Cadeau, {layers.zones} zone(s) : positions à {layer} dé(s) écrit(s)",
        en=f"Cadeau, {layers.zones} zone(s): positions with {layer} dice written",
    )


@dataclass(frozen=True)
class Solved:
    """The values of every position of a variant of at most three zones."""

    layers: Layers
    table: tables.Table

    def values(self, layer: int, places: Array) -> Array:
        """The values of positions of one layer, each to the player about to roll."""
        if (kept := self.table.get(name_of(layer))) is not None:
            values: Array = np.asarray(kept)[places]
            return values
        layers = self.layers
        reached = kernel.children(
            layers.block[layer], layers.moves(layer), layers.automaton.sizes, layers.binomial, places
        )
        distinct, back = np.unique(reached, return_inverse=True)
        worth = np.full(distinct.size, np.inf)  # -1, no move, is never the lowest
        worth[distinct >= 0] = self.values(layer + 1, distinct[distinct >= 0])
        lowest = worth[back].reshape(reached.shape).min(axis=2)
        return np.asarray(1.0 - lowest.mean(axis=1))

    def start(self) -> float:
        """The value of the start to the Lutins."""
        return float(self.table[name_of(0)][0])


def name_of(layer: int) -> str:
    return f"layer{layer:02}"


def solved(variant: Variant, progress: Progress = quiet) -> Solved:
    """The table of a variant of at most three zones: read, or built and kept."""
    layers = layers_of(variant)
    skipped = NOT_KEPT.get(variant.zones, range(0))

    def build() -> dict[str, Array]:
        return {name_of(layer): values for layer, values in backward(layers, progress) if layer not in skipped}

    name = f"zones{variant.zones}-{variant.straights}"
    return Solved(layers, tables.table("cadeau", name, VERSION, build, progress))
