"""The rules of a game on one page: `summary.GAME.LANG.md` beside this module, set in cards.

It is written as the rules are (`words.rules`): a heading begins a card, `---` the second column.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from tablee.core.words import Text, typeset
from tablee.drawing import blocs as drawing_blocs
from tablee.drawing import cadeau as drawing_cadeau
from tablee.drawing import forms, objects
from tablee.games import blocs, cadeau, laaancez
from tablee.words import rules
from tablee.words.rules import Block

from .pages import Page, array, faces, quoted, said

EXAMPLE = ("222665342531546", "654123664441664")  # the count of the rules, Lutins and Gnomes, zone after zone
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
PORTRAITS = {"cadeau": ("lutin", "grand-cadeau", "gnome"), "blocs": (), "laaancez": ("bougie", "renne", "bonhomme")}


def source(game: str, lang: str) -> str:
    return (resources.files(__package__) / f"summary.{game}.{lang}.md").read_text(encoding="utf-8")


def page(game: str, lang: str) -> Page:
    """The one page of rules."""
    read = rules.blocks(source(game, lang))
    starts = [at for at, block in enumerate(read) if block.kind == "heading"]
    name, lead = read[0].words, read[1 : starts[0]]
    pictures = {
        f"portrait-{kind}": objects.portrait(kind, kind, lang=lang, theme="print", prefix=f"{kind}-")
        for kind in PORTRAITS[game]
    }
    if not PORTRAITS[game]:
        portraits = 'box(dice(("5", "4"), size: 13mm))'
    else:
        portraits = "box(" + " + h(1mm) + ".join(f'box(picture("{key}", height: 15mm))' for key in pictures) + ")"
    head = (
        "#grid(columns: (1fr, auto), column-gutter: 6mm, align: (left + horizon, right + horizon), [\n"
        f"#block(below: 3mm, text(font: shown, 24pt, {quoted(typeset(name, lang))}))\n"
        f"{_lines(_blocks(lead, lang))}], {portraits})\n"
        "#v(4mm, weak: true)\n"
    )
    columns: tuple[list[str], list[str]] = ([], [])
    side = 0
    for start, end in zip(starts, [*starts[1:], len(read)], strict=True):
        card = [block for block in read[start:end] if block.kind != "break"]
        columns[side].append(_card(card, lang))
        side = side or len(card) < end - start
    pictures |= {"figure": FIGURES[game](lang)}
    columns[0].append('framed(picture("figure", width: 100%))')
    body = f"{head}#cards({SIZES[game]}pt, {', '.join(map(array, columns))})"
    if game in TALLIES:
        heads = array(said(head, lang) for head in TALLIES[game])
        body += f"\n#tally({said(RESULTS, lang)}, {heads}, 3)"
    return Page(body, pictures | faces())


def _board(lang: str) -> str:
    """A finished board."""
    sides = tuple(tuple(map(int, dice)) for dice in EXAMPLE)
    state = cadeau.State(cadeau.variant({}), (sides[0], sides[1]))
    return drawing_cadeau.board(state, lang=lang, theme="print", bare=True, prefix="figure-")


def _track(lang: str) -> str:
    """The track before the first push."""
    return drawing_blocs.board(blocs.start(blocs.variant({})), lang=lang, theme="print", prefix="figure-")


def _objects(lang: str) -> str:
    return forms.card(laaancez.shipped("noel"), lang=lang, prefix="figure-")


FIGURES = {"cadeau": _board, "blocs": _track, "laaancez": _objects}  # the game at a glance


def _card(blocks: Sequence[Block], lang: str) -> str:
    head, *rest = blocks
    under = [_table(head.rows, lang)] if head.rows else []
    return f"card({quoted(typeset(head.words, lang))})[\n{_lines([*under, *_blocks(rest, lang)])}]"


def _lines(parts: Sequence[str]) -> str:
    return "\n".join(parts) + "\n"


def _blocks(blocks: Sequence[Block], lang: str) -> list[str]:
    """Paragraphs, items and tables one after another."""
    parts: list[str] = []
    for block in blocks:
        words = _words(block.words, lang)
        item = f"#list(marker: text(font: shown, {quoted('•')}), {words})"
        parts.append(item if block.kind == "item" else f"#par({words})")
        if block.rows:
            parts.append(_table(block.rows, lang))
    return parts


def _words(line: str, lang: str) -> str:
    """A line as typst content: plain words, strong words and dice."""
    made = []
    for piece in rules.pieces(line):
        if piece.kind == "dice":
            made.append(f"dice({array(map(quoted, piece.words.split('-')))})")
        else:
            words = quoted(typeset(piece.words, lang))
            made.append(f"strong({words})" if piece.kind == "strong" else words)
    return "{" + "; ".join(made) + "}"


def _table(rows: Sequence[Sequence[str]], lang: str) -> str:
    head, *body = [[_words(cell, lang) for cell in row] for row in rows]
    cells = [f"table.header({', '.join(f'strong({cell})' for cell in head)})"]
    cells += [cell for row in body for cell in row]
    columns = array(["auto"] * (len(head) - 1) + ["1fr"])
    return f"#summary-table({columns}, {', '.join(cells)})"
