"""The felt pens that the small pictures are drawn with."""

from __future__ import annotations

from collections.abc import Callable

from .palette import Palette
from .svg import Markup, circle, ellipse, group, join, path

Art = Callable[["Pens"], Markup]


class Pens:
    """The felt pens of one palette, with the ink line that goes round everything."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette

    def __getitem__(self, name: str) -> str:
        return self.palette[name]

    def shape(self, d: str, fill: str, width: float = 3.6) -> Markup:
        return path(
            d,
            fill=self[fill],
            stroke=self["art-ink"],
            stroke_width=width,
            stroke_linejoin="round",
            stroke_linecap="round",
        )

    def ball(self, x: float, y: float, radius: float, fill: str, width: float = 3.6) -> Markup:
        return circle(x, y, radius, fill=self[fill], stroke=self["art-ink"], stroke_width=width)

    def stroke(self, d: str, colour: str, width: float = 3.6) -> Markup:
        return path(
            d, fill="none", stroke=self[colour], stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
        )

    def tint(self, d: str, colour: str, opacity: float = 1) -> Markup:
        return path(d, fill=self[colour], opacity=None if opacity == 1 else opacity)

    def eyes(self, x: float, y: float, apart: float, size: float = 4) -> Markup:
        """Two dark eyes with a glint, level, around x."""
        return join(
            group(
                ellipse(x + side * apart / 2, y, size * 0.82, size, fill=self["art-ink"]),
                circle(x + side * apart / 2 + size * 0.28, y - size * 0.35, size * 0.32, fill=self["snow"]),
            )
            for side in (-1, 1)
        )

    def smile(self, x: float, y: float, width: float, depth: float = 5) -> Markup:
        return self.stroke(
            f"M{x - width / 2:.1f} {y:.1f} Q{x:.1f} {y + depth * 2:.1f} {x + width / 2:.1f} {y:.1f}", "art-ink", 3
        )

    def cheeks(self, x: float, y: float, apart: float, size: float = 4.5) -> Markup:
        return join(
            ellipse(x + side * apart / 2, y, size, size * 0.7, fill=self["cheek"], opacity=0.75) for side in (-1, 1)
        )
