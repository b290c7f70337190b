"""What the solvers know, and what of it is exact from the first position to the last; asked without loading one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablee.core.known import ANYTHING, Known
from tablee.core.registry import load
from tablee.games.laaancez.known_sheets import Sheets

if TYPE_CHECKING:
    from tablee.games import blocs as blocs_rules
    from tablee.games import cadeau as cadeau_rules
    from tablee.games import laaancez as laaancez_rules

MOST_ZONES = 3
"""The most zones of cadeau whose tables are built on demand; four with straights in any order are a long run."""


def cadeau(variant: cadeau_rules.Variant) -> bool:
    """Up to three zones; beyond, only endings are."""
    return variant.zones <= MOST_ZONES


def blocs(variant: blocs_rules.Variant) -> bool:
    """Every variant, but three or four players who may leave a push: their play need not settle."""
    return variant.mode not in ("three", "four") or variant.push == "must"


def laaancez(variant: laaancez_rules.Variant) -> bool:
    """Sheets of a few cells; of the others, only combats are."""
    if variant == load("laaancez").variant():
        return False  # the usual sheet, without a look at the solver
    from tablee.games.laaancez.solver.reduced import fits

    return fits(variant.sheet)


KNOWN: dict[str, Known] = {
    "cadeau": {"zones": range(1, 10), "straights": ("ordered", "any")},
    "blocs": {
        "mode": ("duel", "solo", "fast", "three", "four"),
        "level": (1, 2, 3),
        "push": ("must", "may"),
        "single": ("again", "end"),
        "given": ANYTHING,
    },
    "laaancez": {"sheet": Sheets()},
}
"""By game: the settings for which its solver was made, tables, searches and trained values alike."""

EXACT: dict[str, Callable[[Any], bool]] = {"cadeau": cadeau, "blocs": blocs, "laaancez": laaancez}
