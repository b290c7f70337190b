"""What the page of a step shows: the boards with their buttons, the panel under them, and what came of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.core.words import Text
from tablee.games.laaancez import TICK
from tablee.table import View

from ..frame.words import WORDS
from ..play import board as boards
from ..play import panel as panels
from ..play.board import LAYOUTS, Board, Shown, Spot
from ..play.look import Look
from ..play.panel import Button, Panel
from .lesson import ROLL, Judged, Lesson, Step, judge

LEARNER = 1  # whose side of the table lies near


@dataclass(frozen=True, slots=True)
class Stage:
    lesson: Lesson
    step: Step
    number: int
    boards: list[Board]
    panel: Panel
    judged: Judged | None
    outcome: Text | None
    focus: frozenset[str]  # where the keyboard goes on; of several, the one that is seen

    @property
    def done(self) -> bool:
        return self.judged is not None and self.judged.good


def stage(lesson: Lesson, number: int, query: Mapping[str, str], lang: str) -> Stage:
    """A step (from 1) as it is asked, or with the answer in the address, as it was answered."""
    step = lesson.steps[number - 1]
    judged = judge(lesson, step, query["did"]) if query.get("did") else None
    look = Look.of(query)
    if judged is not None:
        look = after_answer(look, judged, query["did"], say=step.say)
    record = judged.record if judged is not None else lesson.position(step)
    shown = boards.shown(view_of(record, LEARNER), (), last_move(record))
    fresh = look.pick is None and not look.say
    look = replace(
        look, pick=look.pick or ""
    )  # a table picks the only push there is; here it is for the learner to find
    panel = Panel("next")
    if judged is None or not judged.good:
        view = view_of(record, step.player, rolls=bool(step.roll))
        if not step.choices:
            shown = boards.playable(shown, view, look, say=step.say)
        panel = panel_of(step, view, look)
    drawn = boards.boards(shown, lang, LAYOUTS)
    if not (step.choices or (judged is not None and judged.good)):
        drawn = [replace(one, spots=tuple(dared(shown, spot) for spot in one.spots)) for one in drawn]
    outcome = record.outcome
    reason = outcome.reason if outcome else None
    focus = frozenset(("feedback",) if judged else ("headline",) if fresh else goes_on(shown, panel, drawn))
    return Stage(lesson, step, number, drawn, panel, judged, reason, focus)


def goes_on(shown: Shown, panel: Panel, drawn: Sequence[Board]) -> list[str]:
    """After something was picked: the push, if it is ready; else what can be played now, what is picked, anything."""
    if any(button.id == "do-push" for button in panel.buttons):
        return ["do-push"]
    found = []
    for board in drawn:
        spots = [spot for spot in board.spots if spot.form]
        ready = [spot for spot in spots if spot.value in shown.actions and shown.picked]
        found += [spot.id for spot in (*ready, *(spot for spot in spots if spot.pressed), *spots)][:1]
    return found


def view_of(record: Record, player: int, *, rolls: bool = False) -> View:
    """A position as a table would show it to somebody whose turn it is."""
    game, state = record.game, record.state
    return View(
        id="",
        game=game,
        variant=record.variant,
        state=game.view(state, player),
        phase=game.phase(state),
        place=player - 1,
        player=player,
        acting=tuple(one - 1 for one in game.players(state)),
        moves=game.moves(state, player),
        may_roll=rolls,
        may_undo=False,
        may_correct=False,
        seats=(),
        opening=None,
        proposal=None,
        outcome=record.outcome,
        dice="virtual",
        version=0,
        seq=0,
        previous="",
        next="",
    )


def last_move(record: Record) -> str | None:
    moves = [event for event in record.events if not isinstance(event, Roll)]
    return str(moves[-1]) if moves else None


def after_answer(look: Look, judged: Judged, did: str, *, say: bool) -> Look:
    """What stays picked after an answer that was not good: the sum to correct, the object to aim anew with."""
    if judged.good:
        return Look()
    if say:
        blocks, _, stated = did.partition(":")
        return replace(look, say=stated or blocks.replace(",", " "))
    if judged.record.game.NAME == "laaancez" and "x" in did:
        return replace(look, pick=did.partition("x")[0])
    return look


def panel_of(step: Step, view: View, look: Look) -> Panel:
    if step.choices:
        buttons = tuple(
            Button(f"choice-{place}", choice.label, "do", name="move", value=choice.plays, face=choice.face)
            for place, choice in enumerate(step.choices, 1)
        )
        return Panel("typed" if step.choices[0].face else "choices", buttons=buttons)
    if step.roll:
        label = WORDS["roll_two" if view.game.NAME == "blocs" else "roll_one"]
        roll = Button("do-roll", label, "do", name="move", value=ROLL, strong=True, art="die")
        return Panel("roll", buttons=(roll,))
    return panels.moving(view, look, say=step.say)


# --- what may be tried -----------------------------------------------------------------------------------------


def dared(shown: Shown, spot: Spot) -> Spot:
    """At a table what is not allowed cannot be touched; here it can be tried, and the rules say why not."""
    if spot.form:
        return spot
    key = spot.id.partition("-")[2]
    token = TRIES[shown.game](shown, key)
    return replace(spot, form="move", name="move", value=token) if token else spot


def _cadeau(shown: Shown, key: str) -> str:
    player, _, cell = key.partition("-")
    return cell if player == str(LEARNER) else ""


def _laaancez(shown: Shown, key: str) -> str:
    player, _, cell = key.partition("-")
    if player not in ("1", "2") or not shown.actions:
        return ""
    if shown.state.die:
        if player != str(LEARNER) or not isinstance(shown.picked, str):
            return ""
        return f"{player}.{TICK}{cell}" if shown.picked == TICK else f"{player}.{shown.picked}@{cell}"
    throwers, aims = (sorted({token.split("x")[side] for token in shown.actions}) for side in (0, 1))
    if player == str(LEARNER):
        return f"{cell}x{aims[0]}"
    ready: Sequence[str] = [shown.picked] if isinstance(shown.picked, str) else throwers
    return f"{ready[0]}x{cell}" if len(ready) == 1 else ""


def _nothing(shown: Shown, key: str) -> str:
    return ""  # blocs: every block of one's own can be picked, and the panel says what the rules think of it


TRIES = {"cadeau": _cadeau, "blocs": _nothing, "laaancez": _laaancez}
