"""From a state of the rules to the zones of the automaton."""

from tablee.engine.solution import Unsolved
from tablee.games.cadeau import State, Write, moves

from .zones import automaton

Zone = tuple[int, int]  # kind and class of a zone


def filling(cells: tuple[int, ...]) -> int:
    a, b, c = cells
    return 49 * a + 7 * b + c


def zone_of(straights: str, lutins: tuple[int, ...], gnomes: tuple[int, ...]) -> Zone:
    kind = 4 * sum(die > 0 for die in lutins) + sum(die > 0 for die in gnomes)
    number: int = automaton(straights).number[filling(lutins), filling(gnomes)]
    return kind, number


def zones_of(state: State) -> list[Zone]:
    """The class of every zone of a state, whatever die has been rolled."""
    check(state)
    lutins, gnomes = state.sides
    spans = [slice(start, start + 3) for start in range(0, len(lutins), 3)]
    return [zone_of(state.variant.straights, lutins[span], gnomes[span]) for span in spans]


def list_writes(state: State, player: int) -> dict[Write, list[Zone]]:
    """Returns the zones after each legal move of the player."""
    zones = zones_of(state)
    writes = {}
    for write in moves(state, player):
        sides = list(state.sides)
        cells = list(sides[player - 1])
        start = 3 * (write.zone - 1)
        cells[start + write.cell] = state.die
        sides[player - 1] = tuple(cells)
        after = zone_of(state.variant.straights, *(side[start : start + 3] for side in sides))
        writes[write] = [*zones[: write.zone - 1], after, *zones[write.zone :]]
    return writes


def list_worth_trying(state: State, player: int) -> set[Write]:
    """The writings that no other cell of the same zone beats, whatever follows."""
    choices = automaton(state.variant.straights).choices
    width = choices.shape[3]
    before = zones_of(state)
    worthwhile = set()
    for write, after in list_writes(state, player).items():
        kind, number = before[write.zone - 1]
        reached = {choices[player - 1, kind, state.die - 1, w, number] for w in range(width)}
        if after[write.zone - 1][1] in reached:
            worthwhile.add(write)
    return worthwhile


def check(state: State) -> None:
    """Refuse a state that no game can reach: states made by hand can hold anything."""
    cells = 3 * state.variant.zones
    sides_fit = len(state.sides) == 2 and all(len(side) == cells for side in state.sides)
    if sides_fit and all(die in range(7) for side in state.sides for die in side) and state.die in range(7):
        lutins, gnomes = (cells - side.count(0) for side in state.sides)
        if lutins - gnomes in (0, 1):  # C1, C4: the Lutins begin, turns alternate
            return
    raise Unsolved(
        "Cette position n’existe pas. Il faut trois cases par zone dans chaque camp, des dés de 1 à 6, "
        "et autant de dés (ou un de plus aux Lutins). Vérifiez les coups joués.",
        "There is no such position. Each side needs three cells per zone, dice from 1 to 6, and as many dice as the "
        "other (or one more for the Elves). Check the moves that were played.",
    )
