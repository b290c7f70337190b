"""What a terminal can show: colours or none, a width, sentences wrapped to it, and a way to ask.

A `Look` is what drawing needs to know; a `Screen` reads and writes. Both work without a real terminal, so that a
whole game can be driven by a script.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import shutil
import sys
import textwrap
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TextIO

from tablee.core.ascii_signs import PLAIN
from tablee.core.errors import refusal
from tablee.core.words import Text

# 256 colours; where two things differ by colour, a sign or a word differs too.
STYLES = {
    "title": "1;38;5;208",
    "strong": "1",
    "quiet": "38;5;245",
    "warning": "38;5;173",
    "ask": "1;38;5;36",
    "rule": "38;5;136",
    "lutins": "1;38;5;33",
    "gnomes": "1;38;5;244",
    "gift": "1;38;5;203",
    "held": "1;38;5;178",
    "wood": "38;5;137",
    "block": "1;38;5;223;48;5;94",
    "die": "1",
    "heart": "38;5;203",
    "lost": "38;5;243",
    "damage": "38;5;172",
    "shield": "1;38;5;32",
    "flame": "1;38;5;208",
    "mine": "1;38;5;71",
}
NARROWEST, WIDEST = 39, 100  # a terminal of 40 columns, its last one left alone
TALL = 1000  # lines of a page that rolls on
GAP = 3  # columns between a picture and the words beside it
ROOM = 10  # columns to type in after a question
FRAME = 6  # lines of a page that are no board: title, question, what happened, the space between
LONGEST = 200  # characters of an answer; no move needs as many
BREATH = 0.7  # seconds a bot takes
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FRENCH_SPACE = re.compile(r"[ \u202f](?=[:;!?»%])|(?<=«)[ \u202f]")
NO_BREAK = "\u00a0"
ERASE = "\x1b[999;999H\x1b[1J\x1b[H"  # not `[2J`, by which some terminals let every page roll away
SECRET, PUBLIC = "\x1b[?1049h", "\x1b[?1049l"  # to the alternate screen, of which no line rolls away, and back


def bind(words: str) -> str:
    """Words whose French signs cannot be parted from what they belong to; a terminal has one width of spaces."""
    return FRENCH_SPACE.sub(NO_BREAK, words)


def count_columns(text: str) -> int:
    """How many columns a text takes, colours not counted."""
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in CODES.sub("", text)
    )


def pad(text: str, width: int) -> str:
    return text + " " * (width - count_columns(text))


def clip(text: str, width: int) -> str:
    """Returns a text without colours, cut to `width` columns."""
    return text if count_columns(text) <= width else text[: max(0, width - 1)] + "…"


def lay_beside(look: Look, picture: list[str], words: Iterable[str]) -> list[str]:
    """Words to the right of a picture, or under it where the page is too narrow."""
    lines, across = list(words), max(map(count_columns, picture))
    if across + GAP + max(map(count_columns, lines), default=0) <= look.width:
        return side_by_side(picture, lines, gap=GAP)
    return picture + [part for line in lines if line for part in look.wrap(line)]


def side_by_side(*pictures: list[str], gap: int = 2) -> list[str]:
    widths = [max(map(count_columns, picture), default=0) for picture in pictures]
    lines = []
    for row in range(max(map(len, pictures), default=0)):
        parts = [
            pad(picture[row] if row < len(picture) else "", width)
            for picture, width in zip(pictures, widths, strict=True)
        ]
        lines.append((" " * gap).join(parts).rstrip())
    return lines


@dataclass(frozen=True, slots=True)
class Look:
    """How things are shown: in which language, with colours or without, how wide and high, and who players are."""

    lang: str = "fr"
    colour: bool = False
    width: int = 80
    names: Mapping[int, str | Text] = field(default_factory=dict)
    height: int = TALL
    plain: bool = False  # no drawings, no signs: for whoever listens

    def paint(self, style: str, text: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour and text else text

    def in_lang(self, text: Text) -> str:
        return text.with_names(self.names).in_lang(self.lang)

    def wrap(self, text: str, *, first: str = "", rest: str = "") -> list[str]:
        """A text in lines of our width; French signs stay with their word. Colours survive, uncounted."""
        spaced = bind(text)
        codes = CODES.findall(spaced)
        # textwrap counts every character: colours travel as one character of the private plane.
        marked = CODES.sub("\ue000", spaced) if codes else spaced
        lines = textwrap.wrap(marked, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        colours = iter(codes)
        return [
            re.sub("\ue000", lambda _: next(colours), line).replace(NO_BREAK, " ") for line in lines or [first.rstrip()]
        ]


class Closed(Exception):
    """The input has ended, or the terminal was closed."""


class Unwritable(Closed):
    """Output failed, for example because the disk is full; reported on standard error."""


@dataclass(slots=True)
class Screen:
    """Reads lines and writes them. `live`: somebody watches, so bots take a breath and a rematch is offered. `wipes`:
    the page can be cleared. `edit`: shows a question and reads the answer with arrows and history; `forget` empties
    that history."""

    look: Look
    read: Callable[[], str]  # one line, "" at the end of the input
    write: Callable[[str], object]
    live: bool = False
    wipes: bool = False
    breath: float = 0.0  # seconds
    edit: Callable[[str], str] | None = None
    forget: Callable[[], object] = lambda: None
    _begun: bool = False  # the first page has been shown
    _secret: bool = False  # the page shown now is a secret one

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def lines(self, lines: Iterable[str]) -> None:
        for text in lines:
            self.line(text)

    def say(self, text: Text, style: str | None = None) -> None:
        for part in self.look.in_lang(text).split("\n"):
            indent = part[: len(part) - len(part.lstrip())]
            for line in self.look.wrap(part.strip(), first=indent, rest=indent):
                self.line(self.look.paint(style, line) if style else line)

    def complain(self, text: Text) -> None:
        """A mistake is no drama: the sentence, and the question again."""
        self.say(text if self.look.plain else Text("· ", "· ") + text, "warning")

    def prompt(self, question: Text) -> str:
        *above, last = self.look.wrap(self.look.in_lang(question))
        if count_columns(last) > self.look.width - ROOM:
            above, last = [*above, last], ""
        self.lines(self.look.paint("ask", line) for line in above)
        prompt = f"{last} " if self.look.plain else self.look.paint("ask", f"{last} › ".lstrip())
        if self.edit:
            answer = self.edit(prompt)
        else:
            self.write(prompt)
            answer = self.read()
        if not answer:
            self.line()
            raise Closed
        if not self.live:
            self.line()  # nobody has typed the end of the line
        return answer.strip()[:LONGEST]

    def clear(self) -> None:
        """A fresh page, secret if the last one was. What stood in the terminal before the first one rolls away."""
        if not self.wipes:
            self.write("\n" if self.look.plain else "\n" + "─" * self.look.width + "\n")
            return
        self.write(ERASE if self._begun else "\n" * self.look.height + ERASE)
        self._begun = True

    def hide(self) -> None:
        """A fresh page of which, as of what was typed before, nothing can be read again after `reveal` or `hide`."""
        self.forget()
        if not self.wipes:
            self.write("\n" * 50)
        elif not self._secret:
            self.write(SECRET)
            self._secret = self._begun = True
        self.clear()

    def reveal(self) -> None:
        """Back from secret pages to the one before them."""
        if self._secret:
            self.write(PUBLIC)
            self._secret = False

    def wait(self) -> None:
        if self.breath:
            time.sleep(self.breath)


def open_screen(lang: str, *, plain: bool, hurry: bool = False, environ: Mapping[str, str] = os.environ) -> Screen:
    """The screen of this process: colours only for a terminal that wants them."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)  # odd bytes must not end a game
    watched = _terminal(sys.stdin) and _terminal(sys.stdout)
    wipes = watched and not plain and environ.get("TERM") != "dumb"
    plain_look = find_look(lang, plain=plain, environ=environ)
    screen = Screen(
        plain_look,
        _line,
        partial(_write_text, lang),
        live=watched,
        wipes=wipes,
        breath=BREATH if watched and not hurry else 0.0,
    )
    if wipes:
        screen.look = replace(plain_look, height=shutil.get_terminal_size((80, 24)).lines)
    if watched:
        with contextlib.suppress(ImportError):  # Windows has none: its console edits lines by itself
            import readline

            screen.forget = readline.clear_history
        screen.edit = _read_line
    return screen


