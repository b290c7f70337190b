"""The backward sweep of cadeau: the whole of three zones, ours and in C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tablee.engine import runtime
from tablee.games.cadeau import Variant
from tablee.games.cadeau.solver import SOLVED
from tablee.games.cadeau.solver.exact_values import layers_of
from tablee.games.cadeau.solver.layers import Layers

SOURCE = "cadeau.c"
TABLES = SOLVED
BLOCK = ("kinds", "order", "stride", "offset")
MOVES = ("base", "weight", "rank", "first", "members", "joined", "choices")

Array = np.ndarray[Any, np.dtype[Any]]


class Layer(ctypes.Structure):
    """`Layer` of cadeau.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("zones", "width", "most")),
        *((name, ctypes.c_void_p) for name in (*BLOCK, *MOVES, "sizes", "binomial")),
    )


def sweeps(library: ctypes.CDLL | None) -> Iterator[tuple[str, Callable[[], Array], Callable[[], Array] | None]]:
    for variant in (Variant(2, "ordered"), Variant(3, "any")):
        layers = layers_of(variant)
        prepared = [
            (layers.block[n], layers.moves(n), np.asarray(layers.chunks(n)), np.empty(layers.size(n)))
            for n in range(layers.last)
        ]
        native = None if library is None else compiled(layers, prepared, library)
        yield f"cadeau {variant.zones} zones, {variant.straights}", sweeper(layers, prepared), native


kernel = runtime.module("cadeau", large=True)


def sweeper(layers: Layers, prepared: list[tuple[Any, ...]]) -> Callable[[], Array]:
    def sweep() -> Array:
        values: Array = np.asarray(layers.results())
        for block, moves, chunks, out in reversed(prepared):
            kernel.sweep(block, moves, layers.automaton.sizes, layers.binomial, chunks, values, 0, out)
            values = out
        return values

    return sweep


def compiled(layers: Layers, prepared: list[tuple[Any, ...]], library: ctypes.CDLL) -> Callable[[], Array]:
    library.sweep.argtypes = [ctypes.c_void_p, ctypes.c_int64, *[ctypes.c_void_p] * 3]
    kept = []
    for block, moves, *_ in prepared:
        arrays = (*block, *moves, layers.automaton.sizes, layers.binomial)
        whole = [np.ascontiguousarray(array) for array in arrays]
        width, most = moves.choices.shape[2:]
        kept.append((whole, Layer(layers.zones, width, most, *(array.ctypes.data for array in whole))))

    def sweep() -> Array:
        values: Array = np.asarray(layers.results())
        for (_, _, chunks, out), (_, layer) in zip(reversed(prepared), reversed(kept), strict=True):
            if library.sweep(ctypes.byref(layer), len(chunks), chunks.ctypes.data, values.ctypes.data, out.ctypes.data):
                raise MemoryError
            values = out
        return values

    return sweep
