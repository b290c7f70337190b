"""The builder, the colours, the hand, the dice and the objects."""

import re
from xml.etree import ElementTree

import pytest

from tablee.drawing import dice, hand, objects, palette, svg
from tablee.drawing.palette import COLOURS, THEMES, Palette

NAMESPACE = "{http://www.w3.org/2000/svg}"


def test_plain_text_is_escaped_and_markup_is_not() -> None:
    inner = svg.element("b", 'a < b & "c"')
    outer = svg.element("g", inner, "</g>", data_name='"><script>')
    assert outer == ('<g data-name="&quot;&gt;&lt;script&gt;"><b>a &lt; b &amp; &quot;c&quot;</b>&lt;/g&gt;</g>')
    assert ElementTree.fromstring(outer).get("data-name") == '"><script>'


def test_characters_that_xml_cannot_carry_are_left_out() -> None:
    made = svg.element("t", "a\x00b\x1bc\ud800d\ufffee\tf")
    assert ElementTree.fromstring(made).text == "abcde\tf"


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [svg.number(value) for value in (1, 1.5, 2.004, -0.001, 10.0, 1 / 3)] == ["1", "1.5", "2", "0", "10", "0.33"]


def test_none_is_left_out_and_names_are_spelt_as_svg_does() -> None:
    assert svg.element("p", None, class_="x", stroke_width=2, fill=None) == '<p class="x" stroke-width="2"/>'


def test_the_hand_always_draws_alike_and_never_quite_the_same_twice() -> None:
    assert hand.line(0, 0, 10, 0, "a") == hand.line(0, 0, 10, 0, "a")
    assert hand.line(0, 0, 10, 0, "a") != hand.line(0, 0, 10, 0, "b")
    spread = [hand.jitter("spread", i) for i in range(400)]
    assert all(-1 <= value <= 1 for value in spread)
    assert min(spread) < -0.9
    assert max(spread) > 0.9


# --- colours --------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


# What is written or drawn on what.
TEXTS = (
    "ink/paper ink/label ink/cell ink/fold pencil/paper pencil/label pencil/cell pencil/lutin-cell "
    "pencil/gnome-cell lutin/paper lutin/label lutin/lutin-cell gnome/paper gnome/label gnome/gnome-cell "
    "accent/label plate-ink/plate plate-ink/accent-soft block-ink/block pip/die box-ink/box label/accent"
)
SHAPES = "block-accent/block block-light/block-accent accent/paper accent/cell heart/cell guard/cell"


@pytest.mark.parametrize("theme", THEMES)
def test_words_stand_out_from_what_they_are_written_on(theme: palette.Theme) -> None:
    column = THEMES.index(theme)
    for pairs, least in ((TEXTS, 4.5), (SHAPES, 3.0)):
        for pair in pairs.split():
            assert contrast(*(COLOURS[name][column] for name in pair.split("/"))) >= least, pair


def test_a_screen_colour_can_be_restyled_and_a_printed_one_is_plain_grey() -> None:
    assert Palette("light")["paper"] == f"var(--tablee-paper, {COLOURS['paper'][0]})"
    assert Palette("dark")["paper"] == f"var(--tablee-paper, {COLOURS['paper'][1]})"
    for name, (_, _, printed) in COLOURS.items():
        assert Palette("print")[name] == printed
        assert printed[1:3] == printed[3:5] == printed[5:7], name


def test_the_page_gets_every_colour_of_a_theme() -> None:
    declared = dict(re.findall(r"--tablee-([a-z-]+): (#[0-9a-f]{6});", palette.css("dark")))
    assert declared == {name: colours[1] for name, colours in COLOURS.items()}


def test_looks_are_a_stylesheet_of_colours_that_exist() -> None:
    assert len(palette.LOOKS) == palette.LOOKS_CSS.count("{")  # each rule has been read
    assert set(re.findall(r"--tablee-([a-z-]+)", palette.LOOKS_CSS)) <= set(COLOURS)
    shape = svg.rect(0, 0, 1, 1, None, "track")
    assert shape == '<rect x="0" y="0" width="1" height="1" class="look-track"/>'
    assert palette.dress(shape, "page") == shape
    wood, dark = COLOURS["wood"][2], COLOURS["wood-dark"][2]
    worn = f'fill="{wood}" stroke="{dark}" stroke-width="2.5"'
    assert palette.dress(shape, "print") == f'<rect x="0" y="0" width="1" height="1" {worn}/>'
    with pytest.raises(KeyError, match="look-trak"):
        palette.dress(svg.circle(0, 0, 1, "trak"), "light")


def test_a_repeated_drawing_is_defined_once() -> None:
    arts = objects.Arts("x-")
    first = arts.piece("sapin", 0, 0, 10)
    second = arts.piece("sapin", 20, 0, 10)
    assert first.startswith('<use href="#x-art-sapin"')
    assert first != second
    assert svg.join(arts.definitions()).count("<g id=") == 1


# --- dice and objects -----------------------------------------------------------------------------------------


def test_a_die_has_as_many_pips_as_its_face() -> None:
    for face in range(7):
        assert dice.die(face).count("<circle") == len(set(dice.PIPS[face])) == face


@pytest.mark.parametrize(("kind", "initial"), [("zebre", "Z"), ("_9", "9"), ("<&>", "?"), ("étoile", "É")])
def test_an_unknown_object_gets_a_gift_tag_with_its_initial(kind: str, initial: str) -> None:
    drawn = ElementTree.fromstring(objects.portrait(kind, "</title><script>"))
    assert [text.text for text in drawn.iter(f"{NAMESPACE}text")] == [initial]
    assert drawn.find(f"{NAMESPACE}title").text == "</title><script>"  # type: ignore[union-attr]
