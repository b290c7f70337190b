"""What is asked: a game so far, and the line that asks where it stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, State
from tablee.core.registry import load
from tablee.protocol import Answer, Request, position, reply

LANG = "en"  # of the answers we compare; sentences are free, so any language does


@dataclass(frozen=True, slots=True)
class Case:
    """A game, its settings and every event from the start, as tokens: any may be wrong."""

    game: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    events: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The request; what is empty is left out, as it may be."""
        asked: dict[str, Any] = {"game": self.game}
        if self.settings:
            asked["variant"] = dict(self.settings)
        if self.events:
            asked["events"] = self.events
        return json.dumps(asked, ensure_ascii=False)

    @property
    def start(self) -> tuple[AnyGame, State]:
        game = load(self.game)
        return game, game.start(game.variant(self.settings))

    def played(self) -> tuple[AnyGame, list[State]]:
        """The state before the first event, and after each until one that cannot be."""
        game, state = self.start
        states = [state]
        for token in self.events:
            try:
                states.append(game.play(states[-1], game.parse(token)))
            except TableeError:
                break
        return game, states

    def then(self, *tokens: str) -> Case:
        return Case(self.game, self.settings, (*self.events, *tokens))

    def until(self, length: int) -> Case:
        return Case(self.game, self.settings, self.events[:length])


@dataclass(frozen=True, slots=True)
class Question:
    """A line to send, what the rules answer to it, and the case it asks about, if it is a request."""

    line: str | bytes
    expected: Answer
    case: Case | None = None


def question(case: Case) -> Question:
    """The question about a case, answered by our own rules."""
    return Question(case.line, ruled(case.line), case)


def about(case: Case, game: AnyGame, state: State) -> Question:
    """The same where the state after the events is known already."""
    return Question(case.line, position(game, state, LANG), case)


def ruled(line: str | bytes, lang: str = LANG) -> Answer:
    """Returns the answer of the rules to a line."""
    text = line if isinstance(line, str) else line.decode("utf-8", errors="replace")

    def referee(request: Request) -> Answer:
        return position(request.game, request.state, lang)

    return reply(text, referee, lang)
