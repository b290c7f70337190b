"""The rules as they are told (rules.fr.md, rules.en.md of each game), set for a terminal."""

from __future__ import annotations

import re
from importlib import resources

from tablee.core.errors import RequestError
from tablee.core.game import clip
from tablee.core.words import Text

from .screen import Look, breadth, padded

CITED = re.compile(r" \[([A-Z0-9a-z ]+)\]$")
STRONG = re.compile(r"\*\*(.+?)\*\*")


def source(game: str, lang: str) -> str:
    """The rules of a game as Markdown."""
    return (resources.files(f"tablee.games.{game}") / f"rules.{lang}.md").read_text(encoding="utf-8")


def told(look: Look, game: str, rule: str = "") -> list[str]:
    """The rules of a game in lines; with a rule's id, only the paragraphs that cite it."""
    blocks = _blocks(source(game, look.lang))
    if rule:
        wanted = rule.strip().casefold()
        chosen = [block for block in blocks if wanted in {one.casefold() for one in _ids(block)}]
        if not chosen:
            known = sorted({one for block in blocks for one in _ids(block)}, key=_order)
            raise RequestError(
                Text(
                    f"Aucune règle « {clip(rule)} » ici ; il y a {', '.join(known)}.",
                    f"There is no rule “{clip(rule)}” here; there are {', '.join(known)}.",
                )
            )
        blocks = chosen
    lines: list[str] = []
    for block in blocks:
        lines += _set(look, block)
    return lines


def _blocks(text: str) -> list[list[str]]:
    """Headings, paragraphs and items one by one; a table stays with the paragraph above it."""
    blocks: list[list[str]] = []
    for line in filter(None, text.splitlines()):
        if line.startswith("|") and blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _ids(block: list[str]) -> list[str]:
    cited = CITED.search(block[0])
    return [one for one in cited[1].split() if one != "D"] if cited else []


def _order(rule: str) -> tuple[int, str]:
    return int(re.sub(r"\D", "", rule) or 0), rule


def _set(look: Look, block: list[str]) -> list[str]:
    first, *table = block
    if first.startswith("#"):
        words = first.lstrip("# ").replace("\u00a0", " ")
        if first.startswith("##"):
            return ["", look.paint("strong", words)]
        return [look.paint("title", words), look.paint("title", "═" * breadth(words))]
    cited = CITED.search(first)
    text = first[: cited.start()] if cited else first
    item = text.startswith("- ")
    body = STRONG.sub(lambda found: look.paint("strong", found[1]), text.removeprefix("- "))
    if cited:
        # The id and its mark stay together at the end of a line.
        body += " " + look.paint("rule", f"[{cited[1]}]".replace(" ", "\u00a0"))
    lines = look.wrapped(body, first="  · " if item else "", rest="    " if item else "")
    return [*([] if item else [""]), *lines, *_table(look, table)]


def _table(look: Look, rows: list[str]) -> list[str]:
    """A table in columns; the last one is wrapped if it is too long."""
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if not re.match(r"\|[-| :]+$", row)]
    if not cells:
        return []
    widths = [max(breadth(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = []
    for number, row in enumerate(cells):
        lead = "  " + "".join(padded(cell, width + 2) for cell, width in zip(row[:-1], widths[:-1], strict=True))
        wrapped = look.wrapped(row[-1], first=lead, rest=" " * breadth(lead))
        lines += [look.paint("strong", line) for line in wrapped] if number == 0 else wrapped
    return ["", *lines, ""]
