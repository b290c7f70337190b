"""A laaancez sheet as data: what is read, and what is refused by line and key (L13)."""

import copy
import json
from importlib import resources
from typing import Any

import pytest

from tablee.core.errors import IllegalEvent, SheetError
from tablee.games import laaancez
from tablee.games.laaancez.sheet import load_shipped, parse_sheet, parse_toml, parse_value, plain

TEXT = (resources.files("tablee.games.laaancez") / "noel.toml").read_text(encoding="utf-8")
DATA = plain(load_shipped("noel"))


@pytest.mark.rule("L13")
def test_a_sheet_can_be_supplied_as_data() -> None:
    data = copy.deepcopy(DATA) | {"name": "mine", "rows": [2, 1]}
    for value in (data, json.dumps(data), parse_sheet(data)):
        sheet = laaancez.variant({"sheet": value}).sheet
        assert sheet.name == "mine"
        assert sheet.rows == (2, 1)
        assert sheet.cells == ("a1", "a2", "b1")
        assert sheet.spans == ((0, 2), (2, 3))
    assert laaancez.settings(laaancez.variant({"sheet": data})) == {"sheet": data}
    assert laaancez.settings(laaancez.variant()) == {"sheet": "noel"}
    assert parse_toml(TEXT) == load_shipped("noel") == parse_sheet(DATA)


def broken(path: str, value: Any) -> dict[str, Any]:
    """The data with one entry changed (None: taken out)."""
    data: dict[str, Any] = copy.deepcopy(DATA)
    *way, last = path.split(".")
    at = data
    for key in way:
        at = at[key]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "key", "why"),
    [
        ("name", None, "name", "not a name"),
        ("name", "Noël", "name", "not a name"),
        ("name", 3, "name", "not a name"),
        ("colour", "red", "colour", "unknown key; there are name, rows"),
        ("rows", [5, 2], "rows", "the last of one"),
        ("rows", [1], "rows", "2 to 9 rows"),
        ("rows", [1] * 10, "rows", "2 to 9 rows"),
        ("rows", [10, 1], "rows", "1 to 9 cells"),
        ("rows", [0, 1], "rows", "1 to 9 cells"),
        ("rows", [True, 1], "rows", "1 to 9 cells"),
        ("rows", "5", "rows", "rows"),
        ("candle", None, "candle", "missing"),
        ("candle.hits", 0, "candle.hits", "from 1 to 9"),
        ("candle.damage", 0, "candle.damage", "from 1 to 9"),
        ("candle.name", "boule", "candle.name", "same name as an object"),
        ("candle.name", "?", "candle.name", "not a name"),
        ("candle.limit", 2, "candle.limit", "unknown key"),
        ("objects", None, "objects", "missing"),
        ("objects", [], "objects", "missing"),
        ("objects.boule", 3, "objects.boule", "missing"),
        ("objects.boule.hits", None, "objects.boule.hits", "from 1 to 9, not “None”"),
        ("objects.boule.hits", 10, "objects.boule.hits", "from 1 to 9"),
        ("objects.boule.hits", True, "objects.boule.hits", "from 1 to 9"),
        ("objects.boule.damage", -1, "objects.boule.damage", "from 0 to 9"),
        ("objects.sapin.limit", -1, "objects.sapin.limit", "from 0 to 9"),
        ("objects.boule.limit", 1, "objects.boule.limit", "from 2 to 9"),
        ("objects.boule.shield", 1, "objects.boule.shield", "true or false"),
        ("objects.boule.fr", "", "objects.boule.fr", "1 to 40"),
        ("objects.boule.en", "a\nb", "objects.boule.en", "1 to 40"),
        ("objects.boule.colour", "red", "objects.boule.colour", "unknown key"),
        ("objects.Boule", {"hits": 1, "damage": 1}, "objects.Boule", "not a name"),
        ("faces", None, "faces", "missing"),
        ("faces.7", ["+", "+"], "faces.7", "unknown key"),
        ("faces.1", None, "faces.1", "two options"),
        ("faces.1", ["+"], "faces.1", "two options"),
        ("faces.1", ["+", "balle"], "faces.1", "neither an object"),
        ("faces", {face: ["+", "+"] for face in "123456"}, "faces", "no face offers"),
    ],
)
def test_a_bad_entry_is_refused_by_its_key(path: str, value: Any, key: str, why: str) -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet(broken(path, value))
    assert refused.value.key == key
    assert why in refused.value.text.en
    assert refused.value.line is None


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ('name = "noel"', 'name = "Noël !"', 3, "name"),
        ("[objects.sapin]\n", "[objects.sapin]\nweight = 3\n", 29, "objects.sapin.weight"),
        ("hits = 4", "hits = 40", 31, "objects.sapin.hits"),
        ('5 = ["etoile", "bonhomme"]', '5 = ["etoile", "balle"]', 84, "faces.5"),
        ("[candle]", "[chandelle]", 6, "chandelle"),
        ("hits = 4\n", "", 28, "objects.sapin.hits"),
    ],
)
def test_a_text_is_refused_by_line_and_key(old: str, new: str, line: int, key: str) -> None:
    with pytest.raises(SheetError) as refused:
        parse_toml(TEXT.replace(old, new, 1))
    assert (refused.value.line, refused.value.key) == (line, key)
    assert f"line {line}" in str(refused.value)
    assert f"ligne {line}" in refused.value.text.fr


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (TEXT.replace("[objects.sapin]", '[objects."sapin"]').replace("hits = 4", "hits = 40"), 31),
        ('name = "noel"\n\n\nrows = [1,, 2]\n', 4),
        ('name = "noel', 1),
        ('name = "noel"\nrows = [', 2),
    ],
    ids=["a quoted table", "no toml", "open at once", "open at the end"],
)
def test_a_text_that_cannot_be_read_says_the_line(text: str, line: int) -> None:
    with pytest.raises(SheetError) as refused:
        parse_toml(text)
    assert refused.value.line == line


