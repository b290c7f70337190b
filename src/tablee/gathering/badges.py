"""What people go by in a gathering: an animal and a colour, 64 in all, and for each colour a sign that needs none."""

from tablee.drawing.animals import ANIMALS, COLOUR_NAMES

# By turns another animal and another colour: the first eight share neither.
BADGES: tuple[str, ...] = tuple(
    f"{animal}-{tuple(COLOUR_NAMES)[(at + turn) % len(COLOUR_NAMES)]}"
    for turn in range(len(COLOUR_NAMES))
    for at, animal in enumerate(ANIMALS)
)
SIGNS = dict(zip(COLOUR_NAMES, "♥◆▲★☾●✿■", strict=True))
"""By colour: the sign that is drawn with it."""


def sign(badge: str) -> str:
    """What tells two of one animal apart where colours are not seen."""
    return SIGNS[badge.partition("-")[2]]


def badges_of(animal: str) -> list[str]:
    """The badges of an animal, one for each colour."""
    return [f"{animal}-{colour}" for colour in COLOUR_NAMES]
