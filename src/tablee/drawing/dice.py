"""Dice with pips, as they lie on the table."""

from tablee.core.words import Text

from .objects import art
from .palette import Theme
from .svg import Markup, at, circle, group, picture, write

# Where the pips lie, in quarters of the face from its middle.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SIZE = 100.0
NET_SIZE = (352.0, 428.0)


def name(face: int) -> Text:
    return Text(f"dé : {face}", f"die: {face}") if face else Text("dé à lancer", "die to roll")


def piece(face: int, x: float, y: float, size: float, *, turn: float = 0) -> Markup:
    """A die whose middle lies at x, y. Without a face yet it shows a swirl: it wants to be thrown; above 6 a number."""
    on = [circle(26 * across, 26 * down, 9.8, "pip") for across, down in PIPS.get(face, ())]
    if not on:
        on = [write(0, 18, str(face), 50, "pip title") if face else art("die-swirl")]
    return group(art("die"), *on, transform=at(x, y, turn=turn, scale=size / SIZE))


def die(face: int, *, lang: str = "fr", theme: Theme = "light", prefix: str = "die-") -> str:
    """One die as a picture of its own; face 0 is a die not yet thrown."""
    title = name(face).in_lang(lang)
    return picture((SIZE, SIZE), [piece(face, 49, 48, 78)], title, title, lang, prefix, "tablee-die", theme)


def net(*, lang: str = "fr") -> str:
    """A die to cut out, fold along its lines, and glue by its grey tabs."""
    title = Text("Un dé à plier", "A die to fold").in_lang(lang)
    return picture(NET_SIZE, [art("die-net")], title, "1, 2, 6, 5, 4, 3.", lang, "net-", "tablee-net", "print")
