"""A real terminal: a line can be mended before Enter, an earlier one comes back, a hidden choice never does."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
UP, LEFT, END, BACKSPACE = "\x1b[A", "\x1b[D", "\x05", "\x7f"
PATIENCE = 60


class Terminal:
    """A command in a terminal of its own; `until` waits for what it shows."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.shown = ""
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode  # a letter may come in two halves
        self.process, self.master = pty.fork()
        if not self.process:
            os.chdir(folder)
            settings = {"TERM": "xterm", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "INPUTRC": os.devnull}
            os.execve(sys.executable, [sys.executable, "-m", "tablee", "--lang", "fr", *words], settings)

    def until(self, words: str) -> str:
        """What is shown from now until these words."""
        begun, ends = len(self.shown), time.monotonic() + PATIENCE
        while words not in self.shown[begun:]:
            assert time.monotonic() < ends, f"{words!r} did not come: {self.shown[begun:]!r}"
            if select.select([self.master], [], [], 1)[0]:
                self.shown += self.decode(os.read(self.master, 65536))
        return self.shown[begun:]

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def close(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)


@pytest.fixture
def cadeau(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path, "play", "cadeau", "--seed", "5", "--names", "Léa,Tom")
    yield terminal
    terminal.close()


@pytest.fixture
def laaancez(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path, "play", "laaancez", "--seed", "5", "--names", "Léa,Tom")
    yield terminal
    terminal.close()


def test_a_line_can_be_mended_and_comes_back(cadeau: Terminal) -> None:
    cadeau.until("lancez le dé (Entrée)")
    cadeau.type("\r")
    cadeau.until("où écrire")
    cadeau.type(f"2a{LEFT}{LEFT}zone {END}x{BACKSPACE}\r")  # zone 2a
    cadeau.until("Tom, lancez le dé")
    cadeau.type("\r")
    cadeau.until("où écrire")
    cadeau.type(f"{UP}{UP}")
    cadeau.until("zone 2a")


def test_a_hidden_choice_does_not_come_back(laaancez: Terminal) -> None:
    laaancez.until("lancez le dé (Entrée)")
    laaancez.type("\r")
    laaancez.until("Entrée quand vous y êtes")
    laaancez.type("\r")
    laaancez.until("que recopier")
    laaancez.type("etoile c2\r")
    laaancez.until("Tom : Entrée quand vous y êtes")
    laaancez.type(f"{UP}{UP}\r")
    laaancez.until("Tom, que recopier")
    laaancez.type(f"{UP}{UP}{UP}?\r")
    assert "c2" not in laaancez.until("Encore ?").partition("À tout moment")[0]
