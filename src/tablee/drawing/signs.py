"""Signs that all boards share: name plates, invitations, and the small round marks that double colour with shape."""

from functools import lru_cache

from . import hand
from .svg import Markup, at, circle, fit_font_size, group, path, rect, write

# Strokes in a round sign of radius 10, around its middle.
STROKES = {"plus": "M-5 0 L5 0 M0 -5 L0 5", "tick": "M-5 0 L-1 4 L5 -5", "throw": "M-5 5 Q-4 -3 4 -4 M0 -6 L5 -4 L1 1"}
STAR = "M0 -9 L2.6 -3 L9 -2.6 L4.2 1.5 L5.7 8 L0 4.5 L-5.7 8 L-4.2 1.5 L-9 -2.6 L-2.6 -3 Z"
CROSS = "M4 0 L10 0 M-4 0 L-10 0 M0 4 L0 10 M0 -4 L0 -10"


def sign(name: str, x: float, y: float, look: str = "accent") -> Markup:
    """A round sign: `plus` adds something here, `tick` is picked, `throw` takes off."""
    return group(circle(0, 0, 10, look), path(STROKES[name], f"on-{look}"), transform=at(x, y))


def sight(x: float, y: float, *, strong: bool) -> Markup:
    """A ring with four strokes: this can be aimed at."""
    look = "sight-strong" if strong else "sight"
    return group(circle(0, 0, 7.5, look), path(CROSS, look), transform=at(x, y))


def frame(x: float, y: float, width: float, height: float, *, picked: bool, look: str = "accent") -> Markup:
    """Around what may be touched: dashed while it invites, in one stroke once it is picked."""
    return rect(x + 1.5, y + 1.5, width - 3, height - 3, 8, f"{'picked' if picked else 'invites'}-{look}")


@lru_cache(maxsize=256)  # few events change a name or a turn
def plate(
    x: float,
    y: float,
    height: float,
    room: float,
    words: str,
    size: float,
    *,
    turn: bool,
    won: bool,
    **attributes: object,
) -> Markup:
    """A name plate around x, y: a pointer where it is somebody's turn, a star for who has won."""
    spare = 34 if turn or won else 16  # the pointer or the star, and the rim
    fit = fit_font_size(words, room - spare, size, 0.56)
    half = min(room / 2, len(words) * fit * 0.29 + 28)
    mark = None
    if turn:
        mark = path("M-5 -7 L7 0 L-5 7 Z", "pointer", transform=at(x - half + 14, y))
    elif won:
        mark = path(STAR, "star", transform=at(x - half + 15, y))
    seat = attributes.get("data_seat")
    outline = hand.rounded_box(x - half, y - height / 2, 2 * half, height, 9, "plate", seat, sway=1.5)
    return group(
        path(outline, "plate-turn" if turn else "plate", class_="fine"),
        mark,
        write(x + (8 if mark else 0), y + size * 0.34, words, fit, "plate-ink title", class_="fine"),
        class_=f"seat{' turn' if turn else ''}{' won' if won else ''}",
        **attributes,
    )
