"""What can be counted after a die is written."""

from collections.abc import Iterator
from functools import cache

from tablee.core.words import Text, or_list, untranslated
from tablee.games import cadeau
from tablee.games.cadeau import State
from tablee.games.cadeau.supported import SUPPORTED as SUPPORTED
from tablee.review.reasons import Measure

from .greedy import strengths, wins

Cells = tuple[int, ...]
FACES = range(1, 7)
AND = Text(" et ", " and ")


@cache
def reach(straights: str, cells: Cells) -> tuple[tuple[int, int], tuple[int, int]]:
    """The weakest and the strongest that three cells can become, whatever is written in the empty ones."""
    strength = strengths(straights, cells)
    return min(strength), max(strength)


def _zones(state: State, player: int) -> Iterator[tuple[Cells, Cells]]:
    """The player's cells and the other's, zone after zone."""
    mine, theirs = state.sides[player - 1], state.sides[2 - player]
    for begin in range(0, len(mine), 3):
        yield mine[begin : begin + 3], theirs[begin : begin + 3]


def alike(state: State) -> object:
    """The same for boards that differ only by the order of their zones, or of cells where that changes no straight."""

    def order(cells: Cells) -> Cells:
        return tuple(sorted(cells)) if state.variant.straights == "any" else min(cells, cells[::-1])

    return state.die, tuple(sorted((order(mine), order(theirs)) for mine, theirs in _zones(state, 1)))


def _sure(straights: str, mine: Cells, theirs: Cells) -> bool:
    """Does the player hold this zone, whatever comes?"""
    return reach(straights, mine)[0] > reach(straights, theirs)[1]


def _fill(cells: Cells, face: int) -> Iterator[Cells]:
    for index, die in enumerate(cells):
        if not die:
            yield (*cells[:index], face, *cells[index + 1 :])


def count_secured(state: State, player: int) -> int:
    """Zones that nobody can take from the player any more."""
    return sum(_sure(state.variant.straights, mine, theirs) for mine, theirs in _zones(state, player))


def count_securing(state: State, player: int) -> int:
    """Of the six faces of the player's next die, those that make one more zone secure."""
    straights = state.variant.straights
    zones = [pair for pair in _zones(state, player) if not _sure(straights, *pair)]
    return sum(
        any(_sure(straights, filled, theirs) for mine, theirs in zones for filled in _fill(mine, face))
        for face in FACES
    )


def count_figures(state: State, player: int) -> int:
    """Of the six faces, those that complete three of a kind, a straight or a nine in some zone."""
    zones = [mine for mine, _ in _zones(state, player) if mine.count(0) == 1]
    return sum(
        any(
            cadeau.combination(state.variant.straights, (a, b, c)).kind != "sum"
            for mine in zones
            for a, b, c in _fill(mine, face)
        )
        for face in FACES
    )


def expect_zones(state: State, player: int) -> int:
    """Zones that the player would win in a hundred games, if chance filled all cells that are empty."""
    straights = state.variant.straights
    won = (wins(straights, mine, theirs) / 6.0 ** (mine + theirs).count(0) for mine, theirs in _zones(state, player))
    return round(100 * sum(won))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _describe_settled(count: int, fr: str, en: str, instead: int) -> Text:
    """`Aucune zone perdue pour de bon, au lieu d’une.`, `2 zones gagnées pour de bon, au lieu d’aucune.`"""
    many = "s" if count > 1 else ""
    other = ("d’aucune", "d’une")[instead] if instead < 2 else f"de {instead}"
    return Text(
        f"{count or 'Aucune'} zone{many} {fr}{many} pour de bon, au lieu {other}.",
        f"{count or 'No'} zone{'' if count == 1 else 's'} {en} for sure, instead of {instead or 'none'}.",
    )


