"""The rules as they are told (rules.fr.md, rules.en.md of each game), set for a terminal."""

import re

from tablee.core.errors import RequestError
from tablee.core.game import clip
from tablee.core.words import Text
from tablee.words.rules import Block, blocks, pieces, source

from .screen import Look, count_columns, pad

LAST = 16  # columns that the last cell of a row wants at least


def render(look: Look, game: str, rule: str = "") -> list[str]:
    """The rules of a game in lines; with a rule's id, only the paragraphs that cite it."""
    read = blocks(source(game, look.lang))
    if rule:
        rule_id = rule.strip().casefold()
        matching = [block for block in read if rule_id in {cited.casefold() for cited in block.rules}]
        if not matching:
            every = {cited for block in read for cited in block.rules}
            ids = sorted(every, key=lambda cited: (int(re.sub(r"\D", "", cited) or 0), cited))
            raise RequestError(
                f"Aucune règle « {clip(rule)} » ici ; il y a {', '.join(ids)}.",
                f"There is no rule “{clip(rule)}” here; there are {', '.join(ids)}.",
            )
        read = matching
    return [line for block in read for line in (*_format_block(look, block), *_table(look, block.rows))]


def example(game: str, lang: str) -> str:
    """The id of a rule that can be asked for: the first that the rules tell."""
    return next((rule for block in blocks(source(game, lang)) for rule in block.rules), "")


def _format_block(look: Look, block: Block) -> list[str]:
    if block.kind in ("title", "heading"):
        words = look.wrap(block.words)
        if block.kind == "heading":
            return ["", *(look.paint("strong", line) for line in words)]
        return [look.paint("title", line) for line in (*words, "═" * max(map(count_columns, words)))]
    body = "".join(
        look.paint("strong", piece.words) if piece.kind == "strong" else piece.words for piece in pieces(block.words)
    )
    if block.cited:
        # The id and its mark stay together at the end of a line.
        body += " " + look.paint("rule", f"[{block.cited}]".replace(" ", "\u00a0"))
    item = block.kind == "item"
    lines = look.wrap(body, first="  · " if item else "", rest="    " if item else "")
    return lines if item else ["", *lines]


def _table(look: Look, rows: tuple[tuple[str, ...], ...]) -> list[str]:
    """A table in columns; the last one is wrapped if it is too long."""
    if not rows:
        return []
    widths = [max(count_columns(row[column]) for row in rows) for column in range(len(rows[0]))]
    if sum(widths[:-1]) + 2 * len(widths) + min(widths[-1], LAST) > look.width:
        return ["", *(line for row in rows[1:] for line in _stack_row(look, rows[0], row)), ""]
    lines = []
    for number, row in enumerate(rows):
        lead = "  " + "".join(pad(cell, width + 2) for cell, width in zip(row[:-1], widths[:-1], strict=True))
        wrapped = look.wrap(row[-1], first=lead, rest=" " * count_columns(lead))
        lines += [look.paint("strong", line) for line in wrapped] if number == 0 else wrapped
    return ["", *lines, ""]


def _stack_row(look: Look, heads: tuple[str, ...], row: tuple[str, ...]) -> list[str]:
    """A row of a table that is too wide for the page: its first cell, and under it the others with their headings."""
    colon = look.in_lang(Text(" : ", ": "))
    lines = [look.paint("strong", line) for line in look.wrap(row[0], first="  ", rest="  ")]
    for head, cell in zip(heads[1:], row[1:], strict=True):
        lines += look.wrap((head + colon if head else "") + cell, first="    ", rest="      ") if cell else []
    return lines
