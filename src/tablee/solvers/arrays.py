"""Arrays in files, without NumPy: its names of numbers, and its `.npz`, a zip of arrays that each tell their type."""

from __future__ import annotations

import ast
import struct
import zipfile
from importlib.resources.abc import Traversable
from pathlib import Path

from tablee.kernels.ground import Buffer, shaped

LETTERS = {"f4": "f", "f8": "d", "i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q", "b1": "B"}
"""NumPy's names of numbers, and the letters of `struct`."""

NAMES = {kind: ("|" if name[1] == "1" else "<") + name for name, kind in LETTERS.items() if name != "b1"}
NAMES |= {"l": "<i8", "L": "<u8"}  # what NumPy calls them on most machines


def name_of(letter: str) -> str:
    """NumPy's name of the type of a buffer."""
    return NAMES[letter.lstrip("<=@")]


def width(letter: str) -> int:
    """Bytes of one number."""
    return struct.calcsize(letter)


def letter(name: str) -> str:
    """The letter of a type that NumPy calls, say, `<f8`; `KeyError` for one that is no number of ours."""
    if name[0] == ">":
        raise KeyError(name)
    return LETTERS[name[1:]]


def load(path: Path | Traversable) -> dict[str, Buffer | str]:
    """Every array of a file, by its name; a single text is a string."""
    found: dict[str, Buffer | str] = {}
    with path.open("rb") as file, zipfile.ZipFile(file) as archive:
        for member in archive.namelist():
            data = archive.read(member)
            start = 10 if data[6] == 1 else 12
            end = start + int.from_bytes(data[8:start], "little")
            header = ast.literal_eval(data[start:end].decode("latin-1"))
            name, kind = member.removesuffix(".npy"), header["descr"]
            if kind[:2] == "<U":
                found[name] = data[end:].decode("utf-32-le").rstrip("\0")
            else:
                found[name] = shaped(bytearray(data[end:]), letter(kind), header["shape"])
    return found
