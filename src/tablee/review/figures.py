"""Figures of a review as people read them.

With several players a figure is a chance of winning, and a difference counts points: chances in 100. Alone it is the
sum left, of which less is better.
"""

from __future__ import annotations

from tablee.core.words import Text, count_noun, decimal, percent


def format_worth(value: float, alone: bool) -> Text:
    """What a position is worth: `48,5 %`, or alone, the sum left, `13,3`."""
    return decimal(value) if alone else percent(value)


def format_points(value: float, alone: bool) -> Text:
    """What was added to it, with its sign: `+3,1 points`, `−0,9 point`, or alone `+3,1`."""
    return decimal(value, "+.1f") if alone else count_noun(100 * value, "point", "point", "+.1f")


def format_gain(value: float, alone: bool) -> Text:
    """The same of something good, such as luck: it adds to the chances, and takes away from the sum left."""
    return format_points(-value if alone else value, alone)
