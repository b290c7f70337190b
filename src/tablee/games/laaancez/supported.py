"""Which settings the solver of Laaancez knows, and which of them it solves exactly; asked without loading it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablee.core.supported import SupportedSettings
from tablee.games import laaancez
from tablee.games.laaancez import Variant

SHEET = frozenset({"name", "rows", "candle", "objects", "faces"})
THING = frozenset({"name", "fr", "en", "hits", "damage", "limit", "shield", "drawing"})


@dataclass(frozen=True, slots=True)
class Sheets:
    """The shipped sheet, and plain values of one that say nothing but these keys. `ties`: also sheets with ticks that
    are tied to some objects (L13)."""

    ties: bool = True

    def __contains__(self, sheet: object) -> bool:
        if not isinstance(sheet, Mapping):
            return sheet == "noel"
        things = (sheet["candle"], *sheet["objects"].values())
        options = (option for pair in sheet["faces"].values() for option in pair)
        return (
            set(sheet) <= SHEET
            and all(set(thing) <= THING for thing in things)
            and (self.ties or not any(option.startswith("+") and option != "+" for option in options))
        )


SUPPORTED: SupportedSettings = {"sheet": Sheets()}
MEASURED: SupportedSettings = {"sheet": ("noel",)}  # what the adaptive bot was tried with
ERROR = 0.4  # how far an estimate may be off, 95 times in 100 (docs/protocol.md)


def exact(variant: Variant) -> bool:
    """Sheets of a few cells; of the others, only combats are."""
    if variant == laaancez.variant():
        return False  # the usual sheet, without a look at the solver
    from . import solver

    return solver.exact(variant)
