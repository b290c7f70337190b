"""The ten blocks to cut out."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.drawing.palette import Palette
from tablee.drawing.svg import TITLE_FONT, Markup, group, path, picture, rect
from tablee.games.blocs import BLOCKS

CUT_BLOCK = (140.0, 440.0)  # a block to cut out, before it is folded
STRIP_SIZE = (20 + 5 * CUT_BLOCK[0], 20 + 2 * CUT_BLOCK[1])


def strip(*, lang: str = "fr", prefix: str = "strip-") -> str:
    """The ten blocks to cut out; folded, they stand like a tent and are read from either side of the track (B1)."""
    palette = Palette("print")
    width, height = STRIP_SIZE
    title = Text("Les dix blocs à découper", "The ten blocks to cut out").said(lang)
    parts: list[Markup] = [rect(0, 0, width, height, fill=palette["paper"])]
    wide, tall = CUT_BLOCK
    for i, block in enumerate(BLOCKS):
        x, y = 10 + i % 5 * wide, 10 + i // 5 * tall
        middle, fold = x + wide / 2, y + tall / 2
        foot = path(
            f"M{middle - 30:.1f} {fold + 160:.1f} h60",
            stroke=palette["block-ink"],
            stroke_width=7,
            stroke_linecap="round",
        )
        number = group(
            palette.text(middle, fold + 142, str(block), 92, "block-ink", TITLE_FONT),
            foot if block in (6, 9) else None,
        )
        parts += [
            rect(
                x,
                y,
                wide,
                tall,
                fill=palette["block"],
                stroke=palette["pencil"],
                stroke_width=1.4,
                stroke_dasharray="8 6",
            ),
            number,
            group(number, transform=f"rotate(180 {middle:.1f} {fold:.1f})"),
            path(f"M{x + 20:.1f} {fold:.1f} h{wide - 40:.1f}", stroke=palette["block-edge"], stroke_width=1.2),
        ]
    return picture((width, height), parts, title, ", ".join(map(str, BLOCKS)) + ".", lang, prefix, "tablee-strip blocs")