def find_look(lang: str, *, plain: bool, environ: Mapping[str, str] = os.environ) -> Look:
    watched = _terminal(sys.stdout)
    colour = watched and not plain and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size((80, 24)).columns if watched else 80
    return Look(lang, colour, min(max(width - 1, NARROWEST), WIDEST), plain=plain)


def _terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _line() -> str:
    """The next line; nothing where the input was closed from the start, or the terminal has gone."""
    try:
        return sys.stdin.readline() if sys.stdin else ""
    except (OSError, ValueError):
        return ""


def _read_line(question: str) -> str:
    """The same from a terminal, by `input`: with readline, arrows move in the line and bring back earlier ones."""
    try:
        return input(CODES.sub(lambda code: f"\x01{code[0]}\x02", question)) + "\n"  # colours take no room
    except (EOFError, OSError, ValueError):
        return ""


def _write_text(lang: str, text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # At exit Python would try once more, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError) or error.errno == errno.EIO:
            raise Closed from None  # nobody reads us any more, or the terminal's window is closed: that is their right
        sentence = Text("Impossible d’écrire la suite", "No more can be written")
        print(f"tablee: {sentence.in_lang(lang)} ({refusal(error).in_lang(lang)}).", file=sys.stderr)
        raise Unwritable from None
