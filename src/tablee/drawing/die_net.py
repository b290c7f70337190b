"""A die to cut out and fold."""

from __future__ import annotations

from tablee.core.words import Text

from . import dice
from .palette import Palette
from .svg import Markup, circle, path, picture, rect

FACE, TAB = 100.0, 24.0
# Where each face of the unfolded die lies, in faces. Opposite faces make 7; 1, 2 and 3 go round as on bought dice.
FACES = {1: (1, 0), 2: (1, 1), 6: (1, 2), 5: (1, 3), 4: (0, 1), 3: (2, 1)}
# The seven edges with a tab to glue: the face, and the side on which it sticks out.
TABS = ((1, "up"), (4, "up"), (4, "left"), (4, "down"), (3, "up"), (3, "right"), (3, "down"))
SIDES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
NET_SIZE = (3 * FACE + 2 * TAB + 4, 4 * FACE + TAB + 4)


def net(*, lang: str = "fr") -> str:
    """A die to cut out, fold along its lines, and glue by its grey tabs."""
    palette = Palette("print")
    title = Text("Un dé à plier", "A die to fold").said(lang)
    parts: list[Markup] = []
    for face, side in TABS:
        x, y = _middle(face)
        across, down = SIDES[side]
        turn = {"up": 0, "right": 90, "down": 180, "left": 270}[side]
        half = FACE / 2
        parts.append(
            path(
                f"M{-half} {-half} L{-half + TAB * 0.9:.1f} {-half - TAB:.1f} L{half - TAB * 0.9:.1f} {-half - TAB:.1f}"
                f" L{half} {-half} Z",
                fill="#e9e9e9",
                stroke=palette["pencil"],
                stroke_width=1.4,
                stroke_dasharray="6 4",
                transform=f"translate({x:.1f} {y:.1f}) rotate({turn})",
                data_tab=f"{face}-{across}-{down}",
            )
        )
    for face in FACES:
        x, y = _middle(face)
        half = FACE / 2
        parts.append(
            rect(
                x - half,
                y - half,
                FACE,
                FACE,
                fill=palette["die"],
                stroke=palette["pip"],
                stroke_width=1,
                data_face=face,
            )
        )
        parts += [circle(x + 27 * right, y + 27 * low, 9.5, fill=palette["pip"]) for right, low in dice.PIPS[face]]
    return picture(NET_SIZE, parts, title, ", ".join(map(str, FACES)) + ".", lang, "net-", "tablee-net")


def _middle(face: int) -> tuple[float, float]:
    column, row = FACES[face]
    return 2 + TAB + (column + 0.5) * FACE, 2 + TAB + (row + 0.5) * FACE
