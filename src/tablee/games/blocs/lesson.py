"""The first game that teaches by doing: the usual duel."""

from __future__ import annotations

from tablee.games import blocs
from tablee.web.lessons.lesson import load_lesson

LESSON = load_lesson("blocs", blocs.variant())
