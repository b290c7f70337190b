"""The whole box: a cover, labels, every game, dice to fold, a winner's card, and the rules as a booklet."""

from __future__ import annotations

import importlib
import importlib.util
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tablee.core.errors import RequestError
from tablee.core.extras import installing
from tablee.core.words import Text
from tablee.drawing import kit as drawing
from tablee.drawing import objects
from tablee.games import NAMES, load

from . import summary
from .pages import MARGIN, Page, Paper, faces, fitted, headline, millimetres, quoted, said

TITLE = Text("Tablée", "Tablée")
ABOUT = Text(
    "Trois jeux à imprimer, à découper et à jouer ensemble", "Three games to print, to cut out and to play together"
)
LINES = {
    "cadeau": Text("2 joueurs · dès 7 ans · un dé, deux stylos", "2 players · from age 7 · one die, two pens"),
    "blocs": Text("1 à 4 joueurs · deux dés, des ciseaux", "1 to 4 players · two dice, scissors"),
    "laaancez": Text(
        "2 joueurs · dès 10 ans · un dé, deux stylos, un feutre rouge",
        "2 players · from age 10 · one die, two pens, a red felt pen",
    ),
}
INSIDE = Text(
    "Dans la boîte : les plateaux, les blocs et les cartes découpés, deux dés, deux stylos, un feutre rouge, "
    "le livret des règles, et de quoi noter les parties.",
    "In the box: the boards, the blocks and cards cut out, two dice, two pens, a red felt pen, the booklet of rules, "
    "and paper to note the games.",
)
REFEREE = Text("L’arbitre de poche", "The pocket referee")
FOLDING = (
    Text(
        "Collez la feuille sur du papier épais, ou imprimez-la dessus.",
        "Print on thick paper, or glue the page on some.",
    ),
    Text(
        "Découpez tout autour, languettes comprises ; pliez sur tous les traits.",
        "Cut all around, tabs included; fold along every line.",
    ),
    Text(
        "Collez les languettes grises à l’intérieur, celle du haut en dernier.",
        "Glue the grey tabs inside, the top one last.",
    ),
)
LONGEST = 200  # characters of an address


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: where it leads, and its picture."""

    address: str
    picture: str

    @classmethod
    def to(cls, address: str) -> Code:
        """The way to the pocket referee of a table, for a telephone."""
        return cls(companion(address), qr_code(companion(address)))


def companion(address: str) -> str:
    """The address of the pocket referee, from that of a table."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or len(address) > LONGEST or not address.isascii():
        raise RequestError(
            f"« {address[:60]} » n’est pas une adresse de table, comme http://192.168.1.20:8000",
            f"“{address[:60]}” is not the address of a table, like http://192.168.1.20:8000",
        )
    return address if parts.path not in ("", "/") else f"{address.rstrip('/')}/companion"


def qr_code(address: str) -> str:
    """An address as a QR code."""
    if importlib.util.find_spec("segno") is None:
        raise RequestError(
            f"Pour le code QR, il manque segno ; à taper : {installing('table')}",
            f"The QR code needs segno; type: {installing('table')}",
        )
    segno: Any = importlib.import_module("segno")
    written = io.BytesIO()
    segno.make(address, error="m").save(written, kind="svg", xmldecl=False, border=2, scale=4, light="#fff")
    return written.getvalue().decode()


# --- the cover and the labels -----------------------------------------------------------------------------------


def portraits(lang: str) -> dict[str, str]:
    kinds = ("lutin", "grand-cadeau", "gnome", "bougie", "renne", "bonhomme", "etoile")
    return {
        f"kit-{kind}": objects.portrait(kind, kind, lang=lang, theme="print", prefix=f"kit-{kind}-") for kind in kinds
    }


SHOWN = {
    "cadeau": ("lutin", "grand-cadeau", "gnome"),
    "blocs": (),
    "laaancez": ("bonhomme", "bougie", "renne"),
}


def row(game: str, height: float) -> str:
    """The people of a game in a row."""
    if not SHOWN[game]:
        return f'dice(("6", "5", "4"), size: {millimetres(height * 0.92)})'
    return " + ".join(f'box(picture("kit-{kind}", height: {millimetres(height)}))' for kind in SHOWN[game])


def covers(paper: Paper, lang: str, code: Code | None) -> list[Page]:
    return [cover(paper, lang, code), labels(lang, code)]


