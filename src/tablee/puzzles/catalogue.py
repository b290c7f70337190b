"""The catalogue: the puzzles of each game (`puzzles.txt` beside its rules), and which of them a week brings."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib import resources

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.game import clip
from tablee.core.registry import load, package
from tablee.core.words import Text, suggest

from .puzzle import Puzzle

COUNT = 104  # of each game and level: two years of weeks, then they come again
FIRST = date(2024, 1, 1)  # the Monday from which weeks are counted


@cache
def _catalogue(game: str) -> tuple[Puzzle, ...]:
    file = resources.files(package(game)) / "puzzles.txt"
    if not file.is_file():
        return ()  # a guest, of which nobody has made puzzles
    lines = file.read_text(encoding="ascii").splitlines()
    made = []
    for place, line in enumerate(lines):
        margin, answer, second, position = line.split()
        level, number = bots.LEVELS[place // COUNT], place % COUNT + 1
        made.append(Puzzle(game, level, number, position, answer, second, float(margin)))
    return tuple(made)


@cache
def levels(game: str) -> tuple[str, ...]:
    """The levels of a game's puzzles, easiest first; none if it has no puzzles."""
    return tuple(dict.fromkeys(puzzle.level for puzzle in _catalogue(load(game).NAME)))


def find(game: str, level: str, number: int) -> Puzzle:
    """The puzzle of that number, from 1; a sentence where there is none."""
    known = levels(game)
    if not known:
        raise RequestError("Ce jeu n’a pas encore de défis.", "This game has no puzzles yet.")
    if level not in known:
        raise RequestError(
            f"Le niveau « {clip(level)} » n’existe pas ; il y a {', '.join(known)}.",
            f"There is no level “{clip(level)}”; there are {', '.join(known)}.",
            suggest(level, known),
        )
    if not 1 <= number <= COUNT:
        raise RequestError(f"Les défis vont de 1 à {COUNT}.", f"Puzzles go from 1 to {COUNT}.")
    return _catalogue(game)[known.index(level) * COUNT + number - 1]


def of_week(game: str, level: str, day: date) -> Puzzle:
    """The puzzle of the week that a day lies in: by the date alone, so the same for everybody."""
    return find(game, level, (day - FIRST).days // 7 % COUNT + 1)


def week_of(day: date) -> Text:
    """The week of a day, as people call it."""
    year, week, _ = day.isocalendar()
    return Text(f"semaine {week}, {year}", f"week {week} of {year}")
