"""The rules as they are told, read: the little Markdown of rules.fr.md, rules.en.md and of the sheets' summaries.

    # title      ## heading      - item      | a | table |      **strong**      [4-3-2] dice      [C7] the rules cited

`---` on a line of its own is a break. Pages, paper and terminals each set the same blocks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tablee.core.registry import load, text_beside
from tablee.core.words import Text

MARKS = (("## ", "heading"), ("# ", "title"), ("- ", "item"), ("---", "break"))
NONE = Text("Ce jeu est venu sans le texte de ses règles.", "This game came without the text of its rules.")
CITED = re.compile(r" \[([A-Z][A-Z0-9a-z ]*)\]$")
PIECE = re.compile(r"\*\*(?P<strong>.+?)\*\*|\[(?P<dice>[1-6](?:-[1-6])*)\]")
RULER = re.compile(r"\|[-| :]+$")  # under the head of a table


class Block(NamedTuple):
    """One thing after another: `rows` are the cells of the table under it, `cited` the rules it tells (`C7 D`)."""

    kind: str  # title, heading, paragraph, item or break
    words: str
    cited: str = ""
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(rule for rule in self.cited.split() if rule != "D")


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of one kind within a line; dice are their digits, with hyphens between them."""

    kind: Literal["plain", "strong", "dice"]
    words: str


def source(game: str, lang: str) -> str:
    """The rules of a game as Markdown; of a guest that brings no text of them, its title and a sentence."""
    return text_beside(game, f"rules.{lang}.md") or f"# {load(game).TITLE.in_lang(lang)}\n\n{NONE.in_lang(lang)}\n"


def blocks(text: str) -> list[Block]:
    """Headings, paragraphs and items one by one; a table stays with what stands above it."""
    read: list[Block] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith("|"):
            if not RULER.match(line):
                row = tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))
                read[-1] = read[-1]._replace(rows=(*read[-1].rows, row))
            continue
        mark, kind = next((candidate for candidate in MARKS if line.startswith(candidate[0])), ("", "paragraph"))
        words = line[len(mark) :]
        cited = CITED.search(words)
        read.append(Block(kind, words[: cited.start()] if cited else words, cited[1] if cited else ""))
    return read


def pieces(words: str) -> Iterator[Piece]:
    """A line in its pieces, plain and strong words and dice."""
    offset = 0
    for match in PIECE.finditer(words):
        if plain := words[offset : match.start()]:
            yield Piece("plain", plain)
        yield Piece("strong", match["strong"]) if match["strong"] else Piece("dice", match["dice"])
        offset = match.end()
    if words[offset:]:
        yield Piece("plain", words[offset:])
