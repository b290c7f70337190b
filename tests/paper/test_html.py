"""Pages that a browser sets: the same words and drawings as typst gets, whatever the variant, and nothing else."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from tablee.core.registry import NAMES, load
from tablee.core.words import LANGS
from tablee.games.laaancez.sheet import parse_value, plain
from tablee.paper import html, make_document, make_html
from tablee.paper.tree import PAPERS, Page, node

A4 = PAPERS["a4"]


class Shelf(HTMLParser):
    """What is open, the words outside drawings, and every mark: a page that does not close is found out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.marks: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.marks += [value or "" for name, value in attributes if name == "id"]

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.marks += [value or "" for name, value in attributes if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "svg" not in self.open:
            self.words.append(data)


def own() -> dict[str, Any]:
    sheet: dict[str, Any] = plain(parse_value("noel"))
    sheet["name"] = "maison"
    sheet["objects"]["sapin"]["fr"] = 'le <b>chat</b> & "Cie"'
    return sheet


SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("cadeau", {"zones": zones, "straights": "any"}) for zones in (1, 4, 9)),
    *(("blocs", {"mode": mode, "level": 3}) for mode in ("solo", "fast", "three", "four")),
    ("laaancez", {"sheet": own()}),
    *((name, {}) for name in NAMES),
)


@pytest.mark.parametrize("two", [False, True])
@pytest.mark.parametrize(("game", "settings"), SETTINGS)
def test_every_page_says_what_typst_is_given(game: str, settings: dict[str, Any], two: bool) -> None:
    for lang in LANGS:
        variant = load(game).variant(settings)
        given = make_document(game, variant, lang=lang, two=two)
        made = make_html(game, variant, lang=lang, two=two)
        assert len(made) == given.pages
        read = [Shelf(page) for page in made]
        assert not any(page.open for page in read)
        marks = [mark for page in read for mark in page.marks]
        assert len(marks) == len(set(marks))
        sentence = "".join(word for page in read for word in page.words)
        body = given.source[given.source.index("#page(") :]
        for words in re.findall(r'"((?:[^"\\]|\\.)*)"', re.sub(r'picture\("[\w-]+"', "", body)):
            plainly = words.replace('\\"', '"').replace("\\\\", "\\")
            assert plainly in sentence, plainly


def test_words_of_ones_own_are_words_and_no_elements() -> None:
    page = "".join(make_html("laaancez", load("laaancez").variant({"sheet": own()}), what=["card"]))
    assert "<b>" not in page
    assert 'le <b>chat</b> & "Cie"' in unescape(page)


def test_a_node_that_html_does_not_know_is_not_left_out_in_silence() -> None:
    with pytest.raises(AttributeError, match="wheel"):
        html.render_pages([Page((node("wheel", "round"),))], A4, "fr")