MEASURES = (
    Measure(
        "secured",
        lambda before, after, player: count_secured(after, player),
        lambda a, b: _describe_settled(a, "gagnée", "won", b),
        for_children=Text("une zone est gagnée pour de bon.", "a zone is won for good."),
    ),
    Measure(
        "lost",
        lambda before, after, player: count_secured(after, 3 - player),
        lambda a, b: _describe_settled(a, "perdue", "lost", b),
        more=False,
        for_children=Text(
            "l’autre camp ne gagne pas cette zone tout de suite.", "the other side doesn’t win that zone yet."
        ),
    ),
    Measure(
        "threats",
        lambda before, after, player: count_securing(after, 3 - player),
        lambda a, b: Text(
            f"Au dé suivant, {a} fois sur 6, l’autre camp gagne une zone, au lieu de {b}.",
            f"With the next die the other side wins a zone {_times(a)} in 6, instead of {b}.",
        ),
        more=False,
        for_children=Text(
            "l’autre camp aura du mal à gagner une zone.", "it’s harder for the other side to win a zone."
        ),
    ),
    Measure(
        "securing",
        lambda before, after, player: count_securing(after, player),
        lambda a, b: Text(
            f"Au prochain dé, {a} fois sur 6, on gagne une zone, au lieu de {b}.",
            f"With your next die you win a zone {_times(a)} in 6, instead of {b}.",
        ),
        for_children=Text("au prochain dé, on peut gagner une zone.", "with the next die a zone can be won."),
    ),
    Measure(
        "figures",
        lambda before, after, player: count_figures(after, player),
        lambda a, b: Text(
            f"Au prochain dé, {a} fois sur 6, on fait trois pareils, une suite ou un 9, au lieu de {b}.",
            f"With your next die, {_times(a)} in 6, you make three of a kind, a straight or a 9, instead of {b}.",
        ),
        for_children=Text(
            "plus de dés peuvent finir trois pareils, une suite ou un 9.",
            "more dice can finish three of a kind, a straight or a 9.",
        ),
    ),
    Measure(
        "expected",
        lambda before, after, player: expect_zones(after, player),
        lambda a, b: Text(
            f"En finissant 100 fois la partie au hasard, on gagnerait {a} zones, au lieu de {b}.",
            f"Finishing the game at random 100 times would win {a} zones, instead of {b}.",
        ),
        least=5,
        for_children=Text("d’ici, on gagne plus de zones.", "from here more zones are won."),
    ),
)


def hints(state: State, player: int, best: cadeau.Write) -> tuple[Text, Text, Text]:
    """What stands in the zone to look at, then which one, then the move."""
    cell = str(best)[-1]
    move = Text(
        f"écrire le {state.die} en zone {best.zone}, case {cell}",
        f"write the {state.die} in zone {best.zone}, cell {cell}",
    )
    if not any(map(any, state.sides)):
        return *_at_the_start(state, best), move
    mine, theirs = list(_zones(state, player))[best.zone - 1]
    own, opposing = ([Text(f"un {die}", f"a {die}") for die in sorted(cells) if die] for cells in (mine, theirs))
    facing = or_list(opposing, last=AND)
    if own:
        where = Text("Regardez une zone où vous avez ", "Look at a zone where you have ") + or_list(own, last=AND)
        where += Text(", et l’autre ", ", and the other ") + facing if opposing else untranslated("")
    elif opposing:
        where = Text("Commencez plutôt une zone où l’autre a ", "Try starting a zone where the other has ") + facing
    else:
        where = Text("Commencez plutôt une zone toute neuve", "Try starting a new zone")
    return where + untranslated("."), Text(f"Regardez la zone {best.zone}.", f"Look at zone {best.zone}."), move


def _at_the_start(state: State, best: cadeau.Write) -> tuple[Text, Text]:
    """Nothing is written yet, so all zones are alike; cells are too, where straights come in any order."""
    if state.variant.straights == "any":
        alike = Text("Toutes les cases se valent encore.", "All cells are equally good for now.")
        return alike, alike
    return (
        Text(
            "Toutes les zones se valent encore : c’est la case qui compte.",
            "All zones are equally good for now: it is the cell that counts.",
        ),
        Text(f"Regardez les cases {str(best)[-1]}.", f"Look at the cells {str(best)[-1]}."),
    )
