"""The whole box: a net that folds into a right die, everything in one command, and a booklet in the right order."""

from __future__ import annotations

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
from tablee.paper.box import Code

Vector = tuple[int, int, int]
SIDES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
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


def minus(vector: Vector) -> Vector:
    return (-vector[0], -vector[1], -vector[2])


def folded() -> dict[int, dict[str, Vector]]:
    """The net folded up: each face with the way it looks (`out`), and where its right and its lower edge lie."""
    start = {"out": (0, 0, 1), "right": (1, 0, 0), "down": (0, -1, 0)}
    done: dict[int, dict[str, Vector]] = {2: start}
    waiting = [2]
    while waiting:
        face = waiting.pop()
        column, row = FACES[face]
        out, right, down = (done[face][key] for key in ("out", "right", "down"))
        turned = {
            (1, 0): {"out": right, "right": minus(out), "down": down},
            (-1, 0): {"out": minus(right), "right": out, "down": down},
            (0, 1): {"out": down, "right": right, "down": minus(out)},
            (0, -1): {"out": minus(down), "right": right, "down": out},
        }
        for (across, low), frame in turned.items():
            for other, place in FACES.items():
                if place == (column + across, row + low) and other not in done:
                    done[other] = frame
                    waiting.append(other)
    return done


def test_the_net_folds_into_a_right_die() -> None:
    faces = folded()
    looks = {face: frame["out"] for face, frame in faces.items()}
    assert len(set(looks.values())) == 6
    for face, look in looks.items():
        assert looks[7 - face] == minus(look)
    # Every edge of the die is folded, or has one tab to glue and no second.
    edges: dict[frozenset[Vector], list[str]] = {}
    for face, frame in faces.items():
        right, down = frame["right"], frame["down"]
        for side, facing in {"right": right, "left": minus(right), "down": down, "up": minus(down)}.items():
            column, row = FACES[face]
            across, low = SIDES[side]
            inside = (column + across, row + low) in FACES.values()
            kind = "fold" if inside else "tab" if (face, (across, low)) in TABS else "plain"
            edges.setdefault(frozenset((frame["out"], facing)), []).append(kind)
    assert len(edges) == 12
    assert sorted(map(sorted, edges.values())) == [["fold", "fold"]] * 5 + [["plain", "tab"]] * 7


def texts(content: bytes) -> list[str]:
    return [page.extract_text().replace("\u202f", " ") for page in PdfReader(io.BytesIO(content)).pages]


def test_the_box_holds_everything() -> None:
    box = make_box(VARIANTS, lang="en", address="http://192.168.1.20:8000")
    parts = {"cover": 2, "cadeau": 2, "blocs": 4, "laaancez": 6, "dice": 1, "winner": 1, "booklet": 2}
    assert {name: document.pages for name, document in box.items()} == {"tablee": 18, **parts}
    told = texts(pdf.compiled(box["tablee"])[0])
    assert len(told) == 18
    assert "http://192.168.1.20:8000/companion" in told[0].replace(" ", "")
    assert all(thing.title.en.split(" ")[0] in told[11] for thing in VARIANTS["laaancez"].sheet.objects)
    assert "Well done!" in told[15]
    # The booklet: the last page left of the cover outside, the second and the third inside.
    outside, inside = told[16:]
    assert outside.index("Recruitment") < outside.index("Three games to print")
    assert inside.index("Who holds the zone?") < inside.index("Special rolls")


def test_the_box_keeps_the_margins() -> None:
    made = make_box(VARIANTS, paper="letter", lang="fr")
    band = int(10 / 25.4 * 40)
    for name in ("cover", "dice", "winner", "booklet"):
        for content in pdf.compiled(made[name], "png", ppi=40):
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
    assert Code.to(address).address == leads
    assert Code.to(address).picture.startswith("<svg")


@pytest.mark.parametrize("address", ["table", "ftp://x", "javascript:alert(1)", "http://", "http://é", "http://x" * 40])
def test_an_odd_address_is_refused(address: str) -> None:
    with pytest.raises(RequestError, match="address of a table"):
        Code.to(address)
