"""The same pages set by a browser, where there is no typst: HTML of the markup that `pages.document` gives to typst.

Our pages are written in few words of typst: calls, strings, lengths, lists. `Reader` reads these, `Press` says what
each function of `preamble.typ` is in HTML. Sizes stand in `data-style`, which a script applies: pages run under a
policy that forbids styles written in them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tablee.core.words import typeset

from .pages import FOOTER, MARGIN, Page, Paper

TOKEN = re.compile(
    r'"(?P<words>(?:[^"\\]|\\.)*)"|(?P<length>-?\d+(?:\.\d+)?(?:mm|pt|em|fr|deg|%)?)|(?P<name>[a-z][\w.-]*)'
)
NAMED = re.compile(r"([a-z][\w-]*):\s")
SPACE = re.compile(r"\s*")
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')
SPOKEN = re.compile(r' (?:role="img"|class="[^"]*"|aria-labelledby="[^"]*")')
MARKS = re.compile(r'(\bid="|url\(#|href="#)')


class Html(str):
    """Content that is set already; every other string is words."""

    __slots__ = ()


class Word(str):
    """A name or a length of typst: `center`, `12mm`."""

    __slots__ = ()


def content(value: object) -> Html:
    return value if isinstance(value, Html) else Html(escape(str(value), quote=False))


def element(name: str, *inside: object, style: str = "", kind: str = "") -> Html:
    classes = " ".join(f"set-{one}" for one in kind.split())
    dress = f' class="{classes}"' * bool(kind) + f' data-style="{style}"' * bool(style)
    return Html(f"<{name}{dress}>{''.join(map(content, inside))}</{name}>")


def tracks(columns: Any) -> str:
    """Columns of typst as CSS counts them: a share may be narrower than what it holds."""
    given = columns if isinstance(columns, tuple) else (columns,)
    return " ".join(f"minmax(0,{one})" if one.endswith("fr") else one for one in given)


class Press:
    """The functions of `preamble.typ`, and of typst what our pages ask of it, each as a method of its name.

    Tables have plain cells only: a page is one picture to a screen reader, and a head may be empty.
    """

    pencil, shown, none = Word("pencil"), Word("shown"), Html("")

    def __init__(self, pictures: Mapping[str, str], prefix: str) -> None:
        self._pictures, self._prefix, self._count = pictures, prefix, 0

    @property
    def scissors(self) -> Html:
        circles = "".join(f'<circle cx="3" cy="{y}" r="2.2"/>' for y in (2.6, 8.4))
        return Html(
            '<svg class="set-scissors" viewBox="0 0 20 11" width="5mm" height="2.75mm" fill="none" stroke="#464646">'
            f'{circles}<path d="M5 4 L18.5 9 M5 7 L18.5 2"/></svg>'
        )

    @property
    def cut_line(self) -> Html:
        return element("div", self.scissors, element("i"), kind="cut-line")

    # --- typst's own ------------------------------------------------------------------------------------------

    def v(self, length: Word, weak: object = None) -> Html:
        return element("div", style=f"height:{length}")

    def h(self, length: Word) -> Html:
        return element("span", kind="space", style=f"width:{length}")

    def text(self, *given: object, font: str = "", fill: str = "") -> Html:
        return element(
            "span", given[-1], kind=f"{font} {fill}".strip(), style="".join(f"font-size:{one}" for one in given[:-1])
        )

    def strong(self, inside: object) -> Html:
        return element("strong", inside)

    def par(self, inside: object) -> Html:
        return element("p", inside)

    def list(self, inside: object, marker: object = "") -> Html:
        return element("p", inside, kind="item")

    def align(self, place: Word, inside: object) -> Html:
        return element("div", inside, style=f"text-align:{place}")

    def box(self, inside: object) -> Html:
        return element("span", inside, kind="box")

    def block(self, inside: object, height: str = "auto", below: str = "0") -> Html:
        return element("div", inside, style=f"height:{height};margin-bottom:{below}")

    def line(self, **given: object) -> Html:
        """The one line that is drawn upright: where a page is cut in two."""
        return element("i", kind="fold")

    def grid(
        self, *cells: object, columns: Any, align: Any = "left", column_gutter: str = "0", row_gutter: str = "0",
        rows: str = "auto",
    ) -> Html:  # fmt: skip
        places = align if isinstance(align, tuple) else (align,)
        made = []
        for number, cell in enumerate(cells):
            place = places[number % len(places)].split()
            upright = "center" if "horizon" in place else "stretch"
            made.append(element("div", cell, style=f"text-align:{place[0]};align-self:{upright}"))
        style = f"grid-template-columns:{tracks(columns)};column-gap:{column_gutter};row-gap:{row_gutter}"
        return element("div", *made, kind="grid", style=style + (";height:100%" if rows == "1fr" else ""))

    def picture(self, name: str, width: str = "", height: str = "") -> Html:
        """A drawing at its size on paper; each has marks of its own, however often it is shown."""
        drawn = self._pictures[name]
        found = SIZE.search(drawn)
        assert found is not None
        given = width or height
        number, unit = float(given.rstrip("empt")), given.lstrip("0123456789.")
        ratio = float(found[2]) / float(found[1])
        across, down = (number, number * ratio) if width else (number / ratio, number)
        self._count += 1
        head, body = drawn[: drawn.index(">")], drawn[drawn.index(">") :]
        head = SPOKEN.sub("", SIZE.sub(f' width="{across:.2f}{unit}" height="{down:.2f}{unit}"', head, count=1))
        return Html(MARKS.sub(rf"\g<1>{self._prefix}{self._count}-", head + body))

    # --- ours -------------------------------------------------------------------------------------------------

    def headline(self, title: str, *blanks: Html) -> Html:
        return element("div", element("span", title, kind="shown"), element("span", *blanks), kind="headline")

    def blank(self, label: str, length: str) -> Html:
        return element("span", label, " ", element("i", style=f"width:{length}"), kind="blank")

    def framed(self, inside: Html) -> Html:
        return element("span", inside, kind="framed")

    def above_foot(self, told: str) -> Html:
        return element("div", told, kind="above-foot")

    def note_form(
        self, title: str, legend: str, labels: Sequence[str], *, columns: str, height: str, split: str,
        shaded: Sequence[str],
    ) -> Html:  # fmt: skip
        dark = {int(one) for one in shaded}
        cells = [
            element("span", label, element("i", style=f"left:{split}"), kind="shaded" if place in dark else "")
            for place, label in enumerate(labels)
        ]
        style = f"grid-template-columns:repeat({columns},minmax(0,1fr));grid-auto-rows:{height}"
        head = element("div", element("span", title, kind="shown"), element("span", legend), kind="legend")
        return Html(head + element("div", *cells, kind="noted", style=style))

    def dice(self, faces: Sequence[str], size: str = "1.3em") -> Html:
        return element("span", *(self.picture(f"die-{face}", width=size) for face in faces), kind="dice")

    def card(self, title: str, inside: Html) -> Html:
        return element("div", element("div", title, kind="shown"), inside, kind="card")

    def cards(self, size: str, *columns: Sequence[Html]) -> Html:
        return element("div", *(element("div", *column) for column in columns), kind="cards", style=f"font-size:{size}")

    def tally(self, title: str, heads: Sequence[str], rows: str) -> Html:
        head = element("tr", *(element("td", one) for one in heads))
        empty = element("tr", *[element("td")] * len(heads))
        lines = element("table", head, *[empty] * int(rows), kind="tally")
        return Html(element("div", title, kind="shown results") + lines)

    def table_header(self, *cells: Html) -> tuple[Html, ...]:
        return cells

    def summary_table(self, columns: Sequence[str], head: Sequence[Html], *cells: Html) -> Html:
        rows = [cells[at : at + len(columns)] for at in range(0, len(cells), len(columns))]
        made = [element("tr", *(element("td", cell) for cell in head))]
        made += [element("tr", *(element("td", cell) for cell in row)) for row in rows]
        return element("table", *made, kind="summary")

    def pad(self, heads: Sequence[str], rows: str, numbers: Sequence[str]) -> Html:
        tens = element("div", *(element("span", number) for number in numbers), kind="tens")
        made = [element("tr", *(element("td", head) for head in heads))]
        for row in range(int(rows)):
            made.append(element("tr", *(element("td", one) for one in (row + 1, "", "1 2 3", tens, ""))))
        return element("table", *made, kind="pad")

    def rolls(self, heads: Sequence[str], first: str, lines: str) -> Html:
        made = [element("tr", *(element("td", head) for head in heads))]
        for number in range(int(first), int(first) + int(lines)):
            made.append(element("tr", element("td", number + 1), *[element("td")] * (len(heads) - 1)))
        return element("table", *made, kind="rolls")

    def cut_grid(self, width: str, *cards: Html) -> Html:
        return element("div", *cards, kind="cut-grid", style=f"grid-template-columns:repeat(4,{width})")


class Reader:
    """Markup of typst, as our pages write it."""

    def __init__(self, text: str, press: Press) -> None:
        self._text, self._press, self._at = text, press, 0

    def markup(self, end: str = "") -> Html:
        parts: list[str] = []
        while self._at < len(self._text) and not (end and self._text.startswith(end, self._at)):
            sign = self._text[self._at]
            self._at += 1
            parts.append(content(self._primary()) if sign == "#" else escape(sign))
        self._at += len(end)
        return Html("".join(parts).strip("\n"))

    def _passed(self, sign: str) -> bool:
        """Is this sign next? Then go on behind it."""
        found = SPACE.match(self._text, self._at)
        at = found.end() if found else self._at
        if not self._text.startswith(sign, at):
            return False
        self._at = at + len(sign)
        return True

    def _expression(self) -> Any:
        value = self._primary()
        while self._passed("+"):
            other = self._primary()
            set_already = isinstance(value, Html) and isinstance(other, Html)
            value = Html(value + other) if set_already else Word(f"{value} {other}")
        return value

    def _primary(self) -> Any:
        if self._passed("["):
            return self.markup("]")
        if self._passed("{"):
            return self._code()
        if self._passed("("):
            items, named, alone = self._items()
            return named or (items[0] if alone else tuple(items))
        self._passed("")
        found = TOKEN.match(self._text, self._at)
        if found is None:
            raise ValueError(self._text[self._at : self._at + 40])
        self._at = found.end()
        if found["words"] is not None:
            return re.sub(r"\\(.)", r"\1", found["words"])
        return Word(found["length"]) if found["length"] else self._called(found["name"])

    def _called(self, name: str) -> Any:
        known = getattr(self._press, re.sub("[.-]", "_", name), None)
        if not self._text.startswith("(", self._at):
            return Word(name) if known is None else known
        self._at += 1
        items, named, _ = self._items()
        if self._text.startswith("[", self._at):
            self._at += 1
            items.append(self.markup("]"))
        if known is None:
            raise ValueError(name)
        return known(*items, **named)

    def _items(self) -> tuple[list[Any], dict[str, Any], bool]:
        """What stands in parentheses, up to their end; and whether it is one thing alone, no list."""
        items: list[Any] = []
        named: dict[str, Any] = {}
        alone = False
        while not self._passed(")"):
            self._passed("")
            if found := NAMED.match(self._text, self._at):
                self._at = found.end()
                named[found[1].replace("-", "_")] = self._expression()
            else:
                items.append(self._expression())
            alone = not self._passed(",") and len(items) == 1
        return items, named, alone

    def _code(self) -> Html:
        parts: list[str] = []
        while not self._passed("}"):
            parts.append(content(self._expression()))
            self._passed(";")
        return Html("".join(parts))


def pages(given: Sequence[Page], paper: Paper, lang: str) -> list[Html]:
    """Each page as an element of its size, with its line at the bottom."""
    made = []
    foot = element("div", typeset(FOOTER.said(lang), lang), kind="foot")
    for number, page in enumerate(given, 1):
        width, height = (paper.height, paper.width) if page.landscape else (paper.width, paper.height)
        inside = Reader(page.body, Press(page.pictures, f"sheet{number}-")).markup()
        style = f"width:{width}mm;height:{height}mm;padding:{MARGIN}mm"
        made.append(element("div", inside, foot, kind=f"sheet {'wide' if page.landscape else 'upright'}", style=style))
    return made
