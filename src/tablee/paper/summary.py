"""The rules of a game on one page: `summary.GAME.LANG.md` beside this module, set in cards.

It is written as the rules are (`words.rules`): a heading begins a card, `---` the second column. What is told of some
variants only is marked by a fact of the variant:

    {mode=solo} - a line for solo        {given!=} - a line if something is given (two marks: both must hold)
    a word {level=3|and one more}        {zones} is written out
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

from tablee.core.registry import load
from tablee.core.words import Text, listed, typeset
from tablee.drawing import objects
from tablee.games import blocs, cadeau, laaancez
from tablee.games.blocs import board as drawing_blocs
from tablee.games.cadeau import board as drawing_cadeau
from tablee.games.laaancez import item_art as combat
from tablee.games.laaancez import sheet_art as forms
from tablee.words import rules
from tablee.words.rules import Block

from .tree import (
    Content,
    Node,
    Page,
    Paper,
    Picture,
    Unit,
    centred,
    fitted,
    gap,
    grid,
    mm,
    node,
    roll,
    space,
    text,
    together,
)

# The count of the rules and some more, Lutins and Gnomes, zone after zone.
EXAMPLE = ("222665342531546333162255641", "654123664441664111444321552")
SIZES = {"cadeau": 11.3, "blocs": 10.8, "laaancez": 10.9}  # of the type, so that a page of US Letter is full and one
RESULTS = Text("Nos parties", "Our games")
# Where the rules leave room, results can be written down.
TALLIES = {
    "cadeau": (
        Text("date", "date"),
        Text("Lutins : qui, combien de zones", "Lutins: who, how many zones"),
        Text("Gnomes : qui, combien de zones", "Gnomes: who, how many zones"),
    ),
    "blocs": (
        Text("date", "date"),
        Text("qui a joué, à quel niveau", "who played, at which level"),
        Text("qui a gagné, ou ce qui restait", "who won, or what was left"),
    ),
}
LINE = re.compile(r"\{(\w+)(!?=)([^|{}]*)\} ?")
WITHIN = re.compile(r"\{(\w+)(!?=)([^|{}]*)\|([^{}]*)\}")  # the innermost first


def source(game: str, variant: Any, lang: str) -> str:
    """The rules of this variant."""
    known = facts(game, variant, lang)

    def holds(found: re.Match[str]) -> bool:
        return (known[found[1]] == found[3]) == (found[2] == "=")

    lines = []
    for line in (resources.files(__package__) / f"summary.{game}.{lang}.md").read_text(encoding="utf-8").splitlines():
        kept, rest = True, line
        while found := LINE.match(rest):
            kept, rest = kept and holds(found), rest[found.end() :]
        rest = re.sub(r"\{(\w+)\}", lambda word: known[word[1]], rest)
        while WITHIN.search(rest):
            rest = WITHIN.sub(lambda part: part[4] if holds(part) else "", rest)
        if kept:
            lines.append(rest)
    return "\n".join(lines)


def facts(game: str, variant: Any, lang: str) -> Mapping[str, str]:
    """What the rules of a variant depend on: each setting, what its value is called, and of a sheet what is on it."""
    known: dict[str, str] = {}
    for option in load(game).OPTIONS:
        value = getattr(variant, option.key)
        known[option.key] = str(value)
        if not option.open:
            name = option.name(value).said(lang)
            known[f"{option.key}_name"] = name[:1].upper() + name[1:]
    more = MORE_FACTS.get(game)
    return known | more(variant, lang) if more else known


def _on_the_sheet(variant: laaancez.Variant, lang: str) -> dict[str, str]:
    sheet, usual = variant.sheet, laaancez.shipped("noel")
    shields = [thing.title for thing in sheet.objects if thing.shield]
    return {
        "candle": "" if sheet.candle.title == usual.candle.title else sheet.candle.title.said(lang),
        "shield": "yes" if shields else "",
        "shields": "" if shields == [usual.things["bouclier"].title] else listed(shields).said(lang),
        "tick": "yes" if any(laaancez.TICK in pair for pair in sheet.faces) else "",
    }


def _of_the_sheet(variant: laaancez.Variant) -> tuple[str, ...]:
    last = variant.sheet.objects[-2:]
    return tuple(combat.art(variant.sheet, thing.name) for thing in (variant.sheet.candle, *reversed(last)))


MORE_FACTS: dict[str, Callable[[Any, str], dict[str, str]]] = {"laaancez": _on_the_sheet}
PORTRAITS: dict[str, Callable[[Any], tuple[str, ...]]] = {  # who is shown beside the title
    "cadeau": lambda variant: ("lutin", "grand-cadeau", "gnome"),
    "blocs": lambda variant: (),
    "laaancez": _of_the_sheet,
}


def page(game: str, variant: Any, paper: Paper, lang: str) -> Page:
    """The one page of rules."""
    read = rules.blocks(source(game, variant, lang))
    starts = [at for at, block in enumerate(read) if block.kind == "heading"]
    name, lead = read[0].words, read[1 : starts[0]]
    shown: list[Content] = []
    for number, kind in enumerate(PORTRAITS[game](variant)):
        drawn = objects.portrait(kind, name, lang=lang, theme="print", prefix=f"{game}{number}-")
        shown += [gap(1)] * bool(shown) + [node("box", Picture(drawn, height=mm(15)))]
    title = node("block", text(typeset(name, lang), 24, display=True), below=mm(3))
    art = node("box", together(*shown or [roll((5, 4), "13mm")]))
    lead_in = together(title, *_blocks(lead, lang))
    head = grid(lead_in, art, columns="1fr auto", align="left + horizon, right + horizon", gutter=6)
    columns: tuple[list[Content], list[Content]] = ([], [])
    side = 0
    for start, end in zip(starts, [*starts[1:], len(read)], strict=True):
        card = [block for block in read[start:end] if block.kind != "break"]
        columns[side].append(_card(card, lang))
        side = side or len(card) < end - start
    figure, size = FIGURES[game](variant, lang)
    width = fitted(size, paper.room()[0] / 2 - 2.5, FIGURE * paper.room()[1])
    columns[0].append(centred(node("framed", Picture(figure, width=mm(width)))))
    body = [head, space(4), node("cards", Unit(f"{SIZES[game]}pt"), *map(tuple, columns))]
    if game in TALLIES:
        body.append(node("tally", RESULTS, tuple(one for one in TALLIES[game]), 3))
    return Page(tuple(body))


Figure = tuple[str, tuple[float, float]]  # a picture, and its size


def _board(variant: cadeau.Variant, lang: str) -> Figure:
    """A finished board."""
    sides = tuple(tuple(map(int, dice[: 3 * variant.zones])) for dice in EXAMPLE)
    drawn = drawing_cadeau.board(
        cadeau.State(variant, (sides[0], sides[1])), lang=lang, theme="print", bare=True, prefix="figure-"
    )
    return drawn, drawing_cadeau.size(variant, "wide")


def _track(variant: blocs.Variant, lang: str) -> Figure:
    """The tracks before the first push."""
    drawn = drawing_blocs.board(blocs.start(variant), lang=lang, theme="print", prefix="figure-")
    return drawn, drawing_blocs.size(variant)


def _objects(variant: laaancez.Variant, lang: str) -> Figure:
    return forms.card(variant.sheet, lang=lang, prefix="figure-"), forms.CARD_SIZE


FIGURE = 0.35  # of the page that a figure may be high
FIGURES: dict[str, Callable[[Any, str], Figure]] = {
    "cadeau": _board,
    "blocs": _track,
    "laaancez": _objects,
}  # the game at a glance


def _card(blocks: Sequence[Block], lang: str) -> Node:
    head, *rest = blocks
    under = [_table(head.rows, lang)] if head.rows else []
    return node("card", typeset(head.words, lang), together(*under, *_blocks(rest, lang)))


def _blocks(blocks: Sequence[Block], lang: str) -> list[Node]:
    """Paragraphs, items and tables one after another."""
    parts: list[Node] = []
    for block in blocks:
        parts.append(node("item" if block.kind == "item" else "par", _line(block.words, lang)))
        if block.rows:
            parts.append(_table(block.rows, lang))
    return parts


def _line(line: str, lang: str) -> Node:
    """Plain words, strong words and dice."""
    made: list[Content] = []
    for piece in rules.pieces(line):
        if piece.kind == "dice":
            made.append(roll(tuple(map(int, piece.words.split("-")))))
        else:
            said = typeset(piece.words, lang)
            made.append(node("strong", said) if piece.kind == "strong" else said)
    return together(*made)


def _table(rows: Sequence[Sequence[str]], lang: str) -> Node:
    head, *body = (tuple(_line(cell, lang) for cell in row) for row in rows)
    return node("summary-table", head, tuple(body))
