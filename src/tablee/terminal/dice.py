"""Dice as little pictures."""

from .screen import Look, side_by_side

PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def render(look: Look, room: int, *faces: int) -> list[str]:
    """Render dice as a picture, or on one line if that is more than `room` lines."""
    boxes = [["╭───────╮", *(f"│{row}│" for row in PIPS[face]), "╰───────╯"] for face in faces]
    lines = side_by_side(*boxes, gap=1)
    lines = lines if len(lines) <= room else [" ".join(f"[{face}]" for face in faces)]
    return [look.paint("die", line) for line in lines]
