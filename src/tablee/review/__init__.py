"""What a game was made of: luck and skill, event by event, from the values of the solvers.

review   the luck of every roll, the loss of every move, what each did to everybody's chances
account  luck and skill put end to end, from the start to the result
report   a review in words and figures, for pages, pictures, paper and terminals
tutor    what a move would give away, and hints in three steps
reasons  why a move is better than another, by what the rules let us count; each game has a module of measures
"""

from .reasons import Reason, find_reasons
from .review import Entry, Review, Tally, answer, review

__all__ = ["Entry", "Reason", "Review", "Tally", "answer", "find_reasons", "review"]
