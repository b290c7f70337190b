"""Sheets of paper and what lies on them: a sheet, a strip of tape, a pencil."""

from __future__ import annotations

from . import hand
from .palette import Palette
from .svg import Markup, at, group, join, path, rect

MARGIN = 5.0  # around a sheet, for its shadow


def sheet(
    x: float, y: float, width: float, height: float, palette: Palette, *seed: object, squares: float = 20
) -> Markup:
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
            path(outline, fill=palette["shadow"], opacity=0.22, transform=at(2.5, 3.5)),
            path(outline, fill=palette["paper"], stroke=palette["paper-edge"], stroke_width=1),
            path(" ".join(lines), fill="none", stroke=palette["paper-line"], stroke_width=0.8),
            palette.shape(curl, "label", "paper-edge", 1),
        )
    )


def tape(x: float, y: float, width: float, height: float, palette: Palette, *, turn: float = 0) -> Markup:
    """A strip of see-through tape around the point x, y."""
    return rect(
        -width / 2,
        -height / 2,
        width,
        height,
        1.5,
        fill=palette["ribbon"],
        opacity=0.55,
        transform=at(x, y, turn=turn),
    )


def pencil(x: float, y: float, length: float, colour: str, palette: Palette, *, turn: float = 0) -> Markup:
    """A felt pen or pencil that lies on the table, its tip at x, y, pointing left before it is turned."""
    return group(
        path(f"M14 -6 L{length} -6 L{length} 6 L14 6 Z", fill=palette["shadow"], opacity=0.2, transform=at(3, 5)),
        path("M0 0 L14 -6 L14 6 Z", fill=palette["block"], stroke=palette["art-ink"], stroke_width=1.6),
        path("M0 0 L5 -2.1 L5 2.1 Z", fill=palette[colour], stroke=palette["art-ink"], stroke_width=1.2),
        rect(14, -6, length - 28, 12, fill=palette[colour], stroke=palette["art-ink"], stroke_width=1.6),
        rect(14, -2.2, length - 28, 3.4, fill=palette["snow"], opacity=0.35),
        rect(length - 14, -6, 14, 12, 3, fill=palette["cheek"], stroke=palette["art-ink"], stroke_width=1.6),
        rect(length - 18, -6.5, 6, 13, fill=palette["steel"], stroke=palette["art-ink"], stroke_width=1.4),
        transform=at(x, y, turn=turn),
        stroke_linejoin="round",
        aria_hidden="true",
    )
