"""Arrays on disk: tables that were solved here and are kept in the user's cache, and those that come with the package.

None is trusted unless its checksum says so.

A table is a few named arrays. Its file is one line that says what it is (`MAGIC`), one line of JSON (the
`Header`), then the raw arrays, each starting on a multiple of 64 bytes. It is written under another name,
flushed to the disk and renamed, so that a table is either whole or absent. A lock file keeps two builders
apart; the lock goes with its process, so a killed build leaves none behind.
"""

import hashlib
import json
import mmap
import os
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import prod
from pathlib import Path
from typing import IO, Any

from tablee.core.bounded_dict import BoundedDict
from tablee.core.errors import TableeError, refusal
from tablee.core.paths import atomic_path, cache_directory, try_lock
from tablee.core.words import Text
from tablee.engine.runtime import Buffer, reshape

from .solution import Progress, quiet

Build = Callable[[], Mapping[str, Buffer]]  # makes the arrays of a table: buffers, or arrays of NumPy's

MAGIC = b"tablee table 1\n"
ALIGNMENT = 64
SUFFIX = ".table"
LETTERS = {"f4": "f", "f8": "d", "i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q"}
"""NumPy's names of numbers, which headers use, and the letters of `struct`."""

NAMES = {letter: ("|" if name[1] == "1" else "<") + name for name, letter in LETTERS.items()}
NAMES |= {"l": "<i8", "L": "<u8"}  # what NumPy calls them on most machines


@dataclass(frozen=True, slots=True)
class Header:
    name: str
    variant: str
    version: int
    sha256: str  # of all else in this header, and of the arrays
    seconds: float  # it took to build, on the machine that built it
    residual: float
    arrays: tuple[tuple[str, str, tuple[int, ...]], ...]  # name, dtype, shape, in the order of the file


class Tablebase(dict[str, Buffer]):
    """The arrays of a solved table, by name; they cannot be written to."""

    def __init__(self, header: Header, arrays: Mapping[str, Buffer]) -> None:
        super().__init__(arrays)
        self.header = header


class InvalidTablebase(TableeError):
    """A file that is no table, or not the one asked for."""


_READ: BoundedDict[tuple[object, ...], Tablebase] = BoundedDict(64)  # verified in this process already
_BUILDING = threading.RLock()  # numba's threads serve one caller at a time; a build may ask for another table


# The folder


def _folder_key() -> tuple[object, ...]:
    """What the folder depends on, as a key: looking at the disk at every question would take longer than the answer."""
    return sys.platform, *map(os.environ.get, ("TABLEE_CACHE", "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"))


def path_of(name: str, variant: str) -> Path:
    """The file of a table, there or not."""
    return cache_directory() / f"{name}.{variant}{SUFFIX}"


# Reading and building


def load_or_build(name: str, variant: str, version: int, build: Build, progress: Progress = quiet) -> Tablebase:
    """Returns a table from the process cache or the disk cache; builds and saves it if missing.

    `build` returns the arrays; one of them may be called `residual`, a single number that goes into the
    header. A file that is corrupt, foreign or of another version is never used: it is built again, and
    `progress` is told.
    """
    table = at_hand(name, variant, version, progress)
    if table is None:
        path = path_of(name, variant)
        with _BUILDING, _alone(path, progress):
            # Another process may have built it while this one waited.
            table = _read_or_say(path, name, variant, version, quiet)
            if table is None:
                started = time.perf_counter()
                arrays = dict(build())
                residual = float(arrays.pop("residual", 0.0))
                table = assemble(name, variant, version, time.perf_counter() - started, residual, arrays)
                _keep(path, table, progress)
        _READ[name, variant, version, *_folder_key()] = table
    return table


def at_hand(name: str, variant: str, version: int, progress: Progress = quiet) -> Tablebase | None:
    """The same table if it need not be built: from this process or from the disk."""
    key = (name, variant, version, *_folder_key())
    if (cached := _READ.get(key)) is not None:
        return cached
    table = _read_or_say(path_of(name, variant), name, variant, version, progress)
    if table is not None:
        _READ[key] = table
    return table


def _keep(path: Path, built: Tablebase, progress: Progress) -> None:
    """Write a table; a cache that cannot be written to costs time at the next start, nothing else."""
    try:
        write(path, built)
        for leftover in path.parent.glob(f"{path.name}.*.tmp"):  # of builds that were killed
            leftover.unlink(missing_ok=True)
    except OSError as reason:
        progress(
            1.0,
            Text.fill(
                "La table de valeurs {name} ne peut pas être enregistrée ({why}) : voyez TABLEE_CACHE.",
                "The tablebase {name} cannot be saved ({why}): see TABLEE_CACHE.",
                name=path.name,
                why=refusal(reason),
            ),
        )


def forget() -> None:
    """Let go of the tables this process holds; they are read and verified again when next asked for."""
    _READ.clear()


def _read_or_say(path: Path, name: str, variant: str, version: int, progress: Progress) -> Tablebase | None:
    try:
        table = read(path)
        held = table.header.name, table.header.variant, table.header.version
        if held == (name, variant, version):
            return table
        doubt = Text(
            f"La table de valeurs {path.name} est celle de {held[0]} {held[1]}, version {held[2]}.",
            f"The tablebase {path.name} is that of {held[0]} {held[1]}, version {held[2]}.",
        )
    except FileNotFoundError:
        return None
    except OSError as reason:
        doubt = Text.fill(
            "La table de valeurs {name} ne peut pas être lue ({why}).",
            "The tablebase {name} cannot be read ({why}).",
            name=path.name,
            why=refusal(reason),
        )
    except InvalidTablebase as error:
        doubt = error.text
    progress(0.0, doubt + Text(" Elle est recalculée.", " It is built again."))
    return None


