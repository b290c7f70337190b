"""What people type: the contract of a game's module `reader`, and the plain reader.

A module `reader` offers

    token(state, text, at)      the next event of a text, a roll as its token, a move as it is written, and where it
                                ends; "" for a sign that nothing happened. It decides by the state what can come:
                                `45 4,5 36` needs no `d`.
    read_move(state, player, text)   the move that a line means, wherever it is typed; player 0: whoever it names, or
                                who is next
    GAP                         what says nothing about the game: separators, turn numbers, small words
    guess(text)                 how surely a bare text is of this game, from 0
    settings(text)              settings that the notes themselves show
    read_board, looks_filled, verdict   a filled board that says enough without its events, and what it says

all but `token` may be left out. Spaces within an event are few: unbounded, a page of spaces would keep a regular
expression busy for ever.
"""

import re
import unicodedata
from typing import Any

from tablee.core.errors import NotationError
from tablee.core.game import AnyGame, Event, Roll, State, clip, parse_roll
from tablee.core.registry import part
from tablee.core.words import Text

COMMENT = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r"[^\s,;|{}]+")
NOTHING = re.compile(r"(?:[-–—−]+|rien|non|nothing|none|no|passer?|pass)(?![^\W\d_])", re.IGNORECASE)
ROLLING = ("", "d", "l", "r", "lance", "lancer", "roll", "throw", "jette", "jeter")  # somebody rolls the table's dice
PLAIN_GAP = re.compile(r"[\s,;|]+")  # of a game that brings no reader: tokens as they are recorded


def gap(pattern: str) -> re.Pattern[str]:
    """A run of what says nothing about a game."""
    return re.compile(f"(?:{pattern})+", re.IGNORECASE)


def word_at(text: str, at: int) -> str:
    found = WORD.match(text, at)
    return found[0] if found else text[at : at + 1]


def plain(text: str) -> str:
    """A typed text as it is compared: lower case, one kind of apostrophe and accent, single spaces."""
    composed = unicodedata.normalize("NFC", text).casefold().replace("'", "’")
    return " ".join(composed.split())


def without_accents(text: str) -> str:
    """A text without its accents, so that `étoile` is found under `etoile`."""
    parts = unicodedata.normalize("NFD", plain(text))
    return "".join(char for char in parts if not unicodedata.combining(char))


def normalize(text: str) -> str:
    """Letters and digits only, small and without accents: `Père Noël` is `perenoel`."""
    return "".join(char for char in without_accents(text.replace("œ", "oe")) if char.isalnum())


def plain_token(state: Any, text: str, at: int) -> tuple[str, int]:
    """The next word, as the rules spell it."""
    return word_at(text, at), at + len(word_at(text, at))


def read_roll(text: str, count: int) -> Roll:
    """The roll that people read off their dice: `4`, `d4`, `3 5`, `3,5`, `35`."""
    faces = re.sub(r"\s+|[,;.+&/-]|et|and", "", plain(text).removeprefix("d"))
    try:
        return parse_roll("d" + faces, count)
    except NotationError:
        raise NotationError(
            Text(
                f"« {clip(text)} » n’est pas un dé : tapez son chiffre, de 1 à 6.",
                f"“{clip(text)}” is not a die: type its number, 1 to 6.",
            )
            if count == 1
            else Text(
                f"« {clip(text)} » : tapez les deux dés, de 1 à 6, par exemple 3 5.",
                f"“{clip(text)}”: type both dice, 1 to 6, for example 3 5.",
            )
        ) from None


def read_move(game: AnyGame, state: State, player: int, text: str) -> Event:
    """The move that a line means, at a prompt, on a page or in a lesson; a recorded token means itself.

    It may still be illegal: the rules say that. A TableeError, with a sentence: it can mean none.
    """
    read = getattr(reader_of(game.NAME), "read_move", None)
    return read(state, player, text) if read else game.parse(plain(text))


def reader_of(game: str) -> Any:
    """The module that reads the notes of a game; None where tokens are read as they are recorded."""
    return part(game, "reader")
