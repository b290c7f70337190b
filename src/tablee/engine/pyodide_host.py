"""WebAssembly in a browser: its own `WebAssembly`, reached through Pyodide, as the host of `tablee.engine.runtime`. A
worker compiles a file at once; the page's own thread may refuse one so large, and is no place for kernels anyway."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tablee.engine.runtime import Buffer

js: Any = import_module("js")  # Pyodide brings both; nothing else does
Trouble: Any = import_module("pyodide.ffi").JsException


class Instance:
    """One instance of a file, with a memory of its own."""

    def __init__(self, module: Any) -> None:
        self._exports = js.WebAssembly.Instance.new(module).exports

    def _bytes(self, address: int, size: int) -> Any:
        # Asked for anew each time: the memory moves when it grows.
        return js.Uint8Array.new(self._exports.memory.buffer, address, size)

    @property
    def size(self) -> int:
        return int(self._exports.memory.buffer.byteLength)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._bytes(address, size).to_bytes())

    def write(self, address: int, data: Buffer) -> None:
        if data.nbytes:
            self._bytes(address, data.nbytes).assign(data.cast("B"))

    def call(self, function: str, *numbers: int) -> int:
        return int(getattr(self._exports, function)(*numbers) or 0) & 0xFFFFFFFF


def instantiate(code: bytes) -> Callable[[], Instance]:
    room = js.Uint8Array.new(len(code))
    room.assign(code)
    module = js.WebAssembly.Module.new(room)
    return lambda: Instance(module)
