"""A sheet of paper, on which everything else is drawn."""

from __future__ import annotations

from functools import lru_cache

from . import hand
from .svg import Markup, at, join, path

MARGIN = 5.0  # around a sheet, for its shadow


@lru_cache(maxsize=64)  # a board is drawn again after every event
def sheet(x: float, y: float, width: float, height: float, squares: float = 20) -> Markup:
    """A sheet of squared paper with a turned-up corner, its shadow under it."""
    corner = min(26.0, width / 8, height / 8)
    right, bottom = x + width, y + height
    edge = f"M{hand.points((x, y))} L{hand.points((right, y), (right, bottom - corner))}"
    outline = f"{edge} L{hand.points((right - corner, bottom), (x, bottom))} Z"
    lines = []
    for step in range(1, int(height / squares) + 1):
        if (down := y + step * squares) < bottom - 2:
            end = right if down < bottom - corner else right - corner + (bottom - down)
            lines.append(f"M{hand.points((x, down))} L{hand.points((end, down))}")
    for step in range(1, int(width / squares) + 1):
        if (across := x + step * squares) < right - 2:
            end = bottom if across < right - corner else bottom - corner + (right - across)
            lines.append(f"M{hand.points((across, y))} L{hand.points((across, end))}")
    curl = (
        f"M{hand.points((right, bottom - corner))} Q{hand.points((right - corner * 0.75, bottom - corner * 0.9))}"
        f" {hand.points((right - corner, bottom))} Z"
    )
    return join(
        (
            path(outline, "sheet-shadow", transform=at(2.5, 3.5)),
            path(outline, "sheet"),
            path(" ".join(lines), "sheet-lines"),
            path(curl, "sheet-curl"),
        )
    )
