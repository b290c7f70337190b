"""A real terminal: a line can be mended before Enter, an earlier one comes back, a hidden choice never does."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from tests.terminal_kit import Terminal

UP, LEFT, END, BACKSPACE = "\x1b[A", "\x1b[D", "\x05", "\x7f"


def played(folder: Path, game: str) -> closing[Terminal]:
    """A game in French, where no settings of the keyboard are one's own."""
    words = ("-m", "tablee", "--lang", "fr", "play", game, "--seed", "5", "--names", "Léa,Tom")
    return closing(Terminal(folder, *words, TERM="xterm", INPUTRC=os.devnull))


def test_a_line_can_be_mended_and_comes_back(tmp_path: Path) -> None:
    with played(tmp_path, "cadeau") as terminal:
        terminal.until("lancez le dé (Entrée)")
        terminal.type("\r")
        terminal.until("où écrire")
        terminal.type(f"2a{LEFT}{LEFT}zone {END}x{BACKSPACE}\r")  # zone 2a
        terminal.until("Tom, lancez le dé")
        terminal.type("\r")
        terminal.until("où écrire")
        terminal.type(f"{UP}{UP}")
        terminal.until("zone 2a")


def test_a_hidden_choice_does_not_come_back(tmp_path: Path) -> None:
    with played(tmp_path, "laaancez") as terminal:
        for shown, keys in (
            ("lancez le dé (Entrée)", ""),
            ("Entrée quand vous y êtes", ""),
            ("que recopier", "etoile c2"),
            ("Tom : Entrée quand vous y êtes", f"{UP}{UP}"),
            ("Tom, que recopier", f"{UP}{UP}{UP}?"),
        ):
            terminal.until(shown)
            terminal.type(f"{keys}\r")
        assert "c2" not in terminal.until("Encore ?").partition("À tout moment")[0]
