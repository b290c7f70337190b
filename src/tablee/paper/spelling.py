"""How people write events when nobody watches: the contract of a game's module `reader`, and the plain reader.

A module `reader` offers

    token(state, text, at)      the next event of a text as a token, and where it ends; "" for a sign that nothing
                                happened. It decides by the state what can come: `45 4,5 36` needs no `d`.
    GAP                         what says nothing about the game: separators, turn numbers, small words
    guess(text)                 how surely a bare text is of this game, from 0
    settings(text)              settings that the notes themselves show
    read_board, looks_filled    a filled board that says enough without its events

all but `token` may be left out. Spaces within an event are few: unbounded, a page of spaces would keep a regular
expression busy for ever.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from tablee.core.registry import part

Reader = Callable[[Any, str, int], tuple[str, int]]
COMMENT = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r"[^\s,;|{}]+")
NOTHING = re.compile(r"(?:[-–—−]+|rien|nothing|passe|pass|none)(?![^\W\d_])", re.IGNORECASE)
PLAIN_GAP = re.compile(r"[\s,;|]+")  # of a game that brings no reader: tokens as they are recorded


def gap(pattern: str) -> re.Pattern[str]:
    """A run of what says nothing about a game."""
    return re.compile(f"(?:{pattern})+", re.IGNORECASE)


def word_at(text: str, at: int) -> str:
    found = WORD.match(text, at)
    return found[0] if found else text[at : at + 1]


def bare(words: str) -> str:
    """Letters only, small and without accents: `Père Noël` is `perenoel`."""
    apart = unicodedata.normalize("NFD", words.replace("œ", "oe")).casefold()
    return "".join(char for char in apart if char.isalnum())


def plain_token(state: Any, text: str, at: int) -> tuple[str, int]:
    """The next word, as the rules spell it."""
    return word_at(text, at), at + len(word_at(text, at))


def reader_of(game: str) -> Any:
    """The module that reads the notes of a game; None where tokens are read as they are recorded."""
    return part(game, "reader")
