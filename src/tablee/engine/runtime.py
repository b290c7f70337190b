"""Runs kernels: buffers go in, buffers and numbers come out, and NumPy is not needed.

    combat = runtime.module("laaancez.combat")
    combat.winner(hits1, damage1, shield1, hits2, damage2, shield2, 1)

A buffer is a `memoryview` of numbers, of any number of dimensions, without gaps: `zeros` and `filled` make them.

There are two engines. `wasm` runs the file that tools/kernels.py made of a module, in an instance of its host:
wasmtime on a desk (`wasmtime_host`), or the browser that we are in (`pyodide_host`). `numba` runs the module's source,
compiled on this machine, in parallel: for large work, where the lab is installed. `TABLEE_ENGINE` chooses one of them
for everything.
"""

import atexit
import hashlib
import json
import logging
import os
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from operator import is_
from typing import Any, Protocol, TypeAlias

from tablee.core.errors import TableeError
from tablee.core.extras import install_command
from tablee.core.words import Text, untranslated

Buffer: TypeAlias = Any
"""A `memoryview` of numbers; as a type it would say little of numbers that are not whole, or of several dimensions."""

ENGINES = {"wasm": "wasmtime", "numba": "numba"}  # the engines, and the package that each of them needs

SOURCES = "tablee_lab.kernels"
"""The package of the modules that numba compiles; it comes with another distribution, and need not be there."""

BROWSER = sys.platform == "emscripten"

LARGE = 64 << 20  # the most memory, in bytes, that a sleeping instance may hold on to

log = logging.getLogger("tablee.engine")


class KernelsUnavailable(TableeError):
    """No kernel can run here, or this one cannot; the readable rules play on."""


# --- buffers ---------------------------------------------------------------------------------------------------------


def zeros(letter: str, *shape: int) -> Buffer:
    """A buffer of zeros; the letter is one of `struct`."""
    size = struct.calcsize(letter)
    for length in shape:
        size *= length
    return reshape(bytearray(size), letter, shape)


def make_buffer(letter: str, numbers: Iterable[Any], *shape: int) -> Buffer:
    """A buffer of these numbers; without a shape, one row of them."""
    listed = list(numbers)
    return reshape(bytearray(struct.pack(f"={len(listed)}{letter}", *listed)), letter, shape)


def reshape(data: Buffer, letter: str, shape: Sequence[int]) -> Buffer:
    """Bytes as numbers of that shape; an array without any is one empty row."""
    flat: Buffer = memoryview(data)
    return flat.cast(letter, list(shape)) if len(shape) > 1 and len(flat) else flat.cast(letter)


def part(whole: Buffer, index: int) -> Buffer:
    """One place of the first dimension, as a buffer of the others; not a copy."""
    size = whole.nbytes // whole.shape[0]
    return reshape(whole.cast("B")[size * index : size * (index + 1)], whole.format, whole.shape[1:])


# --- which engine ----------------------------------------------------------------------------------------------------


def engine(*, large: bool = False) -> str:
    """The engine of the next kernel: `wasm` for answers, `numba` for large work where it is installed."""
    chosen = os.environ.get("TABLEE_ENGINE", "")
    if chosen and chosen not in ENGINES:
        names = " / ".join(ENGINES)
        raise KernelsUnavailable(
            f"TABLEE_ENGINE vaut « {chosen[:40]} » ; choisissez {names}, ou rien.",
            f"TABLEE_ENGINE is “{chosen[:40]}”; choose {names}, or nothing.",
        )
    liked = [chosen] if chosen else ["numba", "wasm"] if large else ["wasm", "numba"]
    for name in liked:
        if is_installed(name):
            return name
    lacking, extra = ("numba", "lab") if chosen == "numba" else ("wasmtime", "table")
    raise KernelsUnavailable(
        f"Les calculs ont besoin de {lacking} ; à taper : {install_command(extra)}",
        f"Working out moves needs {lacking}; type: {install_command(extra)}",
    )


def is_installed(name: str) -> bool:
    """Whether an engine is here; a browser has WebAssembly of its own, and numba has nothing to run without the lab."""
    if BROWSER:
        return name == "wasm"
    needed = (ENGINES[name], SOURCES.partition(".")[0]) if name == "numba" else (ENGINES[name],)
    return all(find_spec(package) is not None for package in needed)


