"""Puzzles: positions of the real games with one best move, by a stated margin.

find_of_week   the puzzle of a game and a level in a week: the same everywhere, without a network
find           any of them, by its number
list_levels    the levels that there are puzzles of in a game, easiest first

find_mistakes  the costly choices of one's own games, to be made again

They lie beside the rules of each game (`puzzles.txt`), made by `tools/puzzles.py` from exact tables.
"""

from .catalogue import COUNT as COUNT
from .catalogue import find as find
from .catalogue import find_of_week as find_of_week
from .catalogue import list_levels as list_levels
from .catalogue import name_week as name_week
from .puzzle import AnyPuzzle as AnyPuzzle
from .puzzle import OwnPuzzle as OwnPuzzle
from .puzzle import Puzzle as Puzzle
from .puzzle import find_mistakes as find_mistakes
