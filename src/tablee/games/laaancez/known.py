"""Which settings the solver of Laaancez knows, and which of them it solves exactly; asked without loading it."""

from __future__ import annotations

from tablee.core.known import Known
from tablee.games import laaancez
from tablee.games.laaancez import Variant

from .known_sheets import Sheets

KNOWN: Known = {"sheet": Sheets()}


def exact(variant: Variant) -> bool:
    """Sheets of a few cells; of the others, only combats are."""
    if variant == laaancez.variant():
        return False  # the usual sheet, without a look at the solver
    from .solver.reduced import fits

    return fits(variant.sheet)
