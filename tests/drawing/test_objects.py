"""Every drawing that a sheet can name is drawn, and an object looks as its sheet says."""

import re
from importlib import resources
from xml.etree import ElementTree

from tablee.drawing import objects
from tablee.drawing.palette import THEMES, Palette, dress
from tablee.games.laaancez import item_art as combat
from tablee.games.laaancez import load_shipped
from tablee.games.laaancez import sheet_art as forms
from tablee.games.laaancez.sheet import DRAWINGS, Sheet, parse_sheet, plain


def drawn_as(**drawings: str) -> Sheet:
    """The shipped sheet with other drawings."""
    data = plain(load_shipped("noel"))
    things = data["objects"]
    assert isinstance(things, dict)
    return parse_sheet(
        {**data, "objects": {name: {**one, "drawing": drawings.get(name, "")} for name, one in things.items()}}
    )


def test_there_are_many_sound_drawings_to_choose_from_and_all_differ() -> None:
    assert len(DRAWINGS) == len(set(DRAWINGS)) >= 24
    assert set(DRAWINGS) <= set(objects.ARTS)
    assert len({objects.portrait(name, "x") for name in DRAWINGS}) == len(DRAWINGS)
    for name in DRAWINGS:
        for theme in THEMES:
            ElementTree.fromstring(objects.portrait(name, name, theme=theme))


def test_a_file_looks_alone_as_it_does_on_a_light_board() -> None:
    for file in (resources.files("tablee.drawing") / "arts").iterdir():
        if not file.name.startswith("animal-"):
            source = file.read_text(encoding="utf-8")
            ElementTree.fromstring(source)
            colours = set(re.findall(r"var\(--tablee-([a-z-]+)", source))
            assert colours, file.name
            assert set(re.findall("var[^)]*[)]", source)) == {Palette("light")[colour] for colour in colours}, file.name
            assert "var(" not in dress(objects.art(file.name.removesuffix(".svg")), "print"), file.name


def test_an_object_looks_as_its_sheet_says() -> None:
    sheet = drawn_as(renne="luge")
    assert combat.art(sheet, "renne") == "luge"
    assert combat.art(sheet, "boule") == "boule"
    card = forms.card(sheet, prefix="p-")
    assert 'id="p-art-luge"' in card
    assert "art-renne" not in card
    ElementTree.fromstring(card)
