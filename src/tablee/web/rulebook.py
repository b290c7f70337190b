"""The rules of a game as a page: its own text (rules.fr.md, rules.en.md), with pictures from `drawing`."""

from functools import cache
from importlib import resources
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.registry import load
from tablee.core.words import Text
from tablee.drawing.svg import Markup, escape
from tablee.web.web_game import Position, load_web_game
from tablee.words import describe, rules

from .frame.page import render
from .frame.visitor import TABLE_ID, Visitor
from .play.board import LAYOUTS, draw

BY_EAR = Text("Jouer à l’oreille", "Play by ear")
TAGS = {"title": "h1", "heading": "h2", "paragraph": "p", "item": "li"}


async def page(request: Request) -> Response:
    name, lang = load(request.path_params["game"]).NAME, Visitor.of(request).lang
    return show_text(request, load(name).TITLE, rules.source(name, lang), picture(name, lang))


async def by_ear(request: Request) -> Response:
    """How to play without seeing the table."""
    text = resources.files("tablee.web") / f"by-ear.{Visitor.of(request).lang}.md"
    return show_text(request, BY_EAR, text.read_text(encoding="utf-8"))


def show_text(request: Request, title: Text, text: str, pictures: list[Markup] | None = None) -> Response:
    asked = request.query_params.get("table", "")
    table = asked if TABLE_ID.fullmatch(asked) else ""  # whoever came from a game goes back to it
    shown: dict[str, Any] = {"blocks": blocks(text), "pieces": rules.pieces, "picture": pictures or ()}
    return render(request, "rules.html", title=title, table=table, **shown)


@cache
def blocks(text: str) -> list[tuple[str, list[rules.Block]]]:
    """A text as tags and their blocks; the items of a list stay together."""
    return [(TAGS[kind], list(group)) for kind, group in groupby(rules.blocks(text), key=lambda block: block.kind)]


@cache
def picture(game: str, lang: str) -> list[Markup]:
    """The board in the middle of a game, as it is for a wide and for a narrow page; and what the game shows besides."""
    played, web_game = load(game), load_web_game(game)
    settings, tokens = web_game.MIDDLE
    state = played.start(played.variant(settings))
    for token in tokens.split():
        state = played.play(state, played.parse(token))
    position, words = Position(played, state, near=1), escape(describe(played, state).in_lang(lang))
    boards = [
        draw(position, lang, layout).replace('aria-hidden="true"', f'role="img" aria-label="{words}"', 1)
        for layout in LAYOUTS
    ]
    return [Markup(drawn) for drawn in (*boards, *web_game.pictures(lang))]
