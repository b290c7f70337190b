"""The first game that teaches by doing: three zones."""

from __future__ import annotations

from tablee.games import cadeau
from tablee.web.lessons.lesson import load_lesson

LESSON = load_lesson("cadeau", cadeau.variant({"zones": 3}))
