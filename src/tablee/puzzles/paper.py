"""Puzzles to print: those of a week, a sheet for each game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast

from tablee.core import registry as games
from tablee.core.words import Text, capital
from tablee.paper.tree import Page, Paper, Picture, Unit, fit_width, headline, mm, node, roll, space
from tablee.paper.typst import Document, document

from .catalogue import find_of_week, list_levels, name_week
from .puzzle import AnyPuzzle, OwnPuzzle, Puzzle

ACROSS = 2  # boards side by side
HEAD, LINES, GAP = 14.0, 17.0, 4.0  # millimetres: of the page's title, of a board's words, between boards
SOLUTIONS = Text("Solutions", "Solutions")
OWN = Text("Mes erreurs, encore une fois", "My mistakes, once more")
TITLE = Text("Les défis de la semaine", "The puzzles of the week")


@dataclass(frozen=True, slots=True)
class Riddle:
    """One of a page: `picture` is SVG of that size, `dice` what has been rolled."""

    title: Text
    task: Text
    picture: str
    size: tuple[float, float]
    dice: tuple[int, ...]
    solution: Text


def make_puzzle_document(day: date, paper: Paper, lang: str) -> Document:
    """Every game's sheet, boards in front and solutions on the back."""
    pages: list[Page] = []
    for name in games.names():
        if not games.brings(name, "board"):
            continue  # nothing to draw
        riddles = [
            _make_riddle(find_of_week(name, level, day), f"{name}-{level}-", lang) for level in list_levels(name)
        ]
        if not riddles:
            continue
        if sums := games.part(name, "sums"):
            riddles.append(_make_sums_riddle(sums.richest_of_week(day), sums, lang))
        title = games.load(name).TITLE + Text(" · ", " · ") + name_week(day)
        pages += make_sheet(title, riddles, paper)
    return document(pages, paper, lang, TITLE)


def make_own_puzzle_document(puzzles: Sequence[OwnPuzzle], paper: Paper, lang: str) -> Document:
    """Positions of one's own games on one sheet."""
    riddles = [_make_riddle(puzzle, f"own-{index}-", lang) for index, puzzle in enumerate(puzzles)]
    return document(make_sheet(OWN, riddles, paper), paper, lang, OWN)


def _make_riddle(puzzle: AnyPuzzle, key: str, lang: str) -> Riddle:
    """`key`: before the ids of its picture, which no other on the page may have."""
    state, drawing = puzzle.state, cast(Any, games.part(puzzle.game, "board"))
    picture = drawing.board(state, lang=lang, theme="print", prefix=key)
    dice = state.dice if hasattr(state, "dice") else (state.die,) if getattr(state, "die", 0) else ()
    size = drawing.size(state.variant, "wide")
    return Riddle(puzzle.title, describe_settings(puzzle) + puzzle.task, picture, size, dice, puzzle.solution)


def _make_sums_riddle(puzzle: Puzzle, sums: Any, lang: str) -> Riddle:
    """How many calculations: the answer is all of them."""
    every = sums.every(puzzle.state)
    plain, calculations = _make_riddle(puzzle, f"{puzzle.game}-sums-", lang), ", ".join(map(sums.pretty, every))
    task = Text("Combien de calculs différents trouvez-vous ?", "How many different calculations can you find?")
    answer = Text(f"Il y en a {len(every)} : {calculations}.", f"There are {len(every)}: {calculations}.")
    title = Text("Combien de calculs ?", "How many calculations?")
    return replace(plain, title=title, task=describe_settings(puzzle) + task, solution=answer)


def describe_settings(puzzle: AnyPuzzle) -> Text:
    """Describes the settings that are not the default."""
    rules, text = puzzle.rules, Text("", "")
    usual = rules.settings(rules.variant({}))
    for option in rules.OPTIONS:
        value = rules.settings(puzzle.state.variant).get(option.key)
        if value is None or value == usual.get(option.key):
            continue
        assert isinstance(value, int | str)  # a sheet of one's own is in no puzzle
        name = option.name(value)
        text += capital(name if value in option.names else option.label + Text(f" : {value}", f": {value}"))
        text += Text(". ", ". ")
    return text


def make_sheet(title: Text, riddles: Sequence[Riddle], paper: Paper) -> list[Page]:
    width, height = paper.room()
    rows = -(-len(riddles) // ACROSS)
    across = (width - GAP * (ACROSS - 1)) / ACROSS
    down = (height - HEAD) / rows - LINES - GAP
    boards, answers = [], []
    for number, riddle in enumerate(riddles, 1):
        caption = str(number), riddle.title
        board = Picture(riddle.picture, width=mm(fit_width(riddle.size, across, down)))
        thrown = roll(riddle.dice, "1.6em") if riddle.dice else Unit("none")
        boards.append(node("riddle", *caption, board, thrown, riddle.task))
        answers.append(node("answer", *caption, riddle.solution))
    back = headline(title + Text(" : ", ": ") + SOLUTIONS)
    return [Page((headline(title), space(4), node("riddles", mm(GAP), *boards))), Page((back, space(6), *answers))]
