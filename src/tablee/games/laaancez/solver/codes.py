"""Sheets of objects as the kernels of `tablee_lab.kernels.laaancez.recruitment` take them, and the learned value of a
recruitment: a small file that comes with us, made by tools/train_laaancez.py."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tablee.engine import runtime, tablebase
from tablee.engine.runtime import Buffer, make_buffer, zeros
from tablee.games import laaancez as rules

kernel = runtime.module("laaancez.recruitment")
TICK = -1  # an option of a face that is no object, as the kernels write it

Cells = tuple[rules.Item | None, ...]
Net = tuple[Buffer, ...]
LAYERS = ("one", "two", "bias", "second", "second_bias", "third", "third_bias")


@dataclass(frozen=True, eq=False)
class Codes:
    """The arrays of one sheet, and the code of each object at each damage."""

    kinds: tuple[Buffer, Buffer, Buffer, Buffer]
    faces: Buffer
    rows: Buffer
    candle: Buffer
    code: dict[tuple[str, int], int]
    fingerprint: str

    @property
    def cells(self) -> int:
        """Cells to fill: all but the candle's."""
        return sum(self.rows)

    @cached_property
    def options(self) -> tuple[Buffer, ...]:
        return tuple(make_buffer("q", pair) for pair in self.faces.tolist())

    def at(self, sheet: rules.Sheet, face: int) -> Codes:
        """The same while a face lies there whose ticks are tied to some objects: no other can be ticked (L13)."""
        if not sheet.ties[face - 1]:
            return self
        *others, up = self.kinds
        tied = {code for (kind, _), code in self.code.items() if sheet.ticks(face, kind)}
        allowed = make_buffer("q", [next_code if code in tied else 0 for code, next_code in enumerate(up.tolist())])
        return replace(self, kinds=(others[0], others[1], others[2], allowed))

    def encode(self, cells: Cells) -> Buffer:
        return make_buffer("b", [0 if item is None else self.code[item.kind, item.damage] for item in cells[:-1]])


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
        (make_buffer("q", hits), make_buffer("q", damage), make_buffer("B", shield), make_buffer("q", up)),
        make_buffer("q", [option for pair in faces for option in pair], len(faces), 2),
        make_buffer("q", sheet.rows[:-1]),
        make_buffer("q", [sheet.candle.hits, sheet.candle.damage]),
        code,
        fingerprint(sheet),
    )


def fingerprint(sheet: rules.Sheet) -> str:
    """A cache key of 16 characters for a sheet: a digest of its numbers and their order, not of its words."""
    order = {thing.name: index for index, thing in enumerate(sheet.objects)}
    numbers: list[object] = [
        sheet.rows,
        [sheet.candle.hits, sheet.candle.damage],
        [[thing.hits, thing.damage, thing.limit, thing.shield] for thing in sheet.objects],
        [[-1 if name == rules.TICK else order[name] for name in pair] for pair in sheet.faces],
    ]
    if any(sheet.ties):
        numbers.append([[order[kind] for kind in tied] for tied in sheet.ties])
    return hashlib.sha256(json.dumps(numbers).encode()).hexdigest()[:16]


def choices(codes: Codes, sheet: Buffer, options: Buffer) -> list[tuple[int, int]]:
    """Every choice as a cell and the code it will hold, in the order of the rules' moves; (-1, 0) is a pass."""
    cells, new = zeros("q", 2 * len(sheet) + 1), zeros("q", 2 * len(sheet) + 1)
    count = kernel.choices(sheet, options, codes.kinds[3], cells, new)
    return list(zip(cells[:count].tolist(), new[:count].tolist(), strict=True))


def after(sheet: Buffer, cell: int, code: int) -> Buffer:
    """The sheet when a choice is carried out."""
    changed = make_buffer("b", sheet)
    if cell >= 0:
        changed[cell] = code
    return changed


def name_of(sheet: rules.Sheet) -> str:
    """The file name of a sheet's learned value function, whether or not it exists."""
    return f"laaancez_{sheet.name}_" + "_".join(map(str, sheet.rows))


@lru_cache(maxsize=8)
def load_net(sheet: rules.Sheet) -> Net | None:
    """The network of a sheet, or `None` where none was learned for exactly these objects, faces and rows."""
    try:
        table = tablebase.load_shipped(name_of(sheet))
    except FileNotFoundError:
        return None
    return tuple(table[name] for name in LAYERS) if table.header.variant == fingerprint(sheet) else None
