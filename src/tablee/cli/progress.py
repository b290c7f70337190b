"""A progress bar on standard error, for computations that take their time."""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text, percent
from tablee.engine import solvers

WIDTH = 24
PAUSE = 0.1  # seconds between two drawings
LINES = 5.0  # seconds between two lines where there is no terminal to draw on


class Bar:
    """Called with the fraction done and what is being done: draws on a terminal; elsewhere a line every few seconds.
    Whole sentences, which end in a full stop, are news (a table that could not be trusted): they are told once,
    wherever standard error goes."""

    def __init__(self, lang: str, stream: TextIO | None = None) -> None:
        self.lang = lang
        self.stream = sys.stderr if stream is None else stream
        self.line = ""
        self.announced: set[str] = set()
        self._last = 0.0 if self.stream.isatty() else time.monotonic()

    def __call__(self, done: float, doing: Text) -> None:
        words = doing.in_lang(self.lang)
        if words.endswith("."):
            if words not in self.announced:
                self.announced.add(words)
                self.wipe()
                print(words, file=self.stream, flush=True)
            return
        now = time.monotonic()
        if not self.stream.isatty():
            if now - self._last >= LINES:  # what is quicker than that says nothing
                self._last = now
                print(f"{self._share(done)} {words}", file=self.stream, flush=True)
            return
        if now - self._last < PAUSE:
            return
        self._last = now
        full = int(WIDTH * min(1.0, max(0.0, done)))
        line = f"[{'█' * full}{'░' * (WIDTH - full)}] {self._share(done)} {words}"
        self._put(line[: max(20, shutil.get_terminal_size().columns - 1)])

    def _share(self, done: float) -> str:
        return percent(done, "3.0f").in_lang(self.lang)

    def wipe(self) -> None:
        if self.line:
            self._put("")
            self.line = ""

    def _put(self, line: str) -> None:
        self.stream.write("\r" + line + " " * max(0, len(self.line) - len(line)) + ("" if line else "\r"))
        self.stream.flush()
        self.line = line


@contextmanager
def bar(lang: str) -> Iterator[Bar]:
    """A bar that is gone from the screen afterwards, whatever happens. Ctrl-C is raised with what to say of it."""
    shown = Bar(lang)
    try:
        yield shown
    except KeyboardInterrupt:
        raise KeyboardInterrupt(INTERRUPTED) from None
    finally:
        shown.wipe()


def wait_for_table(game: AnyGame, variant: Variant, lang: str) -> None:
    """Build the table of a game that is solved from its rules, with a bar: without it nothing can be answered."""
    if not solvers.has_own_solver(game.NAME, variant) and solvers.find_unbuilt(game.NAME, variant):
        with bar(lang) as progress:
            solvers.solve(game.NAME, variant, progress)


INTERRUPTED = Text(
    "Interrompu. Ce qui est déjà calculé est enregistré ; la suite se calculera la prochaine fois.",
    "Interrupted. What is built so far is saved; the rest will be built next time.",
)
