"""A board in words, for a game that brings none of its own for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tablee import words
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text

from .screen import Look, pad


class Plain:
    """What `boards.Board` asks for, from a game's rules and words."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._words = game, words.load(game.NAME)

    def board(self, look: Look, state: State, names: Sequence[str]) -> list[str]:
        by_player = dict(enumerate(names, 1))
        return [
            "  " + look.paint("strong" if marked else "quiet", look.in_lang(line.with_names(by_player)))
            for line, marked in self._words.standing(state)
        ]

    def question(self, state: State, player: int) -> Text:
        return Text("que jouez-vous ?", "what do you play?")

    def explain(self, state: State, player: int) -> Text:
        return self._words.now(state, player)[-1]

    def listing(self, look: Look, state: State, player: int) -> list[str]:
        return [
            "  " + pad(str(move), 12) + look.in_lang(self._game.tell(state, move))
            for move in self._game.moves(state, player)
        ]

    def complete_event(self, state: State, event: Event) -> Event:
        return event

    def answer_question(self, look: Look, state: State, player: int, text: str) -> list[str]:
        return []
