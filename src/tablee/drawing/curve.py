"""A curve over the moments of a game, and bars that continue each other. Without words: the page around has them. Both
stretch to whatever room they get, so strokes keep their width and dots are strokes of no length."""

from collections.abc import Sequence
from typing import NamedTuple

from .palette import Palette, Theme, dress
from .svg import Markup, element, number, path, rect

WIDTH, HEIGHT = 600.0, 100.0
LINES = ("first", "second", "third", "fourth")


class Mark(NamedTuple):
    """A dot on the curve; one with an `href` leads there. `at`: which moment; `high`: 0 to 1; `big`: one of those that
    counted."""

    at: int
    high: float
    href: str
    label: str
    big: bool


def curve(
    lines: Sequence[Sequence[float]],
    marks: Sequence[Mark],
    *,
    label: str,
    theme: Theme = "light",
    height: float = HEIGHT,
    **where: float,
) -> str:
    """Lines of heights from 0 to 1, all of one length; under a single one the ground is tinted. In another picture:
    `where` it stands (x, y, width), `height` as high as it is drawn."""
    step = WIDTH / max(1, len(lines[0]) - 1)

    def place(index: int, high: float) -> str:
        return f"{number(index * step)} {number((1 - high) * height)}"

    def line(heights: Sequence[float]) -> str:
        return "L".join(place(index, high) for index, high in enumerate(heights))

    parts: list[Markup] = [rect(0, 0, WIDTH, height, None, "ground")]
    if len(lines) == 1:
        parts.append(path(f"M0 {height:g}L{line(lines[0])}L{WIDTH:g} {height:g}Z", "tint"))
    parts.append(path(f"M0 {height / 2:g}H{WIDTH:g}", "half"))
    parts += [_pen(f"M{line(heights)}", nth) for nth, heights in enumerate(lines)]
    for mark in marks:
        dot = path(f"M{place(mark.at, mark.high)}h0", "moment-big" if mark.big else "moment")
        # The moments that counted are reached with the tab key; the others are in the table below the curve.
        parts.append(
            element(
                "a" if mark.href else "g",
                element("title", mark.label),
                dot,
                href=mark.href or None,
                aria_label=mark.label,
                tabindex="-1" if mark.href and not mark.big else None,
            )
        )
    return _stretch(theme, *parts, height=height, role="group", aria_label=label, class_="curve", **where)


def _pen(d: str, nth: int) -> Markup:
    """A line as the nth of a curve is drawn: no two alike, by colour or without."""
    return path(d, f"curve-{LINES[nth % len(LINES)]}")


def sample(nth: int, *, theme: Theme = "light", **where: float) -> str:
    """A piece of the nth line, to stand before a name."""
    svg = element("svg", _pen("M0 5H50", nth), viewBox="0 0 50 10", aria_hidden="true", class_="sample", **where)
    return dress(svg, theme)


def bar(begin: float, end: float, *, ink: str, theme: Theme = "light") -> str:
    """A bar from here to there, both 0 to 1 of the whole width."""
    return _stretch(
        theme,
        rect(0, 0, WIDTH, HEIGHT, None, "ground"),
        rect(min(begin, end) * WIDTH, 0, max(abs(end - begin) * WIDTH, 2), HEIGHT, fill=Palette(theme)[ink]),
        path(f"M{number(end * WIDTH)} 0V{HEIGHT:g}", "end"),
        aria_hidden="true",
        class_="stretch",
    )


def _stretch(theme: Theme, *parts: Markup, height: float = HEIGHT, **attributes: object) -> str:
    view = f"0 0 {WIDTH:g} {height:g}"
    return dress(
        element("svg", *parts, viewBox=view, preserveAspectRatio="none", focusable="false", **attributes), theme
    )
