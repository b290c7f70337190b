"""The puzzles of the week on the pages.

    ROUTES                             the pages /puzzle, /puzzle/<game>/<level>/<number> and their paper

Nothing is kept of whoever solves them: the answer stands in the address, as in a lesson.
"""

from .visit import ROUTES

__all__ = ["ROUTES"]
