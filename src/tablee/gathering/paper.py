"""A class on paper: the sheets of every group, and the rolls of a round for whoever calls them out.

The rolls follow from the code of the round (`dice`): given as the setting `dice`, the same code gives the tables on
screens the same rolls.
"""

from collections.abc import Sequence
from importlib import resources

from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text, untranslated
from tablee.paper import list_parts, make_pages, select_parts
from tablee.paper.summary import make_blocks
from tablee.paper.tree import Content, Page, Paper, centre, grid, headline, roll, space, text, together
from tablee.paper.typst import Document, document
from tablee.words import rules

from . import dice

MOST_GROUPS = 40
COLUMNS, ROWS = 4, 16  # rolls on the teacher's sheet
TITLE = Text("Une classe sur papier", "A class on paper")
THROWS = Text("Les lancers de la manche", "The rolls of the round")


def make_class_document(game: AnyGame, variant: Variant, groups: int, code: str, paper: Paper, lang: str) -> Document:
    """The plan, the rolls, then for each group every sheet of the game, then its rules once. Raises RequestError."""
    if not 1 <= groups <= MOST_GROUPS:
        raise RequestError(
            f"Le nombre de groupes va de 1 à {MOST_GROUPS}.", f"The number of groups goes from 1 to {MOST_GROUPS}."
        )
    each = make_pages(game.NAME, variant, paper, lang, [part for part in select_parts(game.NAME) if part != "rules"])
    last = make_pages(game.NAME, variant, paper, lang, ["rules"]) if "rules" in list_parts(game.NAME) else []
    title, *plan, how, screens = rules.blocks((resources.files(__package__) / f"plan.{lang}.md").read_text("utf-8"))
    lesson = Page((headline(untranslated(title.words)), space(4), *make_blocks(plan, lang)))
    rolls = make_rolls_page(game, variant, code, make_blocks((how, screens), lang))
    return document([lesson, rolls, *each * groups, *last], paper, lang, TITLE)


def make_rolls_page(game: AnyGame, variant: Variant, code: str, how: Sequence[Content] = ()) -> Page:
    """The sheet of whoever leads: `how` to go on, the code, what is published of it, and the first rolls."""
    rolls = dice.list_rolls(code, game.rolls(game.start(variant)), COLUMNS * ROWS)
    cells = [together(text(f"{n}.  ", 11, faint=True), roll(throw.dice, "2.1em")) for n, throw in enumerate(rolls, 1)]
    down = [cells[row + ROWS * column] for row in range(ROWS) for column in range(COLUMNS)]
    seal = Text("Empreinte des dés (pour vérifier) : ", "Dice fingerprint: ") + untranslated(dice.commitment(code))
    return Page(
        (
            headline(game.TITLE + untranslated(" · ") + THROWS),
            space(3),
            *how,
            space(4),
            centre(text(dice.read_code(code), 26, display=True)),
            space(1.5),
            centre(text(seal, 6.5, faint=True)),
            space(5),
            grid(*down, columns=" ".join(["1fr"] * COLUMNS), align="left", row_gutter=6),
        )
    )
