"""`tablee print class`: the same throws on paper as on screens."""

import itertools
from importlib import resources
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.core import registry
from tablee.core.errors import RequestError
from tablee.core.game import ONE_DIE, TWO_DICE, Rolls
from tablee.gathering import dice, paper
from tablee.paper.tree import PAPERS, Node, Page, roll
from tablee.words import rules
from tests.toys import End, Toy, Turn, invited

CODE = "K7QM-2XPA-9DTH"


def plan(lang: str) -> str:
    return (resources.files(paper.__package__ or "") / f"plan.{lang}.md").read_text("utf-8")


def pictures(page: Page) -> list[Node]:
    """Every throw on the sheet, row by row."""
    (grid,) = [part for part in page.body if isinstance(part, Node) and part.name == "grid"]
    return [cell.arguments[1] for cell in grid.arguments if isinstance(cell, Node)]  # type: ignore[misc]


@pytest.mark.parametrize(("name", "rolls"), [("blocs", TWO_DICE), ("cadeau", ONE_DIE), ("laaancez", ONE_DIE)])
def test_the_sheet_holds_the_throws_that_the_code_gives_the_tables(name: str, rolls: Rolls) -> None:
    game = registry.load(name)
    shown = pictures(paper.make_rolls_page(game, game.variant({}), CODE))
    throws = dice.list_rolls(CODE, rolls, paper.COLUMNS * paper.ROWS)
    down = [shown[row * paper.COLUMNS + column] for column in range(paper.COLUMNS) for row in range(paper.ROWS)]
    assert down == [roll(throw.dice, "2.1em") for throw in throws]


def test_a_game_that_begins_with_a_choice_has_no_rolls_to_print() -> None:
    toy = Toy("choice", 0, lambda place: Turn(1, {"go": End()}))
    with invited(toy), pytest.raises(RequestError, match="does not begin with a roll"):
        paper.make_class_document(toy, "choice", 1, CODE, PAPERS["a4"], "en")


def test_every_group_gets_every_sheet_and_the_rules_come_once() -> None:
    game = registry.load("blocs")
    made = [
        paper.make_class_document(game, game.variant({}), groups, CODE, PAPERS["a4"], "fr").pages
        for groups in (1, 2, 3)
    ]
    assert made[1] - made[0] == made[2] - made[1] == made[0] - 3  # the plan, the throws and the rules are there once


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_plan_of_a_lesson_fills_its_minutes(lang: str) -> None:
    (row, *rows) = (block.rows for block in rules.blocks(plan(lang)) if block.rows)
    assert not rows
    spans = [tuple(map(int, minutes.split("–"))) for minutes, *_ in row[1:]]
    assert spans[0][0] == 0
    assert spans[-1][1] == 45
    assert all(before[1] == after[0] for before, after in itertools.pairwise(spans))
    page = Path("docs/fr/classe.md").read_text("utf-8")
    assert [minutes for minutes, *_ in row[1:] if f"| {minutes} |" not in page] == []


@pytest.mark.parametrize(
    "words",
    [
        ["class", "--groups", "0"],
        ["class", "--groups", "41"],
        ["class", "--dice", "nothing"],
        ["class", "--game", "chess"],
        ["blocs", "--groups", "3"],
    ],
)
def test_what_cannot_be_printed_is_refused(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "print", *words, "-o", str(tmp_path / "class.pdf")]) == 2
    assert capsys.readouterr().err.startswith("tablee: ")
    assert not list(tmp_path.iterdir())
