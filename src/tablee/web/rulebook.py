"""The rules of a game as a page: its own text (rules.fr.md, rules.en.md), with pictures from `drawing`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.registry import load
from tablee.core.words import capital, untranslated
from tablee.drawing.svg import Markup
from tablee.web.web_game import Position, load_web_game
from tablee.words import rules

from .frame.page import render
from .frame.visitor import TABLE_ID, Visitor
from .play.board import LAYOUTS, draw

CODE = re.compile(r"(^)?\*\*([a-z]+)\*\*(?(1)(?: \([^)*]*\))?)")  # a setting or a value; one that leads explains itself
TAGS = {"title": "h1", "heading": "h2", "paragraph": "p", "item": "li"}


async def page(request: Request) -> Response:
    name = load(request.path_params["game"]).NAME
    lang = Visitor.of(request).lang
    asked = request.query_params.get("table", "")
    table = asked if TABLE_ID.fullmatch(asked) else ""  # whoever came from a game goes back to it
    shown: dict[str, Any] = {"blocks": blocks(name, lang), "pieces": rules.pieces, "picture": picture(name, lang)}
    return render(request, "rules.html", title=load(name).TITLE, table=table, **shown)


async def by_ear(request: Request) -> Response:
    """How to play without seeing the table."""
    text = (resources.files("tablee.web") / f"by-ear.{Visitor.of(request).lang}.md").read_text(encoding="utf-8")
    read = rules.blocks(text)
    asked = request.query_params.get("table", "")
    shown: dict[str, Any] = {"blocks": group_blocks(read), "pieces": rules.pieces, "picture": ()}
    table = asked if TABLE_ID.fullmatch(asked) else ""
    return render(request, "rules.html", title=untranslated(read[0].words), table=table, **shown)


@cache
def blocks(game: str, lang: str) -> list[tuple[str, list[rules.Block]]]:
    """The rules as tags and their blocks; the items of a list stay together."""
    called = labels(game, lang)
    found = (block._replace(words=CODE.sub(called, block.words)) for block in rules.blocks(rules.source(game, lang)))
    return group_blocks(found)


def group_blocks(found: Iterable[rules.Block]) -> list[tuple[str, list[rules.Block]]]:
    return [(TAGS[kind], list(group)) for kind, group in groupby(found, key=lambda block: block.kind)]


def labels(game: str, lang: str) -> Callable[[re.Match[str]], str]:
    """The settings and values that the rules name by their code, as the first page calls them."""
    options = load(game).OPTIONS
    called = {str(value): name for one in options for value, name in one.names.items() if str(value)}
    called |= {option.key: option.label for option in options}

    def label(found: re.Match[str]) -> str:
        if found[2] not in called:
            return found[0]
        name = called[found[2]]
        return f"**{(name if found[1] is None else capital(name)).in_lang(lang)}**"

    return label


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
