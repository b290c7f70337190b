"""Round robins of bots: the same dice for all, every seating as often, and how sure the results are.

contest     who plays what, and the bouts that make it up
match       one bout: a game from each seat, on the same dice
standing    what the bouts played so far say
report      a standing as text, JSON or CSV

Every game has its own seeds, drawn from the contest's seed and the number of the round. Results therefore do not
depend on how many processes play, in which order, or in which order bots are named.
"""

from .contest import Contest, contest
from .match import Result, play
from .standing import Standing, standing

__all__ = ["Contest", "Result", "Standing", "contest", "play", "standing"]
