"""Words for people: every sentence in French and in English, written side by side.

A `Text` holds both, so a sentence cannot exist in one language only, and whoever shows it chooses the language.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One thing to say, in both languages."""

    fr: str
    en: str

    def said(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en

    def __add__(self, other: Text) -> Text:
        return Text(self.fr + other.fr, self.en + other.en)


def typeset(french: str) -> str:
    """French for a page: the spaces before ! ? : ; » and after « never break."""
    for mark in "!?:;»":
        french = french.replace(f" {mark}", f"\u00a0{mark}")
    return french.replace("« ", "«\u00a0")


def counted(number: int, fr: str, en: str) -> Text:
    """`1 zone`, `3 zones`: a number with its noun, which takes an s (French: from 2; English: unless 1)."""
    return Text(f"{number} {fr}{'s' if number > 1 else ''}", f"{number} {en}{'s' if number != 1 else ''}")


def same(word: object) -> Text:
    """A name, number or token that reads alike in both languages."""
    return Text(str(word), str(word))


def listed(parts: Iterable[Text], *, last: Text = Text(" ou ", " or ")) -> Text:  # noqa: B008 (a constant)
    """`a, b ou c` — the parts as a list a person would say."""
    items = list(parts)
    if not items:
        return Text("", "")
    head, tail = items[:-1], items[-1]
    if not head:
        return tail
    joined = Text(", ".join(part.fr for part in head), ", ".join(part.en for part in head))
    return joined + last + tail


def language(environ: Mapping[str, str] | None = None) -> Lang:
    """The user's language: French if the environment says so or says nothing, English if it says anything else."""
    environ = os.environ if environ is None else environ
    for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(key, "")
        if value in ("", "C", "POSIX", "C.UTF-8", "C.utf8"):
            continue
        return "fr" if value.lower().startswith("fr") else "en"
    return "fr"
