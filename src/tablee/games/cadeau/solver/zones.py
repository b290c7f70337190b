"""One zone as a small automaton: fillings that can never again be told apart are one class.

Two fillings of a zone (both sides) are alike when the same dice lie on each side of it in number, and whatever
die comes, each player can turn the one into a class exactly when they can turn the other into it. Full zones
differ only by who holds them. With straights in any order this leaves 934 classes of 117,649 fillings, with ordered
straights 1,740. `tools/zones.py` works them out and says how choices that another one beats are left out.
"""

from dataclasses import dataclass
from functools import lru_cache

from tablee.engine import tablebase
from tablee.engine.runtime import Buffer, make_buffer

ZONE_KINDS = 16
LOSS, DRAW, WIN = 0, 1, 2  # the three classes of a full zone, as the Lutins see it
FULL = 15  # the kind of a full zone; a kind is `4 * Lutin dice + Gnome dice`


@dataclass(frozen=True, slots=True)
class Automaton:
    """The classes of a zone. A class is known by its kind and its number within the kind."""

    straights: str
    number: Buffer  # int16[343, 343] class of a zone, within its kind, by the Lutins' and the Gnomes' fillings
    sizes: Buffer  # int64[16] how many classes each kind has
    reached: Buffer  # int16[2, 16, 6, 3, most] classes a player can make of a class with a die, then -1
    choices: Buffer  # int16[2, 16, 6, W, most] the same without choices that another one beats

    @property
    def classes(self) -> int:
        return sum(self.sizes)


def dice_in(kind: int) -> tuple[int, int]:
    """How many Lutin and Gnome dice lie in a zone of this kind."""
    return kind // 4, kind % 4


def kind_after(kind: int, player: int) -> int:
    return kind + (4 if player == 1 else 1)


@lru_cache(maxsize=2)
def automaton(straights: str) -> Automaton:
    """The automaton of a zone under one reading of straights (C7a)."""
    arrays = tablebase.load_shipped(f"zones_{straights}")
    sizes = make_buffer("q", arrays["sizes"])
    return Automaton(straights, arrays["number"], sizes, arrays["reached"], arrays["choices"])
