"""Plots: bars or intervals, one row a thing, and curves. As SVG, as lines of a terminal, or on a page of their own.
Drawn by ourselves: three kinds of plot do not earn a library of tens of megabytes, which would not run where pages are
drawn in a browser, wear their themes, or say in words, in both languages, what a picture shows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablee.core.words import Text

from .curve import LINES
from .palette import COLOURS, Theme
from .svg import Markup, circle, element, join, number, path, picture, rect, write

WIDTH, ROW, LETTER, HEIGHT = 640.0, 30.0, 8.2, 260.0
NARROW = 400.0  # as wide as a telephone shows without making letters too small
ABOVE = 20.0  # more of a row whose words stand above its bar
USED = ("paper", "paper-line", "ink", "pencil", "accent", "lutin", "green-shade", "violet")
FIGURES = Text("En chiffres", "In figures")
LEAST = 8  # columns of a bar in a terminal
CSS = """body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Manrope,'Segoe UI',sans-serif;
background:var(--tablee-paper);color:var(--tablee-ink)}svg{width:100%;height:auto}figure{margin:2rem 0}
figcaption{font-weight:600}table{border-collapse:collapse}
th,td{text-align:left;padding:.1rem 1rem .1rem 0;font-weight:400}pre{white-space:pre-wrap}"""


class Row(NamedTuple):
    """One thing: its figure, the interval if it has one, and the figure as it is written."""

    name: str
    value: float
    label: str
    low: float | None = None
    high: float | None = None


class Rows(NamedTuple):
    """`zero`: bars that begin at 0; else points on a scale of their own. `mark`: a figure to compare with."""

    title: str
    rows: Sequence[Row]
    zero: bool = True
    mark: float | None = None

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(row.name, row.label) for row in self.rows]

    @property
    def scale(self) -> tuple[float, float]:
        """The least and the greatest figure that is drawn."""
        figures = [figure for row in self.rows for figure in (row.value, row.low, row.high) if figure is not None]
        figures += [0.0] * self.zero + ([] if self.mark is None else [self.mark])
        low, high = min(figures), max(figures)
        return (low, high) if high > low else (low, low + 1.0)


class Curves(NamedTuple):
    """Lines of points (across, up) by name; what points of both axes are called, and the unit of `up`."""

    title: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    across: Mapping[float, str]
    up: Mapping[float, str]
    unit: str = ""

    @property
    def words(self) -> list[tuple[str, str]]:
        """Where each line is at the points that have a name."""
        return [
            (name, ", ".join(f"{label} → {up:.0f}{self.unit}" for x, up in points if (label := self.across.get(x))))
            for name, points in self.lines.items()
        ]


Plot = Rows | Curves


# --- in a terminal ----------------------------------------------------------------------------------------------------


def lines(plot: Rows, width: int = 79) -> list[str]:
    """A title, and a bar for each row or, without a zero, a point in its interval."""
    names = max(len(row.name) for row in plot.rows)
    room = max(LEAST, width - names - max(len(row.label) for row in plot.rows) - 6)
    low, high = plot.scale

    def place(figure: float) -> int:
        return round((figure - low) / (high - low) * (room - 1))

    text = [plot.title]
    for row in plot.rows:
        if plot.zero:
            bar = "█" * max(round(row.value / high * room), row.value > 0)
        else:
            signs = ["·"] * room
            if row.low is not None and row.high is not None:
                begin, end = place(row.low), place(row.high)
                signs[begin : end + 1] = ["├", *"─" * (end - begin - 1), "┤"][: end - begin + 1]
            signs[place(row.value)] = "●"
            bar = "".join(signs)
        text.append(f"  {row.name:<{names}}  {bar:<{room}}  {row.label}".rstrip())
    return text


# --- as pictures ------------------------------------------------------------------------------------------------------


def svg(plot: Plot, *, lang: str, theme: Theme = "light", prefix: str = "", width: float = WIDTH) -> str:
    """The plot as a picture, which says in words what it shows."""
    parts, height = _rows(plot, width) if isinstance(plot, Rows) else _curves(plot, width)
    description = "; ".join(f"{name} {figure}" for name, figure in plot.words)
    return picture((width, height), parts, plot.title, description, lang, prefix, "plot", theme)


def _rows(plot: Rows, width: float) -> tuple[list[Markup], float]:
    """Names, bars and figures beside one another, or, where that leaves no room for bars, words above each bar."""
    begin = 12 + LETTER * max(len(row.name) for row in plot.rows)
    end = width - 20 - LETTER * max(len(row.label) for row in plot.rows)
    above = ABOVE if end - begin < width / 4 else 0.0
    if above:
        begin, end = 6.0, width - 6.0
    low, high = plot.scale
    step = ROW + above

    def place(figure: float) -> float:
        return begin + (figure - low) / (high - low) * (end - begin)

    parts = [
        rect(begin, top + above, end - begin, ROW if above else step * len(plot.rows), None, "ground")
        for top in ([step * index for index in range(len(plot.rows))] if above else [0.0])
    ]
    if plot.mark is not None:
        down = f"M{number(place(plot.mark))} {number(above)}V{number(step * len(plot.rows))}"
        parts.append(path(down, "compare"))
    for index, row in enumerate(plot.rows):
        middle = step * index + above + ROW / 2
        line = middle + 5 - (ROW / 2 + 10 if above else 0)
        parts.append(write(0, line, row.name, 14, "ink plain", "start"))
        across = width if above else end + 10
        parts.append(write(across, line, row.label, 14, "ink plain", "end" if above else "start"))
        if plot.zero:
            wide = max(place(row.value) - place(0), 1.0)
            parts.append(rect(place(0), middle - 9, wide, 18, 3, "accent"))
        if row.low is not None and row.high is not None:
            ends = "".join(f"M{number(place(bound))} {number(middle - 5)}v10" for bound in (row.low, row.high))
            between = f"M{number(place(row.low))} {number(middle)}H{number(place(row.high))}"
            parts.append(path(between + ends, "interval"))
        if not plot.zero:
            parts.append(circle(place(row.value), middle, 5, "accent"))
    return parts, step * len(plot.rows)


def _curves(plot: Curves, width: float) -> tuple[list[Markup], float]:
    points = [point for line in plot.lines.values() for point in line]
    across = [x_value for x_value, _ in points] + list(plot.across)
    up = [high for _, high in points] + list(plot.up)
    begin, end, top, bottom = 60.0, width - 12.0, 12.0, HEIGHT - 30.0

    def scale(figure: float, figures: list[float], low: float, high: float) -> float:
        return low + (figure - min(figures)) / (max(figures) - min(figures) or 1.0) * (high - low)

    def x(x_value: float) -> float:
        return scale(x_value, across, begin, end)

    def y(high: float) -> float:
        return scale(high, up, bottom, top)

    parts = [rect(begin, top, end - begin, bottom - top, None, "ground")]
    for x_value, label in plot.across.items():
        parts.append(write(x(x_value), HEIGHT - 8, label, 13, "ink plain"))
    for high, label in plot.up.items():
        parts.append(path(f"M{number(begin)} {number(y(high))}H{number(end)}", "level"))
        parts.append(write(begin - 8, y(high) + 4, label, 13, "ink plain", "end"))
    for which, (name, line) in enumerate(plot.lines.items()):
        nth = LINES[which % len(LINES)]
        trace = "L".join(f"{number(x(x_value))} {number(y(high))}" for x_value, high in line)
        parts.append(path(f"M{trace}", f"plot-{nth}"))
        parts.append(write(begin + 10, top + 20 + 18 * which, name, 14, f"name-{nth} plain", "start"))
    return parts, HEIGHT


# --- on a page --------------------------------------------------------------------------------------------------------


def figures(plots: Sequence[Plot], *, lang: str, width: float = WIDTH, prefix: str = "") -> list[Markup]:
    """Every plot with its title, and folded below it the same in figures."""
    pictures = []
    for index, plot in enumerate(plots):
        picture = Markup(svg(plot, lang=lang, prefix=f"{prefix}plot{index}-", width=width))
        rows = (element("tr", element("th", name, scope="row"), element("td", figure)) for name, figure in plot.words)
        folded = element("details", element("summary", FIGURES.in_lang(lang)), element("table", join(rows)))
        pictures.append(element("figure", element("figcaption", plot.title), picture, folded))
    return pictures


def page(title: str, text: str, plots: Sequence[Plot], *, lang: str) -> str:
    """A whole page that needs nothing else: the report in words, every plot, and its figures as a table."""

    def colours(theme: int) -> str:
        return ":root{" + "".join(f"--tablee-{name}:{COLOURS[name][theme]};" for name in USED) + "}"

    style = f"{colours(0)}@media (prefers-color-scheme:dark){{{colours(1)}}}{CSS}"
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width">'),
        element("title", title),
        element("style", Markup(style)),
    )
    body = element("body", element("h1", title), *figures(plots, lang=lang), element("pre", text))
    return f"<!doctype html>\n{element('html', head, body, lang=lang)}\n"
