"""The colours (`colours.txt`) for three kinds of light, and the looks made of them: what is filled and stroked how.

A drawing names its looks, the classes of `looks.css`, and `dress` writes them for a theme. `light` and `dark` become
attributes with CSS custom properties and a fallback, `var(--tablee-paper, #fcf4e2)`, so that a page can restyle any
board, also one drawn for the other theme. `print` is plain black, white and greys: converters that know no custom
properties read it, and it stays readable without colour. `page` leaves the classes to the stylesheet of a page (`css`).
"""

import re
from functools import lru_cache
from importlib import resources
from typing import Literal

Theme = Literal["light", "dark", "print", "page"]
THEMES: tuple[Theme, ...] = ("light", "dark", "print")

HERE = resources.files(__package__)
COLOURS: dict[str, tuple[str, str, str]] = {  # by name: light, dark, print
    name: (light, dark, plain)
    for line in (HERE / "colours.txt").read_text(encoding="ascii").splitlines()
    if not line.startswith("#")
    for name, light, dark, plain in [line.split()]
}

# What a `fill` attribute holds, by theme and name.
WRITTEN: dict[Theme, dict[str, str]] = {
    theme: {
        name: colours[column] if theme == "print" else f"var(--tablee-{name}, {colours[column]})"
        for name, colours in COLOURS.items()
    }
    for column, theme in enumerate(THEMES)
} | {"page": {name: f"var(--tablee-{name})" for name in COLOURS}}

LOOKS_CSS = (HERE / "looks.css").read_text(encoding="utf-8")
LOOKS = {
    name: [declared.split(": ") for declared in rules.split("; ")]
    for name, rules in re.findall(r"\.(look-[a-z-]+) \{ (.*); \}", LOOKS_CSS)
}
# Within quotes, which no word that somebody has typed can hold.
DRESS = re.compile(r' class="([^"]*look-[^"]*)"|"var\(--tablee-([a-z-]+)(?:, #[0-9a-f]{6})?\)"')


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
        return svg
    colours = Palette(theme)
    return DRESS.sub(lambda match: _write_classes(match[1], theme) if match[1] else f'"{colours[match[2]]}"', svg)


@lru_cache(maxsize=1024)
def _write_classes(classes: str, theme: Theme) -> str:
    names = classes.split()
    others = " ".join(name for name in names if not name.startswith("look-"))
    looks = "".join(f' {key}="{value}"' for name in names if name.startswith("look-") for key, value in LOOKS[name])
    return (f' class="{others}"' if others else "") + dress(looks, theme)


def css(theme: Theme) -> str:
    """The custom properties of a theme, as declarations for a page's own stylesheet."""
    column = THEMES.index(theme)
    return "\n".join(f"--tablee-{name}: {colours[column]};" for name, colours in COLOURS.items())
