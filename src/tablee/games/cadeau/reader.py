"""How people write a game of cadeau on paper: `4 2a`, `d4 zone 2 case a`, or the filled board."""

import re
from collections.abc import Mapping

from tablee.core.errors import IllegalEvent
from tablee.games import cadeau
from tablee.games.cadeau import State
from tablee.paper.notes import Mistake
from tablee.paper.typed_input import gap, plain, word_at

from .filled import looks_filled, parse_board, verdict

__all__ = ["GAP", "guess", "looks_filled", "read_board", "read_move", "settings", "token", "verdict"]

# Turn numbers as on the sheets (3L, 3G), and small words.
GAP = gap(
    r"\d{1,2}[lg](?![^\W_])|(?:zone|tour|turn|lutins?|gnomes?|en|in|dans|to)(?![^\W\d_])"
    r"|->|[\s,;.|/:→>=_–—-]"
)
SIGN = re.compile(r"[1-9]\s{0,3}(?:case|cell)?\s{0,3}[abc](?![^\W_])", re.IGNORECASE)
NAMED = re.compile(r"zone|lutin|gnome", re.IGNORECASE)
ONE_DIE = re.compile(r"(?:d[ée]?|die)?\s{0,3}:?\s{0,3}([0-9])(?![^\W\d_])", re.IGNORECASE)
CELL = re.compile(r"([0-9])\s{0,3}[-._,]?\s{0,3}(?:case|cell)?\s{0,3}([abc])(?![^\W\d_])", re.IGNORECASE)
TURNED = re.compile(r"(?:case|cell)?\s{0,3}([abc])\s{0,3}(?:zone)?\s{0,3}([0-9])(?!\d)", re.IGNORECASE)


def token(state: cadeau.State, text: str, at: int) -> tuple[str, int]:
    if not state.die:
        cell = CELL.match(text, at)
        if cell and not re.search(r"\s", cell[0]):
            raise IllegalEvent(
                f"Il manque le dé avant « {cell[0]} » : écrivez par exemple 4 {cell[0]}.",
                f"The die before “{cell[0]}” is missing: write for example 4 {cell[0]}.",
            )
        if found := ONE_DIE.match(text, at):
            return f"d{found[1]}", found.end()
        return word_at(text, at), at + len(word_at(text, at))
    found = CELL.match(text, at) or TURNED.match(text, at)
    if not found and (die := ONE_DIE.match(text, at)) and die[1] in "123456":
        return f"d{die[1]}", die.end()
    written = found[0] if found else word_at(text, at)
    return written, at + len(written)


def read_move(state: cadeau.State, player: int, text: str) -> cadeau.Event:
    """The cell that `2a`, `a2` or `zone 2, case a` means, filled already or not; NotationError: none."""
    cell = "".join(sorted(re.sub("case|cell", "", GAP.sub("", plain(text)))))  # a figure comes before a letter
    return cadeau.parse(cell if re.fullmatch("[1-9][abc]", cell) else text)


def guess(text: str) -> int:
    """How surely a text is of this game."""
    return 3 if SIGN.search(text) or NAMED.search(text) else int(looks_filled(text))


def settings(text: str) -> dict[str, object]:
    """The zones that a list of events seems to be about: those it fills, else the usual five (C2)."""
    cells = [int(found[0][0]) for found in SIGN.finditer(text)]
    most = max(cells, default=0)
    return {"zones": most if most and len(cells) == 6 * most else min(9, max(5, most))}


def read_board(text: str, given: Mapping[str, object]) -> State | Mistake:
    """The filled board that a text shows, or the first mistake in it."""
    return parse_board(text, cadeau.variant(given))
