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
# By turns another animal and another colour: the first eight share neither.
BADGES = tuple(
    f"{animal}-{tuple(COLOUR_NAMES)[(index + turn) % len(COLOUR_NAMES)]}"
    for turn in range(len(COLOUR_NAMES))
    for index, animal in enumerate(ANIMALS)
)
SIGNS = dict(zip(COLOUR_NAMES, "♥◆▲★☾●✿■", strict=True))  # by colour: what is drawn with it
PLAIN = "#d9cdb8"  # behind those that have no colour of their own
PEOPLE = ("chat", "ours", "grenouille", "panda", "souris", "lion", "cochon", "chien")
FACES = (*PEOPLE, "poussin", "lapin", "ecureuil", "renard", "hibou", "robot")  # then the bots' own


def badge_name(badge: str) -> Text:
    """`Souris verte`, `Green Mouse`."""
    animal, _, colour = badge.partition("-")
    name, fr = ANIMALS[animal][0], _FEMININE.get(colour, colour) if animal in _FEMININE_ANIMALS else colour
    return Text(f"{name.fr} {fr}", f"{COLOUR_NAMES[colour].en.capitalize()} {name.en}")


def sign(badge: str) -> str:
    """What tells two badges of one animal apart where colours are not seen."""
    return SIGNS[badge.partition("-")[2]]


def list_badges(animal: str) -> list[str]:
    """The badges of an animal, one for each colour."""
    return [f"{animal}-{colour}" for colour in COLOUR_NAMES]


_NAMES = [name for name, _ in ANIMALS.values()] + [badge_name(badge) for badge in BADGES]
_KNOWN = {name: text for text in _NAMES for name in (text.fr, text.en)}


def translate_name(name: str) -> Text:
    """An animal's name, alone or with its colour, in both languages; any other name as it is."""
    return _KNOWN.get(name) or untranslated(name)


@lru_cache(maxsize=256)
def draw(animal: str, colour: str = "") -> Markup:
    """The face in a square of 100 by 100; a word that nobody has drawn is a robot."""
    face = art(f"animal-{animal if animal in FACES else 'robot'}")
    return Markup(face.replace(PLAIN, COLOURS.get(colour, PLAIN), 1))
