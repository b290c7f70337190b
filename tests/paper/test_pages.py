"""Paper, opened and measured: sizes, pages, margins, words, fonts, and the same bytes every time."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from tablee import words
from tablee.core.errors import RequestError
from tablee.core.extras import install_command
from tablee.core.registry import NAMES, load
from tablee.games.blocs import paper as blocs
from tablee.games.laaancez import parse_toml
from tablee.paper import find_paper, make_document, pdf, select_parts
from tablee.paper.tree import MARGIN, PAPERS

POINTS = 72 / 25.4  # a millimetre
# Every part, the settings that change it, and how many pages it promises.
Promise = tuple[str, str, dict[str, object], bool, int]
BOARDS: list[Promise] = [
    ("cadeau", "board", {"zones": zones}, two, 1) for zones in (1, 3, 5, 9) for two in (False, True)
]
PROMISED: tuple[Promise, ...] = (
    *BOARDS,
    ("cadeau", "rules", {}, False, 1),
    ("blocs", "board", {"mode": "duel"}, False, 1),
    ("blocs", "board", {"mode": "solo"}, False, 1),
    ("blocs", "board", {"mode": "fast"}, False, 2),
    ("blocs", "board", {"mode": "four"}, False, 2),
    ("blocs", "blocks", {}, False, 1),
    ("blocs", "pad", {}, False, 1),
    ("blocs", "rules", {}, False, 1),
    ("laaancez", "board", {}, False, 2),
    ("laaancez", "board", {}, True, 2),
    ("laaancez", "card", {}, False, 1),
    ("laaancez", "card", {}, True, 1),
    ("laaancez", "cards", {}, False, 1),
    ("laaancez", "notes", {}, False, 1),
    ("laaancez", "rules", {}, False, 1),
)
# By turns on each paper and in each language; the others are slow.
SHEETS = [
    pytest.param(
        *promise,
        paper,
        lang,
        id="-".join(map(str, (*promise[:2], *promise[2].values(), promise[3], paper, lang))),
        marks=() if (number + turn) % 2 else pytest.mark.slow,
    )
    for number, promise in enumerate(PROMISED)
    for turn, (paper, lang) in enumerate((("a4", "fr"), ("letter", "en")))
]


@cache
def made(game: str, part: str, settings: tuple[tuple[str, object], ...], two: bool, paper: str, lang: str) -> bytes:
    variant: Any = load(game).variant(dict(settings))
    document = make_document(game, variant, paper=paper, lang=lang, what=(part,), two=two)
    (content,) = pdf.render(document)
    return content


def fonts(reader: PdfReader) -> Iterator[tuple[str, bool]]:
    """The name of every font, and whether the file carries it."""
    for page in reader.pages:
        stack = [page["/Resources"]]
        while stack:
            resources: Any = stack.pop().get_object()
            for font in resources.get("/Font", {}).values():
                described: Any = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
                yield described["/FontName"], any(f"/FontFile{kind}" in described for kind in ("", "2", "3"))
            stack += [
                drawn.get_object()["/Resources"]
                for drawn in resources.get("/XObject", {}).values()
                if "/Resources" in drawn.get_object()
            ]


@pytest.mark.parametrize(("game", "part", "settings", "two", "count", "paper", "lang"), SHEETS)
def test_sheets_are_what_they_promise(
    game: str, part: str, settings: dict[str, object], two: bool, count: int, paper: str, lang: str
) -> None:
    reader = PdfReader(io.BytesIO(made(game, part, tuple(settings.items()), two, paper, lang)))
    assert len(reader.pages) == count
    size = sorted((PAPERS[paper].width, PAPERS[paper].height))
    for page in reader.pages:
        assert sorted(float(side) / POINTS for side in page.mediabox[2:]) == pytest.approx(size, abs=0.1)
        assert "Tablée" in page.extract_text()
    found = dict(fonts(reader))
    assert found
    assert all(found.values())
    assert all("Manrope" in name or "Fredoka" in name or "Amatic" in name for name in found)
    assert reader.metadata is not None
    assert reader.metadata.title
    assert reader.metadata.creation_date is None
    # A home printer leaves 10 mm blank: nothing may stand there. And no colour is needed to read a sheet.
    variant: Any = load(game).variant(settings)
    document = make_document(game, variant, paper=paper, lang=lang, what=(part,), two=two)
    assert MARGIN >= 10
    band = int(10 / 25.4 * 40)
    for content in pdf.render(document, "png", ppi=40):
        picture = Image.open(io.BytesIO(content)).convert("RGB")
        red, green, blue = picture.split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()
        width, height = red.size
        inside = red.crop((band, band, width - band, height - band))
        assert min(inside.tobytes()) < 64, "an empty page"
        red.paste(255, (band, band, width - band, height - band))
        assert red.getextrema() == (255, 255), "ink in the margin"


@pytest.mark.parametrize(
    ("game", "part", "paper", "lang", "words"),
    [
        ("cadeau", "board", "a4", "fr", ("À l’assaut du Cadeau", "Lutins", "Gnomes", "Nos tours", "15G")),
        ("blocs", "rules", "a4", "fr", ("Double", "Total de 7", "Un seul dé utile", "Solo")),
        ("laaancez", "card", "letter", "en", ("snowball", "Shield", "snowman = bonhomme")),
        ("laaancez", "rules", "letter", "en", ("candle", "The Shield", "Folding")),
    ],
)
def test_words_can_be_taken_out(game: str, part: str, paper: str, lang: str, words: tuple[str, ...]) -> None:
    reader = PdfReader(io.BytesIO(made(game, part, (), False, paper, lang)))
    text = " ".join(page.extract_text() for page in reader.pages).replace("\u202f", " ").replace("\u00a0", " ")
    for word in words:
        assert word in text


def test_the_same_bytes_in_another_process() -> None:
    program = (
        "import hashlib\nfrom tablee.paper import make_document, pdf\nfrom tablee.core.registry import load, NAMES\n"
        "for name in NAMES:\n"
        "    made = make_document(name, load(name).variant({}), paper='letter', lang='fr')\n"
        "    pages = (page for form in ('pdf', 'svg') for page in pdf.render(made, form))\n"
        "    print(*(hashlib.sha256(page).hexdigest() for page in pages))"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(next(iter(digests)).split()) >= 9


def elements(node: Any) -> Iterator[tuple[str, str]]:
    """What a tagged PDF is made of, in order, with the words of its pictures."""
    found = node.get_object()
    if isinstance(found, list):
        for child in found:
            yield from elements(child)
    elif isinstance(found, dict):
        if "/S" in found:
            yield str(found["/S"]), str(found.get("/Alt", ""))
        if "/K" in found:
            yield from elements(found["/K"])


@pytest.mark.parametrize("game", NAMES)
def test_a_page_can_be_heard(game: str) -> None:
    """PDF/UA: every picture has words, a title to begin with, headings."""
    content = pdf.render(make_document(game, load(game).variant({}), lang="fr"))[0]
    root: Any = PdfReader(io.BytesIO(content)).trailer["/Root"]
    assert b"pdfuaid" in content
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    found = list(elements(root["/StructTreeRoot"]))
    kinds = [kind for kind, _ in found]
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") > 5
    pictures = [sentence for kind, sentence in found if kind == "/Figure"]
    assert all(pictures)
    start = [text.fr for text, _ in words.load(game).standing(load(game).start(load(game).variant({})))]
    assert game == "laaancez" or any(
        " ".join(start) in sentence for sentence in pictures
    )  # the sheet of one player is another


def test_a_sheet_of_objects_of_ones_own() -> None:
    """Any sheet file prints, also one with odd names and other rows."""
    sheet = parse_toml(
        'name = "jardin"\nrows = [2, 9, 1]\n[candle]\nfr = "lampe #\\"$\\\\"\nen = "lamp"\nhits = 2\ndamage = 1\n'
        '[objects.pomme]\nfr = "pomme [rouge] @#$"\nen = "apple"\nhits = 1\ndamage = 2\n'
        '[faces]\n1 = ["pomme", "+"]\n2 = ["pomme", "+"]\n3 = ["pomme", "+"]\n'
        '4 = ["pomme", "+"]\n5 = ["pomme", "+"]\n6 = ["pomme", "+"]\n'
    )
    variant: Any = load("laaancez").variant({"sheet": sheet})
    document = make_document("laaancez", variant, lang="fr", what=("board", "card"))
    reader = PdfReader(io.BytesIO(pdf.render(document)[0]))
    assert len(reader.pages) == 3
    assert "pomme [rouge] @#$ = pomme" in reader.pages[2].extract_text()


@pytest.mark.parametrize("two", [False, True])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_examples_are_of_the_sheet_that_is_printed(lang: str, two: bool) -> None:
    made = {
        "name": "gouter",
        "rows": [3, 3, 1],
        "candle": {"hits": 1, "damage": 1},
        "objects": {"tarte": {"hits": 2, "damage": 1, "limit": 3}, "tasse": {"hits": 1, "damage": 2}},
        "faces": {"1": ["tarte", "+"], "2": ["+", "tasse"], "3": ["tasse", "tarte"], "4": ["+", "+tarte"]}
        | {"5": ["tarte", "tarte"], "6": ["tasse", "+"]},
    }
    variant: Any = load("laaancez").variant({"sheet": made})
    document = make_document("laaancez", variant, lang=lang, what=("board", "notes"), two=two)
    sentence = document.source
    assert "3 | tasse a1" in sentence
    assert "1 | +a1" in sentence
    assert not any(name in sentence for name in ("bonnet", "sucre", "a4"))


def test_what_cannot_be_printed_is_refused_by_name() -> None:
    with pytest.raises(RequestError, match=r"“pad”.*board and rules"):
        select_parts("cadeau", ["pad"])
    with pytest.raises(RequestError, match="a4 and letter"):
        find_paper("a3")


def test_printing_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "FONT_PACKAGES", ("font_that_nobody_has",))
    assert not pdf.is_ready()
    with pytest.raises(pdf.PrintError, match=re.escape(install_command("print"))):
        pdf.render(make_document("cadeau", load("cadeau").variant({}), what=("rules",)))


@pytest.mark.parametrize("paper", PAPERS)
def test_blocks_to_cut_out_are_large_enough_for_children(paper: str) -> None:
    (page,) = blocs.blocks(load("blocs").variant({}), PAPERS[paper], "fr")
    found = re.search(r"width='([0-9.]+)mm'", repr(page))
    assert found
    wide, tall = (length * float(found[1]) / blocs.STRIP_SIZE[0] for length in blocs.CUT_BLOCK)
    assert wide > 17
    assert tall / 2 > 25  # folded in two
