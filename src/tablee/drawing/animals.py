"""Who sits at the table, as a small picture: an animal's face on a round of colour, each a file of `arts`."""

from __future__ import annotations

from functools import lru_cache

from tablee.core.words import Text

from .objects import art
from .svg import Markup

COLOURS = {
    "rouge": "#e5675c",
    "bleu": "#6fa8dc",
    "vert": "#7dbb6e",
    "jaune": "#f3cf5b",
    "violet": "#a98bd0",
    "orange": "#f0a04b",
    "rose": "#f2a7c3",
    "turquoise": "#5fc2b8",
}
COLOUR_NAMES: dict[str, Text] = {
    "rouge": Text("rouge", "red"),
    "bleu": Text("bleu", "blue"),
    "vert": Text("vert", "green"),
    "jaune": Text("jaune", "yellow"),
    "violet": Text("violet", "purple"),
    "orange": Text("orange", "orange"),
    "rose": Text("rose", "pink"),
    "turquoise": Text("turquoise", "turquoise"),
}
# The animal, its name, and the colour that comes with it: one tap chooses all three.
ANIMALS: dict[str, tuple[Text, str]] = {
    "chat": (Text("Chat", "Cat"), "rouge"),
    "ours": (Text("Ours", "Bear"), "bleu"),
    "panda": (Text("Panda", "Panda"), "vert"),
    "grenouille": (Text("Grenouille", "Frog"), "jaune"),
    "souris": (Text("Souris", "Mouse"), "violet"),
    "cochon": (Text("Cochon", "Pig"), "orange"),
    "chien": (Text("Chien", "Dog"), "rose"),
    "lion": (Text("Lion", "Lion"), "turquoise"),
}
PLAIN = "#d9cdb8"  # behind those that have no colour of their own
PEOPLE = ("chat", "ours", "grenouille", "panda", "souris", "lion", "cochon", "chien")
FACES = (*PEOPLE, "poussin", "lapin", "ecureuil", "renard", "hibou", "robot")  # then the bots' own


@lru_cache(maxsize=256)
def drawn(animal: str, colour: str = "") -> Markup:
    """The face in a square of 100 by 100; a word that nobody has drawn is a robot."""
    face = art(f"animal-{animal if animal in FACES else 'robot'}")
    return Markup(face.replace(PLAIN, COLOURS.get(colour, PLAIN), 1))
