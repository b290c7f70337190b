"""What a game was made of: luck and skill, event by event, from the values of the solvers.

review   the luck of every throw, the loss of every move, what each did to everybody's chances
answer   a review as the line protocol writes it
story    a review in words, with bars
"""

from .answer import answer
from .review import Entry, Review, Tally, review

__all__ = ["Entry", "Review", "Tally", "answer", "review"]
