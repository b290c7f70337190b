"""A real terminal: a line can be mended before Enter, an earlier one comes back, a hidden choice never does.

Ctrl-C and a window that is closed keep the game.
"""

import os
from contextlib import closing
from pathlib import Path

from tablee.core.record import parse
from tablee.core.registry import load
from tablee.terminal.screen import CODES, ERASE
from tests.terminal_kit import PATIENCE, Terminal

UP, LEFT, END, BACKSPACE = "\x1b[A", "\x1b[D", "\x05", "\x7f"


def played(folder: Path, game: str) -> closing[Terminal]:
    """A game in French, where no settings of the keyboard are one's own."""
    words = ("-m", "tablee", "--lang", "fr", "play", game, "--seed", "5", "--names", "Léa,Tom")
    return closing(Terminal(folder, *words, INPUTRC=os.devnull))


def kept(folder: Path) -> list[str]:
    """The events of the game that was kept."""
    (path,) = folder.glob("*.tablee")
    return [str(event) for event in parse(path.read_text(encoding="utf-8"), load).events]


def test_a_line_can_be_mended_and_comes_back(tmp_path: Path) -> None:
    with played(tmp_path, "cadeau") as terminal:
        for shown, keys in (
            ("lancez le dé (Entrée)", "\r"),
            ("où écrire", f"2a{LEFT}{LEFT}zone {END}x{BACKSPACE}\r"),  # zone 2a
            ("Tom, lancez le dé", "\r"),
            ("où écrire", f"{UP}{UP}"),
        ):
            terminal.until(shown)
            terminal.type(keys)
        terminal.until("zone 2a")
        assert terminal.hang_up() == 130
    assert kept(tmp_path)[1::2] == ["2a"]


def test_a_hidden_choice_does_not_come_back(tmp_path: Path) -> None:
    with played(tmp_path, "laaancez") as terminal:
        for shown, keys in (
            ("lancez le dé (Entrée)", ""),
            ("appuyez sur Entrée quand vous êtes devant l’écran", ""),
            ("que recopier", "etoile c2"),
            ("Tom : appuyez sur Entrée quand vous êtes devant l’écran", f"{UP}{UP}"),
            ("Tom, que recopier", f"{UP}{UP}{UP}?"),
        ):
            terminal.until(shown)
            assert "etoile c2" not in terminal.shown.rpartition(ERASE)[2]
            terminal.type(f"{keys}\r")
        assert "c2" not in terminal.until("Tapez encore ?").partition("À tout moment")[0]
        assert "\x1b[38;5;" in terminal.shown
        for _ in range(PATIENCE):  # again: one that comes just before the program waits for a key is missed
            seen = ""
            while seen != terminal.shown:  # until nothing more comes within a second
                seen = terminal.shown
                terminal.read()
            if "Partie enregistrée" in CODES.sub("", terminal.shown):
                break
            terminal.type("\x03")
        assert terminal.ended() == 130
    assert kept(tmp_path) == ["d5"]
