"""The colours, by name, for three kinds of light, and the looks made of them: what is filled and stroked how.

A drawing names its looks, the classes of `looks.css`, and `dress` writes them for a theme. `light` and `dark` become
attributes with CSS custom properties and a fallback, `var(--tablee-paper, #fbf3e1)`, so that a page can restyle any
board, also one drawn for the other theme. `print` is plain black, white and greys: converters that know no custom
properties read it, and it stays readable without colour. `page` leaves the classes to the stylesheet of a page (`css`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Literal

Theme = Literal["light", "dark", "print", "page"]
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
} | {"page": {name: f"var(--tablee-{name})" for name in COLOURS}}

LOOKS_CSS = (resources.files(__package__) / "looks.css").read_text(encoding="utf-8")
LOOKS = {
    name: [declared.split(": ") for declared in rules.split("; ")]
    for name, rules in re.findall(r"\.(look-[a-z-]+) \{ (.*); \}", LOOKS_CSS)
}
# Within quotes, which no word that somebody has typed can hold.
DRESS = re.compile(r' class="([^"]*look-[^"]*)"|"var\(--tablee-([a-z-]+)(?:, #[0-9a-f]{6})?\)"')
COLOUR = re.compile(r'("var\(--tablee-[a-z-]+), #[0-9a-f]{6}\)"')


class Palette:
    """The colours of a theme: `palette["paper"]` is what a `fill` attribute holds."""

    def __init__(self, theme: Theme = "light") -> None:
        if theme not in WRITTEN:
            raise ValueError(f"theme must be one of {', '.join(WRITTEN)}, not {theme!r}")
        self.theme: Theme = theme
        self._colours = WRITTEN[theme]

    def __getitem__(self, name: str) -> str:
        return self._colours[name]


def dress(svg: str, theme: Theme) -> str:
    """Markup as a theme shows it: its colours, and the looks it names, as attributes or, for a page, as classes."""
    if theme == "page":
        return COLOUR.sub(r'\1)"', svg)
    colours = Palette(theme)
    return DRESS.sub(lambda found: _written(found[1], theme) if found[1] else f'"{colours[found[2]]}"', svg)


@lru_cache(maxsize=1024)
def _written(classes: str, theme: Theme) -> str:
    names = classes.split()
    others = " ".join(name for name in names if not name.startswith("look-"))
    looks = "".join(f' {key}="{value}"' for name in names if name.startswith("look-") for key, value in LOOKS[name])
    return (f' class="{others}"' if others else "") + dress(looks, theme)


def css(theme: Theme) -> str:
    """The custom properties of a theme, as declarations for a page's own stylesheet."""
    column = THEMES.index(theme)
    return "\n".join(f"--tablee-{name}: {colours[column]};" for name, colours in COLOURS.items())
