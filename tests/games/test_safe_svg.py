"""Drawings of one's own: what is drawn stays, whatever could act or load is refused with a sentence."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core import safe_svg as vector
from tablee.core.errors import SheetError
from tablee.games.laaancez import parse_toml
from tablee.games.laaancez.sheet import parse_sheet, plain

DRAWN = """<?xml version="1.0" encoding="UTF-8"?>
<!-- made with love -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pen="urn:pen" width="40" height="20" viewBox="10 0 40 20">
  <title>ma luge</title><pen:layers/><defs/>
  <g id="all" style="fill:#c00; stroke : black;-pen-magic:1"><circle cx="20" cy="10" r="5" class="x"/>
  <path d="M0 0
    L5 5 Z"/></g>
</svg>"""
SHEET = (
    'name = "jardin"\nrows = [3, 1]\n[candle]\nhits = 1\ndamage = 1\ndrawing = "lanterne"\n'
    '[objects.pomme]\nhits = 1\ndamage = 2\ndrawing = "DRAWING"\n'
    '[faces]\n1 = ["pomme", "+"]\n2 = ["pomme", "+"]\n3 = ["pomme", "+"]\n'
    '4 = ["pomme", "+"]\n5 = ["pomme", "+"]\n6 = ["pomme", "+"]\n'
)


def test_shapes_are_kept_and_brought_into_the_square() -> None:
    made = vector.clean(DRAWN)
    assert made == (
        '<svg viewBox="0 0 100 100"><g transform="translate(-25.000 25.000) scale(2.50000)">'
        '<g fill="#c00" stroke="black"><circle cx="20" cy="10" r="5"/><path d="M0 0 L5 5 Z"/></g></g></svg>'
    )
    assert vector.clean(made) == made


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ("<script>alert(1)</script>", "“script”"),
        ('<image href="http://x/y.png"/>', "“image”"),
        ('<use href="#a"/>', "“use”"),
        ("<foreignObject/>", "“foreignObject”"),
        ("<style>*{fill:red}</style>", "“style”"),
        ("<text>hello</text>", "“text”"),
        ('<a href="http://x"><circle r="5"/></a>', "“a”"),
        ("<animate/>", "“animate”"),
        ('<circle r="5" onclick="alert(1)"/>', "(onclick)"),
        ('<circle r="5" fill="url(http://x/y)"/>', "(fill)"),
        ('<circle r="5" style="fill:URL(#x)"/>', "(fill)"),
        ('<g xmlns:x="http://www.w3.org/1999/xlink" x:href="http://x"/>', "(href)"),
        ('<circle r="5"/>' * 400, "300 shapes"),
        ("<g>" * 20 + '<circle r="5"/>' + "</g>" * 20, "300 shapes"),
        ("<title>nothing</title>", "no shape"),
        ("<circle", "not valid SVG"),
        (" " * 20_000, "16000 characters"),
    ],
)
def test_what_could_act_or_load_is_refused(inside: str, told: str) -> None:
    with pytest.raises(SheetError) as caught:
        vector.clean(f'<svg xmlns="{vector.SPACE[1:-1]}" viewBox="0 0 100 100">{inside}</svg>')
    assert told in caught.value.text.en
    assert caught.value.text.fr != caught.value.text.en


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<html/>", "not an SVG"),
        ('<svg><circle r="5"/></svg>', "viewBox"),
        ('<svg viewBox="0 0 0 0"><circle r="5"/></svg>', "viewBox"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"><path d="&a;"/></svg>', "entities"),
    ],
)
def test_what_is_no_drawing_is_refused(text: str, told: str) -> None:
    with pytest.raises(SheetError, match=told):
        vector.clean(text)


@given(
    st.text(max_size=40),
    st.sampled_from(("fill", "d", "transform", "onload", "style", "href", "x")),
    st.sampled_from(("path", "g", "script", "rect", "svg")),
)
def test_nothing_but_shapes_comes_out(value: str, name: str, tag: str) -> None:
    """Whatever stands in an attribute, the result is a tree of shapes with harmless values, or a sentence."""
    holder = ElementTree.Element("svg", {"viewBox": "0 0 10 10"})
    ElementTree.SubElement(holder, tag, {name: value})
    try:
        made = vector.clean(ElementTree.tostring(holder, encoding="unicode"))
    except SheetError:
        return
    for element in ElementTree.fromstring(made).iter():
        assert element.tag in ("svg", *vector.SHAPES)
        assert set(element.attrib) <= {"viewBox", *vector.LOOKS, *vector.PLACES}
        assert not any("url(" in written or "<" in written for written in element.attrib.values())


def test_a_sheet_names_drawings_and_files(tmp_path: Path) -> None:
    (tmp_path / "moi.svg").write_text(DRAWN, encoding="utf-8")

    def opened(name: str) -> str:
        return (tmp_path / name).read_text(encoding="utf-8")

    sheet = parse_toml(SHEET.replace("DRAWING", "moi.svg"), opened)
    assert sheet.things["pomme"].drawing == vector.clean(DRAWN)
    assert sheet.candle.drawing == "lanterne"
    assert parse_sheet(plain(sheet)) == sheet
    assert parse_toml(SHEET.replace("DRAWING", "luge")).things["pomme"].drawing == "luge"


@pytest.mark.parametrize("named", ["dragon", "moi.svg", "../x", "Luge"])
def test_an_unknown_drawing_is_refused_with_its_line(named: str) -> None:
    with pytest.raises(SheetError) as caught:
        parse_toml(SHEET.replace("DRAWING", named))
    assert caught.value.key == "objects.pomme.drawing"
    assert "luge" in caught.value.text.en
    assert "10" in str(caught.value)
