"""Laaancez: why an option of the die is not offered."""

from dataclasses import replace

import pytest

from tablee.core.game import Roll
from tablee.games import laaancez
from tablee.games.laaancez import TICK, State
from tablee.games.laaancez.words import explain_withheld, now

SHEET = laaancez.load_shipped("noel")
TICKS = [die for die in range(1, 7) if TICK in SHEET.faces[die - 1]]


def rolled(die: int) -> State:
    return laaancez.play(laaancez.start(laaancez.variant()), Roll((die,)))


def filled(state: State, damage: int | None) -> State:
    """Player 1 with one object, whose damage is given, or at its most."""
    copy = next(move for move in laaancez.moves(rolled(1), 1) if isinstance(move, laaancez.Copy))
    after = laaancez.play(laaancez.play(rolled(1), copy), laaancez.moves(rolled(1), 2)[0])
    most = {kind: thing.limit for kind, thing in SHEET.things.items()}
    cells = tuple(
        item and item._replace(damage=most[item.kind] if damage is None else damage) for item in after.sheets[0]
    )
    return replace(state, sheets=(cells, state.sheets[1]))


@pytest.mark.parametrize("die", TICKS)
def test_an_empty_sheet_has_nothing_to_tick(die: int) -> None:
    assert [sentence.fr for sentence in explain_withheld(rolled(die), 1)] == [
        "Rien à cocher : votre feuille est encore vide."
    ]


@pytest.mark.parametrize("die", TICKS)
def test_objects_at_their_most_cannot_be_ticked(die: int) -> None:
    state = filled(rolled(die), None)
    sentence = wording(state)
    assert sentence == ["Rien à cocher : tous vos objets sont à leur limite."]
    assert sentence[0] in [line.fr for line in now(state, 1)]


@pytest.mark.parametrize("die", TICKS)
def test_nothing_is_said_where_both_options_are_there(die: int) -> None:
    assert explain_withheld(filled(rolled(die), 0), 1) == []


def test_without_an_empty_cell_nothing_can_be_copied() -> None:
    state = rolled(1)
    item = next(item for item in filled(state, 0).sheets[0] if item is not None)
    full = replace(state, sheets=((item,) * len(SHEET.cells), state.sheets[1]))
    copied = {move.kind for move in laaancez.moves(state, 1) if isinstance(move, laaancez.Copy)}
    sentence = [line.en for line in explain_withheld(full, 1) if line.en.startswith("No empty cell")]
    assert len(sentence) == len(copied)


def wording(state: State) -> list[str]:
    return [sentence.fr for sentence in explain_withheld(state, 1)]
