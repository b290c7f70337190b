"""What can be counted after a die is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from tablee.core.words import Text, listed, same
from tablee.games import cadeau
from tablee.games.cadeau import State

from .reasons import Measure

Cells = tuple[int, ...]
FACES = range(1, 7)
AND = Text(" et ", " and ")


@cache
def reach(straights: str, cells: Cells) -> tuple[tuple[int, int], tuple[int, int]]:
    """The weakest and the strongest that three cells can become, whatever is written in the empty ones."""
    filled = product(*((die,) if die else FACES for die in cells))
    strengths = [cadeau.combination(straights, (a, b, c)).strength for a, b, c in filled]
    return min(strengths), max(strengths)


def _zones(state: State, player: int) -> Iterator[tuple[Cells, Cells]]:
    """The player's cells and the other's, zone after zone."""
    mine, theirs = state.sides[player - 1], state.sides[2 - player]
    for begin in range(0, len(mine), 3):
        yield mine[begin : begin + 3], theirs[begin : begin + 3]


def _sure(straights: str, mine: Cells, theirs: Cells) -> bool:
    """Does the player hold this zone, whatever comes?"""
    return reach(straights, mine)[0] > reach(straights, theirs)[1]


def _filled(cells: Cells, face: int) -> Iterator[Cells]:
    for place, die in enumerate(cells):
        if not die:
            yield (*cells[:place], face, *cells[place + 1 :])


def secured(state: State, player: int) -> int:
    """Zones that nobody can take from the player any more."""
    return sum(_sure(state.variant.straights, mine, theirs) for mine, theirs in _zones(state, player))


def securing(state: State, player: int) -> int:
    """Of the six faces of the player's next die, those that make one more zone secure."""
    straights = state.variant.straights
    zones = [pair for pair in _zones(state, player) if not _sure(straights, *pair)]
    return sum(
        any(_sure(straights, filled, theirs) for mine, theirs in zones for filled in _filled(mine, face))
        for face in FACES
    )


def figures(state: State, player: int) -> int:
    """Of the six faces, those that complete three alike, a straight or a nine in some zone."""
    zones = [mine for mine, _ in _zones(state, player) if mine.count(0) == 1]
    return sum(
        any(
            cadeau.combination(state.variant.straights, (a, b, c)).kind != "sum"
            for mine in zones
            for a, b, c in _filled(mine, face)
        )
        for face in FACES
    )


MEASURES = (
    Measure(
        "secured",
        lambda before, after, player: secured(after, player),
        lambda a, b: Text(
            f"Zones gagnées quoi qu’il arrive : {a}, contre {b}.", f"Zones won for sure: {a}, against {b}."
        ),
    ),
    Measure(
        "lost",
        lambda before, after, player: secured(after, 3 - player),
        lambda a, b: Text(
            f"Zones perdues quoi qu’il arrive : {a}, contre {b}.", f"Zones lost for sure: {a}, against {b}."
        ),
        more=False,
    ),
    Measure(
        "threats",
        lambda before, after, player: securing(after, 3 - player),
        lambda a, b: Text(
            f"Au dé suivant, l’autre camp s’assure une zone {a} fois sur 6, contre {b}.",
            f"With the next die the other side makes a zone sure {a} times in 6, against {b}.",
        ),
        more=False,
    ),
    Measure(
        "securing",
        lambda before, after, player: securing(after, player),
        lambda a, b: Text(
            f"À son prochain dé, on s’assure une zone au moins {a} fois sur 6, contre {b}.",
            f"With one’s own next die a zone is made sure at least {a} times in 6, against {b}.",
        ),
    ),
    Measure(
        "figures",
        lambda before, after, player: figures(after, player),
        lambda a, b: Text(
            f"À son prochain dé, on complète un triple, une suite ou un 9 {a} fois sur 6, contre {b}.",
            f"With one’s own next die three alike, a straight or a nine is completed {a} times in 6, against {b}.",
        ),
    ),
)


def hints(state: State, player: int, best: cadeau.Write) -> tuple[Text, Text]:
    """What stands in the zone to look at, then which one."""
    mine, theirs = list(_zones(state, player))[best.zone - 1]
    own, other = ([same(die) for die in sorted(cells) if die] for cells in (mine, theirs))
    facing = Text(", face à ", ", against ") + listed(other, last=AND) if other else Text("", "")
    if own:
        where = (
            Text("Regardez une zone où vous avez ", "Look at a zone where you have ") + listed(own, last=AND) + facing
        )
    elif other:
        where = Text("Ouvrez plutôt une zone", "Rather open a zone") + facing
    else:
        where = Text("Commencez plutôt une zone toute neuve", "Rather begin a zone that nobody has written in")
    return where + same("."), Text(f"Regardez la zone {best.zone}.", f"Look at zone {best.zone}.")
