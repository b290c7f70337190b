"""The catalogue: the puzzles of each game, and which of them a week brings.

They lie beside its rules (`puzzles.txt`); a guest that is solved from its rules gets some made of these (`making`).
"""

import re
from datetime import date
from functools import cache

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.registry import brings, load, text_beside
from tablee.core.words import Text, unknown
from tablee.engine import solvers

from .making import make
from .puzzle import Puzzle

COUNT = 104  # of each of our games and level: two years of weeks, then they come again
FIRST = date(2024, 1, 1)  # the Monday from which weeks are counted


@cache
def _parse_lines(game: str) -> dict[str, tuple[str, ...]]:
    """The lines of `puzzles.txt` by level: a line `[lapin]` stands above those of the Rabbit."""
    before, *parts = re.split(r"^\[(.+)\]\n", text_beside(game, "puzzles.txt"), flags=re.MULTILINE)
    shelves = {level: tuple(lines.splitlines()) for level, lines in zip(parts[::2], parts[1::2], strict=True)}
    if before or not shelves.keys() <= set(bots.LEVELS):
        raise RequestError(
            f"puzzles.txt de « {game} » : chaque défi vient sous un niveau, {', '.join(bots.LEVELS)}.",
            f"puzzles.txt of “{game}”: every puzzle comes under a level, {', '.join(bots.LEVELS)}.",
        )
    return shelves


def load_shelf(game: str) -> dict[str, tuple[str, ...]]:
    """The lines of a game's puzzles by level, easiest first; none of a guest that is not solved yet."""
    rules, lines = load(game), _parse_lines(game)
    if not lines and not brings(game, "solver") and solvers.exact(game, rules.variant()):
        return make(game)
    return lines


def list_levels(game: str) -> tuple[str, ...]:
    """The levels of a game's puzzles, easiest first; none if it has no puzzles."""
    return tuple(load_shelf(game))


def find(game: str, level: str, number: int) -> Puzzle:
    """The puzzle of that number, from 1; a sentence where there is none."""
    lines = load_shelf(game)
    if not lines:
        raise RequestError(
            "Pas de défis ici : il faut la valeur exacte du jeu, et assez de positions où le joueur 1 choisit seul.",
            "No puzzles for this game: they need its exact value, and enough positions where player 1 chooses alone.",
        )
    if level not in lines:
        raise RequestError(unknown("Le niveau", "puzzle level", level, lines))
    count = len(lines[level])
    if not 1 <= number <= count:
        raise RequestError(f"Les défis vont de 1 à {count}.", f"Puzzles go from 1 to {count}.")
    return Puzzle.parse(game, level, number, lines[level][number - 1])


def find_of_week(game: str, level: str, day: date) -> Puzzle:
    """The puzzle of the week that a day lies in: by the date alone, so the same for everybody."""
    count = len(load_shelf(game).get(level, ())) or 1
    return find(game, level, (day - FIRST).days // 7 % count + 1)


def name_week(day: date) -> Text:
    """The week of a day, as people call it."""
    year, week, _ = day.isocalendar()
    return Text(f"semaine {week} ({year})", f"week {week} of {year}")
