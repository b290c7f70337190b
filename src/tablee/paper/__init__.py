"""Paper: sheets to print, made of the same drawings as the screen; and reading back what was noted on them.

list_parts("cadeau")                    what can be printed of a game
make_document("cadeau", variant, ...)   its pages for typst; `pdf.render` makes PDF, SVG or PNG of them
make_html("cadeau", variant, ...)       the same pages as HTML, which a browser prints where there is no typst
make_box({"cadeau": variant, ...})      a whole box: covers, every game, dice to fold, a booklet of rules
notes.parse_notes(text, ...)            what people typed from paper, forgivingly

A page is a tree (`tree`), made by the module of its game, and printed by `typst` or `html`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.registry import load
from tablee.core.words import Text, and_list, suggest, unknown
from tablee.drawing.svg import Markup
from tablee.engine import handicap

from . import box, html, summary
from .tree import PAPERS, Page, Paper, node
from .typst import Document, document


def list_parts(game: str) -> dict[str, Text]:
    """What can be printed of a game, with what each part is. The game's module `paper` lists them as `PARTS`, in the
    order of their pages, and makes the pages of each by a function of its name; `rules` is made of `SUMMARY` and
    `summary.<lang>.md`. What it cannot make is left out."""
    module = games.part(load(game).NAME, "paper")
    offered: dict[str, Text] = getattr(module, "PARTS", {})
    return {part: about for part, about in offered.items() if hasattr(module, "SUMMARY" if part == "rules" else part)}


def select_parts(game: str, what: Sequence[str] = ()) -> tuple[str, ...]:
    """The parts asked for, each once and in order, all of them if none is; an unknown one is refused by name."""
    known = list_parts(game)
    for part in what:
        if part not in known:
            french = "On n’imprime pas « {part} » de {game} ; il y a {known}."
            english = "There is no “{part}” of {game} to print; there are {known}."
            sentence = Text.fill(french, english, part=part[:40], game=game, known=and_list(known))
            raise RequestError(sentence + suggest(part, known))
    return tuple(part for part in known if part in what) or tuple(known)


def find_paper(name: str) -> Paper:
    if name not in PAPERS:
        raise RequestError(unknown("Le papier", "paper", name, PAPERS))
    return PAPERS[name]


def make_document(
    game: str, variant: Any, *, paper: str = "a4", lang: str = "fr", what: Sequence[str] = (), two: bool = False
) -> Document:
    size = find_paper(paper)
    return document(_make_pages(game, variant, size, lang, what, two), size, lang, load(game).TITLE)


def make_html(
    game: str, variant: Any, *, paper: str = "a4", lang: str = "fr", what: Sequence[str] = (), two: bool = False
) -> list[Markup]:
    """The same pages as HTML, for a browser to print."""
    size = find_paper(paper)
    return html.render_pages(_make_pages(game, variant, size, lang, what, two), size, lang)


def _make_pages(game: str, variant: Any, paper: Paper, lang: str, what: Sequence[str], two: bool) -> list[Page]:
    if not list_parts(game):
        raise RequestError("Ce jeu n’a pas encore de feuille à imprimer.", "This game has no sheet to print yet.")
    return make_pages(game, variant, paper, lang, select_parts(game, what), two)


def make_pages(game: str, variant: Any, paper: Paper, lang: str, what: Sequence[str], two: bool = False) -> list[Page]:
    pages: list[Page] = []
    for part in what:
        if part == "rules":
            pages.append(summary.make_page(game, variant, paper, lang))
        else:
            pages += getattr(games.part(game, "paper"), part)(variant, paper, lang, two=two)
            if part == "board" and (note := handicap.note(load(game), variant)) is not None:
                pages[-1] = replace(pages[-1], body=(*pages[-1].body, node("above-foot", note)))
    return pages


def make_box(
    variants: Mapping[str, Any], *, paper: str = "a4", lang: str = "fr", two: bool = False, address: str = ""
) -> dict[str, Document]:
    """A whole box, as documents by the name that their file could have; `address`: a table, for the QR code."""
    size = find_paper(paper)
    code = box.draw_code(address) if address else None
    made = {"cover": [box.make_cover(size, lang, code), box.make_labels(lang, code)]}
    made |= {game: make_pages(game, variant, size, lang, select_parts(game), two) for game, variant in variants.items()}
    made |= {"dice": box.make_dice(size, lang), "winner": box.make_winner(size, lang)}
    with_rules = {game: variant for game, variant in variants.items() if "rules" in list_parts(game)}
    made["booklet"] = box.make_booklet(with_rules, size, lang, code)
    every_page = [page for pages in made.values() for page in pages]
    return {name: document(pages, size, lang, box.TITLE) for name, pages in {"tablee": every_page, **made}.items()}
