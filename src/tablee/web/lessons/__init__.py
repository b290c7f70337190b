"""A first game of each kind that teaches by doing.

    routes()                           the pages /learn/<game> and /learn/<game>/<step>

Nothing is kept of a learner: a step is a fixed position, and the answer to it stands in the address.
"""

from .lesson import Lesson, Step, judge
from .shelf import LESSONS
from .visit import routes

__all__ = ["LESSONS", "Lesson", "Step", "judge", "routes"]
