"""Words about a position of any game, for one that brings no words of its own: what the rules alone can say."""

from __future__ import annotations

from tablee.core.game import AnyGame, Roll, State
from tablee.core.record import Record
from tablee.core.words import Text, and_list, capital, count_noun, or_list, untranslated

from . import Moves


class Plain:
    """What `Words` asks for, from a game's rules."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def _name(self, state: State, player: int) -> Text:
        return self._game.seat_name(state.variant, player)

    def message(self, state: State, player: int = 0) -> Text:
        outcome = self._game.outcome(state)
        if outcome:
            return outcome.reason
        acting = and_list(self._name(state, seat) for seat in self._game.players(state))
        if self._game.phase(state) == "roll":
            return capital(acting) + Text(" : au dé !", ": roll!")
        return capital(acting) + Text(" : à vous de choisir.", ", choose a move.")

    def now(self, state: State, player: int) -> list[Text]:
        if player not in self._game.players(state):
            return [self.message(state)]
        if self._game.phase(state) == "roll":
            return [Text("C’est à vous : lancez.", "Your turn: roll.")]
        moves = or_list(map(untranslated, self._game.moves(state, player)))
        return [Text("C’est à vous de choisir : ", "Your turn to choose: ") + moves + untranslated(".")]

    def standing(self, state: State) -> list[tuple[Text, bool]]:
        people, acting = self._game.seats(state.variant), self._game.players(state)
        lines = [(capital(self._name(state, player)), player in acting) for player in range(1, people + 1)]
        return [*lines, (untranslated(self._game.position(state)), False)]

    def score(self, state: State, player: int = 0) -> Text:
        outcome = self._game.outcome(state)
        return outcome.reason if outcome else self.message(state)

    def about(self, state: State, text: str) -> list[Text]:
        return []

    def explain(self, state: State, player: int) -> Text:
        return self.now(state, player)[-1]

    def following(self, state: State) -> Moves:
        return [
            (
                capital(self._name(state, player)),
                [(str(move), self._game.tell(state, move)) for move in self._game.moves(state, player)],
            )
            for player in self._game.players(state)
        ]

    def tale(self, record: Record) -> list[Text]:
        throws = sum(isinstance(event, Roll) for event in record.events)
        moves = len(record.events) - throws
        return [
            count_noun(throws, "lancer", "roll")
            + untranslated(", ")
            + count_noun(moves, "coup", "move")
            + untranslated(".")
        ]
