"""Counting and listing, as people say it."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.core.words import Text, listed, same

AND = Text(" et ", " and ")


def all_of(words: Iterable[object]) -> Text:
    return listed((word if isinstance(word, Text) else same(word) for word in words), last=AND)


def several(count: int, one: str, many: str = "") -> str:
    """`1 lancer`, `3 lancers`; in French none is singular, and `0 objet` reads well enough in English here too."""
    return f"{count} {one if count < 2 else many or one + 's'}"
