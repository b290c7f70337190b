"""Puzzles: positions of the real games with one best move, by a stated margin.

of_week    the puzzle of a game and a level in a week: the same everywhere, without a network
find       any of them, by its number
levels     the levels that there are puzzles of in a game, easiest first

mistakes   the costly choices of one's own games, to be made again

They lie beside the rules of each game (`puzzles.txt`), made by `tools/puzzles.py` from exact tables.
"""

from .catalogue import COUNT, find, find_of_week, list_levels, name_week
from .puzzle import AnyPuzzle, OwnPuzzle, Puzzle, find_mistakes

__all__ = [
    "COUNT",
    "AnyPuzzle",
    "OwnPuzzle",
    "Puzzle",
    "find",
    "find_mistakes",
    "find_of_week",
    "list_levels",
    "name_week",
]
