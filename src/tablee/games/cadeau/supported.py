"""Which settings the solver of cadeau knows, and which of them it solves exactly; asked without loading it."""

from tablee.core.supported import SupportedSettings
from tablee.games.cadeau import Variant

SUPPORTED: SupportedSettings = {"zones": range(1, 10), "straights": ("ordered", "any")}
MOST_ZONES = 3  # the most zones whose tables are built on demand; four with straights in any order are a long run
ERROR = 0.04  # how far an estimate may be off, 95 times in 100 (docs/protocol.md)


def exact(variant: Variant) -> bool:
    """Up to three zones; beyond, only endings are."""
    return variant.zones <= MOST_ZONES
