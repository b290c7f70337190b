"""Sheets of a few cells, solved whole: every pair of sheets that can come up, valued by backward induction.

The yardstick of the learned value, and exact advice for whoever plays on such a sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee.core.words import Text
from tablee.games import laaancez as rules
from tablee.kernels.laaancez import reduced as kernel
from tablee.solvers import tables
from tablee.solvers.laaancez.codes import Codes, codes_of
from tablee.solvers.solution import Progress, quiet

Array = np.ndarray[Any, np.dtype[Any]]
VERSION = 1
SHEETS = 4_500
"""The most sheets, mirror images left out, of a recruitment that is solved whole: three cells of `noel` in two rows."""

ROW_STATES = 4_096
"""The most hit-point states of a row of such a sheet: all its combats have to be fought."""


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Player 1's chance of winning before a roll, for every pair of sheets that can come up."""

    codes: Codes
    canon: Array
    size: int  # sheets, mirror images left out
    keys: Array
    values: Array
    residual: float

    def value(self, sheet1: Array, sheet2: Array) -> float:
        types = self.codes.kinds[0].size
        one, two = (int(self.canon[kernel.number(sheet, types)]) for sheet in (sheet1, sheet2))
        place = int(np.searchsorted(self.keys, one * self.size + two))
        if place == self.keys.size or self.keys[place] != one * self.size + two:
            raise KeyError("this pair of sheets cannot come up in a game")
        return float(self.values[place])


def fits(sheet: rules.Sheet) -> bool:
    """Whether a sheet is small enough for its whole recruitment to be solved."""
    codes = codes_of(sheet)
    types, toughest = int(codes.kinds[0].size), int(codes.kinds[0].max())
    count = 1
    for width in codes.rows.tolist():
        count *= (types**width + types ** ((width + 1) // 2)) // 2  # a row and its mirror image are one
    return count <= SHEETS and (toughest + 1) ** int(codes.rows.max()) <= ROW_STATES


_KNOWN: dict[str, Solved] = {}


def table_of(sheet: rules.Sheet, progress: Progress = quiet) -> Solved:
    """The solved recruitment of a small sheet, built when it is first asked for and kept on disk."""
    codes = codes_of(sheet)
    known = _KNOWN.get(codes.fingerprint)
    if known is None:
        table = tables.table(
            "laaancez", f"recruitment-{codes.fingerprint}", VERSION, lambda: _build(codes, progress), progress
        )
        known = Solved(
            codes,
            table["canon"],
            int(table["canon"].max()) + 1,
            table["keys"],
            table["values"],
            float(table["gap"][0]),
        )
        _KNOWN[codes.fingerprint] = known
    return known


def _build(codes: Codes, progress: Progress) -> dict[str, Array]:
    progress(0.0, Text(fr="Je résous le recrutement de cette feuille.", en="Solving the recruitment of this sheet."))
    graph = Graph.of(codes)
    values, widest = kernel.solve(
        graph.shapes, graph.first, graph.count, graph.to, graph.reached, codes.kinds, codes.rows, codes.candle
    )
    keys = np.flatnonzero(graph.reached)
    progress(1.0, Text(fr="Le recrutement est résolu.", en="The recruitment is solved."))
    return {"canon": graph.canon, "keys": keys, "values": values.ravel()[keys], "gap": np.array([widest])}


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Sheets, mirror images left out, and where the choices of each face lead; see the kernel for the shapes."""

    shapes: Array
    canon: Array
    first: Array
    count: Array
    to: Array
    reached: Array

    @classmethod
    def of(cls, codes: Codes) -> Graph:
        types = codes.kinds[0].size
        shapes, canon = kernel.shapes(codes.cells, types, codes.rows, codes.kinds[3])
        first, count, to = kernel.moves(shapes, canon, codes.faces, codes.kinds[3], types)
        return cls(shapes, canon, first, count, to, kernel.reach(first, count, to, shapes))
