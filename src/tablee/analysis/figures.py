"""Figures of a review as people read them."""

from __future__ import annotations

from tablee.core.words import Text


def worth(value: float, alone: bool) -> Text:
    """What a position is worth: `48,5 %`, or alone, the sum left, `13,3`."""
    figure = f"{value if alone else 100 * value:.1f}"
    return Text(figure.replace(".", ",") + ("" if alone else " %"), figure + ("" if alone else "%"))


def points(value: float, alone: bool) -> Text:
    """A difference, with its sign: `+3,1 points`."""
    figure = f"{value if alone else 100 * value:+.1f}"
    figure = "0.0" if figure[1:] == "0.0" else figure.replace("-", "−")
    return Text(f"{figure.replace('.', ',')} points", f"{figure} points")
