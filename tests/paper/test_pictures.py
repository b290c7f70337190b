"""Sheets as they look: small pictures compared with stored ones, with a tolerance for another rasteriser.

After a wanted change look at the sheets, then write the pictures anew:  python tests/paper/test_pictures.py
"""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from tablee.core.registry import load
from tablee.paper import make_document, pdf

STORED = Path(__file__).parents[1] / "pictures"
PPI = 32
CASES: dict[str, tuple[str, str, dict[str, object], bool, str, str]] = {
    "cadeau-board-a4-fr": ("cadeau", "board", {}, False, "a4", "fr"),
    "cadeau-two-letter-en": ("cadeau", "board", {"zones": 3}, True, "letter", "en"),
    "cadeau-rules-a4-fr": ("cadeau", "rules", {}, False, "a4", "fr"),
    "blocs-board-letter-en": ("blocs", "board", {}, False, "letter", "en"),
    "blocs-blocks-a4-fr": ("blocs", "blocks", {}, False, "a4", "fr"),
    "blocs-pad-a4-en": ("blocs", "pad", {}, False, "a4", "en"),
    "laaancez-board-a4-fr": ("laaancez", "board", {}, False, "a4", "fr"),
    "laaancez-card-letter-en": ("laaancez", "card", {}, False, "letter", "en"),
    "laaancez-rules-letter-en": ("laaancez", "rules", {}, False, "letter", "en"),
}


def drawn(name: str) -> Image.Image:
    game, part, settings, two, paper, lang = CASES[name]
    variant: Any = load(game).variant(settings)
    document = make_document(game, variant, paper=paper, lang=lang, what=(part,), two=two)
    return Image.open(io.BytesIO(pdf.render(document, "png", ppi=PPI)[0])).convert("L")


def distance(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """How far two pictures lie apart, once a little blurred: on the whole, and at the worst place (0 to 255)."""
    soft = [picture.filter(ImageFilter.GaussianBlur(2)) for picture in (one, other)]
    difference = ImageChops.difference(*soft)
    worst = difference.getextrema()[1]
    assert isinstance(worst, int)
    return ImageStat.Stat(difference).mean[0], worst


@pytest.mark.parametrize("name", CASES)
def test_looks_as_stored(name: str) -> None:
    with Image.open(STORED / f"{name}.png") as picture:
        stored = picture.convert("L")
    now = drawn(name)
    assert now.size == stored.size
    mean, worst = distance(now, stored)
    assert mean < 0.8
    assert worst < 40


def test_a_moved_board_would_be_seen() -> None:
    """The comparison is worth something: the same sheet a few millimetres off, or another one, fails it."""
    now = drawn("cadeau-board-a4-fr")
    moved = ImageChops.offset(now, 4, 4)
    assert distance(now, moved)[1] >= 40
    assert distance(now, drawn("cadeau-board-a4-fr").point(lambda value: min(255, value + 60)))[0] >= 0.8


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    for case in CASES:
        drawn(case).save(STORED / f"{case}.png", optimize=True)
