"""A lesson: steps that are positions of the real game, and answers that the real rules judge.

A game that has one brings it as the file `lesson.toml` beside its rules.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, State, Variant
from tablee.core.record import Record
from tablee.core.registry import load, text_beside
from tablee.core.words import Text
from tablee.paper.typed_input import read_move

ROLL = "roll"  # the answer of somebody who touches the dice; the step knows what they show


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: what is played to see whether it is right, and the face of a die if it is one."""

    plays: str
    label: Text
    face: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    `before`: the record so far. `roll`: what the dice will show, where rolling them is the thing to do. `choices`:
    the answers where it is a question. `good`: the answers we hope for, a push by its blocks; or of blocs, how many
    `blocks`, or with which `signs`; without any of these, whatever the rules allow. `hint`: what to say to other
    answers (`hints` to some of them). `then`: what happens by itself afterwards. `why`: what there was to learn.
    """

    title: Text
    words: Text
    task: Text
    before: str
    why: Text
    hint: Text
    good: tuple[str, ...] = ()
    blocks: int = 0
    signs: tuple[str, ...] = ()
    hints: Mapping[str, Text] = field(default_factory=dict)
    roll: str = ""
    choices: tuple[Choice, ...] = ()
    supposed: bool = False  # a question about what might be: the board stays as it is
    then: str = ""
    say: bool = False  # blocs: the learner builds the calculation
    variant: Variant | None = None  # where it is not the lesson's own
    player: int = 1  # who plays: the learner, unless they play for the other
    begin: State | None = None  # where the record begins, if not at the start of the game

    def wants(self, answer: str) -> bool:
        """Is an answer that the rules allow the one we hope for?"""
        move, _, calculation = answer.partition(":")
        if self.blocks:
            return len(move.split(",")) == self.blocks
        if self.signs:
            return any(sign in calculation for sign in self.signs)
        return not self.good or move in self.good


@dataclass(frozen=True, slots=True)
class Lesson:
    game: str
    about: Text
    variant: Variant
    steps: tuple[Step, ...]
    learnt: tuple[Text, ...] = ()
    learner: int = 1  # whose side of the table lies near

    @property
    def rules(self) -> AnyGame:
        return load(self.game)

    def position(self, step: Step) -> Record:
        """The game up to a step, through the rules."""
        return _play(Record(self.rules, step.variant or self.variant, begin=step.begin), step.before)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of an answer. A good one: the record after it and what happened; else why to try another way."""

    good: bool
    record: Record
    text: Text
    lines: tuple[Text, ...] = ()


def judge(lesson: Lesson, step: Step, did: str) -> Judgement:
    """The rules' own word on an answer, then ours. Nothing that is sent here can fail: at worst it is not good."""
    before = lesson.position(step)
    if step.choices and did not in {choice.plays for choice in step.choices}:
        return Judgement(False, before, step.hint)
    tokens = [step.roll] if did in (ROLL, step.roll) and step.roll else did.split() if step.choices else [did]
    record = before
    try:
        for token in tokens:
            rolls = record.game.phase(record.state) == "roll"
            event = lesson.rules.parse(token) if rolls else read_move(record.game, record.state, step.player, token)
            record = record.play(event)
    except TableeError as error:
        return Judgement(False, before, error.text + Text(" ", " ") + step.hint)
    if not (tokens == [step.roll] if step.roll else step.wants(did if step.choices else str(event))):
        feedback = step.hints.get(str(event).partition(":")[0], step.hint)
        if step.choices:
            feedback = _describe(before, record)[-1] + Text(" ", " ") + feedback
        return Judgement(False, before, feedback)
    if step.supposed:
        return Judgement(True, before, step.why, _describe(before, record)[-1:])
    record = _play(record, step.then)
    return Judgement(True, record, step.why, _describe(before, record))


def _play(record: Record, tokens: str) -> Record:
    for token in tokens.split():
        record = record.play(record.game.parse(token))
    return record


def _describe(before: Record, after: Record) -> tuple[Text, ...]:
    """What happened since, in the rules' own words."""
    return tuple(map(after.describe, range(len(before.events), len(after.events))))


# --- as it is written down --------------------------------------------------------------------------------------


@cache
def lesson(name: str) -> Lesson | None:
    """The lesson of the game of that name, played from the `position` in its file; None if it brings no such file."""
    text = text_beside(name, "lesson.toml")
    if not text:
        return None
    data, game = tomllib.loads(text), load(name)
    variant = game.from_position(data["position"]).variant if "position" in data else game.variant()
    steps = tuple(_step(game, **step) for step in data["steps"])
    return Lesson(name, Text(**data["about"]), variant, steps, tuple(Text(**point) for point in data["learnt"]))


def _step(game: AnyGame, *, settings: Mapping[str, object] | None = None, **data: Any) -> Step:
    for key in ("title", "words", "task", "why", "hint"):
        data[key] = Text(**data[key])
    data["hints"] = {answer: Text(**words) for answer, words in data.get("hints", {}).items()}
    choices = data.get("choices", ())
    data["choices"] = tuple(Choice(**{**choice, "label": Text(**choice["label"])}) for choice in choices)
    return Step(**data, variant=game.variant(settings) if settings else None)
