"""A trained value of positions of any number of zones.

The value is built like the game. Each zone ends lost, drawn or won; the odds of these three are learned for each
class of the automaton, shifted by a context of a few numbers that the *other* zones add up to (where there is
room for a bad die, how much is still to come). The zones' odds are then taken as independent and added up to the
odds of every lead, and so to the chance of winning. One set of numbers a reading of straights serves every
number of zones. `tools/train_cadeau.py` made the files in `data/` and says how.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from tablee.kernels import cadeau as kernel
from tablee.kernels.cadeau_value import Net
from tablee.solvers.cadeau.layers import Layers
from tablee.solvers.cadeau.zones import KINDS, Array, automaton


@dataclass(frozen=True)
class Numbering:
    """The classes of an automaton in one count, all kinds after another; the full zones come last."""

    first: Array  # int64[16] the first class of each kind
    kind: Array  # int64[C]
    choices: Array  # int16[2, C, 6, W] classes worth making of a class with a die, by player, then -1

    @staticmethod
    @lru_cache(maxsize=2)
    def of(straights: str) -> Numbering:
        found = automaton(straights)
        first = np.cumsum(found.sizes) - found.sizes
        kind = np.repeat(np.arange(KINDS), found.sizes)
        number = np.arange(found.classes) - first[kind]
        choices = np.full((2, found.classes, 6, found.choices.shape[3]), -1, np.int16)
        for player in (0, 1):
            reached = found.choices[player][kind, :, :, number]  # [C, 6, W]
            after = np.minimum(kind + (4 if player == 0 else 1), KINDS - 1)
            choices[player] = np.where(reached >= 0, reached + first[after][:, None, None], -1)
        return Numbering(first, kind, choices)

    def classes(self, layers: Layers, layer: int, places: Array) -> Array:
        """int64[N, Z]: the zones of the positions at these places of a layer."""
        block = layers.block[layer]
        out = np.zeros((places.size, layers.zones), np.int64)
        kernel.unrank_all(places, block, layers.automaton.sizes, layers.binomial, out)
        s = np.searchsorted(block.offset, places, side="right") - 1
        return np.asarray(out + self.first[block.kinds[s]])


@lru_cache(maxsize=2)
def net(straights: str) -> Net:
    """The trained numbers for one reading of straights."""
    resource = files("tablee.solvers") / "data" / f"cadeau_{straights}.npz"
    with resource.open("rb") as file, np.load(file) as arrays:
        return Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))