def describe_engines() -> Text:
    """Which engines are used, in a line."""
    answers, large = (_title_of(name) for name in (engine(), engine(large=True)))
    return Text(f"calculs : {answers} ; tables de valeurs : {large}", f"answers: {answers}; tablebases: {large}")


def _title_of(name: str) -> str:
    from importlib.metadata import version  # half a library behind it, for a line that few ask for

    if BROWSER and name == "wasm":
        return "WebAssembly"
    package = f"{ENGINES[name]} {version(ENGINES[name])}"
    return f"WebAssembly ({package})" if name == "wasm" else package


def is_ready() -> bool:
    return any(map(is_installed, ENGINES))


class Module:
    """The kernels of one module, as attributes; found and made ready when the first of them is called."""

    def __init__(self, name: str, *, large: bool = False) -> None:
        self._name, self._large = name, large

    def __getattr__(self, kernel: str) -> Callable[..., Any]:
        if kernel.startswith("_"):
            raise AttributeError(kernel)

        def call(*arguments: Any) -> Any:
            return _ENGINES[engine(large=self._large)](self._name, kernel, arguments)

        return call


module = Module


# --- WebAssembly -----------------------------------------------------------------------------------------------------


class Instance(Protocol):
    """All that is asked of a host: a memory of bytes, and functions of whole numbers."""

    @property
    def size(self) -> int: ...
    def read(self, address: int, size: int) -> Buffer: ...  # bytes, as they are until the next call
    def write(self, address: int, data: Buffer) -> None: ...
    def call(self, function: str, *numbers: int) -> int: ...


def _host() -> Any:
    """`instantiate(code)` makes of the bytes of a file what makes instances of it; `Trouble` are its errors."""
    try:
        return import_module(f"{__package__}.{'pyodide_host' if BROWSER else 'wasmtime_host'}")
    except (ImportError, AttributeError) as reason:
        raise KernelsUnavailable(
            f"wasmtime ne se charge pas ({reason}) ; à taper : {install_command('table')}. Sans lui, les règles "
            "et les robots simples jouent toujours.",
            f"wasmtime cannot be loaded ({reason}); type: {install_command('table')}. Without it the rules and the "
            "simple bots still play.",
        ) from reason


def _refusal(reason: Exception) -> KernelsUnavailable:
    """The host could not do it."""
    who = Text("Le navigateur", "The browser") if BROWSER else untranslated(_title_of("wasm"))
    first = str(reason).strip().splitlines()[0][:120]
    return KernelsUnavailable(
        f"{who.fr} n’a pas pu faire ce calcul ({first}). Une version plus récente ou plus de mémoire peut aider ; les "
        "règles et les robots simples jouent toujours.",
        f"{who.en} could not do this computation ({first}). A newer version or more memory may help; the rules and "
        "the simple bots still play.",
    )


