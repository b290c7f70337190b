"""The long run: cadeau of four zones solved layer by layer, and 10,000 positions of it with every move's exact value.

    .venv/bin/python tools/yardstick.py any        every stage; 9.2e9 positions, 35 GB of memory
    .venv/bin/python tools/yardstick.py ordered    from 11 dice on; the layers from 16 dice on, 115 GB of memory
    .venv/bin/python tools/yardstick.py any --keep     keep each large layer until the next one stands

The positions come from seeded games in which each side plays by the trained value four times in five, and anywhere
else. A layer is swept from the one after it, in float64; questions about its moves are answered when the layer after
it stands. Below the lowest layer that fits, a question is answered by looking forward to that layer, every position
once. The answers go to tablee_lab/data/yardstick_*.table, which `tablee_lab.yardstick` reads. With
--keep a run that was stopped goes on from the last layer kept.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from tablee.core.game import Roll
from tablee.engine import runtime, tablebase
from tablee.games import cadeau
from tablee.games.cadeau import State, Variant
from tablee.games.cadeau.solver import estimate, position
from tablee.games.cadeau.solver.exact_values import layers_of, sweep_layer
from tablee.games.cadeau.solver.layers import Layers

ASKED = 10_000
"""Positions asked about, of each reading of straights."""

LOWEST = {"any": (0, 0), "ordered": (16, 11)}
"""The lowest layer swept, and the lowest asked about: 20.5e9 positions with 15 dice fit nowhere."""

LARGE = 10_000_000
"""A layer of fewer positions is not worth keeping: it is swept again in a second."""

AT_ONCE = 4
"""Questions that one process looks forward from together."""

FOLDER = Path(__file__).parents[1] / "packages" / "tablee-lab" / "src" / "tablee_lab" / "data"
Array = np.ndarray[Any, np.dtype[Any]]


def questions(variant: Variant, lowest: int, asked: int) -> list[list[State]]:
    """Different positions with their die, by the number of dice written; about as many of each stage as there are."""
    last = 6 * variant.zones
    most = 1.2 * asked / (last - lowest)
    found: list[dict[State, None]] = [{} for _ in range(last)]
    game = 0
    while sum(map(len, found)) < asked:
        chance = random.Random(f"yardstick {variant.straights} {game}")
        state = cadeau.start(variant)
        for layer in range(last):
            state = cadeau.play(state, Roll((chance.randint(1, 6),)))
            if layer >= lowest and (layer - game) % 6 == 0 and len(found[layer]) < most:
                found[layer][state] = None
            player = cadeau.players(state)[0]
            guided = chance.random() < 0.8
            choices = [estimate(state, player, 1).moves[0][0]] if guided else list(cadeau.moves(state, player))
            state = cadeau.play(state, chance.choice(choices))
        game += 1
    return [list(states) for states in found]


class Answers:
    """Every move of each question with its value to the mover."""

    def __init__(self, layers: Layers, asked: list[list[State]]) -> None:
        self.layers = layers
        self.rows: list[tuple[State, list[float]]] = []
        self.asked = asked

    def fill(self, layer: int, values: Array, low: int) -> None:
        """Answer the questions of a layer by the values of the layer `low` or, further on, of the one after it."""
        states = self.asked[layer]
        pieces = [states[at : at + AT_ONCE] for at in range(0, len(states), AT_ONCE)]
        if low == layer + 1:
            answered = [answer(self.layers, piece, values, low) for piece in pieces]
        else:
            global _shared
            _shared = (self.layers, values, low)
            with get_context("fork").Pool() as pool:  # the values are shared, not copied
                answered = pool.map(_answer, pieces, chunksize=1)
        for piece, rows in zip(pieces, answered, strict=True):
            self.rows += zip(piece, rows, strict=True)

    def arrays(self) -> dict[str, Array]:
        """What is answered: the cells of both sides, the die, the value of each cell to the mover."""
        cells = np.array([[*state.sides[0], *state.sides[1]] for state, _ in self.rows], np.uint8)
        dice = np.array([state.die for state, _ in self.rows], np.uint8)
        return {"cells": cells, "die": dice, "values": np.array([row for _, row in self.rows])}


_shared: tuple[Layers, Array, int]


def _answer(states: list[State]) -> list[list[float]]:
    layers, values, low = _shared
    return answer(layers, states, values, low)


def answer(layers: Layers, states: list[State], values: Array, low: int) -> list[list[float]]:
    """For each state the value of writing in each cell; -1 where it is taken."""
    reached: dict[int, float] = {}
    moves = []
    for state in states:
        written = position.list_writes(state, cadeau.players(state)[0])
        places = {write: layers.place(zones)[1] for write, zones in written.items()}
        moves.append(places)
        reached |= dict.fromkeys(places.values(), 0.0)
    layer = sum(die > 0 for side in states[0].sides for die in side) + 1
    all_places = np.array(sorted(reached), np.int64)
    worth = dict(zip(all_places.tolist(), ahead(layers, layer, all_places, values, low).tolist(), strict=True))
    rows = []
    for found in moves:
        row = [-1.0] * (3 * layers.zones)
        for write, place in found.items():
            row[3 * (write.zone - 1) + write.cell] = 1.0 - worth[place]
        rows.append(row)
    return rows


def ahead(layers: Layers, layer: int, places: Array, values: Array, low: int) -> Array:
    """The values of positions of a layer, to the player about to roll, looking forward to the layer `low`."""
    if layer == low:
        return np.asarray(values[places])
    kernel = runtime.module("cadeau", large=True)
    moves, sizes, binomial = layers.moves(layer), layers.automaton.sizes, layers.binomial
    reached = np.asarray(kernel.children(layers.block[layer], moves, sizes, binomial, places))
    distinct, inverse = np.unique(reached, return_inverse=True)
    worth = np.full(distinct.size, 2.0)
    real = distinct >= 0
    worth[real] = ahead(layers, layer + 1, distinct[real], values, low)
    least = worth[inverse.reshape(reached.shape)].min(axis=2)
    return np.asarray(1.0 - least.sum(axis=1) / 6.0)


def solve(variant: Variant, asked: int, lowest: tuple[int, int], keep: bool) -> Answers:
    """Sweep down to the lowest layer, and answer on the way."""
    layers = layers_of(variant)
    swept_to, asked_from = lowest
    answers = Answers(layers, questions(variant, asked_from, asked))
    name = ("cadeau-long", f"zones{variant.zones}-{variant.straights}")
    path = tablebase.path_of(*name)
    values, layer = np.asarray(layers.results()), layers.last
    if keep and (kept := tablebase.at_hand(*name, 2, lambda _, text: print(text.en))) is not None:
        layer = int(kept.header.residual)  # of a layer that is kept: its number
        values = np.asarray(kept["layer"])
        states = [state for stage in answers.asked[: layer - 1 : -1] for state in stage]
        answers.rows = list(zip(states, np.asarray(kept["values"]).tolist(), strict=True))
        print(f"going on from the layer of {layer} dice", flush=True)
    while True:
        if layer > asked_from:
            answers.fill(layer - 1, values, layer)
        if layer == swept_to:
            break
        began = time.perf_counter()
        layer -= 1
        values = np.asarray(sweep_layer(layers, layer, values))
        print(f"{layer:2} dice: {values.size:>14,} positions, {time.perf_counter() - began:6.1f} s", flush=True)
        if keep and values.size > LARGE:
            tablebase.write(
                path, tablebase.assemble(*name, 2, 0.0, float(layer), {"layer": values, **answers.arrays()})
            )
    for further in range(swept_to - 2, asked_from - 1, -1):
        began = time.perf_counter()
        answers.fill(further, values, swept_to)
        print(
            f"{further:2} dice: {len(answers.asked[further])} questions, {time.perf_counter() - began:6.1f} s",
            flush=True,
        )
    if swept_to == 0:
        print(f"value of the start to player 1: {float(values[0]):.15f}")
    path.unlink(missing_ok=True)
    return answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("straights", choices=("any", "ordered"))
    parser.add_argument("--zones", type=int, default=4, choices=range(1, 5))
    parser.add_argument("--asked", type=int, default=ASKED, help="how many positions")
    parser.add_argument("--output", type=Path, default=FOLDER)
    parser.add_argument("--keep", action="store_true", help="keep each large layer until the next one stands")
    chosen = parser.parse_args()
    lowest = LOWEST[chosen.straights] if chosen.zones == 4 else (0, 0)
    try:
        answers = solve(Variant(chosen.zones, chosen.straights), chosen.asked, lowest, chosen.keep)
    except KeyboardInterrupt:
        print("interrupted" + ("; the same command goes on from the last layer that was kept" if chosen.keep else ""))
        return 130
    path = chosen.output / f"yardstick_{chosen.straights}.table"
    tablebase.write(path, tablebase.assemble("yardstick", chosen.straights, 1, 0.0, 0.0, answers.arrays()))
    print(f"{path.name}: {len(answers.rows)} positions, {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
