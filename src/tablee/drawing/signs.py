"""Signs that all boards share: name plates, invitations, and the small round marks that double colour with shape."""

from __future__ import annotations

from . import hand
from .palette import Palette
from .svg import TITLE_FONT, Markup, at, circle, fitted, group, path, rect

# Strokes in a round sign of radius 10, around its middle.
STROKES = {
    "plus": "M-5 0 L5 0 M0 -5 L0 5",
    "tick": "M-5 0 L-1 4 L5 -5",
    "throw": "M-5 5 Q-4 -3 4 -4 M0 -6 L5 -4 L1 1",
}
STAR = "M0 -9 L2.6 -3 L9 -2.6 L4.2 1.5 L5.7 8 L0 4.5 L-5.7 8 L-4.2 1.5 L-9 -2.6 L-2.6 -3 Z"


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
    words: str,
    size: float,
    palette: Palette,
    *,
    turn: bool,
    won: bool,
    **attributes: object,
) -> Markup:
    """A name plate around x, y: a pointer where it is somebody's turn, a star for who has won."""
    spare = 34 if turn or won else 16  # the pointer or the star, and the rim
    fit = fitted(words, room - spare, size, 0.56)
    half = min(room / 2, len(words) * fit * 0.29 + 28)
    mark = None
    if turn:
        mark = palette.shape("M-5 -7 L7 0 L-5 7 Z", "accent", "accent", 2, transform=at(x - half + 14, y))
    elif won:
        mark = path(STAR, fill=palette["gold-shade"], transform=at(x - half + 15, y))
    return group(
        path(
            hand.rounded(x - half, y - height / 2, 2 * half, height, 9, "plate", attributes.get("data_seat"), sway=1.5),
            fill=palette["accent-soft"] if turn else palette["plate"],
            stroke=palette["accent"] if turn else palette["plate-edge"],
            stroke_width=3 if turn else 1.4,
            class_="fine",
        ),
        mark,
        palette.text(x + (8 if mark else 0), y + size * 0.34, words, fit, "plate-ink", TITLE_FONT, class_="fine"),
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
