"""A first game of each kind that teaches by doing.

    ROUTES                             the pages /learn/<game> and /learn/<game>/<step>

Nothing is kept of a learner: a step is a fixed position, and the answer to it stands in the address. The lessons are
read when somebody first asks for one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .lesson import Lesson, Step, judge
    from .shelf import LESSONS
    from .visit import ROUTES

TAUGHT = ("cadeau", "blocs", "laaancez")  # the games whose lesson is a file here
LATER = {"LESSONS": "shelf", "Lesson": "lesson", "ROUTES": "visit", "Step": "lesson", "judge": "lesson"}


def __getattr__(name: str) -> object:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{LATER[name]}"), name)


__all__ = ["LESSONS", "ROUTES", "TAUGHT", "Lesson", "Step", "judge"]
