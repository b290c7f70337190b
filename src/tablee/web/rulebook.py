"""The rules of a game as a page: its own text (rules.fr.md, rules.en.md), with pictures from `drawing`."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.registry import load
from tablee.drawing.svg import Markup
from tablee.web.web_game import Position, load_web_game
from tablee.words import rules

from .frame.page import render
from .frame.visitor import TABLE_ID, Visitor
from .play.board import LAYOUTS, draw

TAGS = {"title": "h1", "heading": "h2", "paragraph": "p", "item": "li"}


async def page(request: Request) -> Response:
    name = load(request.path_params["game"]).NAME
    lang = Visitor.of(request).lang
    asked = request.query_params.get("table", "")
    table = asked if TABLE_ID.fullmatch(asked) else ""  # whoever came from a game goes back to it
    shown: dict[str, Any] = {"blocks": blocks(name, lang), "pieces": rules.pieces, "picture": picture(name, lang)}
    return render(request, "rules.html", name=name, table=table, **shown)


@cache
def blocks(game: str, lang: str) -> list[tuple[str, list[rules.Block]]]:
    """The rules as tags and their blocks; the items of a list stay together."""
    read = rules.blocks(rules.source(game, lang))
    return [(TAGS[kind], list(group)) for kind, group in groupby(read, key=lambda block: block.kind)]


@cache
def picture(game: str, lang: str) -> list[Markup]:
    """The board in the middle of a game, as it is for a wide and for a narrow page; and what the game shows besides."""
    played, web_game = load(game), load_web_game(game)
    settings, tokens = web_game.MIDDLE
    state = played.start(played.variant(settings))
    for token in tokens.split():
        state = played.play(state, played.parse(token))
    position = Position(played, state, near=1)
    return [*(draw(position, lang, layout, "rule-") for layout in LAYOUTS), *map(Markup, web_game.pictures(lang))]
