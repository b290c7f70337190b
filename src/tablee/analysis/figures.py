"""Figures of a review as people read them.

With several players a figure is a chance of winning, and a difference counts points: chances in 100. Alone it is the
sum left, of which less is better.
"""

from __future__ import annotations

from tablee.core.words import Text, decimal, same


def worth(value: float, alone: bool) -> Text:
    """What a position is worth: `48,5 %`, or alone, the sum left, `13,3`."""
    figure = f"{value if alone else 100 * value:.1f}"
    return decimal(figure) + (same("") if alone else Text(" %", "%"))


def points(value: float, alone: bool) -> Text:
    """What was added to it, with its sign: `+3,1 points`, or alone `+3,1`."""
    figure = f"{value if alone else 100 * value:+.1f}"
    figure = "0.0" if figure[1:] == "0.0" else figure.replace("-", "−")
    return decimal(figure) + same("" if alone else " points")


def gain(value: float, alone: bool) -> Text:
    """The same of something good, such as luck: it adds to the chances, and takes away from the sum left."""
    return points(-value if alone else value, alone)


def amount(value: float, alone: bool) -> Text:
    """How much a choice is about, in full: `3 chances de gagner sur 100`; alone `0,5 de la somme qui reste`."""
    figure = f"{value if alone else 100 * value:.1f}".removesuffix(".0")
    if alone:
        return decimal(figure) + Text(" de la somme qui reste", " of the sum left")
    many = "" if abs(float(figure)) < 2 else "s"
    return decimal(figure) + Text(
        f" chance{many} de gagner sur 100", f" chance{'' if figure == '1' else 's'} in 100 of winning"
    )