class File:
    """One file of kernels, and the instance that runs them, one call at a time."""

    def __init__(self, name: str) -> None:
        self.name = name
        code = _read(name)
        self.kernels = json.loads(section(code, name))["kernels"]
        self._host = _host()
        try:
            self._fresh: Callable[[], Instance] = self._host.instantiate(code)
        except self._host.Trouble as reason:
            raise _refusal(reason) from reason
        self._instance: Instance | None = None
        self._base = 0  # where its free memory begins
        self._staying: list[Buffer] = []  # what lies in the instance since an earlier call
        self._lock = threading.Lock()

    def __call__(self, kernel: str, arguments: Sequence[Any]) -> Any:
        about = self.kernels.get(kernel)
        if about is None:
            raise KernelsUnavailable(
                f"Le calcul {self.name}.{kernel} a besoin de numba ; à taper : {install_command('lab')}",
                f"The computation {self.name}.{kernel} needs numba; type: {install_command('lab')}",
            )
        with self._lock:
            whole = False
            try:
                if self._instance is None:
                    self._instance = self._fresh()
                    self._base = self._instance.call("begin", 0)
                answer = self._call(self._instance, kernel, about, arguments)
                whole = self._instance.size <= LARGE or bool(self._staying)
                return answer
            except self._host.Trouble as reason:
                raise _refusal(reason) from reason
            finally:
                if not whole:
                    self._let_go()

    def _let_go(self) -> None:
        self._instance, self._staying = None, []

    def _call(self, instance: Instance, kernel: str, about: dict[str, Any], arguments: Sequence[Any]) -> Any:
        letters: list[str] = []  # the record: numbers, and of each buffer its address and lengths
        numbers: list[Any] = []
        buffers: list[tuple[int, Buffer, str]] = []  # the place of its address, and how it is used
        if len(about["arguments"]) != len(arguments):
            raise TypeError(f"{self.name}.{kernel} takes {len(about['arguments'])} arguments")
        for kind, value in zip(about["arguments"], arguments, strict=True):
            _lay(kind, value, letters, numbers, buffers)
        buffers.sort(key=lambda buffer: buffer[2] != "~")  # those that stay lie first, and so where they lay
        record = 0
        for address, view, _ in buffers:
            numbers[address] = record
            record = _align(record + view.nbytes)
        size = _align(record + max(8 * len(numbers), _size(about["result"])))
        base = self._base
        if size >= 1 << 32 or (base + size > instance.size and not instance.call("begin", size)):
            raise self._failure(kernel)
        for address, _, _ in buffers:
            numbers[address] += base
        instance.write(base + record, memoryview(struct.pack("<" + "".join(letters), *numbers)))
        staying = [view for _, view, use in buffers if use == "~"]
        unchanged = len(staying) == len(self._staying) and all(map(is_, staying, self._staying))
        self._staying = staying
        for address, view, use in buffers:
            if use != ">" and (use != "~" or not unchanged):
                instance.write(numbers[address], view)
        if instance.call(kernel, base + record, size):
            raise self._failure(kernel)
        for address, view, use in buffers:
            if use in "!>" and view.nbytes:
                view.cast("B")[:] = instance.read(numbers[address], view.nbytes)
        return None if about["result"] is None else _value(about["result"], base + record, instance)[0]

    def _failure(self, kernel: str) -> KernelsUnavailable:
        return KernelsUnavailable(
            f"Ce coup n’a pas pu être calculé ({self.name}.{kernel} : mémoire insuffisante ?). Rechargez, ou jouez "
            "contre un robot plus simple.",
            f"This move could not be computed ({self.name}.{kernel}: too little memory?). Reload, or play against a "
            "simpler bot.",
        )


_PADDED = {"q": "q", "Q": "Q", "d": "d", "f": "f4x", "i": "i4x", "h": "h6x", "b": "b7x", "B": "B7x", "?": "?7x"}
_ALIKE = {"l": "q", "L": "Q"}  # what NumPy calls them on most machines


def _align(size: int) -> int:
    return (size + 63) & -64


def _lay(kind: Any, value: Any, letters: list[str], numbers: list[Any], buffers: list[tuple[int, Buffer, str]]) -> None:
    """One argument as tools/kernels.py lays it into the record."""
    if isinstance(kind, list):
        for inner, member in zip(kind, value, strict=True):
            _lay(inner, member, letters, numbers, buffers)
        return
    if len(kind) == 1:
        letters.append(_PADDED[kind])
        numbers.append(value)
        return
    value = value if isinstance(value, memoryview) else memoryview(value)  # an array of NumPy's is welcome, too
    if _ALIKE.get(value.format, value.format) != kind[0] or value.ndim != int(kind[1]) or not value.c_contiguous:
        raise TypeError(f"a buffer {kind} is wanted, not {value.format}{value.ndim}")
    buffers.append((len(numbers), value, kind[-1]))
    letters.append("q" * (1 + value.ndim))
    numbers += (0, *value.shape)


def _size(kind: Any) -> int:
    """Bytes of a result, at most."""
    if isinstance(kind, list):
        return sum(_size(inner) for inner in kind)
    return 8 if kind is None or len(kind) == 1 else 32 + 16 * int(kind[1:])


