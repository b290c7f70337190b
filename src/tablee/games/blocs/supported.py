"""Which settings the solver of Pousse-blocs knows, and which of them it solves exactly; asked without loading it."""

from tablee.core.supported import ANYTHING, SupportedSettings
from tablee.games.blocs import Variant

SUPPORTED: SupportedSettings = {
    "mode": ("duel", "solo", "fast", "three", "four"),
    "level": (1, 2, 3),
    "push": ("must", "may"),
    "single": ("again", "end"),
    "given": ANYTHING,
}


def exact(variant: Variant) -> bool:
    """Every variant, but three or four players who may leave a push: their play need not settle."""
    return variant.mode not in ("three", "four") or variant.push == "must"
