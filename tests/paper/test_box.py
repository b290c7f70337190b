"""The whole box: a net that folds into a right die, everything in one command, and a booklet in the right order."""

import io
import re
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from tablee.core.errors import RequestError
from tablee.core.registry import NAMES, load
from tablee.drawing.objects import art
from tablee.paper import make_box, pdf
from tablee.paper.box import draw_code

# Where each face of the net lies, in faces; the edges with a tab: the face, and where the tab sticks out.
FACES = {
    int(face): (int(x) // 100, int(y) // 100)
    for x, y, face in re.findall(r'<rect x="(\d+)" y="(\d+)" [^>]*data-face="(\d)"', art("die-net"))
}
TABS = [
    (int(face), (int(across), int(down)))
    for face, across, down in re.findall(r'data-tab="(\d)-(-?\d)-(-?\d)"', art("die-net"))
]
VARIANTS: dict[str, Any] = {name: load(name).variant({}) for name in NAMES}


SIDES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def rolled_up() -> dict[int, tuple[int, dict[str, int]]]:
    """For each face of the net the side of a cube that it becomes (x lies opposite 5 - x), and the sides beside it."""
    at = {place: face for face, place in FACES.items()}
    done: dict[int, tuple[int, dict[str, int]]] = {2: (0, {"up": 1, "down": 4, "right": 2, "left": 3})}
    waiting = [2]
    while waiting:
        face = waiting.pop()
        below, beside = done[face]
        for side, (across, low) in SIDES.items():
            other = at.get((FACES[face][0] + across, FACES[face][1] + low))
            if other is not None and other not in done:  # the cube rolls over that edge
                done[other] = (beside[side], beside | {OPPOSITE[side]: below, side: 5 - below})
                waiting.append(other)
    return done


def test_the_net_folds_into_a_right_die() -> None:
    cube = rolled_up()
    assert {below for below, _ in cube.values()} == set(range(6))
    assert all(cube[7 - face][0] == 5 - below for face, (below, _) in cube.items())
    # Every edge of the die is folded, or has one tab to glue and no second.
    edges: dict[frozenset[int], list[str]] = {}
    for face, (below, beside) in cube.items():
        for side, (across, low) in SIDES.items():
            inside = (FACES[face][0] + across, FACES[face][1] + low) in FACES.values()
            kind = "fold" if inside else "tab" if (face, (across, low)) in TABS else "plain"
            edges.setdefault(frozenset((below, beside[side])), []).append(kind)
    assert len(edges) == 12
    assert sorted(map(sorted, edges.values())) == [["fold", "fold"]] * 5 + [["plain", "tab"]] * 7


def texts(content: bytes) -> list[str]:
    return [
        page.extract_text().replace("\u202f", " ").replace("\u00a0", " ")
        for page in PdfReader(io.BytesIO(content)).pages
    ]


def test_the_box_holds_everything() -> None:
    box = make_box(VARIANTS, lang="en", address="http://192.168.1.20:8000")
    parts = {"cover": 2, "cadeau": 2, "blocs": 4, "laaancez": 6, "dice": 1, "winner": 1, "booklet": 2}
    assert {name: document.pages for name, document in box.items()} == {"tablee": 18, **parts}
    pages = texts(pdf.render(box["tablee"])[0])
    assert len(pages) == 18
    assert "http://192.168.1.20:8000/companion" in pages[0].replace(" ", "")
    assert all(thing.title.en.split(" ")[0] in pages[11] for thing in VARIANTS["laaancez"].sheet.objects)
    assert "Well done!" in pages[15]
    # The booklet: the last page left of the cover outside, the second and the third inside.
    outside, inside = pages[16:]
    assert outside.index("Recruitment") < outside.index("Three games to print")
    assert inside.index("Who wins the zone?") < inside.index("Special rolls")


def test_the_box_keeps_the_margins() -> None:
    made = make_box(VARIANTS, paper="letter", lang="fr")
    band = int(10 / 25.4 * 40)
    for name in ("cover", "dice", "winner", "booklet"):
        for content in pdf.render(made[name], "png", ppi=40):
            grey = Image.open(io.BytesIO(content)).convert("L")
            width, height = grey.size
            grey.paste(255, (band, band, width - band, height - band))
            assert grey.getextrema() == (255, 255), name


@pytest.mark.parametrize(
    ("address", "leads"),
    [
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000/companion"),
        ("https://jeux.example/", "https://jeux.example/companion"),
        ("https://jeux.example/companion?game=blocs", "https://jeux.example/companion?game=blocs"),
    ],
)
def test_the_code_leads_to_the_companion(address: str, leads: str) -> None:
    code = draw_code(address)
    assert code.address == leads
    assert code.picture.startswith("<svg")


@pytest.mark.parametrize("address", ["table", "ftp://x", "javascript:alert(1)", "http://", "http://é", "http://x" * 40])
def test_an_odd_address_is_refused(address: str) -> None:
    with pytest.raises(RequestError, match="address of a table"):
        draw_code(address)