# The file


def assemble(
    name: str, variant: str, version: int, seconds: float, residual: float, arrays: Mapping[str, Buffer]
) -> Tablebase:
    """A table of these arrays, which from now on cannot be written to, with its checksum."""
    views: dict[str, Buffer] = {key: memoryview(array) for key, array in arrays.items()}
    shapes = tuple((key, NAMES[view.format.lstrip("<=@")], view.shape) for key, view in views.items())
    blank = Header(name, variant, version, "", seconds, residual, shapes)
    digest = _digest(blank)
    for view in views.values():
        digest.update(_bytes(view))
    frozen = {key: view.toreadonly() for key, view in views.items()}
    return Tablebase(replace(blank, sha256=digest.hexdigest()), frozen)


def _bytes(array: Buffer) -> Buffer:
    """The bytes of an array, as they lie in memory or, where there are gaps between them, one after another."""
    return array.cast("B") if array.c_contiguous and array.nbytes else array.tobytes()


def _digest(header: Header) -> Any:
    """A checksum that has read the header; the arrays are to follow."""
    return hashlib.sha256(json.dumps(asdict(replace(header, sha256=""))).encode())


def write(path: Path, whole: Tablebase) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_path(path) as part, part.open("wb") as file:
        file.write(MAGIC)
        file.write(json.dumps(asdict(whole.header)).encode() + b"\n")
        for array in whole.values():
            file.write(b"\0" * (-file.tell() % ALIGNMENT))
            file.write(_bytes(array))


def load_shipped(name: str) -> Tablebase:
    """A table that comes with the package. FileNotFoundError: there is none of that name."""
    return read(files("tablee.engine") / "data" / f"{name}{SUFFIX}")


def read(path: Path | Traversable) -> Tablebase:
    """A table whose checksum fits; `InvalidTablebase` or `FileNotFoundError` otherwise."""
    with path.open("rb") as file:
        header = _header(file, path)
        arrays: dict[str, Buffer] = {}
        digest = _digest(header)
        position = file.tell()
        try:
            whole: Buffer = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except OSError:  # a file of a browser, or inside a zip, cannot be mapped
            whole = memoryview(path.read_bytes())
        size = len(whole)
        for key, kind, shape in header.arrays:
            position += -position % ALIGNMENT
            letter = LETTERS.get(kind[1:])
            if letter is None or NAMES[letter] != kind:
                raise _corrupt(path)
            length = struct.calcsize(letter) * prod(shape)
            if position + length > size:
                raise _corrupt(path)
            flat = whole[position : position + length]
            digest.update(flat)
            arrays[key] = reshape(flat, letter, shape)
            position += length
    if position != size or digest.hexdigest() != header.sha256:
        raise _corrupt(path)
    return Tablebase(header, arrays)


def _header(file: IO[bytes], path: Path | Traversable) -> Header:
    if file.readline(len(MAGIC)) != MAGIC:
        raise InvalidTablebase(
            f"{path.name} n’est pas une table de valeurs de Tablée.", f"{path.name} is not a Tablée tablebase."
        )
    try:
        header = json.loads(file.readline(1 << 16))
        arrays = tuple((str(key), str(kind), tuple(map(int, shape))) for key, kind, shape in header["arrays"])
        if any(length < 0 for _, _, shape in arrays for length in shape):
            raise ValueError("negative length")
        name, variant, sha256 = (str(header[key]) for key in ("name", "variant", "sha256"))
        seconds, residual = float(header["seconds"]), float(header["residual"])
        return Header(name, variant, int(header["version"]), sha256, seconds, residual, arrays)
    except (ValueError, KeyError, TypeError) as reason:
        raise _corrupt(path) from reason


def _corrupt(path: Path | Traversable) -> InvalidTablebase:
    return InvalidTablebase(f"La table de valeurs {path.name} est abîmée.", f"The tablebase {path.name} is damaged.")


# One builder at a time


@contextmanager
def _alone(path: Path, progress: Progress) -> Iterator[None]:
    """Hold the lock of a table; wait for whoever holds it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_name(path.name + ".lock").open("a+b")
    except OSError:  # a folder that takes no lock takes no table either: `_keep` says so
        yield
        return
    with file:
        reported = False
        while not try_lock(file):
            if not reported:
                progress(
                    0.0,
                    Text(
                        f"Un autre programme calcule déjà {path.name} : on l’attend.",
                        f"Another program is already building {path.name}: waiting for it.",
                    ),
                )
                reported = True
            time.sleep(0.1)
        yield  # closing the file, or the end of the process, frees the lock


# What `tablee tablebase` does


@dataclass(frozen=True, slots=True)
class CachedTablebase:
    """One file of the cache: its header, or why it is invalid."""

    path: Path
    size: int
    header: Header | None
    doubt: Text | None = None


def list_tablebases(*, verify: bool = False) -> tuple[CachedTablebase, ...]:
    """The tables on disk, by name; with `verify`, every checksum is computed."""
    tables = []
    for path in sorted(cache_directory().glob(f"*{SUFFIX}")):
        header, doubt = None, None
        try:
            with path.open("rb") as file:
                header = read(path).header if verify else _header(file, path)
        except InvalidTablebase as reason:
            doubt = reason.text
        tables.append(CachedTablebase(path, path.stat().st_size, header, doubt))
    return tuple(tables)


def remove(path: Path) -> None:
    """Delete a table, its lock file, and temporary files of unfinished builds."""
    for file in (path, *path.parent.glob(f"{path.name}.*")):
        file.unlink(missing_ok=True)
    forget()
