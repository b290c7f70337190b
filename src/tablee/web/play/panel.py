"""The panel under the board while dice are thrown; what can be chosen after that, the game's face says."""

from __future__ import annotations

from tablee.core.game import AnyGame, Roll, State
from tablee.core.words import Text, same
from tablee.table import Table, View

from ..faces import Button, Panel
from ..frame.words import WORDS
from .view_params import ViewParams

OPENING = Text("Le plus grand nombre commence.", "The highest number begins.")
WAITING = Text("On attend…", "Waiting…")


def count(game: AnyGame, state: State) -> int:
    """How many dice are to be thrown in a state; 0 where none are awaited."""
    return max((len(roll.dice) for roll, _ in game.rolls(state)), default=0)


def rolling(table: Table, view: View, look: ViewParams) -> Panel:
    """Throw, or type what real dice show."""
    opening = view.phase == "opening"
    pair = not opening and count(view.game, view.state) > 1
    throws = view.opening.throws if view.opening is not None else ()
    rows = tuple(  # B2: every seat with the dice it has thrown so far
        (table.seating.name(seat.place), tuple(die for place, die in throws if place == seat.place))
        for seat in (view.seats if opening else ())
    )
    text = OPENING if opening else None
    if not view.may_roll:
        return Panel("wait", text or WAITING, rows=rows)
    due = table.rolls_for((view.place,) if view.place is not None else ())
    # On a shared device, or with real dice, the button says for whom to roll.
    own = view.seats[due[0]].mine and sum(seat.mine for seat in view.seats) == 1
    whose = table.seating.name(due[0]) if (opening and not own) or table.seating.bot(due[0]) else None
    if view.dice == "typed":
        return typing(look, "roll", pair=pair, rows=rows, whose=whose)
    label = WORDS["roll_two" if pair else "roll_one"]
    if whose is not None:
        label = Text("Lancer pour ", "Roll for ") + whose
    return Panel("roll", text, buttons=(Button("do-roll", label, "do", "roll", strong=True, art="die"),), rows=rows)


def corrects(table: Table) -> int:
    """How many dice the last throw had."""
    return next((len(event.dice) for event in reversed(table.events) if isinstance(event, Roll)), 1)


def typing(
    look: ViewParams,
    action: str,
    *,
    pair: bool,
    rows: tuple[tuple[Text, tuple[int, ...]], ...] = (),
    whose: Text | None = None,
) -> Panel:
    """Six large faces; of two dice, one after the other."""
    second = pair and look.die
    text = Text("Que montre le premier dé ?", "What does the first die show?")
    if not pair:
        text = Text("Que montre le dé ?", "What does the die show?")
    elif second:
        text = Text("Et le deuxième ?", "And the second?")
    if whose is not None:
        text = whose + Text(" : ", ": ") + text
    buttons = []
    for face in range(1, 7):
        label = same(face)
        if pair and not second:
            buttons.append(Button(f"face-{face}", label, "look", name="die", value=str(face), face=face))
        else:
            token = f"d{min(look.die, face)}{max(look.die, face)}" if second else f"d{face}"
            buttons.append(Button(f"face-{face}", label, "do", action, "typed", token, face=face))
    if second:
        buttons.append(Button("face-again", Text("recommencer", "start again"), "look", name="die", value="0"))
    return Panel("typed", text, buttons=tuple(buttons), rows=rows)
