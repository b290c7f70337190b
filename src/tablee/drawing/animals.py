"""Who sits at the table, as a small picture: an animal's face on a round of colour, each a file of `arts`."""

from functools import lru_cache

from tablee.core.words import Text, untranslated

from .objects import art
from .svg import Markup

_COLOURS = {  # by its name in French: its name in English, and the colour
    "rouge": ("red", "#e5675c"),
    "bleu": ("blue", "#6fa8dc"),
    "vert": ("green", "#7dbb6e"),
    "jaune": ("yellow", "#f3cf5b"),
    "violet": ("purple", "#a98bd0"),
    "orange": ("orange", "#f0a04b"),
    "rose": ("pink", "#f2a7c3"),
    "turquoise": ("turquoise", "#5fc2b8"),
}
COLOURS = {name: colour for name, (_, colour) in _COLOURS.items()}
COLOUR_NAMES = {name: Text(name, english) for name, (english, _) in _COLOURS.items()}
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
_FEMININE = {"bleu": "bleue", "vert": "verte", "violet": "violette"}
_FEMININE_ANIMALS = ("grenouille", "souris")
PLAIN = "#d9cdb8"  # behind those that have no colour of their own
PEOPLE = ("chat", "ours", "grenouille", "panda", "souris", "lion", "cochon", "chien")
FACES = (*PEOPLE, "poussin", "lapin", "ecureuil", "renard", "hibou", "robot")  # then the bots' own


def badge_name(badge: str) -> Text:
    """`Souris verte`, `Green Mouse`."""
    animal, _, colour = badge.partition("-")
    name, fr = ANIMALS[animal][0], _FEMININE.get(colour, colour) if animal in _FEMININE_ANIMALS else colour
    return Text(f"{name.fr} {fr}", f"{COLOUR_NAMES[colour].en.capitalize()} {name.en}")


_NAMES = [called for called, _ in ANIMALS.values()]
_NAMES += [badge_name(f"{animal}-{colour}") for animal in ANIMALS for colour in COLOUR_NAMES]
_KNOWN = {name: text for text in _NAMES for name in (text.fr, text.en)}


def translate_name(name: str) -> Text:
    """An animal's name, alone or with its colour, in both languages; any other name as it is."""
    return _KNOWN.get(name) or untranslated(name)


@lru_cache(maxsize=256)
def draw(animal: str, colour: str = "") -> Markup:
    """The face in a square of 100 by 100; a word that nobody has drawn is a robot."""
    face = art(f"animal-{animal if animal in FACES else 'robot'}")
    return Markup(face.replace(PLAIN, COLOURS.get(colour, PLAIN), 1))
