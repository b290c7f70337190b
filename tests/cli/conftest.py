"""The command line, called in this process and in an empty folder."""

import io
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tablee.cli import main

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tablee(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Call a command with these lines typed; its exit code, what it said, and its errors."""
    monkeypatch.chdir(tmp_path)

    def call(words: str | Iterable[str], *typed: str, lang: str = "en") -> tuple[int, str, str]:
        lines = "".join(f"{line}\n" for line in typed).encode(errors="surrogatepass")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        code = main(["--lang", lang, *(words.split() if isinstance(words, str) else words)])
        return code, *capsys.readouterr()

    return call
