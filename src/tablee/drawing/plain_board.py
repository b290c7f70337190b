"""A game that nobody has drawn: its name on a sheet of paper, and how it stands in a few lines."""

from collections.abc import Sequence

from . import hand
from .palette import Theme
from .svg import Layout, Markup, fit_font_size, picture, write

WIDTHS: dict[Layout, float] = {"wide": 640, "tall": 360}
TOP, LINE = 90.0, 34.0

Lines = Sequence[tuple[str, bool]]


def size(count: int, layout: Layout = "wide") -> tuple[float, float]:
    return WIDTHS[layout], TOP + LINE * max(1, count) + 20


def board(
    title: str,
    lines: Lines,
    *,
    lang: str = "fr",
    theme: Theme = "light",
    layout: Layout = "wide",
    prefix: str = "plain-",
) -> str:
    """The sheet; lines that are marked stand out."""
    width, height = size(len(lines), layout)
    margin = hand.MARGIN
    parts: list[Markup] = [
        hand.sheet(margin, margin, width - 2 * margin, height - 2 * margin - 2),
        write(width / 2, 56, title, fit_font_size(title, width - 60, 34), "ink title"),
    ]
    for number, (line, marked) in enumerate(lines):
        look = "accent extra" if marked else "ink plain"
        parts.append(write(width / 2, TOP + LINE * (number + 0.6), line, fit_font_size(line, width - 60, 22), look))
    title = "" if theme == "page" else title  # a page has the words beside it
    description = " ".join(line for line, _ in lines)
    return picture((width, height), parts, title, description, lang, prefix, f"tablee-board plain {layout}", theme)
