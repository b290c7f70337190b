"""How people write a game of cadeau on paper: `4 2a`, `d4 zone 2 case a`, or a board that is filled in already, whose
rows of digits are read and scored without a game.

    345 666 126 / 111 222 553          all of the Lutins' zones, then all of the Gnomes'
    345 - 111                          or one zone a line, Lutins first
    666 - 222

An empty cell is written `.` or `0`; words (« zone 2 », « Lutins ») are skipped.
"""

import re
from dataclasses import dataclass, replace

from tablee.core.errors import IllegalEvent
from tablee.core.words import Text
from tablee.games import cadeau
from tablee.games.cadeau import GNOMES, LUTINS, State, Variant
from tablee.paper.notes import Mistake
from tablee.paper.typed_input import gap, plain, word_at

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


# --- a filled board --------------------------------------------------------------------------------------------------

WORDS = re.compile(r"zone\s*\d+\s*[:.)]?|zones?|lutins?|gnomes?|contre|against|vs", re.IGNORECASE)
EMPTY = "._·?0"
MOST_ZONES = 9  # C2


@dataclass(frozen=True, slots=True)
class Row:
    """Digits that stand together, each with its place in the text."""

    digits: tuple[tuple[int, int], ...]
    start: int
    end: int
    halved: bool  # a sign stands between its two halves of three

    def wrong(self, fr: str, en: str) -> Mistake:
        return Mistake(Text(fr, en), self.start, self.end - self.start)


def looks_filled(text: str) -> bool:
    """Only digits and separators, in groups that are no events."""
    left = WORDS.sub(" ", text)
    return bool(re.search(r"\d", left)) and not re.search(r"[^\W\d_]", left)


def read_board(text: str, variant: Variant) -> State:
    """The filled board that a text shows; it has as many zones as the text. Mistake: the first in it."""
    rows = _rows(text)
    sides = _sides(rows)
    zones = len(sides[0]) // 3
    if zones > MOST_ZONES:
        raise rows[0].wrong(
            f"Il y a {zones} zones ; un plateau en a 9 au plus.", f"There are {zones} zones; a board has at most 9."
        )
    return State(replace(variant, zones=zones), sides)


def _rows(text: str) -> list[Row]:
    """The rows of digits: lines, or what a slash parts within a single line."""
    hidden = WORDS.sub(lambda match: " " * len(match[0]), text)
    lines = [(match.start(), match[0]) for match in re.finditer(r"[^\n]+", hidden) if re.search(r"[\d.·?]", match[0])]
    parts = (
        [(lines[0][0] + match.start(), match[0]) for match in re.finditer(r"[^/]+", lines[0][1])]
        if len(lines) == 1
        else lines
    )
    rows = []
    for start, part in parts:
        digits = []
        for index, char in enumerate(part, start):
            if char in "123456":
                digits.append((int(char), index))
            elif char in EMPTY:
                digits.append((0, index))
            elif char.isdigit():
                raise Mistake(Text(f"Un dé va de 1 à 6, pas {char}.", f"A die shows 1 to 6, not {char}."), index)
            elif char.isalpha():
                raise Mistake(
                    Text(f"« {char} » n’est pas un chiffre de dé.", f"“{char}” is not a die’s number."), index
                )
        if digits:
            between = text[digits[2][1] + 1 : digits[3][1]] if len(digits) == 6 else ""
            rows.append(Row(tuple(digits), digits[0][1], digits[-1][1] + 1, bool(re.search(r"[^\s,;]", between))))
    if not rows:
        raise Mistake(Text("Il n’y a pas de dés à comparer.", "There are no dice to compare."), 0)
    return rows


def _sides(rows: list[Row]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Lutins' cells and the Gnomes', zone after zone."""
    single = len(rows) == 1
    zone_a_line = all(len(row.digits) == 6 for row in rows) and (single or len(rows) > 2 or rows[0].halved)
    if zone_a_line:
        values = [[digit for digit, _ in row.digits] for row in rows]
        return tuple(d for row in values for d in row[:3]), tuple(d for row in values for d in row[3:])
    if len(rows) == 2:
        first, second = (tuple(digit for digit, _ in row.digits) for row in rows)
        if len(first) == len(second) and len(first) % 3 == 0:
            return first, second
        lutins, gnomes = len(first), len(second)
        raise rows[1 if lutins % 3 == 0 else 0].wrong(
            f"Les Lutins ont {lutins} dés et les Gnomes {gnomes} : il en faut autant dans chaque camp, 3 par zone.",
            f"The Elves have {lutins} dice and the Gnomes {gnomes}: each side needs three for every zone.",
        )
    wrong = next((row for row in rows if len(row.digits) != 6), rows[0])
    raise wrong.wrong(
        f"Cette ligne a {len(wrong.digits)} dés : écrivez trois dés des Lutins, puis trois des Gnomes, "
        "par exemple 345 - 111.",
        f"This line has {len(wrong.digits)} dice: write three of the Elves, then three of the Gnomes, for example "
        "345 - 111.",
    )


def verdict(state: State) -> Text:
    """The result of a full board; how far it stands otherwise."""
    if not any(0 in side for side in state.sides) and (outcome := cadeau.outcome(state)):
        return outcome.reason
    counts = cadeau.count_zones(state)
    return Text(
        f"Pour l’instant : Lutins {counts[LUTINS]}, Gnomes {counts[GNOMES]}.",
        f"So far: Elves {counts[LUTINS]}, Gnomes {counts[GNOMES]}.",
    )
