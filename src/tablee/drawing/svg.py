"""A tiny builder of SVG elements that escapes whatever is not already markup. A shape names its `look`, a class of
`looks.css`; `picture` writes the looks of all as presentation attributes, never as `style`: a page under a strict
Content-Security-Policy shows them, and converters that know no CSS do too."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from tablee import words
from tablee.core.game import AnyGame, State
from tablee.core.words import Text

from .palette import Theme, dress

Layout = Literal["wide", "tall"]
Anchor = Literal["start", "middle", "end"]
Box = tuple[float, float, float, float]  # x, y, width, height


class Markup(str):
    """Text that is markup already, for the templates of the web too."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


class Picture(Markup):
    """A whole drawing, and line by line, as its things are remembered."""

    lines: Sequence[str]


class Region(NamedTuple):
    """Where an interactive thing lies, in board coordinates, and what it is called aloud. `key` is also the end of the
    `id` of its group; `token` is the event that touching it plays, if one plays directly."""

    key: str
    x: float
    y: float
    width: float
    height: float
    label: Text
    token: str | None = None

    @property
    def box(self) -> Box:
        return self.x, self.y, self.width, self.height


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """At most two decimals, without idle zeros: short, and the same on every machine."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


# What XML 1.0 cannot carry, and what means something in it.
SPECIAL = re.compile('[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def escape(words: str) -> str:
    """Words as character data or attribute value; characters that XML cannot carry are left out."""
    return SPECIAL.sub(lambda match: ENTITIES.get(match[0], ""), words)


@lru_cache(maxsize=8192)  # a board is drawn again after every event, nearly all of it as before
def attribute(name: str, value: object) -> str:
    """`stroke_width` as SVG spells it, with its value; `class_` for a word that Python keeps for itself, with looks."""
    if isinstance(value, tuple):
        value = " ".join([*value[0].split(), *(f"look-{part}" for part in value[1].split())])
    shown = number(value) if isinstance(value, int | float) else escape(str(value))
    return f' {name.rstrip("_").replace("_", "-")}="{shown}"'


def element(name: str, *children: str | None, **attributes: object) -> Markup:
    """One element. `stroke_width=2` writes `stroke-width="2"`, `class_` writes `class`; None is left out. `look`: the
    looks it wears, by name; they never set what the element sets itself."""
    if look := attributes.pop("look", ""):
        attributes["class_"] = (attributes.get("class_") or "", look)
    head = name + "".join([attribute(key, value) for key, value in attributes.items() if value is not None])
    inside = "".join([child if isinstance(child, Markup) else escape(child) for child in children if child])
    return Markup(f"<{head}>{inside}</{name}>" if inside else f"<{head}/>")


def join(parts: Iterable[Markup]) -> Markup:
    return Markup("".join(parts))


def group(*children: str | None, **attributes: object) -> Markup:
    return element("g", *children, **attributes)


def path(d: str, look: str = "", **attributes: object) -> Markup:
    return element("path", d=d, look=look, **attributes)


def circle(x: float, y: float, radius: float, look: str = "", **attributes: object) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, look=look, **attributes)


def rect(
    x: float, y: float, width: float, height: float, radius: float | None = None, look: str = "", **attributes: object
) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, look=look, **attributes)


def at(x: float, y: float, *, turn: float = 0, scale: float = 1) -> str:
    """A transform: move there, then turn, then scale."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1:
        parts.append(f"scale({scale:.4g})")
    return " ".join(parts)


# How many sizes of a word its board is wide. Below 12 pixels and 0.625 rem a page hides such words (table.css): they
# are told beside the board.
FINE: dict[Layout, float] = {"tall": 22.5, "wide": 34.0}
BOLD: dict[Layout, float] = {"tall": 15.0, "wide": 19.0}


def fit_font_size(words: str, width: float, size: float, ratio: float = 0.56) -> float:
    """A font size at which the words stay within a width; `ratio` is how wide a letter is, in sizes."""
    return min(size, width / max(1.0, len(words) * ratio))


def brief(names: Mapping[int, str] | None, most: int = 12) -> dict[int, str]:
    """Names as a board can show them: a long one is cut, between two words if it can be, so that it is still read."""
    return {
        who: name if len(name) <= most else f"{name[: most - 1].rpartition(' ')[0] or name[: most - 1]}…"
        for who, name in (names or {}).items()
    }


def write(
    x: float, y: float, words: str, size: float, look: str, anchor: Anchor = "middle", **attributes: object
) -> Markup:
    """Words of a look, around x or as `anchor` says."""
    anchored = None if anchor == "start" else anchor
    return element("text", words, x=x, y=y, font_size=round(size, 1), text_anchor=anchored, look=look, **attributes)


def thing(key: str, *children: str | None, prefix: str, class_: str, **attributes: object) -> Markup:
    """A group that a page can make into a button: an id, classes and data attributes."""
    return group(*children, id=prefix + key, class_=class_, **attributes)


def label(drawn: Markup, words: Text, lang: str) -> Markup:
    """A thing with its spoken name, which may hold somebody's; a page says it beside the drawing."""
    return Markup(drawn.replace(">", f"><title>{escape(words.in_lang(lang))}</title>", 1))


def picture(
    size: tuple[float, float],
    children: Iterable[Markup],
    title: str,
    description: str,
    lang: str,
    prefix: str,
    class_: str,
    theme: Theme = "light",
    **attributes: object,
) -> str:
    """A whole SVG document that says in words what it shows, or without a title only decorates; each of its children
    begins a line."""
    width, height = size
    titles = (element("title", title, id=f"{prefix}title"), element("desc", description, id=f"{prefix}desc"))
    frame = element(
        "svg",
        *(titles if title else ()),
        Markup("\n"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        lang=lang,
        role="img" if title else None,
        class_=class_,
        aria_labelledby=f"{prefix}title {prefix}desc" if title else None,
        aria_hidden=None if title else "true",
        **attributes,
    )
    begin, _, end = frame.rpartition("\n")
    lines = [dress(line, theme) for line in (begin, *children, end)]
    whole = Picture("\n".join(lines))
    whole.lines = lines
    return whole


def board(
    game: AnyGame,
    state: State,
    size: tuple[float, float],
    children: Iterable[Markup],
    names: Mapping[int, str] | None,
    lang: str,
    prefix: str,
    layout: Layout,
    theme: Theme,
    actions: Collection[str] | None,
    viewer: int = 0,
) -> str:
    """A whole board: a picture that bears the phase of its game and all legal tokens; a page says its words itself."""
    tokens = " ".join(sorted(actions)) if actions is not None else None
    data = {"data_phase": game.phase(state), "data_tokens": tokens}
    kind = f"tablee-board {game.NAME} {layout}"
    if theme == "page":
        return picture(size, children, "", "", lang, prefix, kind, theme, **data)
    title, text = game.TITLE.in_lang(lang), words.describe(game, state, viewer).with_names(names or {}).in_lang(lang)
    return picture(size, children, title, text, lang, prefix, kind, theme, **data)
