"""Osselets on paper: a page to note a game."""

from osselets import TITLE, Variant

from tablee.core.words import Text
from tablee.paper.tree import Page, Paper, headline, note_form, numbers

PARTS = {"notes": Text("une page pour noter la partie", "a page to note the game")}


def notes(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    form = note_form(PARTS["notes"], Text("dé | choix", "die | choice"), numbers(40), columns=8, height=9, split=40)
    return [Page((headline(TITLE), form))]
