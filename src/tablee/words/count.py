"""Listing, as people say it."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.core.words import Text, listed, same

AND = Text(" et ", " and ")


def all_of(words: Iterable[object]) -> Text:
    return listed((word if isinstance(word, Text) else same(word) for word in words), last=AND)
