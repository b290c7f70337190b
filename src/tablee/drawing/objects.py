"""The things that are thrown, the candle, the Gift and the two peoples: small pictures with character.

Every picture is a file of the folder `arts`, drawn in a square of 100 by 100 with the colours of the light palette;
`piece` puts it where it belongs. A sheet of one's own names one of `ARTS` or brings a drawing; what nobody has drawn
gets a gift tag with its initial.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from importlib import resources

from tablee.core import safe_svg

from .palette import Palette, Theme
from .svg import Markup, at, escape, picture

SIZE = 100.0
ARTS = tuple(
    sorted(
        file.name.removesuffix(".svg")
        for file in (resources.files(__package__) / "arts").iterdir()
        if not file.name.startswith(("animal-", "tag", "bow"))
    )
)
COLOUR = re.compile(r"var\(--tablee-([a-z-]+), #[0-9a-f]{6}\)")


@lru_cache(maxsize=128)
def art(name: str, theme: Theme) -> Markup:
    """What a file of the folder `arts` draws, in the colours of a theme."""
    lines = (resources.files(__package__) / "arts" / f"{name}.svg").read_text(encoding="utf-8").splitlines()
    _head, _comment, *shapes, _tail = lines
    palette = Palette(theme)
    return Markup(COLOUR.sub(lambda found: palette[found[1]], "".join(map(str.strip, shapes))))


def piece(kind: str, x: float, y: float, size: float, palette: Palette, **attributes: object) -> Markup:
    """The picture of a kind with its upper left corner at x, y. Kinds of `ARTS`, a drawing, or any other word."""
    key = f"own-{zlib.crc32(kind.encode()):08x}" if kind.startswith(safe_svg.HEAD) else kind
    return palette.repeat(
        f"art-{key}", lambda: _drawn(kind, palette.theme), transform=at(x, y, scale=size / SIZE), **attributes
    )


@lru_cache(maxsize=128)
def _drawn(kind: str, theme: Theme) -> Markup:
    if kind.startswith(safe_svg.HEAD):
        return Markup(safe_svg.inside(safe_svg.cleaned(kind)))  # whoever made the sheet: nothing but shapes
    if kind in ARTS:
        return art(kind, theme)
    initial = next((char for char in kind if char.isalnum()), "?").upper()
    return Markup(art("tag", theme).replace(">?<", f">{escape(initial)}<"))


def portrait(kind: str, name: str, *, lang: str = "fr", theme: Theme = "light", prefix: str = "object-") -> str:
    """One object as a picture of its own, `name` said aloud."""
    return picture((SIZE, SIZE), [piece(kind, 0, 0, SIZE, Palette(theme))], name, name, lang, prefix, "tablee-object")
