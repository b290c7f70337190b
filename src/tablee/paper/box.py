"""The whole box: a cover, labels, every game, dice to fold, a winner's card, and the rules as a booklet."""

import io
from collections.abc import Mapping
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

from tablee.core.errors import RequestError
from tablee.core.extras import install_command
from tablee.core.registry import NAMES, load, part
from tablee.core.words import Text
from tablee.drawing import dice as drawing
from tablee.drawing import objects

from . import summary
from .tree import (
    MARGIN,
    Node,
    Page,
    Paper,
    Picture,
    Unit,
    fit_width,
    gap,
    grid,
    headline,
    mm,
    node,
    roll,
    space,
    together,
)

TITLE = Text("Tablée", "Tablée")
ABOUT = Text(
    "Trois jeux à imprimer, à découper et à jouer ensemble", "Three games to print, to cut out and to play together"
)
INSIDE = Text(
    "Dans la boîte : les plateaux, les blocs et les cartes découpés, deux dés, deux stylos, deux feutres rouges, "
    "le livret des règles, et de quoi noter les parties.",
    "In the box: the boards, the blocks and cards cut out, two dice, two pens, two red felt pens, the booklet of "
    "rules, "
    "and paper to write the games down.",
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


class Code(NamedTuple):
    """A QR code: where it leads, and its picture."""

    address: str
    picture: str


def draw_code(address: str) -> Code:
    """The way to the pocket referee of a table, for a telephone."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or len(address) > LONGEST or not address.isascii():
        raise RequestError(
            f"« {address[:60]} » n’est pas une adresse de table, comme http://192.168.1.20:8000",
            f"“{address[:60]}” is not the address of a table, like http://192.168.1.20:8000",
        )
    try:
        import segno
    except ImportError:
        raise RequestError(
            f"Pour le code QR, il manque segno ; à taper : {install_command('table')}",
            f"The QR code needs segno; type: {install_command('table')}",
        ) from None
    way = address if parts.path not in ("", "/") else f"{address.rstrip('/')}/companion"
    buffer = io.BytesIO()
    segno.make(way, error="m").save(buffer, kind="svg", xmldecl=False, border=2, scale=4, light="#fff", title=way)
    return Code(way, buffer.getvalue().decode())


# --- the cover and the labels -----------------------------------------------------------------------------------


def draw_portrait(kind: str, height: float, lang: str) -> Picture:
    svg = objects.portrait(kind, kind, lang=lang, theme="print", prefix=f"kit-{kind}-")
    return Picture(svg, height=mm(height))


def draw_row(game: str, height: float, lang: str) -> Node:
    """The people of a game in a row; three dice for one that brings none."""
    people: tuple[str, ...] = getattr(part(game, "paper"), "COVER_PEOPLE", ())
    if not people:
        return roll((6, 5, 4), mm(height * 0.92))
    return together(*(node("box", draw_portrait(kind, height, lang)) for kind in people))


def make_cover(paper: Paper, lang: str, code: Code | None) -> Page:
    """The front of the box, as large as the page."""
    about = {game: cast(Any, part(game, "paper")).COVER for game in NAMES}
    bands = tuple(node("kit-band", draw_row(game, 30, lang), load(game).TITLE, about[game]) for game in NAMES)
    way: Node | Unit = Unit("none")
    if code:
        way = node("kit-code", Picture(code.picture, width=mm(28)), REFEREE, code.address)
    return Page((node("kit-cover", mm(paper.room()[1]), TITLE, ABOUT, bands, way),))


def make_labels(lang: str, code: Code | None) -> Page:
    """A label for the lid, one for each side, and what belongs in the box."""
    lutin, candle, gnome = (node("box", draw_portrait(kind, 24, lang)) for kind in ("lutin", "bougie", "gnome"))
    lid = node(
        "kit-labels",
        TITLE,
        ABOUT,
        together(lutin, gap(2), candle, gap(2), gnome),
        node("box", Picture(code.picture, width=mm(24))) if code else Unit("none"),
        tuple(node("kit-side", draw_row(game, 15, lang), load(game).TITLE) for game in NAMES),
        INSIDE,
    )
    return Page((headline(Text("Pour la boîte", "For the box")), space(3), lid))


# --- dice, the winner's card, the booklet -----------------------------------------------------------------------


def make_dice(paper: Paper, lang: str) -> list[Page]:
    width, height = paper.room()
    across = fit_width(drawing.NET_SIZE, width / 2 - 3, (height - 38) / 2)
    nets = [Picture(drawing.net(lang=lang), width=mm(across))] * 4
    body = (
        headline(Text("Des dés à plier", "Dice to fold")),
        space(3),
        node("kit-steps", *FOLDING),
        space(4),
        grid(*nets, row_gutter=4),
    )
    return [Page(body)]


def make_winner(paper: Paper, lang: str) -> list[Page]:
    _, height = paper.room()
    words = (
        Text("Bravo !", "Well done!"),
        Text("a gagné avec panache", "has won with style"),
        Text("Jeu :", "Game:"),
        Text("Date :", "Date:"),
        Text("Contre :", "Against:"),
    )
    portraits = tuple(draw_portrait(kind, 26, lang) for kind in ("lutin", "etoile", "gnome"))
    card = node("kit-winner", mm(height / 2 - 5), portraits, *words)
    return [Page((card, space(2), node("cut-line"), space(3), card))]


def make_booklet(variants: Mapping[str, Any], paper: Paper, lang: str, code: Code | None) -> list[Page]:
    """The cover and the rules of three games on one sheet, printed on both sides and folded in two: four pages."""
    inside = [make_cover(paper, lang, code)]
    inside += [summary.make_page(game, variant, paper, lang) for game, variant in variants.items()]
    inside += [Page()] * (-len(inside) % 4)
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
    size = Unit(f"{scale * 100:.3f}%")
    halves = (node("kit-half", size, mm(width), mm(height), together(*page.body)) for page in (left, right))
    return Page((node("kit-spread", *halves),), landscape=True)
