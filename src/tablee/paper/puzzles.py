"""Puzzles on paper: a page of boards, and on its back the solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.words import Text

from .tree import Page, Paper, Picture, Unit, fit_width, headline, mm, node, roll, space

ACROSS = 2  # boards side by side
HEAD, LINES, GAP = 14.0, 17.0, 4.0  # millimetres: of the page's title, of a board's words, between boards
SOLUTIONS = Text("Solutions", "Solutions")


@dataclass(frozen=True, slots=True)
class Riddle:
    """One of a page: `picture` is SVG of that size, `dice` what has been thrown."""

    title: Text
    task: Text
    picture: str
    size: tuple[float, float]
    dice: tuple[int, ...]
    solution: Text


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
