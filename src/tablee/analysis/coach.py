"""A coach for the calculations of Pousse-blocs: how many there are, one number at a time, one more idea afterwards.

It never shows all of them, and before the move none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tablee.core.words import Text
from tablee.games import blocs
from tablee.games.blocs import Push, State
from tablee.games.blocs.calculation import value


def calculations(state: State) -> dict[str, Push]:
    """Every calculation that the throw allows, with its push; a push that takes none has none."""
    player = blocs.players(state)[0]
    return {way: push for push in blocs.moves(state, player) for way in blocs.ways(state, push)}


def counted(state: State) -> Text:
    count = len(calculations(state))
    if not count:
        return Text("Ici, rien à calculer : on pousse sans calcul.", "Nothing to work out here: push without a sum.")
    if count == 1:
        return Text("Un seul calcul est possible.", "Only one sum is possible.")
    return Text(f"{count} calculs différents sont possibles.", f"{count} different sums are possible.")


def operands(state: State, order: Sequence[Push]) -> tuple[int, ...]:
    """The numbers of one calculation, as they would be said: that of the first of these pushes that has one."""
    ways = next((found for push in order if (found := blocs.ways(state, push))), None)
    return tuple(int(number) for number in re.findall("[0-9]+", ways[0])) if ways else ()


def numbers(state: State, order: Sequence[Push], step: int) -> list[Text]:
    """The first numbers of that calculation, one a step."""
    found = operands(state, order)[:step]
    told = []
    for place, number in enumerate(found):
        told.append(
            Text(f"Essayez avec le {number}.", f"Try with the {number}.")
            if not place
            else Text(f"… et avec le {number}.", f"… and with the {number}.")
        )
    return told


def unseen(before: State, played: Push) -> Text | None:
    """After the move: one calculation that was there too, the boldest; None if there was no other."""
    stated = played.calculation
    others = [
        way
        for way, push in calculations(before).items()
        if len(push.blocks) > 1 and (push.blocks != played.blocks or (stated is not None and way != stated))
    ]
    if not others:
        return None
    way = max(others, key=lambda way: (len(set(way) & set("*/(")), len(way), way))
    shown = f"{blocs.shown(way)} = {value(way)}"
    return Text(f"Aviez-vous vu {shown} ?", f"Had you seen {shown}?")
