"""Plots: what they show as a picture, as bars, in words, and on a page of their own."""

import re
from xml.etree import ElementTree

import pytest

from tablee.drawing import plots
from tablee.drawing.palette import THEMES, Theme
from tablee.drawing.plots import Curves, Plot, Row, Rows

RATINGS = Rows(
    "Ratings", [Row("Owl", 1600, "1600 [1560 – 1640]", 1560, 1640), Row("<Hen>", 1400, "1400", 1360, 1440)], zero=False
)
SHARES = Rows("Wins", [Row("first", 60, "60 %", 55, 65), Row("second", 30, "30 %"), Row("nobody", 0, "0 %")], mark=50)
CURVE = Curves("Over", {"games": [(3, 0), (5, 50), (9, 100)]}, {3: "3", 9: "9"}, {0: "0 %", 100: "100 %"}, " %")
NAMESPACE = "{http://www.w3.org/2000/svg}"


def test_bars_are_as_long_as_their_figures() -> None:
    title, *bars = plots.lines(SHARES, 79)
    assert title == "Wins"
    lengths = [bar.count("█") for bar in bars]
    assert lengths[2] == 0
    assert abs(lengths[0] - 2 * lengths[1]) <= 1
    assert max(map(len, bars)) <= 79
    assert [bar.split()[0] for bar in bars] == ["first", "second", "nobody"]


def test_points_lie_in_their_intervals() -> None:
    _, owl, hen = plots.lines(RATINGS, 60)
    for line in (owl, hen):
        assert line.index("├") < line.index("●") < line.index("┤")
    assert owl.index("●") > hen.index("┤")
    assert plots.lines(Rows("One", [Row("a", 5, "5", 5, 5)], zero=False))[1].count("●") == 1


@pytest.mark.parametrize("plot", [RATINGS, SHARES, CURVE], ids=lambda plot: plot.title)
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_says_what_it_shows(plot: Plot, theme: Theme) -> None:
    root = ElementTree.fromstring(plots.svg(plot, lang="en", theme=theme))
    assert root.findtext(f"{NAMESPACE}title") == plot.title
    sentence = root.findtext(f"{NAMESPACE}desc") or ""
    for name, wording in plot.words:
        assert name in sentence
        assert wording in sentence
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    for mark in root.iter(f"{NAMESPACE}rect"):
        assert 0 <= float(mark.attrib["x"]) <= float(mark.attrib["x"]) + float(mark.attrib["width"]) <= width
        assert 0 <= float(mark.attrib["y"]) <= float(mark.attrib["y"]) + float(mark.attrib["height"]) <= height


def test_bars_of_a_picture_are_as_long_as_their_figures() -> None:
    root = ElementTree.fromstring(plots.svg(SHARES, lang="en"))
    first, second, nobody = (float(bar.attrib["width"]) for bar in list(root.iter(f"{NAMESPACE}rect"))[1:])
    assert first == pytest.approx(2 * second, abs=0.1)
    assert nobody <= 1


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_page_needs_nothing_else(lang: str) -> None:
    page = plots.page("Bots & co", "as <told>", [RATINGS, SHARES, CURVE], lang=lang)
    assert page.count("<svg") == 3
    assert "as &lt;told&gt;" in page
    assert "<Hen>" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script|<link", page)
    assert len(re.findall(r'id="([^"]+)"', page)) == len(set(re.findall(r'id="([^"]+)"', page)))
    assert page.count(plots.FIGURES.in_lang(lang)) == 3
