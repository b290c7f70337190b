"""Pages as HTML, which a browser sets and prints where there is no typst.

Sizes stand in `data-style`, which a script applies: pages run under a policy that forbids styles written in them.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from tablee.core.words import Text, typeset
from tablee.drawing.svg import Markup

from .tree import FOOTER, MARGIN, Node, Page, Paper, Picture

SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')
SPOKEN = re.compile(r' (?:role="img"|class="[^"]*"|aria-labelledby="[^"]*")')
MARKS = re.compile(r'(\bid="|url\(#|href="#)')
PLAIN = {  # nodes that only stand in an element: its tag and class
    "strong": ("strong", ""),
    "par": ("p", ""),
    "item": ("p", "item"),
    "box": ("span", "box"),
    "framed": ("span", "framed"),
    "above-foot": ("div", "above-foot"),
    "dice": ("span", "dice"),
}


def content(value: object) -> Markup:
    """Markup as it is, anything else as words."""
    return value if isinstance(value, Markup) else Markup(escape(str(value), quote=False))


def element(name: str, *inside: object, style: str = "", kind: str = "") -> Markup:
    classes = " ".join(f"set-{word}" for word in kind.split())
    dress = f' class="{classes}"' * bool(kind) + f' data-style="{style}"' * bool(style)
    return Markup(f"<{name}{dress}>{''.join(map(content, inside))}</{name}>")


class HtmlPrinter:
    """What a node is in HTML, by `PLAIN` or by a method of its name. `prefix`: of the ids inside pictures. Tables have
    plain cells only: a page is one picture to a screen reader, and a head may be empty."""

    def __init__(self, lang: str, prefix: str) -> None:
        self._lang, self._prefix, self._count = lang, prefix, 0

    def html(self, value: Any) -> Any:
        """A node or a picture as HTML, a sentence as words, also inside a tuple; everything else as it is."""
        match value:
            case Text():
                return typeset(value.in_lang(self._lang), self._lang)
            case tuple():
                return tuple(map(self.html, value))
            case Picture():
                return self.picture(value)
            case Node(name, arguments) if name in PLAIN:
                tag, kind = PLAIN[name]
                return element(tag, *map(self.html, arguments), kind=kind)
            case Node(name, arguments, options):
                method = getattr(self, re.sub("[.-]", "_", name))
                return method(*map(self.html, arguments), **{key: self.html(option) for key, option in options})
        return value

    def together(self, *parts: object) -> Markup:
        return Markup("".join(map(content, parts)))

    # --- typst's own ------------------------------------------------------------------------------------------

    def space(self, length: str) -> Markup:
        return element("div", style=f"height:{length}")

    def h(self, length: str) -> Markup:
        return element("span", kind="space", style=f"width:{length}")

    def text(self, size: str, words: str, font: str = "", fill: str = "") -> Markup:
        return element("span", words, kind=f"{font} {fill}".strip(), style=f"font-size:{size}")

    def align(self, side: str, inside: object) -> Markup:
        return element("div", inside, style=f"text-align:{side}")

    def block(self, inside: Markup, below: str) -> Markup:
        return element("div", inside, style=f"margin-bottom:{below}")

    def grid(
        self, *cells: object, columns: tuple[str, ...], align: tuple[str, ...], column_gutter: str = "0",
        row_gutter: str = "0", height: str = "auto",
    ) -> Markup:  # fmt: skip
        boxes = []
        for number, cell in enumerate(cells):
            sides = align[number % len(align)].split()
            upright = "center" if "horizon" in sides else "stretch"
            boxes.append(element("div", cell, style=f"text-align:{sides[0]};align-self:{upright}"))
        # A share of typst may be narrower than what it holds.
        tracks = " ".join(f"minmax(0,{track})" if track.endswith("fr") else track for track in columns)
        style = f"grid-template-columns:{tracks};column-gap:{column_gutter};row-gap:{row_gutter};height:{height}"
        return element("div", *boxes, kind="grid", style=style)

    def halves(self, height: str, side: str, first: Markup, second: Markup) -> Markup:
        fold = element("i", kind="fold")
        columns = ("1fr", "auto", "1fr")
        return self.grid(first, fold, second, columns=columns, align=(side,), column_gutter="3mm", height=height)

    def picture(self, picture: Picture) -> Markup:
        """A drawing at its size on paper; each has ids of its own, however often it is shown."""
        svg = picture.svg
        size = SIZE.search(svg)
        assert size is not None
        length = picture.width or picture.height or ""
        number, unit = float(length.rstrip("empt")), length.lstrip("0123456789.")
        ratio = float(size[2]) / float(size[1])
        across, down = (number, number * ratio) if picture.width else (number / ratio, number)
        self._count += 1
        head, body = svg[: svg.index(">")], svg[svg.index(">") :]
        head = SPOKEN.sub("", SIZE.sub(f' width="{across:.2f}{unit}" height="{down:.2f}{unit}"', head, count=1))
        return Markup(MARKS.sub(rf"\g<1>{self._prefix}{self._count}-", head + body))

    def scissors(self) -> Markup:
        circles = "".join(f'<circle cx="3" cy="{y}" r="2.2"/>' for y in (2.6, 8.4))
        return Markup(
            '<svg class="set-scissors" viewBox="0 0 20 11" width="5mm" height="2.75mm" fill="none" stroke="#464646">'
            f'{circles}<path d="M5 4 L18.5 9 M5 7 L18.5 2"/></svg>'
        )

    def cut_line(self) -> Markup:
        return element("div", self.scissors(), element("i"), kind="cut-line")

    # --- ours -------------------------------------------------------------------------------------------------

    def headline(self, title: str, *blanks: Markup) -> Markup:
        return element("div", element("span", title, kind="shown"), element("span", *blanks), kind="headline")

    def blank(self, label: str, length: str) -> Markup:
        return element("span", label, " ", element("i", style=f"width:{length}"), kind="blank")

    def note_form(
        self, title: str, legend: str, labels: Sequence[str], *, columns: str, height: str, split: str,
        shaded: Sequence[str],
    ) -> Markup:  # fmt: skip
        dark = {int(index) for index in shaded}
        cells = [
            element("span", label, element("i", style=f"left:{split}"), kind="shaded" if index in dark else "")
            for index, label in enumerate(labels)
        ]
        style = f"grid-template-columns:repeat({columns},minmax(0,1fr));grid-auto-rows:{height}"
        head = element("div", element("span", title, kind="shown"), element("span", legend), kind="legend")
        return Markup(head + element("div", *cells, kind="noted", style=style))

    def card(self, title: str, inside: Markup) -> Markup:
        return element("div", element("div", title, kind="shown"), inside, kind="card")

    def cards(self, size: str, *columns: Sequence[Markup]) -> Markup:
        return element("div", *(element("div", *column) for column in columns), kind="cards", style=f"font-size:{size}")

    def tally(self, title: str, heads: Sequence[str], rows: str) -> Markup:
        head = element("tr", *(element("td", cell) for cell in heads))
        empty = element("tr", *[element("td")] * len(heads))
        lines = element("table", head, *[empty] * int(rows), kind="tally")
        return Markup(element("div", title, kind="shown results") + lines)

    def summary_table(self, head: Sequence[Markup], rows: Sequence[Sequence[Markup]]) -> Markup:
        strong = [element("strong", cell) for cell in head]
        lines = (element("tr", *(element("td", cell) for cell in row)) for row in (strong, *rows))
        return element("table", *lines, kind="summary")

    def pad(self, heads: Sequence[str], rows: str, numbers: Sequence[str]) -> Markup:
        tens = element("div", *(element("span", number) for number in numbers), kind="tens")
        lines = [heads, *((row + 1, "", "1 2 3", tens, "") for row in range(int(rows)))]
        return element("table", *(element("tr", *(element("td", cell) for cell in line)) for line in lines), kind="pad")

    def rolls(self, heads: Sequence[str], first: str, lines: str) -> Markup:
        rows = [element("tr", *(element("td", head) for head in heads))]
        for number in range(int(first), int(first) + int(lines)):
            rows.append(element("tr", element("td", number + 1), *[element("td")] * (len(heads) - 1)))
        return element("table", *rows, kind="rolls")

    def cut_grid(self, width: str, *cards: Markup) -> Markup:
        return element("div", *cards, kind="cut-grid", style=f"grid-template-columns:repeat(4,{width})")


def render_pages(tree_pages: Sequence[Page], paper: Paper, lang: str) -> list[Markup]:
    """Each page as an element of its size, with its line at the bottom."""
    sheets = []
    for number, page in enumerate(tree_pages, 1):
        width, height = paper.size(landscape=page.landscape)
        printer = HtmlPrinter(lang, f"sheet{number}-")
        inside = Markup("\n".join(map(content, printer.html(page.body))))
        foot = element("div", printer.html(FOOTER), kind="foot")
        style = f"width:{width}mm;height:{height}mm;padding:{MARGIN}mm"
        kind = f"sheet {'wide' if page.landscape else 'upright'}"
        sheets.append(element("div", inside, foot, kind=kind, style=style))
    return sheets
