"""The page of rules tells the variant it is printed for, and stays one page."""

import io
from typing import Any

import pytest
from pypdf import PdfReader

from tablee.core.registry import load
from tablee.core.words import LANGS
from tablee.games.laaancez import parse_toml
from tablee.paper import make_document, pdf, summary

GARDEN = (
    'name = "jardin"\nrows = [3, 3, 1]\n[candle]\nname = "lampe"\nfr = "lampe"\nen = "lamp"\nhits = 2\ndamage = 1\n'
    '[objects.pomme]\nfr = "pomme"\nen = "apple"\nhits = 1\ndamage = 2\n'
    '[objects.haie]\nfr = "haie"\nen = "hedge"\nhits = 3\ndamage = 0\nshield = true\n'
    '[faces]\n1 = ["pomme", "+"]\n2 = ["pomme", "haie"]\n3 = ["pomme", "+"]\n4 = ["pomme", "+"]\n'
    '5 = ["pomme", "+"]\n6 = ["pomme", "haie"]\n'
)
BARE = GARDEN.replace("shield = true\n", "").replace('"+"', '"haie"')


def summarise(game: str, settings: dict[str, object], lang: str = "en") -> str:
    variant: Any = load(game).variant(settings)
    return summary.read_source(game, variant, lang)


@pytest.mark.parametrize(
    ("game", "settings", "there", "absent"),
    [
        ("cadeau", {"zones": 1}, "Win the zone and you win the game", "zones ·"),
        ("cadeau", {"zones": 7}, "7 zones", "one zone"),
        ("cadeau", {}, "Elves: total of 9", "in any order"),
        ("cadeau", {"straights": "any"}, "| [3-4-2] | [6-6-4] | Elves: a straight", "16 against 15"),
        ("blocs", {}, "**Duel**, your game", "product of the dice"),
        ("blocs", {"level": 3}, "product of the dice", "Head start"),
        ("blocs", {"push": "may"}, "would rather not push? Say so, and the turn passes", "you must: no stopping"),
        ("blocs", {"mode": "solo"}, "and roll again.", "next player"),
        ("blocs", {"mode": "solo", "single": "end"}, "Push that block, and the game ends.", "single-die block"),
        ("blocs", {"mode": "solo", "push": "may"}, "Say so, and the game ends", "the turn passes"),
        ("blocs", {"mode": "duel", "given": "3,10"}, "blocks **3,10** lie in front of seat 2", "plays without"),
        (
            "blocs",
            {"mode": "fast", "given": "3,10"},
            "seat 2 plays without the blocks **3,10**",
            "lie in front of seat",
        ),
        ("blocs", {"mode": "four"}, "**Four**, your game", "**Duel**, your game"),
        ("laaancez", {}, "The Shield", "of this sheet"),
        ("laaancez", {"sheet": parse_toml(GARDEN)}, "The candle of this sheet: **lamp**", "of this sheet: **Shield**"),
        ("laaancez", {"sheet": parse_toml(GARDEN)}, "The Shield of this sheet: **hedge**", "snow"),
        ("laaancez", {"sheet": parse_toml(BARE)}, "Copy", "Shield"),
        ("laaancez", {"sheet": parse_toml(BARE)}, "Copy", "**Tick**"),
    ],
)
def test_tells_the_variant(game: str, settings: dict[str, object], there: str, absent: str) -> None:
    text = summarise(game, settings)
    assert there in text
    assert absent not in text
    for lang in LANGS:
        assert not {"{", "}", "|}"} & set(summarise(game, settings, lang))


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("cadeau", {"zones": 9, "straights": "any"}),
        ("cadeau", {"zones": 1}),
        ("blocs", {"mode": "duel", "level": 3, "push": "may", "given": "2,3,4,5,6,8"}),
        ("blocs", {"mode": "solo", "level": 3, "push": "may", "single": "end", "given": "2,3,4"}),
        ("blocs", {"mode": "three", "level": 3}),
        ("laaancez", {"sheet": parse_toml(GARDEN)}),
    ],
)
@pytest.mark.parametrize(("paper", "lang"), [("a4", "en"), ("letter", "fr")])
def test_one_page_for_any_variant(game: str, settings: dict[str, object], paper: str, lang: str) -> None:
    variant: Any = load(game).variant(settings)
    (content,) = pdf.render(make_document(game, variant, paper=paper, lang=lang, what=("rules",)))
    assert len(PdfReader(io.BytesIO(content)).pages) == 1


def test_the_figure_is_of_the_sheet() -> None:
    """The rules of an own sheet show its objects and its candle, not those of Christmas."""
    variant: Any = load("laaancez").variant({"sheet": parse_toml(GARDEN)})
    pictures = "".join(make_document("laaancez", variant, what=("rules",)).inputs.values())
    assert "pomme" in pictures
    assert "bougie" not in pictures
    assert "renne" not in pictures
