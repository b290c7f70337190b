"""The rules' Markdown, read once for pages, paper and terminals."""

import pytest

from tablee.core.registry import NAMES
from tablee.core.words import LANGS
from tablee.words.rules import Block, Piece, blocks, pieces, source


def test_blocks() -> None:
    text = "# Title\n\nSome **words**. [C7 D]\n\n| a | b |\n|---|---|\n| 1 | |\n\n## Next\n\n- one\n- two [C1]\n\n---\n"
    assert blocks(text) == [
        Block("title", "Title"),
        Block("paragraph", "Some **words**.", "C7 D", (("a", "b"), ("1", ""))),
        Block("heading", "Next"),
        Block("item", "one"),
        Block("item", "two", "C1"),
        Block("break", ""),
    ]
    assert blocks(text)[1].rules == ("C7",)  # D marks a decision, it is no rule's number


def test_pieces() -> None:
    assert list(pieces("a **b** [4-3-2]: c")) == [
        Piece("plain", "a "),
        Piece("strong", "b"),
        Piece("plain", " "),
        Piece("dice", "4-3-2"),
        Piece("plain", ": c"),
    ]
    assert list(pieces("")) == []


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_nothing_of_the_rules_is_lost(game: str, lang: str) -> None:
    text = source(game, lang)
    read = blocks(text)
    words = " ".join(
        " ".join([block.words, block.cited, *(cell for row in block.rows for cell in row)]) for block in read
    )
    for word in text.replace("|", " ").replace("[", " ").replace("]", " ").split():
        assert word.strip("#-:") == "" or word in words
    assert [block.kind for block in read].count("title") == 1
    assert any(block.rules for block in read)
