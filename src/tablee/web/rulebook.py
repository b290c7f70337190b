"""The rules of a game as a page: its own text (rules.fr.md, rules.en.md), with pictures from `drawing`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.registry import load
from tablee.core.words import capital, typeset
from tablee.drawing.svg import Markup, element, join
from tablee.words import rules

from . import faces
from .faces import Position
from .frame.page import render
from .frame.visitor import TABLE_ID, Visitor
from .play.board import LAYOUTS, drawn

CODE = re.compile(r"(^)?\*\*([a-z]+)\*\*(?(1)(?: \([^)*]*\))?)")  # a setting or a value; one that leads explains itself
TAGS = {"title": "h1", "heading": "h2", "paragraph": "p", "item": "li"}


async def page(request: Request) -> Response:
    name = load(request.path_params["game"]).NAME
    lang = Visitor.of(request).lang
    asked = request.query_params.get("table", "")
    table = asked if TABLE_ID.fullmatch(asked) else ""  # whoever came from a game goes back to it
    return render(
        request, "rules.html", name=name, table=table, text=render_rules(name, lang), picture=picture(name, lang)
    )


@cache
def render_rules(game: str, lang: str) -> Markup:
    """The rules as HTML: headings, paragraphs, lists and tables are all they use."""
    parts: list[Markup] = []
    called = labels(game, lang)
    for kind, group in groupby(rules.blocks(rules.source(game, lang)), key=lambda block: block.kind):
        shown = [_block(block._replace(words=CODE.sub(called, block.words)), lang) for block in group]
        parts += [element("ul", *shown)] if kind == "item" else shown
    return Markup("\n".join(parts))


def labels(game: str, lang: str) -> Callable[[re.Match[str]], str]:
    """The settings and values that the rules name by their code, as the first page calls them."""
    options = load(game).OPTIONS
    called = {str(value): name for one in options for value, name in one.names.items() if str(value)}
    called |= {option.key: option.label for option in options}

    def label(found: re.Match[str]) -> str:
        if found[2] not in called:
            return found[0]
        name = called[found[2]]
        return f"**{(name if found[1] is None else capital(name)).said(lang)}**"

    return label


def _block(block: rules.Block, lang: str) -> Markup:
    cited = (" ", element("small", block.cited, class_="cited")) if block.cited else ()
    shown = element(TAGS[block.kind], *_words(block.words, lang), *cited)
    return join((shown, Markup("\n"), _table(block.rows, lang))) if block.rows else shown


def _words(words: str, lang: str) -> list[str]:
    pieces = ((piece.kind == "strong", typeset(piece.words, lang)) for piece in rules.pieces(words))
    return [element("strong", shown) if strong else shown for strong, shown in pieces]


def _table(rows: tuple[tuple[str, ...], ...], lang: str) -> Markup:
    head, *rest = rows
    heads = [element("th", *_words(cell, lang), scope="col") for cell in head]
    lines = [element("tr", *(element("td", *_words(cell, lang)) for cell in row)) for row in rest]
    table = element("table", element("thead", element("tr", *heads)), element("tbody", *lines))
    return element("div", table, class_="scroll", tabindex=0, role="region", aria_label=head[0])


@cache
def picture(game: str, lang: str) -> list[Markup]:
    """The board in the middle of a game, as it is for a wide and for a narrow page; and what the game shows besides."""
    played, face = load(game), faces.load(game)
    settings, tokens = face.MIDDLE
    state = played.start(played.variant(settings))
    for token in tokens.split():
        state = played.play(state, played.parse(token))
    position = Position(played, state, near=1)
    return [*(drawn(position, lang, layout, "rule-") for layout in LAYOUTS), *map(Markup, face.pictures(lang))]
