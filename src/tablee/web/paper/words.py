"""What the paper pages say: printing, the companion, bringing a game home, counting."""

from __future__ import annotations

from typing import Any

from tablee.core.extras import installing
from tablee.core.registry import load, names
from tablee.core.words import Text, typeset

from ..frame.words import Words

WORDS: dict[str, Text] = {
    # every paper page
    "print": Text("Imprimer", "Print"),
    "companion": Text("Arbitre de poche", "Pocket referee"),
    "import": Text("Recopier une partie", "Bring a game home"),
    "score": Text("Compter", "Count"),
    # printing
    "paper_a4": Text("A4", "A4"),
    "paper_letter": Text("Letter (États-Unis)", "US Letter"),
    "no_print": Text(
        f"Cette table ne sait pas imprimer : il manque typst ou ses polices (à taper : {installing('print')}).",
        f"This table cannot print: typst or its fonts are missing (type: {installing('print')}).",
    ),
    # the companion
    "note_it": Text("Noter", "Note it"),
    "keep": Text("Garder la partie (.tablee)", "Keep the game (.tablee)"),
    "story": Text("Toute la partie", "The whole game"),
    "stand": Text("Où en est-on ?", "How does it stand?"),
    # counting
    "dice": Text("Dés", "Dice"),
    "count": Text("Compter", "Count"),
}


def choices(game: str) -> list[tuple[str, list[str]]]:
    """The settings of a game that a page offers, with their values as they travel in a form."""
    return [(option.key, [str(value) for value in option.values]) for option in load(game).OPTIONS if not option.open]


def said(lang: str) -> dict[str, str]:
    """The words of one language, for a template."""
    return {key: typeset(text.said(lang), lang) for key, text in WORDS.items()}


def settings(lang: str) -> dict[str, Any]:
    """What the settings and their values are called, for a template."""
    words = Words(lang)
    options = [option for name in names() for option in load(name).OPTIONS]
    named = {f"{option.key}_{value}": words.cap(option.name(value)) for option in options for value in option.values}
    return {"setting": {option.key: words.say(option.label) for option in options}, "value": named}
