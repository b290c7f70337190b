"""The rules of a game as a page: its own text (rules.fr.md, rules.en.md), with pictures from `drawing`."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import load, package

from . import games as faces
from .frame.page import render
from .frame.visitor import Visitor
from .frame.words import typeset
from .games import Position
from .play.board import LAYOUTS, drawn

CITED = re.compile(r" \[([A-Z0-9a-z ]+)\]$")
STRONG = re.compile(r"\*\*(.+?)\*\*")


async def page(request: Request) -> Response:
    name = load(request.path_params["game"]).NAME
    lang = Visitor.of(request).lang
    return render(request, "rules.html", name=name, text=told(name, lang), picture=picture(name, lang))


@cache
def told(game: str, lang: str) -> Markup:
    """The rules as HTML: headings, paragraphs, lists and tables are all they use."""
    source = (resources.files(package(game)) / f"rules.{lang}.md").read_text(encoding="utf-8")
    parts: list[Markup] = []
    items: list[Markup] = []
    rows: list[str] = []
    for line in [*source.splitlines(), ""]:
        if items and not line.startswith("- "):
            parts.append(Markup("<ul>{}</ul>").format(Markup("").join(items)))
            items = []
        if rows and not line.startswith("|"):
            parts.append(_table(rows, lang))
            rows = []
        if line.startswith("|"):
            rows.append(line)
        elif line.startswith("- "):
            items.append(Markup("<li>{}</li>").format(_line(line[2:], lang)))
        elif line.startswith("## "):
            parts.append(Markup("<h2>{}</h2>").format(typeset(line[3:], lang)))
        elif line.startswith("# "):
            parts.append(Markup("<h1>{}</h1>").format(typeset(line[2:], lang)))
        elif line.strip():
            parts.append(Markup("<p>{}</p>").format(_line(line, lang)))
    return Markup("\n").join(parts)


def _line(line: str, lang: str) -> Markup:
    cited = CITED.search(line)
    words = typeset(line[: cited.start()] if cited else line, lang)
    body = Markup(STRONG.sub(r"<strong>\1</strong>", str(escape(words))))
    if cited:
        body += Markup(" <small class=cited>{}</small>").format(cited[1])
    return body


def _table(rows: list[str], lang: str) -> Markup:
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if not re.match(r"\|[-| :]+$", row)]
    head = Markup("").join(Markup("<th scope=col>{}</th>").format(_line(cell, lang)) for cell in cells[0])
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(_line(cell, lang)) for cell in row))
        for row in cells[1:]
    )
    table = Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, body)
    return Markup('<div class="scroll" tabindex="0" role="region" aria-label="{}">{}</div>').format(cells[0][0], table)


@cache
def picture(game: str, lang: str) -> list[Markup]:
    """The board in the middle of a game, as it is for a wide and for a narrow page; and what the game shows besides."""
    rules, face = load(game), faces.load(game)
    settings, tokens = face.MIDDLE
    state = rules.start(rules.variant(settings))
    for token in tokens.split():
        state = rules.play(state, rules.parse(token))
    position = Position(rules, state, near=1)
    return [*(drawn(position, lang, layout, "rule-") for layout in LAYOUTS), *map(Markup, face.pictures(lang))]
