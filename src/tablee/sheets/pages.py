"""Pages of paper: their sizes, what stands on them, and the document they make together.

A page is typst markup over pictures that `tablee.drawing` made; nothing here needs typst itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from tablee.core.words import Text, typeset
from tablee.drawing import dice

MARGIN = 12.0  # millimetres; home printers leave up to 10 blank
RULES = Text("les règles en une page", "the rules on one page")
FOOT = 5.0  # of the room inside the margins, for the line at the bottom


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright, in millimetres."""

    name: str
    width: float
    height: float

    def room(self, *, landscape: bool = False) -> tuple[float, float]:
        """The width and height that a page may fill."""
        width, height = (self.height, self.width) if landscape else (self.width, self.height)
        return width - 2 * MARGIN, height - 2 * MARGIN - FOOT


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: typst markup, and the SVG pictures that it names."""

    body: str
    pictures: Mapping[str, str] = field(default_factory=dict)
    landscape: bool = False
    foot: bool = True


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that typst needs: the source, and the pictures as its inputs."""

    source: str
    inputs: dict[str, str]
    pages: int


NO_BREAKS = "\u00a0\u202f"  # not printable for Python, but for us


def quoted(words: str) -> str:
    """Words as a typst string, whatever they hold."""
    fit = "".join(char if char.isprintable() or char in NO_BREAKS else " " for char in words)
    return '"' + fit.replace("\\", "\\\\").replace('"', '\\"') + '"'


def said(text: Text, lang: str) -> str:
    """A Text as a typst string."""
    return quoted(typeset(text.said(lang), lang))


def millimetres(length: float) -> str:
    return f"{length:.2f}mm"


def array(parts: Iterable[str]) -> str:
    return "(" + "".join(f"{part}, " for part in parts) + ")"


def fitted(size: tuple[float, float], width: float, height: float) -> float:
    """How wide a picture of that form may be, to stay within a width and a height."""
    return min(width, height * size[0] / size[1])


def headline(title: Text, lang: str, *blanks: tuple[Text, float]) -> str:
    """The title of a page, and lines to fill in: a label and a length in millimetres each."""
    lines = "".join(f", blank({said(label, lang)}, {millimetres(length)})" for label, length in blanks)
    return f"#headline({said(title, lang)}{lines})\n"


def note_form(
    title: Text,
    legend: Text,
    labels: Sequence[str],
    lang: str,
    *,
    columns: int,
    height: float,
    split: int,
    shaded: Iterable[int] = (),
) -> str:
    """The form to note a game, event after event, as `tablee import` reads it. `split` in percent of a box."""
    return (
        f"#note-form({said(title, lang)}, {said(legend, lang)}, {array(map(quoted, labels))},"
        f" columns: {columns}, height: {millimetres(height)}, split: {split}%, shaded: {array(map(str, shaded))})\n"
    )


def note_height(count: int, columns: int, height: float) -> float:
    """What a form takes on the page, with the line above it."""
    return -(-count // columns) * height + 6


@cache
def preamble() -> str:
    return (resources.files(__package__) / "preamble.typ").read_text(encoding="utf-8")


@cache
def faces() -> dict[str, str]:
    """The six faces of a die, for the rules."""
    return {f"die-{face}": dice.die(face, theme="print", prefix=f"die{face}-") for face in range(1, 7)}


FOOTER = Text(
    "Tablée · pour revoir la partie à l’écran, recopiez vos notes : tablee import",
    "Tablée · to see the game again on a screen, type in your notes: tablee import",
)


def poster(picture: str, size: tuple[float, float], paper: Paper, lang: str, title: Text) -> Document:
    """One picture, as large as a page lets it be, and nothing else."""
    wide = fitted(size, *paper.room())
    body = f'#align(center, picture("poster", width: {millimetres(wide)}))'
    return document([Page(body, {"poster": picture}, foot=False)], paper, lang, title)


def document(pages: Sequence[Page], paper: Paper, lang: str, title: Text) -> Document:
    """The pages as one typst document. Its date is left out, so that the same pages make the same bytes."""
    parts = [
        preamble(),
        f"#set document(title: {said(title, lang)}, date: none)",
        f'#set text(font: "Manrope", weight: 500, size: 9.5pt, lang: "{lang}", fallback: false, hyphenate: false)',
        "#set par(leading: 0.55em, spacing: 0.75em)",
    ]
    inputs: dict[str, str] = {}
    for page in pages:
        inputs |= page.pictures
        width, height = (paper.height, paper.width) if page.landscape else (paper.width, paper.height)
        foot = f"\n#place(bottom + center, text(6.5pt, fill: pencil, {said(FOOTER, lang)}))" if page.foot else ""
        parts.append(f"#page(width: {width}mm, height: {height}mm, margin: {MARGIN}mm)[\n{page.body}{foot}\n]")
    return Document("\n".join(parts), inputs, len(pages))
