"""Exact values for 1 to 3 zones: a backward sweep over the layers, kept on disk where a query needs it. Values are
float64 and each layer is one mean of minima of the layer after it, so they are exact but for rounding (below 1e-14). Of
three zones the five largest layers are not kept: a query there is answered by searching forward to the first kept
layer, over at most five dice, which visits each position once and gives the same number."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from tablee.core.words import Text
from tablee.engine import runtime, tablebase
from tablee.engine.runtime import Buffer, make_buffer, zeros
from tablee.engine.solution import Progress, quiet
from tablee.games.cadeau import Variant

from .layers import Layers
from .zones import automaton

kernel = runtime.module("cadeau")
VERSION = 1
AT_ONCE = 32
"""Chunks that one call sweeps where no threads share them: a fraction of a second between two words of progress."""

MOST_SEARCHED = 1 << 18
"""Values of one layer that are remembered once they have been searched for: a game goes on from where it was."""

NOT_KEPT = {3: range(8, 13)}  # layers that are swept but not stored, by the number of zones

LEAST_ROOM, ROOM = 1 << 12, {12: 5}
"""To name positions in, for each of a layer: about twice what they lead to; what is larger is slower."""


@lru_cache(maxsize=8)
def layers_of(variant: Variant) -> Layers:
    return Layers(automaton(variant.straights), variant.zones)


def backward(layers: Layers, progress: Progress = quiet) -> Iterator[tuple[int, Buffer]]:
    """Each layer with its values, from the last to the first; only two are alive at a time."""
    values = layers.results()
    yield layers.last, values
    total = sum(map(layers.size, range(layers.last)))
    done = 0
    for layer in reversed(range(layers.last)):
        values = sweep_layer(layers, layer, values, partial(_part, progress, done, total))
        done += layers.size(layer)
        yield layer, values
    runtime.release("cadeau")
    progress(1.0, sweeping(layers, 0))


def _part(progress: Progress, before: int, total: int, done: float, doing: Text) -> None:
    progress((before + done) / total, doing)


def sweep_layer(layers: Layers, layer: int, after: Buffer, progress: Progress = quiet) -> Buffer:
    """The values of a layer, to the player about to roll, from those of the layer after it. `progress` is told how many
    positions are done."""
    size, chunks = layers.size(layer), layers.chunks(layer)
    large = layers.zones > 2
    out = zeros(memoryview(after).format, size)
    step = len(chunks) if runtime.engine(large=large) == "numba" else AT_ONCE
    block, moves, sizes, binomial = layers.block[layer], layers.moves(layer), layers.automaton.sizes, layers.binomial
    pieces = chunks.tolist()
    for begin in range(0, len(pieces), step):
        some = pieces[begin : begin + step]
        first = block.offset[some[0][0]] + some[0][1]
        last = block.offset[some[-1][0]] + some[-1][1] + some[-1][2]
        progress(first, sweeping(layers, layer))
        these = make_buffer("q", [number for piece in some for number in piece], len(some), 3)
        runtime.module("cadeau", large=large).sweep(block, moves, sizes, binomial, these, after, first, out[first:last])
    return out


def sweeping(layers: Layers, layer: int) -> Text:
    return Text(
        f"Cadeau, zones : {layers.zones}, dés écrits : {layer}", f"Cadeau, zones: {layers.zones}, dice written: {layer}"
    )


@dataclass(frozen=True)
class ExactValues:
    """The values of every position of a variant of at most three zones."""

    layers: Layers
    table: tablebase.Tablebase
    searched: dict[int, dict[int, float]]  # of layers that are not kept: what was asked

    def look_up(self, layer: int, places: Sequence[int]) -> Buffer:
        """The values of positions of one layer, each to the player about to roll."""
        if (layer_values := self.table.get(name_of(layer))) is None:
            layer_values = self.searched.get(layer, {})
            if len(layer_values) > MOST_SEARCHED:
                layer_values = {}
            self.searched[layer] = layer_values
            if new := set(places) - layer_values.keys():
                layer_values.update(zip(new, self._search(layer, memoryview(array("q", new))), strict=True))
        return memoryview(array("d", map(layer_values.__getitem__, places)))

    def _search(self, layer: int, places: Buffer) -> Buffer:
        """The values of positions of a layer that is not kept, from those of the next."""
        layers = self.layers
        arguments = layers.block[layer], layers.moves(layer), layers.automaton.sizes, layers.binomial, places
        slots = max(LEAST_ROOM, 1 << (ROOM.get(layer, 10) * len(places)).bit_length())
        while not len((family := kernel.family(*arguments, slots))[1]):
            slots *= 2
        reached, numbers = family
        out = zeros("d", len(places))
        kernel.chosen(reached, self.look_up(layer + 1, numbers), out)
        return out

    def start(self) -> float:
        """The value of the start to the Lutins."""
        return float(self.table[name_of(0)][0])


def name_of(layer: int) -> str:
    return f"layer{layer:02}"


def load_or_build(variant: Variant, progress: Progress = quiet) -> ExactValues:
    """The table of a variant of at most three zones: read, or built and kept."""
    layers = layers_of(variant)
    skipped = NOT_KEPT.get(variant.zones, range(0))

    def build() -> dict[str, Buffer]:
        return {name_of(layer): values for layer, values in backward(layers, progress) if layer not in skipped}

    table = tablebase.load_or_build("cadeau", name_tablebase(variant), VERSION, build, progress)
    return ExactValues(layers, table, search_values(variant))


def name_tablebase(variant: Variant) -> str:
    return f"zones{variant.zones}-{variant.straights}"


@lru_cache(maxsize=2)
def search_values(variant: Variant) -> dict[int, dict[int, float]]:
    """The values of a variant that were searched for: the same whatever table they were searched in."""
    return {}
