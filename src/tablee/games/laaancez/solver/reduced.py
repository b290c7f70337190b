"""Sheets of a few cells, solved whole: every pair of sheets that can come up, valued by backward induction.

The yardstick of the learned value, and exact advice for whoever plays on such a sheet.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from tablee.core.latest import Latest
from tablee.core.words import Text
from tablee.engine import runtime, tables
from tablee.engine.runtime import Buffer, filled
from tablee.engine.solution import Progress, Unsolved, quiet
from tablee.games import laaancez as rules

from .codes import Codes, codes_of

kernel = runtime.module("laaancez.reduced")
VERSION = 1
SHEETS = 4_500
"""The most sheets, mirror images left out, of a recruitment that is solved whole: three cells of `noel` in two rows."""

ROW_STATES = 4_096
"""The most hit-point states of a row of such a sheet: all its combats have to be fought."""


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Player 1's chance of winning before a roll, for every pair of sheets that can come up."""

    codes: Codes
    canon: Buffer
    size: int  # sheets, mirror images left out
    keys: Buffer
    values: Buffer
    residual: float

    def shape(self, sheet: Buffer) -> int:
        """The number of a sheet, mirror images being one."""
        number = 0
        for code in reversed(sheet):
            number = number * len(self.codes.kinds[0]) + code
        return int(self.canon[number])

    def value(self, sheet1: Buffer, sheet2: Buffer) -> float:
        key = self.shape(sheet1) * self.size + self.shape(sheet2)
        place = bisect_left(self.keys, key)
        if place == len(self.keys) or self.keys[place] != key:
            raise Unsolved(
                "Ces deux feuilles ne peuvent pas se présenter ensemble dans une partie.",
                "No game can come to these two sheets together.",
            )
        return float(self.values[place])


def fits(sheet: rules.Sheet) -> bool:
    """Whether a sheet is small enough for its whole recruitment to be solved; ticks tied to objects are not known."""
    if any(sheet.ties):
        return False
    codes = codes_of(sheet)
    types, toughest = len(codes.kinds[0]), max(codes.kinds[0])
    count = 1
    for width in codes.rows:
        count *= (types**width + types ** ((width + 1) // 2)) // 2  # a row and its mirror image are one
    return bool(count <= SHEETS and (toughest + 1) ** max(codes.rows) <= ROW_STATES)


_KNOWN: Latest[str, Solved] = Latest(16)


def table_of(sheet: rules.Sheet, progress: Progress = quiet) -> Solved:
    """The solved recruitment of a small sheet, built when it is first asked for and kept on disk."""
    codes = codes_of(sheet)
    known = _KNOWN.get(codes.fingerprint)
    if known is None:

        def build() -> dict[str, Buffer]:
            progress(0.0, Text("Je résous le recrutement de cette feuille.", "Solving the recruitment of this sheet."))
            canon, keys, values, widest = kernel.solved(codes.cells, codes.faces, codes.kinds, codes.rows, codes.candle)
            progress(1.0, Text("Le recrutement est résolu.", "The recruitment is solved."))
            return {"canon": canon, "keys": keys, "values": values, "gap": filled("d", [widest])}

        table = tables.table("laaancez", f"recruitment-{codes.fingerprint}", VERSION, build, progress)
        canon, keys, values, gap = (table[name] for name in ("canon", "keys", "values", "gap"))
        known = _KNOWN[codes.fingerprint] = Solved(codes, canon, max(canon) + 1, keys, values, float(gap[0]))
    return known
