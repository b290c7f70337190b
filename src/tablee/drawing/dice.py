"""Dice with pips, as they lie on the table."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.words import Text

from .palette import Palette, Theme
from .svg import Markup, at, circle, group, join, picture, rect

# Where the pips lie, in quarters of the face from its middle.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SIZE = 100.0
PAIR_SIZE = (220.0, 110.0)


def name(face: int) -> Text:
    return Text(f"dé : {face}", f"die: {face}") if face else Text("dé à lancer", "die to roll")


def piece(face: int, x: float, y: float, size: float, palette: Palette, *, turn: float = 0) -> Markup:
    """A die whose middle lies at x, y. Without a face yet it shows a swirl: it wants to be thrown."""
    half = size / 2
    step = size * 0.26
    shadow = rect(
        -half + size * 0.05, -half + size * 0.09, size, size, size * 0.2, fill=palette["shadow"], opacity=0.28
    )
    body = rect(
        -half, -half, size, size, size * 0.2, fill=palette["die"], stroke=palette["die-edge"], stroke_width=size * 0.03
    )
    low, edge = half * 0.5, half * 0.86
    shade = palette.stroke(
        f"M{-edge:.2f} {low:.2f} Q{-edge:.2f} {edge:.2f} {-low:.2f} {edge:.2f}"
        f" L{low:.2f} {edge:.2f} Q{edge:.2f} {edge:.2f} {edge:.2f} {low:.2f}",
        "die-shade",
        size * 0.06,
    )
    pips = join(circle(across * step, down * step, size * 0.098, fill=palette["pip"]) for across, down in PIPS[face])
    if not face:
        r = size * 0.22
        pips = palette.stroke(
            f"M{-r:.2f} {r * 0.35:.2f} A{r:.2f} {r:.2f} 0 1 1 {r * 0.55:.2f} {r * 0.84:.2f}"
            f" M{r * 0.5:.2f} {r * 0.3:.2f} L{r * 0.52:.2f} {r * 0.9:.2f} L{r * 1.15:.2f} {r * 0.95:.2f}",
            "die-edge",
            size * 0.075,
        )
    return group(shadow, body, shade, pips, transform=at(x, y, turn=turn))


def die(face: int, *, lang: str = "fr", theme: Theme = "light", prefix: str = "die-") -> str:
    """One die as a picture of its own; face 0 is a die not yet thrown."""
    said = name(face).said(lang)
    return picture((SIZE, SIZE), [piece(face, 49, 48, 78, Palette(theme))], said, said, lang, prefix, "tablee-die")


def pair(faces: Sequence[int], *, lang: str = "fr", theme: Theme = "light", prefix: str = "dice-") -> str:
    """Two dice as a picture of their own; no faces: not yet thrown."""
    palette = Palette(theme)
    first, second = tuple(faces) or (0, 0)
    said = Text(f"deux dés : {first} et {second}", f"two dice: {first} and {second}")
    if not faces:
        said = Text("deux dés à lancer", "two dice to roll")
    return picture(
        PAIR_SIZE,
        [piece(first, 58, 54, 78, palette, turn=-7), piece(second, 160, 55, 78, palette, turn=9)],
        said.said(lang),
        said.said(lang),
        lang,
        prefix,
        "tablee-dice",
    )
