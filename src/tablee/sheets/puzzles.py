"""Puzzles on paper: a page of boards, and on its back the solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.words import Text

from .pages import Page, Paper, array, faces, fitted, headline, millimetres, quoted, said

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


def sheet(title: Text, riddles: Sequence[Riddle], paper: Paper, lang: str) -> list[Page]:
    """The two sides of a sheet."""
    width, height = paper.room()
    rows = -(-len(riddles) // ACROSS)
    across = (width - GAP * (ACROSS - 1)) / ACROSS
    down = (height - HEAD) / rows - LINES - GAP
    pictures, cells = dict(faces()), []
    key = title.en.lower().replace(" ", "-")
    for number, one in enumerate(riddles, 1):
        name = f"puzzle-{key}-{number}"
        pictures[name] = one.picture
        wide = millimetres(fitted(one.size, across, down))
        cells.append(
            f'riddle({quoted(str(number))}, {said(one.title, lang)}, picture("{name}", width: {wide}),'
            f" {array(quoted(str(die)) for die in one.dice)}, {said(one.task, lang)})"
        )
    front = headline(title, lang) + f"#v(4mm, weak: true)\n#riddles({millimetres(GAP)}, {', '.join(cells)})"
    answers = "\n".join(
        f"#answer({quoted(str(number))}, {said(one.title, lang)}, {said(one.solution, lang)})"
        for number, one in enumerate(riddles, 1)
    )
    back = headline(title + Text(" : ", ": ") + SOLUTIONS, lang) + f"#v(6mm, weak: true)\n{answers}"
    return [Page(front, pictures), Page(back)]
