"""What a cell is worth at once: how much it improves the chance to hold its zone."""

import itertools
from collections import Counter
from functools import lru_cache

from tablee.games import cadeau

Triple = tuple[int, ...]


@lru_cache(maxsize=4096)
def strengths(straights: str, cells: Triple) -> Counter[tuple[int, int]]:
    """How often each strength comes out if the empty cells are filled by chance."""
    options = [(die,) if die else range(1, 7) for die in cells]
    return Counter(cadeau.combination(straights, (a, b, c)).strength for a, b, c in itertools.product(*options))


@lru_cache(maxsize=65536)
def wins(straights: str, mine: Triple, theirs: Triple) -> int:
    """In how many ways the empty cells of both can be filled so that a zone is held."""
    ours, others = strengths(straights, mine), strengths(straights, theirs)
    return sum(count * times for strong, count in ours.items() for weak, times in others.items() if strong > weak)


def balance(straights: str, mine: Triple, theirs: Triple) -> float:
    """The chance to hold a zone less the chance to lose it, if the empty cells are filled by chance."""
    return (wins(straights, mine, theirs) - wins(straights, theirs, mine)) / 6.0 ** (mine + theirs).count(0)


def rank(state: cadeau.State, player: int, move: cadeau.Write) -> tuple[float, ...]:
    span = slice(3 * move.zone - 3, 3 * move.zone)
    mine, theirs = state.sides[player - 1][span], state.sides[2 - player][span]
    written = (*mine[: move.cell], state.die, *mine[move.cell + 1 :])
    straights = state.variant.straights
    return (balance(straights, written, theirs) - balance(straights, mine, theirs),)
