"""The rules of a game on one page: `summary.LANG.md` beside its rules, set in cards.

It is written as the rules are (`words.rules`): a heading begins a card, `---` the second column. What is told of some
variants only is marked by a fact of the variant:

    {mode=solo} - a line for solo        {given!=} - a line if something is given (two marks: both must hold)
    a word {level=3|and one more}        {zones} is written out
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, cast

from tablee.core.registry import load, package, part
from tablee.core.words import Text, typeset
from tablee.drawing import objects
from tablee.words import rules
from tablee.words.rules import Block

from . import tree
from .tree import Content, Node, Page, Paper, Picture, Unit

RESULTS = Text("Nos parties", "Our games")
FIGURE = 0.35  # of the page that a figure may be high
LINE = re.compile(r"\{(\w+)(!?=)([^|{}]*)\} ?")
WITHIN = re.compile(r"\{(\w+)(!?=)([^|{}]*)\|([^{}]*)\}")  # the innermost first


Figure = tuple[str, tuple[float, float]]  # a picture, and its size


@dataclass(frozen=True, slots=True)
class Summary:
    """The content of the page of rules (`SUMMARY` of a game's module `paper`).

    `size` of the type in points, so that a page of US Letter is full and one; `figure`: the game at a glance;
    `portraits`: who is shown beside the title; `tally`: the columns of a list of results, where there is room for one;
    `facts`: more words that the text may depend on.
    """

    size: float
    figure: Callable[[Any, str], Figure]
    portraits: Callable[[Any], tuple[str, ...]] = lambda variant: ()
    tally: tuple[Text, ...] = ()
    facts: Callable[[Any, str], dict[str, str]] = lambda variant, lang: {}


def summary_of(game: str) -> Summary:
    """Returns the content of the page of rules, for a game that has one (`paper.list_parts`)."""
    summary: Summary = cast(Any, part(game, "paper")).SUMMARY
    return summary


def read_source(game: str, variant: Any, lang: str) -> str:
    values = list_facts(game, variant, lang)

    def holds(match: re.Match[str]) -> bool:
        return (values[match[1]] == match[3]) == (match[2] == "=")

    lines = []
    for line in (resources.files(package(game)) / f"summary.{lang}.md").read_text(encoding="utf-8").splitlines():
        wanted, rest = True, line
        while match := LINE.match(rest):
            wanted, rest = wanted and holds(match), rest[match.end() :]
        rest = re.sub(r"\{(\w+)\}", lambda word: values[word[1]], rest)
        while WITHIN.search(rest):
            rest = WITHIN.sub(lambda part: part[4] if holds(part) else "", rest)
        if wanted:
            lines.append(rest)
    return "\n".join(lines)


def list_facts(game: str, variant: Any, lang: str) -> Mapping[str, str]:
    """What the rules of a variant depend on: each setting, what its value is called, and of a sheet what is on it."""
    rules, values = load(game), dict[str, str]()
    settings: Mapping[str, Any] = rules.settings(variant)
    for option in rules.OPTIONS:
        value = settings.get(option.key, option.default)
        values[option.key] = str(value)
        if not option.open:
            name = option.name(value).in_lang(lang)
            values[f"{option.key}_name"] = name[:1].upper() + name[1:]
    return values | summary_of(game).facts(variant, lang)


def make_page(game: str, variant: Any, paper: Paper, lang: str) -> Page:
    summary = summary_of(game)
    read = rules.blocks(read_source(game, variant, lang))
    starts = [index for index, block in enumerate(read) if block.kind == "heading"]
    name, lead = read[0].words, read[1 : starts[0]]
    portraits: list[Content] = []
    for number, kind in enumerate(summary.portraits(variant)):
        svg = objects.portrait(kind, name, lang=lang, theme="print", prefix=f"{game}{number}-")
        portraits += [tree.gap(1)] * bool(portraits) + [tree.node("box", Picture(svg, height=tree.mm(15)))]
    title = tree.node("block", tree.text(typeset(name, lang), 24, display=True), below=tree.mm(3))
    art = tree.node("box", tree.together(*portraits or [tree.roll((5, 4), "13mm")]))
    lead_in = tree.together(title, *make_blocks(lead, lang))
    head = tree.grid(lead_in, art, columns="1fr auto", align="left + horizon, right + horizon", gutter=6)
    columns: tuple[list[Content], list[Content]] = ([], [])
    side = 0
    for start, end in zip(starts, [*starts[1:], len(read)], strict=True):
        card = [block for block in read[start:end] if block.kind != "break"]
        under = [_table(card[0].rows, lang)] if card[0].rows else []
        inside = tree.together(*under, *make_blocks(card[1:], lang))
        columns[side].append(tree.node("card", typeset(card[0].words, lang), inside))
        side = side or len(card) < end - start
    figure, size = summary.figure(variant, lang)
    width = tree.fit_width(size, paper.room()[0] / 2 - 2.5, FIGURE * paper.room()[1])
    columns[0].append(tree.centre(tree.node("framed", Picture(figure, width=tree.mm(width)))))
    body = [head, tree.space(4), tree.node("cards", Unit(f"{summary.size}pt"), *map(tuple, columns))]
    if summary.tally:
        body.append(tree.node("tally", RESULTS, summary.tally, 3))
    return Page(tuple(body))


def make_blocks(blocks: Sequence[Block], lang: str) -> list[Node]:
    parts: list[Node] = []
    for block in blocks:
        parts.append(tree.node("item" if block.kind == "item" else "par", _line(block.words, lang)))
        if block.rows:
            parts.append(_table(block.rows, lang))
    return parts


def _line(line: str, lang: str) -> Node:
    """Plain words, strong words and dice."""
    parts: list[Content] = []
    for piece in rules.pieces(line):
        if piece.kind == "dice":
            parts.append(tree.roll(tuple(map(int, piece.words.split("-")))))
        else:
            words = typeset(piece.words, lang)
            parts.append(tree.node("strong", words) if piece.kind == "strong" else words)
    return tree.together(*parts)


def _table(rows: Sequence[Sequence[str]], lang: str) -> Node:
    head, *body = (tuple(_line(cell, lang) for cell in row) for row in rows)
    return tree.node("summary-table", head, tuple(body))
