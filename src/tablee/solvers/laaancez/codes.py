"""Sheets of objects as the recruitment kernels take them: see `tablee.kernels.laaancez.recruitment`."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tablee.games import laaancez as rules
from tablee.kernels.laaancez.recruitment import TICK

Array = np.ndarray[Any, np.dtype[Any]]
Cells = tuple[rules.Item | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """The arrays of one sheet, and the code of each object at each damage."""

    kinds: tuple[Array, Array, Array, Array]
    faces: Array
    rows: Array
    candle: Array
    code: dict[tuple[str, int], int]
    fingerprint: str

    @property
    def cells(self) -> int:
        """Cells to fill: all but the candle's."""
        return int(self.rows.sum())

    def read(self, cells: Cells) -> Array:
        """A sheet in recruitment, as codes."""
        return np.array([0 if item is None else self.code[item.kind, item.damage] for item in cells[:-1]], np.int8)


@lru_cache(maxsize=32)
def codes_of(sheet: rules.Sheet) -> Codes:
    code: dict[tuple[str, int], int] = {}
    hits, damage, shield, up = [0], [0], [0], [0]
    for thing in sheet.objects:
        for level in range(thing.damage, thing.limit + 1):
            code[thing.name, level] = len(hits)
            hits.append(thing.hits)
            damage.append(level)
            shield.append(int(thing.shield))
            up.append(len(hits) if level < thing.limit else 0)
    faces = [
        [TICK if name == rules.TICK else code[name, sheet.things[name].damage] for name in pair] for pair in sheet.faces
    ]
    return Codes(
        (np.array(hits), np.array(damage), np.array(shield, np.uint8), np.array(up)),
        np.array(faces),
        np.array(sheet.rows[:-1]),
        np.array([sheet.candle.hits, sheet.candle.damage]),
        code,
        fingerprint(sheet),
    )


def fingerprint(sheet: rules.Sheet) -> str:
    """What a sheet plays like, in sixteen signs: its numbers and their order, not its words."""
    order = {thing.name: place for place, thing in enumerate(sheet.objects)}
    numbers = [
        sheet.rows,
        [sheet.candle.hits, sheet.candle.damage],
        [[thing.hits, thing.damage, thing.limit, thing.shield] for thing in sheet.objects],
        [[-1 if name == rules.TICK else order[name] for name in pair] for pair in sheet.faces],
    ]
    return hashlib.sha256(json.dumps(numbers).encode()).hexdigest()[:16]
