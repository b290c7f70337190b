"""The panel under the board while dice are rolled; what can be chosen after that, the game says."""

from tablee.core.dice import dice_of_six
from tablee.core.game import ONE_DIE, Rolls
from tablee.core.words import Text, untranslated
from tablee.table import Table, View
from tablee.web.web_game import Button, Panel

from ..frame.words import WORDS
from .view_params import ViewParams

OPENING = Text("Le plus grand nombre commence.", "The highest number begins.")
WAITING = Text("On attend…", "Waiting…")
SHOWING = (
    Text("Que montre le dé ?", "What does the die show?"),
    Text("Que montrent les dés ?", "What do the dice show?"),
)


def count(rolls: Rolls) -> int:
    """How many dice are rolled at once; 0 where none are awaited."""
    return max((len(roll.dice) for roll, _ in rolls), default=0)


def make_roll_panel(table: Table, view: View, look: ViewParams) -> Panel:
    """Roll, or type what real dice show."""
    opening = table.phase == "opening"
    rolls = ONE_DIE if opening else table.game.rolls(table.state)
    thrown = table.seating.opening if not table.events else None
    throws = thrown.rolls if thrown is not None else ()
    rows = tuple(  # B2: every seat with the dice it has rolled so far, to be seen until the first roll of the game
        (table.seating.name(seat.index), tuple(die for place, die in throws if place == seat.index))
        for seat in (view.seats if thrown is not None else ())
    )
    text = OPENING if opening else None
    if not view.may_roll:
        return Panel("wait", text or WAITING, rows=rows)
    due = table.rolls_for((view.seat,) if view.seat is not None else ())
    # On a shared device, or with real dice, the button says for whom to roll.
    own = view.seats[due[0]].mine and sum(seat.mine for seat in view.seats) == 1
    whose = table.seating.name(due[0]) if (opening and not own) or table.seating.bot(due[0]) else None
    if table.dice == "typed":
        return show_faces(look, "roll", rolls, rows=rows, whose=whose)
    label = WORDS["roll_two" if count(rolls) > 1 else "roll_one"]
    if opening and sum(seat.mine for seat in view.seats) > 1:
        label = Text("Tout le monde lance !", "Everybody rolls!")  # one tap rolls for all of them
    elif whose is not None:
        label = Text("Lancer pour ", "Roll for ") + whose
    return Panel("roll", text, buttons=(Button("do-roll", label, "do", "roll", strong=True, art="die"),), rows=rows)


def list_corrections(table: Table) -> Rolls:
    """What could have been rolled last, where it may be corrected."""
    return (table.game.rolls(table.history.states[-2]) if table.events else ()) or ONE_DIE


def show_faces(
    look: ViewParams,
    action: str,
    rolls: Rolls,
    *,
    rows: tuple[tuple[Text, tuple[int, ...]], ...] = (),
    whose: Text | None = None,
) -> Panel:
    """Six large faces; of two dice, one after the other. Of other dice, every roll as the game writes it."""
    pair = dice_of_six(rolls) == 2
    second = pair and look.die
    text = Text("Que montre le premier dé ?", "What does the first die show?")
    if not pair:
        text = SHOWING[count(rolls) > 1]
    elif second:
        text = Text(f"Premier dé : {look.die}. Et le deuxième ?", f"First die: {look.die}. And the second?")
    if whose is not None:
        text = whose + Text(" : ", ": ") + text
    if not pair and dice_of_six(rolls) != 1:
        others = tuple(
            Button(f"roll-{token}", untranslated(token), "do", action, "dice", token, shown=token)
            for token in (str(roll) for roll, _ in rolls)
        )
        return Panel("typed", text, buttons=others, rows=rows)
    buttons = []
    for face in range(1, 7):
        label = untranslated(face)
        if pair and not second:
            buttons.append(Button(f"face-{face}", label, "look", name="die", value=str(face), face=face))
        else:
            token = f"d{min(look.die, face)}{max(look.die, face)}" if second else f"d{face}"
            buttons.append(Button(f"face-{face}", label, "do", action, "dice", token, face=face))
    if second:
        buttons.append(Button("face-again", Text("recommencer", "start again"), "look", name="die", value="0"))
    return Panel("typed", text, buttons=tuple(buttons), rows=rows)
