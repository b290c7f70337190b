"""The rules of a game on one page: `summary.GAME.LANG.md` beside this module, set in cards.

    # title                ## title of a card            - item            | a | table |            **strong**

`[4-4-4]` shows three dice, `---` begins the second column. Everything else is plain text.
"""

from __future__ import annotations

import re
from importlib import resources

from tablee.core.words import Text, typeset
from tablee.drawing import blocs as drawing_blocs
from tablee.drawing import cadeau as drawing_cadeau
from tablee.drawing import forms, objects
from tablee.games import blocs, cadeau, laaancez

from .pages import Page, array, faces, quoted, said

PIECES = re.compile(r"\*\*(?P<strong>.+?)\*\*|\[(?P<dice>[1-6](?:-[1-6])*)\]")
BREAK = "---\n\n"  # the second column begins after it
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
    title, *sections = re.split(r"^#{1,2} ", source(game, lang), flags=re.MULTILINE)[1:]
    name, _, lead = title.partition("\n")
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
        f"{_blocks(lead, lang)}], {portraits})\n"
        "#v(4mm, weak: true)\n"
    )
    columns: tuple[list[str], list[str]] = ([], [])
    side = 0
    for section in sections:
        columns[side].append(_card(section.removesuffix(BREAK), lang))
        side = side or section.endswith(BREAK)
    pictures |= {"figure": _figure(game, lang)}
    columns[0].append('framed(picture("figure", width: 100%))')
    body = f"{head}#cards({SIZES[game]}pt, {', '.join(map(array, columns))})"
    if game in TALLIES:
        heads = array(said(head, lang) for head in TALLIES[game])
        body += f"\n#tally({said(RESULTS, lang)}, {heads}, 3)"
    return Page(body, pictures | faces())


def _figure(game: str, lang: str) -> str:
    """The game at a glance: a finished board, the track before the first push, the object card."""
    if game == "cadeau":
        sides = tuple(tuple(map(int, dice)) for dice in EXAMPLE)
        state = cadeau.State(cadeau.variant({}), (sides[0], sides[1]))
        return drawing_cadeau.board(state, lang=lang, theme="print", bare=True, prefix="figure-")
    if game == "blocs":
        start = blocs.start(blocs.variant({}))
        return drawing_blocs.board(start, lang=lang, theme="print", prefix="figure-")
    return forms.card(laaancez.shipped("noel"), lang=lang, prefix="figure-")


def _card(section: str, lang: str) -> str:
    name, _, rest = section.partition("\n")
    return f"card({quoted(typeset(name, lang))})[\n{_blocks(rest, lang)}]"


def _blocks(text: str, lang: str) -> str:
    """Paragraphs, items and tables one after another."""
    parts: list[str] = []
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            if not re.match(r"\|[-| :]+$", line):
                rows.append([_words(cell.strip(), lang) for cell in line.strip()[1:-1].split("|")])
            continue
        if rows:
            parts.append(_table(rows))
            rows = []
        if line.startswith("- "):
            parts.append(f"#list(marker: text(font: shown, {quoted('•')}), {_words(line[2:], lang)})")
        elif line:
            parts.append(f"#par({_words(line, lang)})")
    return "\n".join(parts) + "\n"


def _words(line: str, lang: str) -> str:
    """A line as typst content: plain words, strong words and dice."""
    made, at = [], 0
    for found in PIECES.finditer(line):
        made.append(quoted(typeset(line[at : found.start()], lang)))
        if found["strong"]:
            made.append(f"strong({quoted(typeset(found['strong'], lang))})")
        else:
            made.append(f"dice({array(map(quoted, found['dice'].split('-')))})")
        at = found.end()
    made.append(quoted(typeset(line[at:], lang)))
    return "{" + "; ".join(part for part in made if part != '""') + "}"


def _table(rows: list[list[str]]) -> str:
    head, *body = rows
    cells = [f"table.header({', '.join(f'strong({cell})' for cell in head)})"]
    cells += [cell for row in body for cell in row]
    columns = array(["auto"] * (len(head) - 1) + ["1fr"])
    return f"#summary-table({columns}, {', '.join(cells)})"
