"""The wooden track of Pousse-blocs: ten lanes seen from above, each block on one side or the other."""

from collections.abc import Sequence
from dataclasses import replace

from tablee.core.game import Event
from tablee.core.words import Text, capital
from tablee.games import blocs
from tablee.games.blocs import BLOCKS, MODES, Push, State
from tablee.terminal import dice
from tablee.terminal.screen import FRAME, Look, clip, lay_beside, pad, side_by_side

from .words import goal

LABEL, NARROW = 16, 34  # columns


def board(look: Look, state: State, names: Sequence[str]) -> list[str]:
    mode = MODES[state.variant.mode]
    lines = []
    for seat, full in enumerate(mode.full):
        if full:
            lines += _track(look, state, names, seat, mode.facing.get(seat))
    if blocs.phase(state) == "move" and (wanted := goal(state)):
        thrown = dice.render(look, look.height - FRAME - len(lines), *state.dice)
        words = look.paint("strong", look.in_lang(capital(wanted)))
        lines += lay_beside(look, thrown, [*([""] * (len(thrown) // 2)), words])
    return lines


def _track(look: Look, state: State, names: Sequence[str], near: int, far: int | None) -> list[str]:
    """One track: a seat on the near side, and across it another seat, or just the far side."""
    here = state.seats[near]
    across = blocs.ALL & ~here if far is None else state.seats[far]
    if look.width < LABEL + 5 * len(BLOCKS) + 1:
        rail = look.paint("wood", " ╾" + "─" * (NARROW - 3) + "╼")
        there, mine = (_label(look, state, names, seat)[1] for seat in (far, near))
        return [there, _row(look, across), rail, _row(look, here), mine]
    rail = " " * LABEL + look.paint("wood", "╾" + "─" * (5 * len(BLOCKS) - 1) + "╼")
    return [
        *side_by_side(_label(look, state, names, far), _blocks(look, across), gap=0),
        rail,
        *side_by_side(_label(look, state, names, near), _blocks(look, here), gap=0),
    ]


def _label(look: Look, state: State, names: Sequence[str], seat: int | None) -> list[str]:
    if seat is None:
        label, style = look.in_lang(Text("  de l’autre côté", "  across")), "quiet"
    else:
        mine = seat == state.seat and not state.over
        name = names[MODES[state.variant.mode].holder[seat] - 1]
        # B16: the third person holds two seats, so a seat is told by its number too.
        number = f" ({seat + 1})" if state.variant.mode == "three" else ""
        label = ("▸ " if mine else "  ") + clip(name, LABEL - 3 - len(number)) + number
        style = "mine" if mine else "quiet"
    return ["", pad(look.paint(style, label), LABEL), ""]


def _blocks(look: Look, mask: int) -> list[str]:
    """The ten lanes of one side: a block where it stands, a dot where it does not."""
    rows = ["", "", ""]
    for block in BLOCKS:
        stands = mask >> block & 1
        parts = ("┌──┐", f"│{block:>2}│", "└──┘") if stands else ("    ", " ·  ", "    ")
        for row, part in enumerate(parts):
            rows[row] += " " + look.paint("block" if stands else "wood", part)
    return rows


def _row(look: Look, mask: int) -> str:
    """The same in one line, for a narrow page."""
    return " " + "".join(
        look.paint("block", f"[{block}]") if mask >> block & 1 else look.paint("wood", "·".center(len(f"[{block}]")))
        for block in BLOCKS
    )


# --- asking and reading -------------------------------------------------------------------------------------------


def question(state: State, player: int) -> Text:
    return Text("quels blocs pousser ?", "which blocks to push?")


def complete_event(state: State, event: Event) -> Event:
    """B5: a push of several blocks is said with a calculation; the simplest, if the player said none."""
    if not isinstance(event, Push) or event.calculation is not None or len(event.blocks) == 1:
        return event
    found = blocs.ways(state, event) if state.dice else ()
    return replace(event, calculation=found[0]) if found else event
