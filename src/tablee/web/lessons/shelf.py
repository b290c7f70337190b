"""The lessons there are, one for each game."""

from . import blocs, cadeau, laaancez
from .lesson import Lesson

LESSONS: dict[str, Lesson] = {lesson.game: lesson for lesson in (cadeau.LESSON, blocs.LESSON, laaancez.LESSON)}
