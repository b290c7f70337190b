"""Positions of four zones with the exact value of every writing: how far from perfect is a player of cadeau?

    for state, worth in positions("any"):
        lost = max(worth.values()) - worth[choose(state)]

`tools/yardstick.py` made them, once, on a big machine: 10,001 with straights in any order, at every stage of the game,
and 10,001 with ordered straights, from 11 dice on.
"""

from collections.abc import Iterator
from importlib.resources import files

from tablee.engine import tablebase
from tablee.games.cadeau import State, Variant, Write

ZONES = 4


def positions(straights: str, every: int = 1) -> Iterator[tuple[State, dict[Write, float]]]:
    """Each state in which a die is to be written, with the mover's value of every cell; `every` tenth, hundredth…"""
    table = tablebase.read(files(__package__) / "data" / f"yardstick_{straights}.table")
    variant, side = Variant(ZONES, straights), 3 * ZONES
    cells, dice, values = table["cells"].tolist(), table["die"].tolist(), table["values"].tolist()
    for written, die, row in list(zip(cells, dice, values, strict=True))[::every]:
        state = State(variant, (tuple(written[:side]), tuple(written[side:])), die)
        yield state, {Write(1 + index // 3, index % 3): value for index, value in enumerate(row) if value >= 0.0}
