"""The learned value of a recruitment: a small file beside this package, made by tools/train_laaancez.py."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from tablee.games import laaancez as rules
from tablee.kernels.ground import Buffer
from tablee.solvers import arrays
from tablee.solvers.laaancez.codes import fingerprint

Net = tuple[Buffer, ...]
LAYERS = ("one", "two", "bias", "second", "second_bias", "third", "third_bias")


def path_of(sheet: rules.Sheet) -> Traversable:
    """Where the value of a sheet lies, if it has been learned."""
    rows = "_".join(str(width) for width in sheet.rows)
    return files("tablee.solvers") / "data" / f"laaancez_{sheet.name}_{rows}.npz"


@lru_cache(maxsize=8)
def learned(sheet: rules.Sheet) -> Net | None:
    """The network of a sheet, or `None` where none was learned for exactly these objects, faces and rows."""
    path = path_of(sheet)
    return read(path, sheet) if path.is_file() else None


def read(path: Path | Traversable, sheet: rules.Sheet) -> Net | None:
    """The network in a file, or `None` if it was learned on another sheet."""
    file = arrays.load(path)
    if file["fingerprint"] != fingerprint(sheet):
        return None
    return tuple(layer for name in LAYERS if not isinstance(layer := file[name], str))
