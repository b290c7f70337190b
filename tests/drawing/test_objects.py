"""Every drawing that a sheet can name is drawn, and an object looks as its sheet says."""

from __future__ import annotations

import re
from importlib import resources
from xml.etree import ElementTree

import pytest

from tablee.drawing import objects
from tablee.drawing.palette import THEMES, Palette, dress
from tablee.games.laaancez import item_art as combat
from tablee.games.laaancez import sheet_art as forms
from tablee.games.laaancez import shipped
from tablee.games.laaancez.sheet import DRAWINGS, Sheet, plain, read

OWN = '<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="44"/></svg>'


def drawn_as(**drawings: str) -> Sheet:
    """The shipped sheet with other drawings."""
    data = plain(shipped("noel"))
    things = data["objects"]
    assert isinstance(things, dict)
    return read({**data, "objects": {name: {**one, "drawing": drawings.get(name, "")} for name, one in things.items()}})


def test_there_are_many_to_choose_from_and_all_differ() -> None:
    assert len(DRAWINGS) == len(set(DRAWINGS)) >= 24
    assert set(DRAWINGS) <= set(objects.ARTS)
    assert len({objects.portrait(name, "x") for name in DRAWINGS}) == len(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_is_sound(name: str) -> None:
    for theme in THEMES:
        ElementTree.fromstring(objects.portrait(name, name, theme=theme))


ARTS = resources.files("tablee.drawing") / "arts"


@pytest.mark.parametrize("name", [file.name for file in ARTS.iterdir() if not file.name.startswith("animal-")])
def test_a_file_looks_alone_as_it_does_on_a_light_board(name: str) -> None:
    source = (ARTS / name).read_text(encoding="utf-8")
    ElementTree.fromstring(source)
    colours = set(re.findall(r"var\(--tablee-([a-z-]+)", source))
    assert colours
    assert set(re.findall("var[^)]*[)]", source)) == {Palette("light")[colour] for colour in colours}
    assert "var(" not in dress(objects.art(name.removesuffix(".svg")), "print")


def test_an_object_looks_as_its_sheet_says() -> None:
    sheet = drawn_as(renne="luge", sapin=OWN)
    assert combat.art(sheet, "renne") == "luge"
    assert combat.art(sheet, "boule") == "boule"
    card = forms.card(sheet, prefix="p-")
    assert 'id="p-art-luge"' in card
    assert "art-renne" not in card
    assert '<circle cx="50" cy="50" r="44"/>' in card
    ElementTree.fromstring(card)


def test_a_candle_goes_out_only_where_a_candle_is_drawn() -> None:
    sheet = shipped("noel")
    assert combat.art(sheet, "bougie", standing=False) == "bougie-eteinte"
    assert combat.art(sheet, "renne", standing=False) == "renne"
