"""WebAssembly on a desk: `wasmtime` as the host of `tablee.engine.runtime`. What wasmtime makes of a file for this
machine is kept in the user's cache with its checksum, since making it takes longer than most answers. A cache that
cannot be written to, or holds anything else, costs that time and nothing more."""

import contextlib
import ctypes
import hashlib
from collections.abc import Callable

import wasmtime

from tablee.core.paths import cache_directory, write_atomic
from tablee.engine.runtime import Buffer

Trouble = (wasmtime.WasmtimeError, wasmtime.Trap)


class Instance:
    """One instance of a file, with a memory of its own."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._seen: Buffer | None = None

    @property
    def size(self) -> int:
        return self._memory.data_len(self._store)

    def _view(self) -> Buffer:
        if self._seen is None:
            first = ctypes.addressof(self._memory.data_ptr(self._store).contents)
            self._seen = memoryview((ctypes.c_ubyte * self.size).from_address(first)).cast("B")
        return self._seen

    def read(self, address: int, size: int) -> Buffer:
        return self._view()[address : address + size]

    def write(self, address: int, data: Buffer) -> None:
        self._view()[address : address + data.nbytes] = data.cast("B")

    def call(self, function: str, *numbers: int) -> int:
        export = self._exports[function]
        assert isinstance(export, wasmtime.Func)
        self._seen = None  # the memory moves when it grows
        # Addresses above 2 GB are negative numbers to WebAssembly.
        answer = export(self._store, *(number - (1 << 32) if number >> 31 else number for number in numbers))
        return int(answer or 0) & 0xFFFFFFFF


def instantiate(code: bytes) -> Callable[[], Instance]:
    """What makes instances of a file."""
    engine = wasmtime.Engine()
    path = cache_directory() / "kernels" / hashlib.sha256(code).hexdigest()[:32]
    module = None
    with contextlib.suppress(OSError, wasmtime.WasmtimeError):  # what an earlier process made, by this wasmtime
        data = path.read_bytes()
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            module = wasmtime.Module.deserialize(engine, data[32:])
    if module is None:
        module = wasmtime.Module(engine, code)
        serialized = bytes(module.serialize())
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, hashlib.sha256(serialized).digest() + serialized)
    return lambda: Instance(engine, module)