def _value(kind: Any, address: int, instance: Instance) -> tuple[Any, int]:
    """A result as it lies in memory, and where the next one may begin."""
    if isinstance(kind, list):
        members = []
        for inner in kind:
            member, address = _value(inner, address, instance)
            members.append(member)
        return tuple(members), address
    if len(kind) == 1:
        length = struct.calcsize(kind)
        address += -address % length
        return struct.unpack("<" + kind, instance.read(address, length))[0], address + length
    address += -address % 8
    dimensions = int(kind[1:])
    items, width, data = struct.unpack("<qqi", instance.read(address + 8, 20))
    shape = struct.unpack(f"<{dimensions}q", instance.read(address + 32, 8 * dimensions))
    view = reshape(bytearray(instance.read(data, items * width)), kind[0], shape)
    return view, address + 32 + 16 * dimensions


# --- the files -------------------------------------------------------------------------------------------------------

_FILES: dict[str, File] = {}
atexit.register(_FILES.clear)  # before the packages that made the instances are taken apart
_OPENING = threading.Lock()


def _wasm(name: str, kernel: str, arguments: Sequence[Any]) -> Any:
    with _OPENING:
        file = _FILES.get(name)
        if file is None:
            log.info("kernels of %s: WebAssembly", name)
            file = _FILES[name] = File(name)
    return file(kernel, arguments)


def release(name: str) -> None:
    """Give back the memory of a module's instance, and what stays in it."""
    if name in _FILES:
        _FILES[name]._let_go()


def _read(name: str) -> bytes:
    try:
        code = (files(__package__) / "wasm" / f"{name}.wasm").read_bytes()
    except OSError as reason:
        raise damage_error(name) from reason
    if seal(code[: -len(seal(b""))]) != code:
        raise damage_error(name)
    return code


def seal(code: bytes) -> bytes:
    """A file with its digest, a last custom section: with one bit flipped it may well run, and answer wrongly."""
    return code + b"\0\x27\6sha256" + hashlib.sha256(code).digest()


def damage_error(name: str) -> KernelsUnavailable:
    return KernelsUnavailable(
        f"Le fichier de calcul {name}.wasm manque ou est abîmé : réinstallez tablee. Sans lui, les règles et les "
        "robots simples jouent toujours.",
        f"The kernel file {name}.wasm is missing or damaged: install tablee again. Without it the rules and the "
        "simple bots still play.",
    )


def section(code: bytes, name: str) -> bytes:
    """Returns the custom section `tablee` of a WebAssembly file; raises `damaged(name)` if there is none."""
    try:
        if code[:8] != b"\0asm\1\0\0\0":
            raise ValueError(name)
        offset = 8
        while True:
            kind = code[offset]
            size, offset = _read_unsigned(code, offset + 1)
            if kind == 0:
                length, begin = _read_unsigned(code, offset)
                if code[begin : begin + length] == b"tablee":
                    return code[begin + length : offset + size]
            offset += size
    except (IndexError, ValueError) as reason:
        raise damage_error(name) from reason


def _read_unsigned(code: bytes, offset: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = code[offset]
        number |= (byte & 127) << shift
        shift, offset = shift + 7, offset + 1
        if byte < 128:
            return number, offset


# --- numba -----------------------------------------------------------------------------------------------------------


def _numba(name: str, kernel: str, arguments: Sequence[Any]) -> Any:
    import numba
    import numpy as np

    numba.get_num_threads()  # starts its threads: compiled code that calls compiled code from a file expects them

    def to_numba(value: Any) -> Any:
        if isinstance(value, memoryview):
            return np.asarray(value)
        if isinstance(value, tuple):
            members = [to_numba(member) for member in value]
            return type(value)(*members) if hasattr(value, "_fields") else tuple(members)
        return value

    def back(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return memoryview(np.ascontiguousarray(value))  # type: ignore[arg-type]
        if isinstance(value, tuple):
            return tuple(back(member) for member in value)
        return value.item() if isinstance(value, np.generic) else value

    return back(getattr(import_module(f"{SOURCES}.{name}"), kernel)(*map(to_numba, arguments)))


_ENGINES: dict[str, Callable[[str, str, Sequence[Any]], Any]] = {"wasm": _wasm, "numba": _numba}
