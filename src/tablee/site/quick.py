"""A quick start. Every start of Python compiles the methods of dataclasses and the patterns of regular expressions
anew, and reads each module of an archive twice. Here that is done when the app is built (`recorded`), and found again
when it starts (`use`); whatever is not found is done as ever.
"""

from __future__ import annotations

import dataclasses
import importlib
import marshal
import re
import zipimport
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

NAME = "tablee/site/quick.bin"
compiler: Any = importlib.import_module("re._compiler")
inside_dataclasses: Any = dataclasses
inside_zipimport: Any = zipimport


def recorded(start: Callable[[], object]) -> bytes:
    """What is compiled while `start` runs."""
    methods: dict[str, Any] = {}
    patterns: dict[tuple[Any, int], Any] = {}
    plain, parts = compiler.compile, []

    def noted(source: str, known: dict[str, Any], named: dict[str, Any] | None = None) -> None:
        methods[source] = compile(source, "<dataclass>", "exec")
        exec(methods[source], known, named)

    def machine(*given: Any) -> Any:
        parts.append(given)
        return own.compile(*given)

    def kept(pattern: Any, flags: int = 0) -> Any:
        made = plain(pattern, flags)
        if isinstance(pattern, str | bytes):
            _, told, code, *rest = parts[-1]
            patterns[pattern, int(flags)] = (pattern, int(told), list(map(int, code)), *rest)
        return made

    own = compiler._sre
    compiler._sre = SimpleNamespace(**{**vars(own), "compile": machine})
    compiler.compile, inside_dataclasses.exec = kept, noted
    try:
        re.purge()
        start()
    finally:
        compiler._sre, compiler.compile = own, plain
        del inside_dataclasses.exec
    return marshal.dumps(marshal.loads(marshal.dumps((methods, patterns))))


def use(archive: str) -> None:
    """Start quickly, with what the archive brings."""
    loader = zipimport.zipimporter(archive)
    methods, patterns = marshal.loads(loader.get_data(f"{archive}/{NAME}"))
    plain, machine = compiler.compile, compiler._sre.compile

    def found(source: str, known: dict[str, Any], named: dict[str, Any] | None = None) -> None:
        exec(methods.get(source, source), known, named)

    def compiled(pattern: Any, flags: int = 0) -> Any:
        ready = patterns.get((pattern, int(flags))) if isinstance(pattern, str | bytes) else None
        return machine(*ready) if ready else plain(pattern, flags)

    def filename(self: Any, name: str) -> str:
        path = inside_zipimport._get_module_path(self, name)
        package = inside_zipimport._get_module_info(self, name)
        return f"{self.archive}/{path}{'/__init__' if package else ''}.pyc"

    compiler.compile, inside_dataclasses.exec = compiled, found
    inside_zipimport.zipimporter.get_filename = filename
