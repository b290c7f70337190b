"""The rules of a game as a page: its own text (rules.fr.md, rules.en.md), with pictures from `drawing`."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from tablee.drawing import blocs as draw_blocs
from tablee.drawing import cadeau as draw_cadeau
from tablee.drawing import laaancez as draw_laaancez
from tablee.games import blocs, cadeau, laaancez, load

from .frame.page import render
from .frame.visitor import Visitor
from .frame.words import typeset

CITED = re.compile(r" \[([A-Z0-9a-z ]+)\]$")
STRONG = re.compile(r"\*\*(.+?)\*\*")


async def page(request: Request) -> Response:
    name = load(request.path_params["game"]).NAME
    lang = Visitor.of(request).lang
    return render(request, "rules.html", name=name, text=told(name, lang), picture=picture(name, lang))


@cache
def told(game: str, lang: str) -> Markup:
    """The rules as HTML: headings, paragraphs, lists and tables are all they use."""
    source = (resources.files(f"tablee.games.{game}") / f"rules.{lang}.md").read_text(encoding="utf-8")
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


# Short games from which the pictures are drawn: enough to see what a board looks like in the middle of one.
MIDDLES: dict[str, tuple[dict[str, object], str]] = {
    "cadeau": ({"zones": 3}, "d4 1a d1 1a d5 1b d2 1b d6 1c d3 1c d6 2a d4 2b d4"),
    "blocs": ({}, "d45 4,5 d26 8 d36"),
    "laaancez": (
        {},
        "d3 1.bonnet@a2 2.sucre@a3 d5 1.etoile@b2 2.bonhomme@a2 d1 1.bouclier@a3 2.boule@a4 d6 1.renne@a4 "
        "2.renne@b3 d2",
    ),
}


@cache
def picture(game: str, lang: str) -> list[Markup]:
    """The board in the middle of a game, as it is for a wide and for a narrow page; and the sheet of objects."""
    rules = load(game)
    settings, tokens = MIDDLES[game]
    state = rules.start(rules.variant(settings))
    for token in tokens.split():
        state = rules.play(state, rules.parse(token))
    drawn = []
    for layout in ("wide", "tall"):
        prefix = f"rule-{layout[0]}-"
        if game == cadeau.NAME:
            drawn.append(draw_cadeau.board(state, lang=lang, layout=layout, prefix=prefix))
        elif game == blocs.NAME:
            drawn.append(draw_blocs.board(state, lang=lang, layout=layout, prefix=prefix))
        else:
            drawn.append(draw_laaancez.board(state, 1, lang=lang, layout=layout, prefix=prefix))
    if game == laaancez.NAME:
        drawn.append(draw_laaancez.card(laaancez.shipped("noel"), lang=lang, theme="light", prefix="rule-c-"))
    return [Markup(svg) for svg in drawn]
