"""The panel under the board: the dice, the push, the offers; what can be done now, within reach of a thumb."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tablee.core.errors import TableeError
from tablee.core.words import Text, same
from tablee.games import blocs, laaancez
from tablee.games.blocs.calculation import value
from tablee.table import Table, View

from ..frame.words import WORDS
from .board import appended, blocks_picked
from .look import Look

MOST_WAYS = 3  # calculations offered for one push
SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "over_sign", "(": "bracket_open", ")": "bracket_close"}


@dataclass(frozen=True, slots=True)
class Button:
    """`form`: `do` changes the table by `action`, `look` only changes what is shown. `label` is what is spoken."""

    id: str
    label: Text
    form: str
    action: str = ""
    name: str = ""
    value: str = ""
    strong: bool = False
    pressed: bool | None = None
    face: int = 0
    art: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    kind: str
    text: Text | None = None
    note: Text | None = None
    buttons: tuple[Button, ...] = ()
    rows: tuple[tuple[Text, tuple[int, ...]], ...] = field(default=())
    say: str = ""


def act(action: str, word: str, *, value: str = "", name: str = "move", strong: bool = True) -> Button:
    return Button(f"do-{action}", WORDS[word], "do", action, name if value else "", value, strong)


# --- dice -------------------------------------------------------------------------------------------------------


def rolling(table: Table, view: View, look: Look) -> Panel:
    """Throw, or type what real dice show."""
    opening = view.phase == "opening"
    pair = view.game.NAME == "blocs" and not opening
    rows = opening_rows(table, view) if opening else ()
    text = WORDS["opening_about"] if opening else None
    if not view.may_roll:
        return Panel("wait", text or WORDS["waiting"], rows=rows)
    due = table.rolls_for((view.place,) if view.place is not None else ())
    # A hot-seat throws for whoever is due, and with real dice somebody throws for the table.
    whose = table.seating.name(due[0]) if opening or table.seating.bot(due[0]) else None
    if view.dice == "typed":
        return _typing(look, "roll", pair=pair, rows=rows, whose=whose)
    label = WORDS["roll_two" if pair else "roll_one"]
    if whose is not None:
        label = WORDS["roll_for"] + same(" ") + whose
    return Panel("roll", text, buttons=(Button("do-roll", label, "do", "roll", strong=True, art="die"),), rows=rows)


def correcting(table: Table, look: Look) -> Panel:
    """Type the last dice again: two in a game of blocs, one in its opening roll and in the other games."""
    pair = table.game.NAME == "blocs" and bool(table.events)
    return _typing(look, "correct", pair=pair)


def _typing(
    look: Look,
    action: str,
    *,
    pair: bool,
    rows: tuple[tuple[Text, tuple[int, ...]], ...] = (),
    whose: Text | None = None,
) -> Panel:
    """Six large faces; of two dice, one after the other."""
    second = pair and look.die
    text = WORDS["typed_second" if second else "typed_first" if pair else "typed_one"]
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
        buttons.append(Button("face-again", WORDS["typed_again"], "look", name="die", value="0"))
    return Panel("typed", text, buttons=tuple(buttons), rows=rows)


def opening_rows(table: Table, view: View) -> tuple[tuple[Text, tuple[int, ...]], ...]:
    """B2: every seat with the dice it has thrown so far."""
    assert view.opening is not None
    throws = view.opening.throws
    return tuple(
        (table.seating.name(seat.place), tuple(die for place, die in throws if place == seat.place))
        for seat in view.seats
    )


# --- moves ------------------------------------------------------------------------------------------------------


def moving(view: View, look: Look, *, say: bool) -> Panel:
    if view.game.NAME == "cadeau":
        return Panel("hint", WORDS["cell_hint"])
    if view.game.NAME == "blocs":
        return saying(view, look) if say else pushing(view, look)
    return throwing(view, look) if laaancez.fighting(view.state) else recruiting(view, look)


def pushing(view: View, look: Look) -> Panel:
    """The calculation writes itself."""
    picked = blocks_picked(view, look)
    back = Button("unpick", WORDS["unpick"], "look", name="pick", value="")
    if not picked:
        return Panel("push", WORDS["pick_blocks"])
    push = next((move for move in view.moves if move.blocks == picked), None)
    if push is not None:
        return Panel("push", buttons=(*_pushes(view, push), back))
    if any(set(picked) <= set(move.blocks) for move in view.moves):
        return Panel("push", WORDS["pick_more"], buttons=(back,))
    return Panel("push", None, _why(view, picked), (back,))


def _why(view: View, picked: tuple[int, ...]) -> Text:
    """What the rules say to blocks that cannot be pushed together."""
    try:
        view.game.play(view.state, blocs.Push(picked))
    except TableeError as error:
        return error.text
    raise AssertionError("a push that is not among the moves was allowed")


def _pushes(view: View, push: blocs.Push) -> list[Button]:
    ways = blocs.ways(view.state, push)
    blocks = str(push)
    if not ways:
        label = WORDS["push_single"] + same(f" {blocks}") if len(push.blocks) == 1 else WORDS["push_free"]
        return [Button("do-push", label, "do", "move", "move", blocks, strong=True)]
    buttons = []
    for number, way in enumerate(ways[:MOST_WAYS]):
        shown = blocs.shown(way)
        if len(push.blocks) > 1:
            shown += f" = {value(way)}"
        label = WORDS["push"] + Text(" : ", ": ") + same(shown)
        name = "do-push" if not number else f"do-push-{number + 1}"
        buttons.append(Button(name, label, "do", "move", "move", f"{blocks}:{way}", strong=not number))
    return buttons


def saying(view: View, look: Look) -> Panel:
    """The player builds the calculation (B5): blocks on the board, signs here, or a keyboard."""
    level = view.variant.level
    signs = ("+", "-", "*", "/")[: (1, 2, 4)[level - 1]] + (("(", ")") if level > 1 else ())
    keys = [
        Button(
            f"key-{SIGNS[sign]}",
            WORDS[SIGNS[sign]],
            "look",
            name="say",
            value=appended(look.say, sign),
            shown=blocs.shown(sign) if sign not in "()" else sign,
        )
        for sign in signs
    ]
    if look.say:
        shorter = re.sub(r" *(?:[0-9]+|[^0-9])$", "", look.say)
        keys.append(Button("key-back", WORDS["say_back"], "look", name="say", value=shorter, shown="⌫"))
    return Panel("say", WORDS["say_label"], WORDS["say_help"], tuple(keys), say=look.say)


def said_token(said: str) -> str:
    """The move that a calculation states: its numbers are the blocks. Numbers only: blocks without a calculation."""
    numbers = sorted({int(number) for number in re.findall(r"[0-9]{1,2}", said)})
    blocks = ",".join(map(str, numbers))
    stated = said.strip()
    return blocks if re.fullmatch(r"[0-9 ]*", stated) else f"{blocks}:{stated}"


def recruiting(view: View, look: Look) -> Panel:
    """Choose one of the two offers of the die, then a cell (L4)."""
    sheet = view.variant.sheet
    tokens = [str(move) for move in view.moves]
    if tokens and tokens[0].endswith(".-"):
        return Panel("hint", None, buttons=(act("move", "pass", value=tokens[0]),))
    if not tokens:
        return Panel("wait", WORDS["chosen"])
    buttons = []
    for number, kind in enumerate(dict.fromkeys(sheet.faces[view.state.die - 1]), 1):
        if not any(f".{kind}" in token for token in tokens):
            continue
        title = Text("+1 Dégât", "+1 damage") if kind == laaancez.TICK else sheet.things[kind].title
        chosen = look.pick == kind
        value = "" if chosen else kind
        art = "" if kind == laaancez.TICK else kind
        buttons.append(Button(f"offer-{number}", title, "look", name="pick", value=value, pressed=chosen, art=art))
    step = "choose_tick" if look.pick == laaancez.TICK else "choose_cell" if look.pick else "choose_offer"
    return Panel("offers", WORDS[step], buttons=tuple(buttons))


def throwing(view: View, look: Look) -> Panel:
    """Choose one's own object, then what to throw it at (L7)."""
    throwers = {str(move).partition("x")[0] for move in view.moves}
    ready = look.pick in throwers or len(throwers) == 1
    return Panel("hint", WORDS["choose_target" if ready else "choose_thrower"])
