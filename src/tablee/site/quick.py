"""A quick start. Every start of Python compiles the methods of dataclasses and the patterns of regular expressions
anew, and reads each module of an archive twice. Here that is done when the app is built (`recorded`), and found again
when it starts (`use`); whatever is not found is done as ever.
"""

from __future__ import annotations

import dataclasses
import importlib
import io
import marshal
import re
import zipimport
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import IO, Any

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


class File:
    """A file or folder of an archive, as `importlib.resources` hands them out; its own way there is a long one."""

    def __init__(self, loader: Any, path: str) -> None:
        self._loader, self._path = loader, path.rstrip("/")

    @property
    def name(self) -> str:
        return self._path.rpartition("/")[2]

    def files(self) -> File:
        return self

    def joinpath(self, *names: str) -> File:
        return File(self._loader, "/".join((self._path, *names)))

    __truediv__ = joinpath

    def is_file(self) -> bool:
        return self._path in inside_zipimport._zip_directory_cache[self._loader.archive]

    def is_dir(self) -> bool:
        return any(self.iterdir())

    def iterdir(self) -> Iterator[File]:
        start = f"{self._path}/"
        known = inside_zipimport._zip_directory_cache[self._loader.archive]
        names = dict.fromkeys(path[len(start) :].partition("/")[0] for path in known if path.startswith(start))
        return (self.joinpath(name) for name in names if name)

    def read_bytes(self) -> bytes:
        found: bytes = self._loader.get_data(f"{self._loader.archive}/{self._path}")
        return found

    def read_text(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        return self.read_bytes().decode(encoding, errors)

    def open(self, mode: str = "r", encoding: str = "utf-8") -> IO[Any]:
        return io.BytesIO(self.read_bytes()) if "b" in mode else io.StringIO(self.read_text(encoding))


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
    inside_zipimport.zipimporter.get_resource_reader = lambda self, name: File(
        self, self.prefix + name.rpartition(".")[2]
    )
