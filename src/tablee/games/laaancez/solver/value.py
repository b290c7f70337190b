"""The learned value of a recruitment: a small file beside this package, made by tools/train_laaancez.py."""

from __future__ import annotations

from functools import lru_cache

from tablee.engine import tablebase
from tablee.engine.runtime import Buffer
from tablee.games import laaancez as rules

from .codes import fingerprint

Net = tuple[Buffer, ...]
LAYERS = ("one", "two", "bias", "second", "second_bias", "third", "third_bias")


def name_of(sheet: rules.Sheet) -> str:
    """The file name of a sheet's learned value function, whether or not it exists."""
    return f"laaancez_{sheet.name}_" + "_".join(map(str, sheet.rows))


@lru_cache(maxsize=8)
def load_net(sheet: rules.Sheet) -> Net | None:
    """The network of a sheet, or `None` where none was learned for exactly these objects, faces and rows."""
    try:
        return of(tablebase.load_shipped(name_of(sheet)), sheet)
    except FileNotFoundError:
        return None


def of(table: tablebase.Table, sheet: rules.Sheet) -> Net | None:
    """The network in a table, or `None` if it was learned on another sheet: its header holds the fingerprint."""
    return tuple(table[name] for name in LAYERS) if table.header.variant == fingerprint(sheet) else None
