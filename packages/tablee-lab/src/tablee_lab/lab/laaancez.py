"""Laaancez ! in the lab: who has more left to throw and to lose, and the objects one may do without."""

from collections.abc import Mapping
from functools import partial

from tablee.core.supported import SupportedSettings
from tablee.core.words import Text
from tablee.games import laaancez as rules
from tablee.games.laaancez.supported import Sheets

from .block import Option

SUPPORTED: SupportedSettings = {"sheet": Sheets()}
TICKING = Text("cocher", "ticking")


def standing(state: rules.State) -> tuple[float, ...]:
    """All hit points and all damage that stand."""
    return tuple(float(sum(item.hits + item.damage for item in sheet if item and item.hits)) for sheet in state.sheets)


def _copies(kind: str, state: rules.State, player: int, move: rules.Choice | rules.Throw) -> bool:
    return isinstance(move, rules.Copy) and move.kind == kind


def _ticks(state: rules.State, player: int, move: rules.Choice | rules.Throw) -> bool:
    return isinstance(move, rules.Tick)


def options(variant: rules.Variant) -> Mapping[str, Option]:
    sheet = variant.sheet
    offered = {option for pair in sheet.faces for option in pair}
    named = {
        thing.name: Option(thing.title, partial(_copies, thing.name))
        for thing in sheet.objects
        if thing.name in offered
    }
    return named | ({"tick": Option(TICKING, _ticks)} if rules.TICK in offered else {})
