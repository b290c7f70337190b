"""« À l'assaut du Cadeau ! » on paper: boards for any number of zones, one or two to a page."""

from tablee.core.words import Text
from tablee.drawing.svg import number
from tablee.games import cadeau
from tablee.games.cadeau import Variant
from tablee.paper import tree
from tablee.paper.summary import Figure, Summary
from tablee.paper.tree import RULES, Node, Page, Paper, Picture

from . import board as drawing

PARTS = {
    "board": Text("le plateau, avec la place de noter la partie", "the board, with room to write the game down"),
    "rules": RULES,
}
COVER = Text("à 2 · dès 7 ans · un dé, deux stylos", "2 players · from age 7 · one die, two pens")
COVER_PEOPLE = ("lutin", "grand-cadeau", "gnome")
NOTES = Text("Nos tours", "Our turns")
LEGEND = Text(
    "Case après case : le dé, puis où on l’écrit. « 4 | 2a » : un 4 en zone 2, case a. Blanc : Lutins ; gris : Gnomes.",
    "Box after box: the die, then where it is written. “4 | 2a”: a 4 in zone 2, cell a. White: Elves; grey: Gnomes.",
)
SHORT_LEGEND = Text(
    "dé | case : « 4 | 2a » est un 4 en zone 2, case a", "die | cell: “4 | 2a” is a 4 in zone 2, cell a"
)
BLANKS = (Text("Lutins :", "Elves:"), Text("Gnomes :", "Gnomes:"), Text("Date :", "Date:"))
HEAD = 9.0  # millimetres of a title
# How many turns stand on a line of the notes, so that the last line is full, by zones (6 turns each).
COLUMNS = {1: 12, 2: 12, 3: 18, 4: 12, 5: 15, 6: 18, 7: 14, 8: 16, 9: 18}
# What the drawing leaves free around the game: left, top, right, bottom.
TRIM = (10.0, 8.0, 10.0, 8.0)


def picture(variant: Variant, lang: str) -> tuple[str, tuple[float, float]]:
    """The blank board without its outer edge, and its size."""
    svg = drawing.board(cadeau.start(variant), lang=lang, theme="print", bare=True, prefix="paper-")
    width, height = drawing.size(variant, "wide")
    left, top, right, bottom = TRIM
    size = width - left - right, height - top - bottom
    whole = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    box = f'viewBox="{number(left)} {number(top)} {number(size[0])} {number(size[1])}"'
    assert whole in svg
    return svg.replace(whole, f'{box} width="{number(size[0])}" height="{number(size[1])}"', 1), size


def board(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """The board, as large as the page allows; or two of them, to be cut apart."""
    if two:
        width, height = paper.room()
        _, half = _one(variant, width, height / 2 - 3.5, lang, box=7.5, legend=SHORT_LEGEND)
        return [Page((*half, tree.space(2), tree.node("cut-line"), tree.space(3), *half))]
    layouts = [
        (_one(variant, *paper.room(landscape=landscape), lang, box=9.5, legend=LEGEND), landscape)
        for landscape in (True, False)
    ]
    (_, body), landscape = max(layouts, key=lambda layout: layout[0][0])  # whichever way the board comes out larger
    return [Page(body, landscape)]


def _one(
    variant: Variant, width: float, height: float, lang: str, *, box: float, legend: Text
) -> tuple[float, tuple[Node, ...]]:
    """How wide the board comes out within a room, and the board with its title and its notes."""
    svg, size = picture(variant, lang)
    turns, columns = 6 * variant.zones, COLUMNS[variant.zones]
    left = height - HEAD - tree.note_height(turns, columns, box) - 4
    across = tree.fit_width(size, width, left)
    spare = left - across * size[1] / size[0]
    box += min(4.0, max(0.0, spare) / (turns // columns or 1))  # hands are large, boxes may be too
    labels = tuple(f"{turn // 2 + 1}{'LG'[turn % 2]}" for turn in range(turns))
    notes = tree.note_form(NOTES, legend, labels, columns=columns, height=box, split=42, shaded=range(1, turns, 2))
    board = tree.centre(tree.node("framed", Picture(svg, width=tree.mm(across))))
    blanks = [(label, 15 + (width - 186) * 0.25 + (7 if label is not BLANKS[-1] else 0)) for label in BLANKS]
    return across, (tree.headline(cadeau.TITLE, *blanks), tree.space(2), board, tree.space(2), notes)


# --- the page of rules ---------------------------------------------------------------------------------------------

# The count of the rules and some more, Lutins and Gnomes, zone after zone.
EXAMPLE = ("222665342531546333162255641", "654123664441664111444321552")


def _figure(variant: Variant, lang: str) -> Figure:
    sides = tuple(tuple(map(int, dice[: 3 * variant.zones])) for dice in EXAMPLE)
    state = cadeau.State(variant, (sides[0], sides[1]))
    return drawing.board(state, lang=lang, theme="print", bare=True, prefix="figure-"), drawing.size(variant, "wide")


SUMMARY = Summary(
    11.3,
    _figure,
    lambda variant: ("lutin", "grand-cadeau", "gnome"),
    (
        Text("date", "date"),
        Text("Lutins : qui, combien de zones", "Elves: who, how many zones"),
        Text("Gnomes : qui, combien de zones", "Gnomes: who, how many zones"),
    ),
)
