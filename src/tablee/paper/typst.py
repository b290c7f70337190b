"""Pages as a typst document. Nothing here needs typst itself; `pdf` runs it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from importlib import resources

from tablee.core.words import Text, typeset

from .tree import FOOTER, MARGIN, Node, Page, Paper, Picture, Unit, centre, fit_width, mm

SPOKEN = re.compile(r"<(?:title|desc)[^>]*>([^<]+)</")  # the first two: what a picture says it shows
NO_BREAKS = "\u00a0\u202f"  # not printable for Python, but for us


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that typst needs: the source, and the pictures as its inputs."""

    source: str
    inputs: dict[str, str]
    pages: int


class TypstPrinter:
    """Nodes as calls of the templates of their names; `inputs`: the pictures met so far."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self.inputs: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def code(self, value: object) -> str:
        match value:
            case Unit():
                return value
            case Text():
                return quote(typeset(value.in_lang(self._lang), self._lang))
            case str():
                return quote(value)
            case tuple():
                return "(" + "".join(f"{self.code(item)}, " for item in value) + ")"
            case Picture(svg, width, height):
                name = self._names.setdefault(svg, f"picture-{len(self._names)}")
                self.inputs[name] = svg
                self.inputs[f"{name}-alt"] = " ".join(dict.fromkeys(map(unescape, SPOKEN.findall(svg)[:2])))
                return f'picture("{name}", ' + (f"width: {width})" if width else f"height: {height})")
            case Node("together", parts):
                return "{" + "; ".join(map(self.code, parts)) + "}"
            case Node(name, arguments, options):
                keywords = (f"{key.replace('_', '-')}: {self.code(item)}" for key, item in options)
                return f"{name}({', '.join([*map(self.code, arguments), *keywords])})"
        return str(value)


def quote(words: str) -> str:
    fit = "".join(char if char.isprintable() or char in NO_BREAKS else " " for char in words)
    return '"' + fit.replace("\\", "\\\\").replace('"', '\\"') + '"'


@cache
def templates() -> str:
    return (resources.files(__package__) / "templates.typ").read_text(encoding="utf-8")


def poster(picture: str, size: tuple[float, float], paper: Paper, lang: str, title: Text) -> Document:
    """One picture, as large as a page lets it be, and nothing else."""
    image = Picture(picture, width=mm(fit_width(size, *paper.room())))
    return document([Page((centre(image),), foot=False)], paper, lang, title)


def document(pages: Sequence[Page], paper: Paper, lang: str, title: Text) -> Document:
    """The pages as one typst document. Its date is left out, so that the same pages make the same bytes."""
    printer = TypstPrinter(lang)
    parts = [
        templates(),
        f"#set document(title: {printer.code(title)}, date: none)",
        f'#set text(font: "Manrope", weight: 500, size: 9.5pt, lang: "{lang}", fallback: false, hyphenate: false)',
        "#set par(leading: 0.55em, spacing: 0.75em)",
    ]
    head = "#first-heading()\n"
    foot = f"\n#place(bottom + center, text(6.5pt, fill: pencil, {printer.code(FOOTER)}))"
    for page in pages:
        width, height = paper.size(landscape=page.landscape)
        body = "\n".join(f"#{printer.code(part)}" for part in page.body)
        size = f"#page(width: {width}mm, height: {height}mm, margin: {MARGIN}mm)"
        parts.append(f"{size}[\n{head}{body}{foot if page.foot else ''}\n]")
        head = ""
    return Document("\n".join(parts), printer.inputs, len(pages))
