"""The colours, by name, for three kinds of light.

`light` and `dark` are written as CSS custom properties with a fallback, `var(--tablee-paper, #fbf3e1)`, so that a page
can restyle any board, also one drawn for the other theme. `print` is plain black, white and greys: converters that know
no custom properties read it, and it stays readable without colour.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from .svg import PLAIN_FONT, Markup, element, group, path, text

Theme = Literal["light", "dark", "print"]
THEMES: tuple[Theme, ...] = ("light", "dark", "print")

# name: (light, dark, print)
COLOURS: dict[str, tuple[str, str, str]] = {
    # the sheet and what is written on it
    "paper": ("#fcf4e2", "#332d28", "#ffffff"),
    "paper-edge": ("#d9c7a3", "#5a4e43", "#777777"),
    "paper-line": ("#ecdfc3", "#40382f", "#e4e4e4"),
    "shadow": ("#6b4a2b", "#000000", "#ffffff"),
    "label": ("#fffaf0", "#453c33", "#ffffff"),
    "ink": ("#33271f", "#f6ead6", "#000000"),
    "pencil": ("#6a5a4c", "#cdbda7", "#333333"),
    "accent": ("#c2410c", "#ffa45c", "#000000"),
    "accent-soft": ("#ffe3bf", "#5b3d20", "#ffffff"),
    # cadeau: the sheet's own colours
    "lutin": ("#1d4f91", "#9cc7ff", "#000000"),
    "lutin-cell": ("#d3e6fa", "#25405f", "#ffffff"),
    "lutin-field": ("#eaf2fa", "#2b3845", "#ffffff"),
    "gnome": ("#4a4a4f", "#d6d4d0", "#000000"),
    "gnome-cell": ("#dcdbd8", "#4d4a48", "#ececec"),
    "gnome-field": ("#efece7", "#3d3936", "#ffffff"),
    "gift": ("#c8322f", "#a82f2d", "#ffffff"),
    "gift-shade": ("#9d2224", "#7d2122", "#dddddd"),
    "gift-dot": ("#e0625a", "#c2544d", "#cccccc"),
    "ribbon": ("#f6d77a", "#e2bf5f", "#ffffff"),
    "ribbon-shade": ("#d9ab3f", "#b98f34", "#cfcfcf"),
    # blocs: the wooden track
    "wood": ("#c98f55", "#6f4a2a", "#ffffff"),
    "wood-light": ("#dcaa72", "#855c37", "#ffffff"),
    "wood-dark": ("#8f5b2c", "#452c17", "#888888"),
    "groove": ("#b0763d", "#553719", "#eeeeee"),
    "groove-dark": ("#7d4c22", "#33200f", "#999999"),
    "block": ("#f7e2b8", "#d9bd8a", "#ffffff"),
    "block-light": ("#fff3d8", "#ecd6ab", "#ffffff"),
    "block-edge": ("#a9753c", "#7a5a30", "#555555"),
    "block-grain": ("#e6c98f", "#c4a46c", "#f2f2f2"),
    "block-ink": ("#402612", "#2f1c0d", "#000000"),
    "block-accent": ("#b5370a", "#8f2c06", "#000000"),
    "plate": ("#fff8ea", "#3a2c20", "#ffffff"),
    "plate-edge": ("#8f5b2c", "#6d5a47", "#888888"),
    "plate-ink": ("#3a2413", "#f8ead2", "#000000"),
    "chalk": ("#fffdf4", "#fff4dc", "#000000"),
    # dice
    "die": ("#fffdf7", "#f4ead8", "#ffffff"),
    "die-edge": ("#b9a283", "#8b7658", "#000000"),
    "die-shade": ("#eadfc9", "#d8c9ae", "#eeeeee"),
    "pip": ("#3a2a20", "#33241a", "#000000"),
    # laaancez: hearts, boxes, cells
    "cell": ("#fffaf0", "#3f3730", "#ffffff"),
    "cell-line": ("#8a7762", "#a39079", "#000000"),
    "front": ("#fff0cf", "#54432c", "#ffffff"),
    "heart": ("#d3262f", "#ff6b6b", "#000000"),
    "heart-lost": ("#f3dcd2", "#5b413b", "#ffffff"),
    "box": ("#fffdf6", "#e9dcc6", "#ffffff"),
    "box-ink": ("#33271f", "#33271f", "#000000"),
    "black": ("#3a322c", "#141210", "#000000"),
    "fold": ("#e8d8b6", "#4a4037", "#e6e6e6"),
    "fold-shade": ("#cbb68c", "#2a241f", "#bbbbbb"),
    "guard": ("#2f6f8f", "#86cfe8", "#000000"),
    # the felt pens of the pictures
    "art-ink": ("#3b2a22", "#1f1612", "#000000"),
    "snow": ("#ffffff", "#f4f6fa", "#ffffff"),
    "snow-shade": ("#cfe0ee", "#bccddd", "#dddddd"),
    "green": ("#3f8f4f", "#3f8f4f", "#ffffff"),
    "green-shade": ("#2c6e3b", "#2c6e3b", "#cccccc"),
    "red": ("#d63a35", "#d8433e", "#ffffff"),
    "red-shade": ("#a8262a", "#a8262a", "#cccccc"),
    "gold": ("#f5c23e", "#f5c23e", "#ffffff"),
    "gold-shade": ("#d79a1f", "#d79a1f", "#cccccc"),
    "steel": ("#7fa7c9", "#7fa7c9", "#ffffff"),
    "steel-shade": ("#557fa5", "#557fa5", "#cccccc"),
    "fur": ("#b07a4a", "#b07a4a", "#ffffff"),
    "fur-shade": ("#8a5a31", "#8a5a31", "#cccccc"),
    "skin": ("#f6cfa6", "#f0c69b", "#ffffff"),
    "cheek": ("#f2a08a", "#ee9a84", "#e4e4e4"),
    "carrot": ("#ee8a2f", "#ee8a2f", "#ffffff"),
    "violet": ("#7d5aa6", "#8d6ab6", "#ffffff"),
    "wax": ("#fbeed2", "#f3e3c0", "#ffffff"),
    "flame": ("#f59a23", "#ffab35", "#ffffff"),
    "flame-core": ("#ffe27a", "#ffe88f", "#ffffff"),
    "smoke": ("#9a938a", "#b7afa5", "#777777"),
    # curves and bars
    "leaf": ("#2c6e3b", "#8fd19e", "#555555"),
    "plum": ("#7d5aa6", "#c6a8ee", "#555555"),
    "guard-pale": ("#7fa7c9", "#7fa7c9", "#999999"),
}


# What a `fill` attribute holds, by theme and name.
WRITTEN: dict[Theme, dict[str, str]] = {
    theme: {
        name: colours[column] if theme == "print" else f"var(--tablee-{name}, {colours[column]})"
        for name, colours in COLOURS.items()
    }
    for column, theme in enumerate(THEMES)
}


class Palette:
    """The colours of one picture: `palette["paper"]` is what a `fill` attribute holds.

    A picture that repeats drawings gives a prefix for their ids: each is then defined once, in `definitions`.
    """

    def __init__(self, theme: Theme = "light", prefix: str = "") -> None:
        if theme not in THEMES:
            raise ValueError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
        self.theme: Theme = theme
        self._colours = WRITTEN[theme]
        self._prefix = prefix
        self._repeated: dict[str, Markup] = {}

    def __getitem__(self, name: str) -> str:
        return self._colours[name]

    def stroke(self, d: str, colour: str, width: float, **attributes: object) -> Markup:
        """A line of a felt pen, round at its ends and bends."""
        attributes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"} | attributes
        return path(d, stroke=self[colour], stroke_width=width, **attributes)

    def shape(self, d: str, fill: str, line: str, width: float, **attributes: object) -> Markup:
        """A filled outline, its corners round."""
        return path(d, fill=self[fill], stroke=self[line], stroke_width=width, stroke_linejoin="round", **attributes)

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, font: str = PLAIN_FONT, **attributes: Any
    ) -> Markup:
        """Words around x, or as `anchor` says."""
        return text(x, y, words, size=size, fill=self[colour], font=font, **attributes)

    def repeat(self, name: str, draw: Callable[[], Markup], **attributes: object) -> Markup:
        """A drawing that may come again: a reference to its one definition, or, without a prefix, the drawing."""
        if not self._prefix:
            return group(draw(), **attributes)
        if name not in self._repeated:
            self._repeated[name] = group(draw(), id=self._prefix + name)
        return element("use", href=f"#{self._prefix}{name}", **attributes)

    def definitions(self) -> Markup:
        """What has been repeated so far."""
        return element("defs", *self._repeated.values())


def css(theme: Theme) -> str:
    """The custom properties of a theme, as declarations for a page's own stylesheet."""
    column = THEMES.index(theme)
    return "\n".join(f"--tablee-{name}: {colours[column]};" for name, colours in COLOURS.items())
