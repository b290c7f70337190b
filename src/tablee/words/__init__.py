"""A position told to people: whose turn it is, what can be done, how it stands, how it ended. One module a game, each
offering what `Words` asks for; pages, pictures, paper and terminals all say it in these words. Sentences speak of
players in places for names (`core.words`), filled by whoever shows them. Facts only: what is allowed, what it would
make, what comes next; never which of it is best."""

from typing import Protocol, cast

from tablee.core import registry as games
from tablee.core.game import AnyGame, Roll, State
from tablee.core.record import Record
from tablee.core.registry import part
from tablee.core.words import Text, and_list, capital, count_noun, or_list, untranslated

Moves = list[tuple[Text, list[tuple[str, Text]]]]  # headings, each with tokens and their words
SHORT = 24  # characters of a move that is not broken between two lines


class Words(Protocol):
    """What a game's module of words offers. A state is what `player` may see (`game.view`); 0 is a spectator."""

    def message(self, state: State, player: int = 0) -> Text:
        """One sentence about a game that is not over: whose turn it is and what for."""

    def now(self, state: State, player: int) -> list[Text]:
        """Two to four sentences for somebody who asks what can be done in a game that is not over."""

    def standing(self, state: State) -> list[tuple[Text, bool]]:
        """The board in words, line by line (a zone, a row), what is empty said too; marked where it is settled."""

    def score(self, state: State, player: int = 0) -> Text:
        """How far everybody is, in a sentence."""

    def about(self, state: State, text: str) -> list[Text]:
        """What is known about a thing that somebody asks about (`2`, `a3`, `4 5`); none if it is nothing here."""

    def explain(self, state: State, player: int) -> Text:
        """What is to be chosen now, and how it is typed."""

    def group_moves(self, state: State) -> Moves:
        """What is legal where somebody has to choose, in groups."""

    def tale(self, record: Record) -> list[Text]:
        """A few sentences about a game that is over, for someone who comes in late."""


class Plain:
    """Words about a position of a game that brings none of its own: what its rules alone can say."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def _name(self, state: State, player: int) -> Text:
        return self._game.seat_name(state.variant, player)

    def message(self, state: State, player: int = 0) -> Text:
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
        return message(self._game, state, player)

    def about(self, state: State, text: str) -> list[Text]:
        return []

    def explain(self, state: State, player: int) -> Text:
        return self.now(state, player)[-1]

    def group_moves(self, state: State) -> Moves:
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


def load(name: str) -> Words:
    """The words of the game of that name; of one that brings none, what its rules can say."""
    return cast(Words, part(name, "words") or Plain(games.load(name)))


def standing(name: str, state: State) -> list[tuple[Text, bool]]:
    """How the game of that name stands, line by line, marked where it matters now."""
    return load(name).standing(state)


def message(game: AnyGame, state: State, player: int = 0) -> Text:
    """One sentence: whose turn it is and what for, or how the game ended."""
    outcome = game.outcome(state)
    return outcome.reason if outcome else load(game.NAME).message(state, player)


def describe(game: AnyGame, state: State, player: int = 0) -> Text:
    """A position as somebody hears it who cannot see it: whose turn it is, and the whole board."""
    text = message(game, state, player)
    for line, _ in standing(game.NAME, state):
        text += Text(" ", " ") + line
    return text


def list_moves(game: AnyGame, state: State, player: int, most: int | None = None) -> list[Text]:
    """The legal moves of a player, or the first of them, a line for each group; a short one breaks nowhere."""
    legal, gap, lines = set(map(str, game.moves(state, player)[:most])), Text(" ; ", "; "), []
    for head, moves in load(game.NAME).group_moves(state):
        whole = [Text(_keep_short(text.fr), _keep_short(text.en)) for token, text in moves if token in legal]
        lines += [head + Text("  ", "  ") + or_list(whole, last=gap, gap=gap)] if whole else []
    return lines


def _keep_short(move: str) -> str:
    return move.replace(" ", "\u00a0") if len(move) < SHORT else move


def now(game: AnyGame, state: State, player: int) -> list[Text]:
    """“What can I do now?”, in any position."""
    outcome = game.outcome(state)
    if outcome is None:
        return load(game.NAME).now(state, player)
    return [outcome.reason, Text("La partie est finie : rejouez quand vous voulez.", "The game is over: play again.")]
