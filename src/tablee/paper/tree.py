"""A page of paper as a tree, which `typst` and `html` print; and the parts that most pages have."""

from dataclasses import dataclass

from tablee.core.words import Text
from tablee.drawing import dice

MARGIN = 12.0  # millimetres; home printers leave up to 10 blank
FOOT = 5.0  # of the room inside the margins, for the line at the bottom
RULES = Text("les règles en une page", "the rules on one page")
FOOTER = Text(
    "Tablée · pour revoir la partie à l’écran, saisissez vos notes : tablee import",
    "Tablée · to replay the game on a screen, type in your notes: tablee import",
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright, in millimetres."""

    name: str
    width: float
    height: float

    def size(self, *, landscape: bool = False) -> tuple[float, float]:
        return (self.height, self.width) if landscape else (self.width, self.height)

    def room(self, *, landscape: bool = False) -> tuple[float, float]:
        width, height = self.size(landscape=landscape)
        return width - 2 * MARGIN, height - 2 * MARGIN - FOOT


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}


class Unit(str):
    """A length, a share of the room, an alignment, as typst writes it: `12.00mm`, `1fr`, `left + horizon`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """SVG, as wide or as high as said."""

    svg: str
    width: Unit | None = None
    height: Unit | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a page: its name in `templates.typ`, which is that of a method of `HtmlPrinter`, and its arguments. An
    argument is a sentence, a string (words, whatever they hold), a `Unit`, a number, a node, a picture, or a tuple of
    these."""

    name: str
    arguments: tuple[object, ...]
    options: tuple[tuple[str, object], ...]


Content = Node | Picture | Text | str


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: what stands on it, from top to bottom."""

    body: tuple[Content, ...] = ()
    landscape: bool = False
    foot: bool = True


def node(name: str, *arguments: object, **options: object) -> Node:
    return Node(name, arguments, tuple(options.items()))


def mm(length: float) -> Unit:
    return Unit(f"{length:.2f}mm")


def together(*parts: Content) -> Node:
    """One thing after another."""
    return node("together", *parts)


def text(words: Text | str, size: float, *, display: bool = False, faint: bool = False) -> Node:
    """Words of a size in points; `display`: in the font of titles, `faint`: as light as a pencil."""
    options = {"font": Unit("shown")} if display else {"fill": Unit("pencil")} if faint else {}
    return node("text", Unit(f"{size:g}pt"), words, **options)


def space(length: float) -> Node:
    """Millimetres above what follows."""
    return node("space", mm(length))


def gap(length: float) -> Node:
    """Millimetres within a line."""
    return node("h", mm(length))


def centre(inside: Content) -> Node:
    return node("align", Unit("center"), inside)


def grid(
    *cells: Content, columns: str = "1fr 1fr", align: str = "center", gutter: float = 0, row_gutter: float = 0
) -> Node:
    """Cells row after row. `columns` and `align`: of each column, as typst writes them; gutters in millimetres."""
    tracks, sides = tuple(map(Unit, columns.split())), tuple(map(Unit, align.split(", ")))
    return node("grid", *cells, columns=tracks, align=sides, column_gutter=mm(gutter), row_gutter=mm(row_gutter))


def roll(faces: tuple[int, ...], size: str = "1.3em") -> Node:
    pictures = (dice.die(face, theme="print", prefix=f"die{face}-") for face in faces)
    return node("dice", *(Picture(picture, width=Unit(size)) for picture in pictures))


def fit_width(size: tuple[float, float], width: float, height: float) -> float:
    """How wide a picture of that form may be, to stay within a width and a height."""
    return min(width, height * size[0] / size[1])


def headline(title: Text, *blanks: tuple[Text, float]) -> Node:
    """The title of a page, and lines to fill in: a label and a length in millimetres each."""
    return node("headline", title, *(node("blank", label, mm(length)) for label, length in blanks))


def note_form(
    title: Text,
    legend: Text,
    labels: tuple[str, ...],
    *,
    columns: int,
    height: float,
    split: int,
    shaded: range = range(0),
) -> Node:
    """The form to note a game, event after event, as `tablee import` reads it. `split` in percent of a box."""
    options = {"columns": columns, "height": mm(height), "split": Unit(f"{split}%"), "shaded": tuple(shaded)}
    return node("note-form", title, legend, labels, **options)


def numbers(count: int) -> tuple[str, ...]:
    """Returns the labels of `count` boxes."""
    return tuple(str(number) for number in range(1, count + 1))


def note_height(count: int, columns: int, height: float) -> float:
    """What a form takes on the page, with the line above it."""
    return -(-count // columns) * height + 6
