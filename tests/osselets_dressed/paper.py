"""Osselets on paper: a page to note a game, and how people write one."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.paper.spelling import word_at
from tablee.paper.tree import Page, Paper, headline, note_form, numbers
from tests.osselets import TITLE, State, Variant

PARTS = {"notes": Text("une page pour noter la partie", "a page to note the game")}
SAID = {"garde": "hold", "encore": "again"}


def notes(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    form = note_form(PARTS["notes"], Text("dé | choix", "die | choice"), numbers(40), columns=8, height=9, split=40)
    return [Page((headline(TITLE), form))]


def token(state: State, text: str, at: int) -> tuple[str, int]:
    """A die as its number, a choice as its French word or its token."""
    word = word_at(text, at)
    return SAID.get(word, word if state.choosing else f"d{word.removeprefix('d')}"), at + len(word)
