"""The long run: four zones of cadeau, solved layer by layer, going on where an earlier run stopped.

    python tools/solve_cadeau4.py                       straights in any order, 9.2e9 positions
    python tools/solve_cadeau4.py --precision float64   twice the memory and disk, values to 1e-14

In float32 (values good to 1e-6) it needs 17 GB of memory, and as much free disk in the cache folder: each large
layer is kept, with a checksum, until the next one stands, and only the last two ever exist. At the end it prints
the value of the start and of each first roll, and removes its layers: the table itself is not kept.
Ordered straights are out of reach of one machine: 1.2e11 positions, 30e9 in one layer.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

from tablee.games.cadeau import Variant
from tablee.kernels import ground
from tablee.kernels.cadeau import MOST
from tablee.solvers import tables
from tablee.solvers.cadeau.layers import Layers
from tablee.solvers.cadeau.sweep import layers_of, swept

KEEP = 10_000_000
"""A layer of fewer positions is not worth a checkpoint: it is swept again in a second."""


def solve(layers: Layers, precision: str) -> None:
    name = f"zones{layers.zones}-{layers.automaton.straights}-{precision}"
    checkpoint = tables.Checkpoint("cadeau-long", name, 1)
    values: Any = np.asarray(layers.results()).astype(precision)
    layer = layers.last
    if (found := checkpoint.load(lambda _, text: print(text.en))) is not None:
        layer, kept = found
        values = np.asarray(kept["values"])
        print(f"going on from the layer of {layer} dice", flush=True)
    after = values
    while layer > 0:
        began = time.perf_counter()
        after, layer = values, layer - 1
        values = np.asarray(swept(layers, layer, after))
        seconds = time.perf_counter() - began
        print(f"{layer:2} dice: {values.size:>13,} positions, {seconds:7.1f} s", flush=True)
        if values.size > KEEP:
            checkpoint.save(layer, {"values": values})
    reached = (
        ground.module("cadeau")
        .children(layers.block[0], layers.moves(0), layers.automaton.sizes, layers.binomial, np.zeros(1, np.int64))
        .tolist()[0]
    )
    print(f"value of the start to player 1: {float(values[0]):.12f}")
    for die, places in enumerate(reached, 1):
        print(f"  after a first roll of {die}: {1.0 - min(float(after[to]) for to in places if to >= 0):.12f}")
    checkpoint.path.unlink(missing_ok=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zones", type=int, default=4, choices=range(1, MOST + 1))
    parser.add_argument("--straights", default="any", choices=("any", "ordered"))
    parser.add_argument("--precision", default="float32", choices=("float32", "float64"))
    chosen = parser.parse_args()
    layers = layers_of(Variant(chosen.zones, chosen.straights))
    try:
        solve(layers, chosen.precision)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from the last layer that was kept")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