@pytest.mark.parametrize("value", ["halloween", 3, None, [], '{"a": }', "{" * 100_000])
def test_a_value_that_is_no_sheet(value: object) -> None:
    with pytest.raises(SheetError):
        parse_value(value)


def test_what_stands_at_the_limits_is_allowed() -> None:
    """Nine rows, nine columns, nine points; and without rows, the sheet of the rules (L2)."""
    for path, value in (
        ("rows", [9] * 8 + [1]),
        ("rows", [1, 1]),
        ("objects.boule.hits", 9),
        ("objects.boule.limit", 9),
    ):
        parse_sheet(broken(path, value))
    assert parse_sheet(broken("rows", None)).rows == (5, 5, 3, 3, 1)
    assert parse_sheet(broken("objects.boule.fr", "a" * 40)).things["boule"].title.fr == "a" * 40
    assert parse_sheet(broken("objects.boule.fr", "a")).things["boule"].title.fr == "a"
    assert parse_sheet(broken("candle.name", None)).candle.name == "bougie"
    with pytest.raises(SheetError):
        parse_sheet(broken("objects.boule.fr", "a" * 41))
    with pytest.raises(SheetError) as refused:
        parse_sheet(broken("candle.fr", ""))
    assert refused.value.key == "candle.fr"


# --- ticks that are tied to objects ---------------------------------------------------------------------------

TIED = DATA | {
    "name": "lies",
    "faces": {
        "1": ["boule", "bouclier"],
        "2": ["sapin", "+bonnet"],
        "3": ["bonnet", "sucre"],
        "4": ["+sucre,bonnet", "cadeau"],
        "5": ["+bonnet", "+sucre"],
        "6": ["+", "+renne"],
    },
}


def tied(*events: str) -> laaancez.State:
    state = laaancez.start(laaancez.variant({"sheet": TIED}))
    for token in events:
        state = laaancez.play(state, laaancez.parse(token))
    return state


RECRUITED = ("d3", "1.bonnet@a1", "2.sucre@a1", "d3", "1.sucre@b2", "2.bonnet@c1", "d4", "1.cadeau@d1", "2.cadeau@d1")


@pytest.mark.rule("L13")
@pytest.mark.parametrize(
    ("face", "ticked"), [(2, {"a1"}), (4, {"a1", "b2"}), (5, {"a1", "b2"}), (6, {"a1", "b2", "d1"}), (1, set())]
)
def test_a_tick_can_be_tied_to_objects(face: int, ticked: set[str]) -> None:
    state = tied(*RECRUITED, f"d{face}")
    moves = laaancez.moves(state, 1)
    assert {move.cell for move in moves if isinstance(move, laaancez.Tick)} == ticked
    assert len(set(moves)) == len(moves)
    for cell in ("a1", "b2", "d1"):
        if cell not in ticked:
            with pytest.raises(IllegalEvent):
                laaancez.play(state, laaancez.Tick(1, cell))


@pytest.mark.rule("L5", "L13")
def test_who_has_none_of_the_objects_passes() -> None:
    assert laaancez.moves(tied("d5"), 1) == (laaancez.Pass(1),)


def test_a_tied_tick_says_what_it_ticks() -> None:
    sheet = laaancez.variant({"sheet": TIED}).sheet
    assert sheet.describe_tie(2).fr == " (bonnet du Père Noël)"
    assert sheet.describe_tie(6).fr == ""
    with pytest.raises(IllegalEvent, match="A 2 lets you tick only some"):
        laaancez.play(tied(*RECRUITED, "d2"), laaancez.Tick(1, "b2"))
    assert parse_sheet(plain(sheet)) == sheet


@pytest.mark.parametrize("option", ["+dragon", "+bonnet,", "+bougie", "++", "+,bonnet", 3, None])
def test_ticks_tied_to_what_is_no_object(option: object) -> None:
    faces = TIED["faces"]
    assert isinstance(faces, dict)
    with pytest.raises(SheetError, match=r"faces\.2"):
        parse_sheet(TIED | {"faces": faces | {"2": ["sapin", option]}})


@pytest.mark.parametrize("name", ["dragon", "mine.svg", "../x", "Luge"])
def test_a_sheet_names_a_drawing_that_there_is(name: str) -> None:
    drawn = parse_sheet(broken("objects.sapin.drawing", "luge"))
    assert drawn.things["sapin"].drawing == "luge"
    assert parse_sheet(plain(drawn)) == drawn
    named = TEXT.replace("[objects.sapin]", f'[objects.sapin]\ndrawing = "{name}"')
    with pytest.raises(SheetError, match=r"there are boule, .*luge") as caught:
        parse_toml(named)
    assert caught.value.key == "objects.sapin.drawing"
    assert f"line {named[: named.index('drawing =')].count(chr(10)) + 1}" in caught.value.text.en


def test_a_sheet_that_brought_its_own_picture_still_opens() -> None:
    own = broken("objects.sapin.drawing", '<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="44"/></svg>')
    assert parse_sheet(own) == parse_sheet(broken("objects.sapin.drawing", ""))
