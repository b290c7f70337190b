"""What the page of a step shows: the boards with their buttons, the panel under them, and what came of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.core.words import Text
from tablee.web.web_game import Button, DiceOnTable, Panel, Position, WebGame, load_web_game

from ..frame.words import WORDS
from ..play import board as boards
from ..play.board import Board, Spot
from ..play.panel import count
from ..play.view_params import ViewParams
from .lesson import ROLL, Judgement, Lesson, Step, judge


@dataclass(frozen=True, slots=True)
class Stage:
    lesson: Lesson
    step: Step
    number: int
    boards: list[Board]
    panel: Panel
    judged: Judgement | None
    outcome: Text | None
    lying: DiceOnTable | None
    focus: frozenset[str]  # where the keyboard goes on; of several, the one that is seen

    @property
    def done(self) -> bool:
        return self.judged is not None and self.judged.good


def stage(lesson: Lesson, number: int, query: Mapping[str, str], lang: str) -> Stage:
    """A step (from 1) as it is asked, or with the answer in the address, as it was answered."""
    step = lesson.steps[number - 1]
    judged = judge(lesson, step, query["did"]) if query.get("did") else None
    look = ViewParams.of(query)
    if judged is not None:
        look = after_answer(look, judged, query["did"], say=step.say)
    record = judged.record if judged is not None else lesson.position(step)
    web_game = load_web_game(lesson.game)
    moved = [str(event) for event in record.events if not isinstance(event, Roll)]
    last = moved[-1] if moved else None
    learner = lesson.learner
    position = Position(record.game, record.game.view(record.state, learner), learner, learner, last=last)
    fresh = look.pick is None and not look.say
    panel = Panel("next")
    asked = judged is None or not judged.good
    if asked and step.choices:
        panel = questions(step)
    elif asked:
        # A table picks the only push there is; here it is for the learner to find.
        moves = record.game.moves(record.state, step.player)
        position = replace(position, moves=moves, pick=look.pick or "")
        position = replace(position, say=look.say if step.say else None)
        panel = make_roll_panel(record) if step.roll else web_game.panel(position)
    drawn = boards.boards(position, lang)
    if asked and not step.choices:
        drawn = [
            replace(board, spots=tuple(allow_illegal(web_game, position, spot) for spot in board.spots))
            for board in drawn
        ]
    reason = record.outcome.reason if record.outcome else None
    focus = frozenset(("feedback",) if judged else ("headline",) if fresh else goes_on(position, panel, drawn))
    return Stage(lesson, step, number, drawn, panel, judged, reason, web_game.dice_on_table(record.state), focus)


def goes_on(position: Position, panel: Panel, drawn: Sequence[Board]) -> list[str]:
    """After something was picked: the push, if it is ready; else what can be played now, what is picked, anything."""
    if any(button.id == "do-push" for button in panel.buttons):
        return ["do-push"]
    found = []
    for board in drawn:
        spots = [spot for spot in board.spots if spot.form]
        ready = [spot for spot in spots if spot.value in position.tokens and position.pick]
        found += [spot.id for spot in (*ready, *(spot for spot in spots if spot.pressed), *spots)][:1]
    return found


def after_answer(look: ViewParams, judged: Judgement, did: str, *, say: bool) -> ViewParams:
    """What stays picked after an answer that was not good: the sum to correct, the object to aim anew with."""
    if judged.good:
        return ViewParams()
    if say:
        return replace(look, say=did)
    kept = load_web_game(judged.record.game.NAME).keep_picked(did)
    return replace(look, pick=kept) if kept else look


def questions(step: Step) -> Panel:
    buttons = tuple(
        Button(f"choice-{number}", choice.label, "do", name="move", value=choice.plays, face=choice.face)
        for number, choice in enumerate(step.choices, 1)
    )
    return Panel("typed" if step.choices[0].face else "choices", buttons=buttons)


def make_roll_panel(record: Record) -> Panel:
    label = WORDS["roll_two" if count(record.game.rolls(record.state)) > 1 else "roll_one"]
    return Panel("roll", buttons=(Button("do-roll", label, "do", name="move", value=ROLL, strong=True, art="die"),))


def allow_illegal(web_game: WebGame, position: Position, spot: Spot) -> Spot:
    """Returns the spot, made clickable also for an illegal move, so that the rules explain why not."""
    token = "" if spot.form else web_game.attempted_move(position, spot.id.partition("-")[2])
    return spot._replace(form="move", name="move", value=token) if token else spot
