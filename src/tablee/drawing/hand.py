"""The hand that draws: lines that are never quite straight, always in the same way. A board is drawn again after every
event, nearly all of it as before: strokes are remembered."""

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from zlib import crc32

from .svg import Markup, at, group, number, path

MARGIN = 5.0  # around a sheet, for its shadow


@lru_cache(maxsize=16384)
def jitter(*seed: object) -> float:
    """A number from −1 to 1 that belongs to the seed: irregular to the eye, the same on every run."""
    # crc32 of similar seeds differs in few bits; a multiplication spreads them.
    return ((crc32(repr(seed).encode()) * 2654435761) % 2**32) / 2**31 - 1


def points(*pairs: tuple[float, float]) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in pairs)


def through(*pairs: tuple[float, float]) -> str:
    """A straight path from point to point."""
    return f"M{points(pairs[0])} L{points(*pairs[1:])}"


@lru_cache(maxsize=4096)
def line(x1: float, y1: float, x2: float, y2: float, *seed: object, sway: float = 1.2) -> str:
    """A stroke drawn along a ruler that slipped a little."""
    middle = (x1 + x2) / 2 + sway * jitter(*seed, "mx"), (y1 + y2) / 2 + sway * jitter(*seed, "my")
    start = (x1 + sway * jitter(*seed, "sx") / 2, y1 + sway * jitter(*seed, "sy") / 2)
    end = (x2 + sway * jitter(*seed, "ex") / 2, y2 + sway * jitter(*seed, "ey") / 2)
    return f"M{points(start)} Q{points(middle, end)}"


def polygon(corners: list[tuple[float, float]], *seed: object, sway: float = 1.0) -> str:
    """A closed outline with slightly bowed sides."""
    moved = [
        (x + sway * jitter(*seed, i, "x") / 2, y + sway * jitter(*seed, i, "y") / 2) for i, (x, y) in enumerate(corners)
    ]
    parts = [f"M{points(moved[0])}"]
    for i, (x1, y1) in enumerate(moved):
        x2, y2 = moved[(i + 1) % len(moved)]
        bow = (x1 + x2) / 2 + sway * jitter(*seed, i, "bx"), (y1 + y2) / 2 + sway * jitter(*seed, i, "by")
        parts.append(f"Q{points(bow, (x2, y2))}")
    return " ".join(parts) + " Z"


def box(x: float, y: float, width: float, height: float, *seed: object, sway: float = 1.0) -> str:
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], *seed, sway=sway)


@lru_cache(maxsize=4096)
def rounded_box(
    x: float, y: float, width: float, height: float, radius: float, *seed: object, sway: float = 1.0
) -> str:
    """A box with round corners, drawn in one go."""
    r, right, bottom = radius, x + width, y + height
    sides = [
        ((x + r, y), (right - r, y), (right, y)),
        ((right, y + r), (right, bottom - r), (right, bottom)),
        ((right - r, bottom), (x + r, bottom), (x, bottom)),
        ((x, bottom - r), (x, y + r), (x, y)),
    ]
    parts = []
    for i, (start, end, corner) in enumerate(sides):
        (x1, y1), (x2, y2) = start, end
        bow = (x1 + x2) / 2 + sway * jitter(*seed, i, "x"), (y1 + y2) / 2 + sway * jitter(*seed, i, "y")
        after = sides[(i + 1) % 4][0]
        parts.append(f"{'L' if i else 'M'}{points(start)} Q{points(bow, end)} Q{points(corner, after)}")
    return " ".join(parts) + " Z"


@lru_cache(maxsize=4096)
def chamfered_box(x: float, y: float, width: float, height: float, cut: float, *seed: object, sway: float = 1.0) -> str:
    """A box with its corners cut off, like a dressed stone."""
    right, bottom = x + width, y + height
    corners = [
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (x + cut, bottom),
        (x, bottom - cut),
        (x, y + cut),
    ]
    return polygon(corners, *seed, sway=sway)


@lru_cache(maxsize=64)
def ring(x: float, y: float, rx: float, ry: float, *seed: object, sway: float = 1.5) -> str:
    """A loop drawn round something with a felt pen, its ends not quite meeting."""
    spots = []
    for i in range(12):
        angle = -pi * 0.6 + i * 2 * pi / 9.6
        wide = 1 + 0.008 * i + sway * jitter(*seed, i) / 60
        spots.append((x + rx * wide * cos(angle), y + ry * wide * sin(angle)))
    parts = [f"M{points(spots[0])}"]
    # Through the middles of the sides, with the spots as handles: smooth without any computing of tangents.
    for here, after in pairwise(spots[1:]):
        parts.append(f"Q{points(here, ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2))}")
    return " ".join(parts)


@lru_cache(maxsize=64)  # a board is drawn again after every event
def sheet(x: float, y: float, width: float, height: float, squares: float = 20) -> Markup:
    """A sheet of squared paper with a turned-up corner, its shadow under it."""
    corner = min(26.0, width / 8, height / 8)
    right, bottom = x + width, y + height
    edge = f"M{points((x, y))} L{points((right, y), (right, bottom - corner))}"
    outline = f"{edge} L{points((right - corner, bottom), (x, bottom))} Z"
    lines = []
    for step in range(1, int(height / squares) + 1):
        if (down := y + step * squares) < bottom - 2:
            end = right if down < bottom - corner else right - corner + (bottom - down)
            lines.append(f"M{points((x, down))} L{points((end, down))}")
    for step in range(1, int(width / squares) + 1):
        if (across := x + step * squares) < right - 2:
            end = bottom if across < right - corner else bottom - corner + (right - across)
            lines.append(f"M{points((across, y))} L{points((across, end))}")
    curl = (
        f"M{points((right, bottom - corner))} Q{points((right - corner * 0.75, bottom - corner * 0.9))}"
        f" {points((right - corner, bottom))} Z"
    )
    return group(
        path(outline, "sheet-shadow", transform=at(2.5, 3.5)),
        path(outline, "sheet"),
        path(" ".join(lines), "sheet-lines"),
        path(curl, "sheet-curl"),
    )
