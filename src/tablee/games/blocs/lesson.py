"""The first game that teaches by doing: the usual duel."""

from __future__ import annotations

from tablee.games import blocs
from tablee.web.lessons.lesson import read

LESSON = read("blocs", blocs.variant())
