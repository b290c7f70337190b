"""The combats of laaancez, after random recruitments on the `noel` sheet: ours and in C."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from tablee.core.game import events
from tablee.core.registry import load
from tablee.games import laaancez as rules
from tablee.games.laaancez.solver.combat import arrays
from tablee_lab.kernels.laaancez import combat as kernel

SOURCE = "laaancez.c"
TABLES: tuple[Mapping[str, object], ...] = ()  # a combat is solved when it is asked for
COMBATS = 200

Array = np.ndarray[Any, np.dtype[Any]]


def recruited(rng: random.Random) -> rules.State:
    """The beginning of a combat between two sheets that were filled at random."""
    game, state = load("laaancez"), rules.start(rules.variant())
    while not rules.fights(state):
        state = rules.play(state, rng.choice(events(game, state)))
    return state


def sweeps(library: ctypes.CDLL | None) -> Iterator[tuple[str, Callable[[], Array], Callable[[], Array] | None]]:
    rng = random.Random(1)
    starts = [recruited(rng) for _ in range(COMBATS)]
    sides = [[tuple(map(np.asarray, arrays(state.variant.sheet, cells))) for cells in state.sheets] for state in starts]
    hits, damage, shield = (np.array([[side[part] for side in pair] for pair in sides]) for part in range(3))

    winner: Any = kernel.winner

    def ours() -> Array:
        out = np.empty(COMBATS, np.uint8)
        for number, (one, two) in enumerate(sides):
            out[number] = winner(*one, *two, 1)
        return out

    def native() -> Array:
        out = np.empty(COMBATS, np.uint8)
        parts = (array.ctypes.data_as(ctypes.c_void_p) for array in (hits, damage, shield, out))
        if library is not None and library.fights(*map(ctypes.c_int64, (COMBATS, *hits.shape[2:])), *parts):
            raise MemoryError
        return out

    yield f"laaancez, {COMBATS} combats", ours, None if library is None else native