def cover(paper: Paper, lang: str, code: Code | None) -> Page:
    """The front of the box, as large as the page."""
    _, height = paper.room()
    bands = ", ".join(
        f"kit-band({row(game, 30)}, {said(load(game).TITLE, lang)}, {said(LINES[game], lang)})" for game in NAMES
    )
    way = f"kit-code({said(REFEREE, lang)}, {quoted(code.address)})" if code else "none"
    body = f"#kit-cover({millimetres(height)}, {said(TITLE, lang)}, {said(ABOUT, lang)}, ({bands}), {way})"
    return Page(body, _pictures(lang, code))


def _pictures(lang: str, code: Code | None) -> dict[str, str]:
    return portraits(lang) | faces() | ({"qr": code.picture} if code else {})


def labels(lang: str, code: Code | None) -> Page:
    """A label for the lid, one for each side, and what belongs in the box."""
    sides = ", ".join(f"kit-side({row(game, 15)}, {said(load(game).TITLE, lang)})" for game in NAMES)
    title = Text("Pour la boîte", "For the box")
    small = 'box(picture("qr", width: 24mm))' if code else "none"
    people = " + h(2mm) + ".join(f'box(picture("kit-{kind}", height: 24mm))' for kind in ("lutin", "bougie", "gnome"))
    return Page(
        headline(title, lang)
        + f"#v(3mm, weak: true)\n#kit-labels({said(TITLE, lang)}, {said(ABOUT, lang)}, {people}, {small}, ({sides},),"
        f" {said(INSIDE, lang)})",
        _pictures(lang, code),
    )


# --- dice, the winner's card, the booklet -----------------------------------------------------------------------


def dice(paper: Paper, lang: str) -> list[Page]:
    """Four dice to fold."""
    width, height = paper.room()
    across = fitted(drawing.NET_SIZE, width / 2 - 3, (height - 38) / 2)
    one = f'picture("die-net", width: {millimetres(across)})'
    steps = ", ".join(said(step, lang) for step in FOLDING)
    body = (
        headline(Text("Des dés à plier", "Dice to fold"), lang)
        + f"#v(3mm, weak: true)\n#kit-steps({steps})\n#v(4mm, weak: true)\n"
        + f"#grid(columns: (1fr, 1fr), row-gutter: 4mm, align: center, {one}, {one}, {one}, {one})\n"
    )
    return [Page(body, {"die-net": drawing.net(lang=lang)})]


def winner(paper: Paper, lang: str) -> list[Page]:
    """Two cards for winners, to cut apart."""
    _, height = paper.room()
    words = (
        Text("Bravo !", "Well done!"),
        Text("a gagné avec panache", "has won with style"),
        Text("Jeu :", "Game:"),
        Text("Date :", "Date:"),
        Text("Contre :", "Against:"),
    )
    one = f"#kit-winner({millimetres(height / 2 - 5)}, {', '.join(said(word, lang) for word in words)})\n"
    return [Page(f"{one}#v(2mm, weak: true)\n#cut-line\n#v(3mm, weak: true)\n{one}", portraits(lang))]


def booklet(variants: Mapping[str, Any], paper: Paper, lang: str, code: Code | None) -> list[Page]:
    """The cover and the rules of three games on one sheet, printed on both sides and folded in two: four pages."""
    inside = [cover(paper, lang, code)]
    inside += [summary.page(game, variant, paper, lang) for game, variant in variants.items()]
    inside += [Page("")] * (-len(inside) % 4)
    pages = []
    for first in range(0, len(inside) // 2, 2):
        pages.append(_spread(inside[len(inside) - 1 - first], inside[first], paper))
        pages.append(_spread(inside[first + 1], inside[len(inside) - 2 - first], paper))
    return pages


def _spread(left: Page, right: Page, paper: Paper) -> Page:
    """Two pages side by side, each as large as half a sheet allows."""
    width, height = paper.room()
    wide, high = paper.room(landscape=True)
    scale = min((wide / 2 - MARGIN / 2) / width, high / height)
    halves = ", ".join(
        f"kit-half({scale * 100:.3f}%, {millimetres(width)}, {millimetres(height)})[\n{page.body}\n]"
        for page in (left, right)
    )
    return Page(f"#kit-spread({halves})", {**left.pictures, **right.pictures}, landscape=True)
