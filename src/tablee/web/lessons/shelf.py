"""The lessons there are, one for each game of the house; a guest may bring its own."""

from tablee.games import part

from . import blocs, cadeau, laaancez
from .lesson import Lesson

LESSONS: dict[str, Lesson] = {lesson.game: lesson for lesson in (cadeau.LESSON, blocs.LESSON, laaancez.LESSON)}


def lesson(name: str) -> Lesson | None:
    """The lesson of the game of that name, if there is one."""
    brought: Lesson | None = getattr(part(name, "web.lessons"), "LESSON", None)
    return LESSONS.get(name, brought)
