"""Kernels in a browser: Pyodide's `js` is played by wasmtime here, so that each call of it is held to its form."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import wasmtime

from tablee.engine import runtime, wasmtime_host
from tablee.engine.runtime import Buffer, KernelsUnavailable, filled, zeros
from tools import kernels as tool

matrix = runtime.module("laaancez.matrix")


class JsError(Exception):
    """What Pyodide raises for an error of JavaScript's."""


class Room:
    """A `Uint8Array`, of its own or over the memory of an instance."""

    def __init__(self, whole: Any, first: int = 0, size: int | None = None) -> None:
        whole = memoryview(bytearray(whole)) if isinstance(whole, int) else whole
        self.view: Buffer = whole[first:][:size]
        if size is not None and len(self.view) != size:
            raise JsError("RangeError: Invalid typed array length")

    def assign(self, data: Buffer) -> None:
        self.view[:] = data

    def to_bytes(self) -> bytes:
        return bytes(self.view)


class Exports:
    def __init__(self, instance: wasmtime_host.Instance) -> None:
        self._instance = instance

    @property
    def memory(self) -> SimpleNamespace:
        return SimpleNamespace(buffer=Memory(self._instance))

    def __getattr__(self, name: str) -> Any:
        def called(*numbers: int) -> int:
            answer = self._instance.call(name, *numbers)
            return answer - (answer >> 31 << 32)  # JavaScript's are signed

        return called


class Memory:
    def __init__(self, instance: wasmtime_host.Instance) -> None:
        self._instance, self.byteLength = instance, instance.size

    def __getitem__(self, span: slice) -> Buffer:
        return self._instance._view()[span]


def module(room: Room) -> tuple[wasmtime.Engine, wasmtime.Module]:
    try:
        engine = wasmtime.Engine()
        return engine, wasmtime.Module(engine, room.to_bytes())
    except wasmtime.WasmtimeError as reason:
        raise JsError("CompileError: this is no module") from reason


@pytest.fixture(autouse=True)
def in_a_browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    js: Any = ModuleType("js")
    js.Uint8Array = SimpleNamespace(new=Room)
    js.WebAssembly = SimpleNamespace(
        Module=SimpleNamespace(new=module),
        Instance=SimpleNamespace(new=lambda module: SimpleNamespace(exports=Exports(wasmtime_host.Instance(*module)))),
    )
    ffi: Any = ModuleType("pyodide.ffi")
    ffi.JsException = JsError
    for name, played in {"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}.items():
        monkeypatch.setitem(sys.modules, name, played)
    monkeypatch.setattr(runtime, "BROWSER", True)
    monkeypatch.setattr(runtime, "find_spec", lambda name: None)
    runtime._host.clear()
    runtime._FILES.clear()
    yield
    sys.modules.pop("tablee.engine.pyodide_host", None)
    runtime.use(wasmtime_host.instantiate)


def test_a_browser_is_found_and_answers_without_any_package() -> None:
    assert runtime.ready()
    assert (runtime.engine(), runtime.engine(large=True)) == ("wasm", "wasm")
    assert runtime.said().en == "answers: WebAssembly; large tables: WebAssembly"
    row, column = zeros("d", 2), zeros("d", 2)
    worth = matrix.solve(filled("d", [3, -1, -2, 4], 2, 2), row, column)
    assert isinstance(runtime._FILES["laaancez.matrix"]._instance, import_module("tablee.engine.pyodide_host").Instance)
    runtime.use(wasmtime_host.instantiate)
    other, another = zeros("d", 2), zeros("d", 2)
    assert worth == matrix.solve(filled("d", [3, -1, -2, 4], 2, 2), other, another)
    assert (row.tolist(), column.tolist()) == (other.tolist(), another.tolist())


def test_what_the_browser_refuses_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bytearray((tool.BUILT / "laaancez.matrix.wasm").read_bytes())
    at = whole.index(b"\x0a", 400)
    whole[at + 40 : at + 60] = b"\xff" * 20
    monkeypatch.setattr(runtime, "_read", lambda name: bytes(whole))
    with pytest.raises(KernelsUnavailable, match="The browser could not do this computation"):
        matrix.solve(zeros("d", 1, 1), zeros("d", 1), zeros("d", 1))
