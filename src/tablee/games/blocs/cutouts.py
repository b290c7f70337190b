"""The ten blocks to cut out."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.drawing.objects import art
from tablee.drawing.svg import picture
from tablee.games.blocs import BLOCKS

CUT_BLOCK = (140.0, 440.0)  # a block to cut out, before it is folded
STRIP_SIZE = (720.0, 900.0)


def strip(*, lang: str = "fr", prefix: str = "strip-") -> str:
    """The ten blocks to cut out; folded, they stand like a tent and are read from either side of the track (B1)."""
    title = Text("Les dix blocs à découper", "The ten blocks to cut out").said(lang)
    told = ", ".join(map(str, BLOCKS)) + "."
    drawn = art("strip", "tablee.games.blocs")
    return picture(STRIP_SIZE, [drawn], title, told, lang, prefix, "tablee-strip blocs", "print")
