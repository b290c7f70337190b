"""A trained value of positions of any number of zones.

The value is built like the game. Each zone ends lost, drawn or won; the odds of these three are learned for each
class of the automaton, shifted by a context of a few numbers that the *other* zones add up to (where there is
room for a bad die, how much is still to come). The zones' odds are then taken as independent and added up to the
odds of every lead, and so to the chance of winning. One set of numbers a reading of straights serves every
number of zones. `tools/train_cadeau.py` made the files in `data/` and says how.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from tablee.engine import tablebase
from tablee.engine.runtime import Buffer, make_buffer
from tablee.engine.types import Net

from .zones import ZONE_KINDS, automaton, kind_after


@dataclass(frozen=True)
class Numbering:
    """The classes of an automaton in one count, all kinds after another; the full zones come last."""

    first: Buffer  # int64[16] the first class of each kind
    choices: Buffer  # int16[2, C, 6, W] classes worth making of a class with a die, by player, then -1

    @staticmethod
    @lru_cache(maxsize=2)
    def of(straights: str) -> Numbering:
        table = automaton(straights)
        sizes = table.sizes.tolist()
        first = [0, *accumulate(sizes)][:ZONE_KINDS]
        choices: list[int] = []
        for player, kinds in enumerate(table.choices.tolist()):
            for kind, dice in enumerate(kinds[: len(sizes)]):
                after = first[min(kind_after(kind, player + 1), ZONE_KINDS - 1)]
                for writes in zip(*(classes[: sizes[kind]] for ways in dice for classes in ways), strict=True):
                    choices += [class_number + after if class_number >= 0 else -1 for class_number in writes]
        shape = 2, table.classes, 6, table.choices.shape[3]
        return Numbering(make_buffer("q", first), make_buffer("h", choices, *shape))


@lru_cache(maxsize=2)
def net(straights: str) -> Net:
    """The trained numbers for one reading of straights."""
    arrays = tablebase.load_shipped(f"cadeau_trained_{straights}")
    return Net(*(arrays[name] for name in Net._fields))
