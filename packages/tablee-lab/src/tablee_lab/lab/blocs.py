"""Pousse-blocs in the lab: who has fewer blocks left, and the pushes one may do without."""

from collections.abc import Mapping
from functools import partial

from tablee.core.supported import ANYTHING, SupportedSettings
from tablee.core.words import Text
from tablee.games import blocs as rules

from .block import Option

SUPPORTED: SupportedSettings = {
    "mode": ("duel", "solo", "fast", "three", "four"),
    "level": (1, 2, 3),
    "push": ("must", "may"),
    "single": ("again", "end"),
    "given": ANYTHING,
}
SIZES = {
    "one": Text("pousser un seul bloc", "pushing a single block"),
    "two": Text("pousser deux blocs", "pushing two blocks"),
    "three": Text("pousser trois blocs", "pushing three blocks"),
}
CLEVER = Text("calculer autrement qu’en additionnant", "calculating otherwise than by adding")
NOT = Text("ne pas pousser", "not pushing")
HEAVY = 0.02  # a high block is harder to push than a low one


def standing(state: rules.State) -> tuple[float, ...]:
    """Fewer blocks are better. Player 3 of three has two seats and needs only one of them empty."""
    best: dict[int, float] = {}
    for seat, player in enumerate(rules.MODES[state.variant.mode].holder):
        blocks = rules.numbers(state.seats[seat])
        stands = -len(blocks) - HEAVY * sum(blocks)
        best[player] = max(stands, best.get(player, stands))
    return tuple(best[player] for player in sorted(best))


def _pushes(size: int, state: rules.State, player: int, move: rules.Push) -> bool:
    return len(move.blocks) == size


def _clever(state: rules.State, player: int, move: rules.Push) -> bool:
    low, high = state.dice
    goes_on = rules.goes_on(state.variant.level, rules.mask_of(move), state.dice)
    return low != high and goes_on and sum(move.blocks) not in rules.targets(state.variant.level, state.dice)


def options(variant: rules.Variant) -> Mapping[str, Option]:
    named = {name: Option(title, partial(_pushes, size)) for size, (name, title) in enumerate(SIZES.items(), 1)}
    if variant.push == "may":
        named["not"] = Option(NOT, partial(_pushes, 0))
    return named | ({"clever": Option(CLEVER, _clever)} if variant.level > 1 else {})
