"""Signs that all boards share: name plates, invitations, and the small round marks that double colour with shape."""

from __future__ import annotations

from collections.abc import Sequence

from . import hand
from .palette import Palette
from .svg import TITLE_FONT, Markup, at, circle, fitted, group, path, rect, text

# Strokes in a round sign of radius 10, around its middle.
STROKES = {
    "plus": "M-5 0 L5 0 M0 -5 L0 5",
    "tick": "M-5 0 L-1 4 L5 -5",
    "throw": "M-5 5 Q-4 -3 4 -4 M0 -6 L5 -4 L1 1",
}


def sign(name: str, x: float, y: float, palette: Palette, *, colour: str = "accent", on: str = "label") -> Markup:
    """A round sign: `plus` adds something here, `tick` is picked, `throw` takes off."""
    return group(
        circle(0, 0, 10, fill=palette[colour]),
        palette.stroke(STROKES[name], on, 2.5),
        transform=at(x, y),
    )


def sight(x: float, y: float, palette: Palette, *, strong: bool) -> Markup:
    """A ring with four strokes: this can be aimed at."""
    width = 2.2 if strong else 1.4
    return group(
        circle(0, 0, 7.5, fill=palette["label"], stroke=palette["accent"], stroke_width=width),
        path(
            "M4 0 L10 0 M-4 0 L-10 0 M0 4 L0 10 M0 -4 L0 -10",
            stroke=palette["accent"],
            stroke_width=width,
            stroke_linecap="round",
        ),
        transform=at(x, y),
    )


def chevron(x: float, y: float, palette: Palette, *, turn: float, colour: str = "accent") -> Markup:
    """The way something would go; up before it is turned."""
    return palette.stroke("M-7 4 L0 -4 L7 4", colour, 3.4, transform=at(x, y, turn=turn))


def frame(
    x: float, y: float, width: float, height: float, palette: Palette, *, picked: bool, colour: str = "accent"
) -> Markup:
    """Around what may be touched: dashed while it invites, in one stroke once it is picked."""
    return rect(
        x + 1.5,
        y + 1.5,
        width - 3,
        height - 3,
        8,
        fill="none",
        stroke=palette[colour],
        stroke_width=2.8,
        stroke_dasharray=None if picked else "6.5 5",
        stroke_linecap="round",
    )


def plate(
    x: float,
    y: float,
    height: float,
    room: float,
    lines: Sequence[str],
    size: float,
    palette: Palette,
    *,
    turn: bool,
    won: bool,
    **attributes: object,
) -> Markup:
    """A name plate around x, y: a pointer where it is somebody's turn, a star for who has won."""
    spare = 44 if turn or won else 24  # the pointer or the star, and the rim
    fits = [fitted(line, room - spare, size if i == 0 else size * 0.8, 0.56) for i, line in enumerate(lines)]
    widest = max(len(line) * fit for line, fit in zip(lines, fits, strict=True))
    half = min(room / 2, widest * 0.29 + 28)
    first = y + size * 0.34 - (7 if len(lines) > 1 else 0)
    mark = None
    if turn:
        mark = palette.shape("M-5 -7 L7 0 L-5 7 Z", "accent", "accent", 2, transform=at(x - half + 14, y))
    elif won:
        mark = text(x - half + 15, y + 7, "★", size=20, fill=palette["gold-shade"])
    shift = 8 if mark else 0
    return group(
        path(
            hand.rounded(x - half, y - height / 2, 2 * half, height, 9, "plate", attributes.get("data_seat"), sway=1.5),
            fill=palette["accent-soft"] if turn else palette["plate"],
            stroke=palette["accent"] if turn else palette["plate-edge"],
            stroke_width=3 if turn else 1.4,
        ),
        mark,
        *(
            text(x + shift, first + 16 * i, line, size=fit, fill=palette["plate-ink"], font=TITLE_FONT)
            for i, (line, fit) in enumerate(zip(lines, fits, strict=True))
        ),
        class_=f"seat{' turn' if turn else ''}{' won' if won else ''}",
        **attributes,
    )


def wrapped(words: str, width: int) -> list[str]:
    """Lines of about so many characters; a French « ! » or « : » keeps to its word."""
    lines = [""]
    for word in words.split(" "):
        if word in ("!", "?", ":", ";", "»"):
            lines[-1] += " " + word
        elif lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
