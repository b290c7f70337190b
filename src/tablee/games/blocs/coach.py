"""A coach for the calculations of Pousse-blocs: how many there are, one number at a time, one more idea afterwards. It
never shows all of them, and before the move none."""

import ast
import re
from collections.abc import Sequence

from tablee.core.words import Text
from tablee.games import blocs
from tablee.games.blocs import Push, State
from tablee.games.blocs.calculation import value


def calculations(state: State) -> dict[str, Push]:
    """Every calculation that the roll allows, with its push; a push that takes none has none."""
    player = blocs.players(state)[0]
    return {way: push for push in blocs.moves(state, player) for way in blocs.ways(state, push)}


def count_ways(state: State) -> Text:
    count = len(calculations(state))
    if not count:
        return Text(
            "Ici, rien à calculer : on pousse sans calcul.", "Nothing to work out here: push without a calculation."
        )
    if count == 1:
        return Text("Un seul calcul est possible.", "Only one calculation is possible.")
    return Text(f"{count} calculs différents sont possibles.", f"{count} different calculations are possible.")


def numbers(state: State, order: Sequence[Push]) -> list[Text]:
    """The numbers of one calculation, to be said one at a time: that of the first of these pushes that has one. If that
    is a single block, which is hardly a calculation, then those of the first that takes several, too."""
    ways = [calculations[0] for push in order if (calculations := blocs.ways(state, push))]
    several = [way for way in ways if not way.isdigit()]
    chosen = ways[:1] + (several[:1] if ways[:1] != several[:1] else [])
    return [hint for index, way in enumerate(chosen) for hint in _numbers(way, again=bool(index))]


def _numbers(way: str, *, again: bool) -> list[Text]:
    first, *others = re.findall("[0-9]+", way)
    hint = Text(f"Essayez avec le {first}.", f"Try with the {first}.")
    if again:
        hint = Text.fill("Et avec plusieurs blocs ? {hint}", "And with several blocks? {hint}", hint=hint)
    return [hint, *(Text(f"… et avec le {number}.", f"… and with the {number}.") for number in others)]


def unseen(before: State, played: Push) -> Text | None:
    """After the move: one calculation that was there too, the boldest; None if there was no other."""
    calculation = played.calculation
    others = [
        way
        for way, push in calculations(before).items()
        if len(push.blocks) > 1 and (push.blocks != played.blocks or (calculation is not None and way != calculation))
    ]
    if not others:
        return None
    others.sort(key=lambda way: (len(set(way) & set("*/(")), len(way), way), reverse=True)
    way = next((way for way in others if not _idle(way)), others[0])
    equation = blocs.equation(way)
    return Text(f"Et {equation}, vous l’aviez vu ?", f"Did you spot {equation}?")


def _idle(way: str) -> bool:
    """Whether a step of it changes nothing: times 1, by 1, plus 0 or minus 0."""
    steps = [node for node in ast.walk(ast.parse(way)) if isinstance(node, ast.BinOp)]
    return any(
        value(ast.unparse(part)) == (0 if isinstance(step.op, ast.Add | ast.Sub) else 1)
        for step in steps
        for part in (step.left, step.right)
    )
