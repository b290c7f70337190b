"""A first game of each kind that teaches by doing, and “what can I do now?” for any position.

    routes()                           the pages /learn/<game> and /learn/<game>/<step>
    now(game, state, player, lang)     two to four sentences for somebody who looks at a position

Nothing is kept of a learner: a step is a fixed position, and the answer to it stands in the address.
"""

from .lesson import Lesson, Step, judge
from .now import now
from .shelf import LESSONS
from .visit import routes

__all__ = ["LESSONS", "Lesson", "Step", "judge", "now", "routes"]
