"""À l'assaut du Cadeau ! in the lab: zones that lean to one side, and the combinations one may aim for."""

from collections.abc import Mapping
from functools import partial

from tablee.core.supported import SupportedSettings
from tablee.core.words import Text
from tablee.games import cadeau as rules
from tablee.games.cadeau.greedy import balance

from .block import Option

SUPPORTED: SupportedSettings = {"zones": range(1, 10), "straights": ("ordered", "any")}
COMBINATIONS = {
    "three": Text("trois pareils", "three of a kind"),
    "straight": Text("une suite", "a straight"),
    "nine": Text("un total de 9", "a total of 9"),
}


def standing(state: rules.State) -> tuple[float, ...]:
    lutins, gnomes = state.sides
    lead = sum(
        balance(state.variant.straights, lutins[begin : begin + 3], gnomes[begin : begin + 3])
        for begin in range(0, len(lutins), 3)
    )
    return lead, -lead


def _completes(kind: str, state: rules.State, player: int, move: rules.Write) -> bool:
    written = list(state.sides[player - 1][3 * move.zone - 3 : 3 * move.zone])
    written[move.cell] = state.die
    a, b, c = written
    return all(written) and rules.combination(state.variant.straights, (a, b, c)).kind == kind


def options(variant: rules.Variant) -> Mapping[str, Option]:
    return {kind: Option(title, partial(_completes, kind)) for kind, title in COMBINATIONS.items()}
