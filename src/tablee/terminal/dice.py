"""Dice as little pictures, and as people type them."""

from __future__ import annotations

import re

from tablee.core.errors import NotationError
from tablee.core.game import Roll, clip, parse_roll
from tablee.core.words import Text
from tablee.paper.typed_input import plain

from .screen import Look, side_by_side

PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def draw(look: Look, *faces: int) -> list[str]:
    boxes = [["╭───────╮", *(f"│{row}│" for row in PIPS[face]), "╰───────╯"] for face in faces]
    return [look.paint("die", line) for line in side_by_side(*boxes, gap=1)]


def render(look: Look, room: int, *faces: int) -> list[str]:
    """Render dice as a picture, or on one line if that is more than `room` lines."""
    lines = draw(look, *faces)
    return lines if len(lines) <= room else [look.paint("die", " ".join(f"[{face}]" for face in faces))]


def parse_typed_roll(text: str, count: int) -> Roll:
    """The roll that people read off their dice: `4`, `d4`, `3 5`, `3,5`, `35`."""
    faces = re.sub(r"\s+|[,;.+&-]|et|and", "", plain(text).removeprefix("d"))
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
