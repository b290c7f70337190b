"""The first game that teaches by doing: the objects of the real sheet, with fewer cells to fill."""

from __future__ import annotations

from dataclasses import replace

from tablee.games.laaancez import Variant, load_shipped
from tablee.web.lessons.lesson import load_lesson

LESSON = load_lesson("laaancez", Variant(replace(load_shipped("noel"), name="lecon", rows=(4, 2, 1))))
