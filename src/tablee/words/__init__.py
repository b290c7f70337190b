"""A position told to people: whose turn it is, what can be done, how it stands, how it ended. One module a game, each
offering what `Words` asks for; pages, pictures, paper and terminals all say it in these words. Sentences speak of
players in places for names (`core.words`), filled by whoever shows them. Facts only: what is allowed, what it would
make, what comes next; never which of it is best."""

from __future__ import annotations

from typing import Protocol, cast

from tablee.core import registry as games
from tablee.core.game import AnyGame, State
from tablee.core.record import Record
from tablee.core.registry import part
from tablee.core.words import Text

Moves = list[tuple[Text, list[tuple[str, Text]]]]  # headings, each with tokens and their words


class Words(Protocol):
    """What a game's module of words offers. A state is what `player` may see (`game.view`); 0 is a spectator."""

    def message(self, state: State, player: int = 0) -> Text:
        """One sentence: whose turn it is and what for, or how the game ended."""

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

    def following(self, state: State) -> Moves:
        """What is legal where somebody has to choose, in groups."""

    def tale(self, record: Record) -> list[Text]:
        """A few sentences about a game that is over, for someone who comes in late."""


def load(name: str) -> Words:
    """The words of the game of that name; of one that brings none, what its rules can say."""
    from .fallback import Plain

    return cast(Words, part(name, "words") or Plain(games.load(name)))


def describe(game: AnyGame, state: State, player: int = 0) -> Text:
    """A position as somebody hears it who cannot see it: whose turn it is, and the whole board."""
    telling = load(game.NAME)
    text = telling.message(state, player)
    for line, _ in telling.standing(state):
        text += Text(" ", " ") + line
    return text


def now(game: AnyGame, state: State, player: int) -> list[Text]:
    """“What can I do now?”, in any position."""
    outcome = game.outcome(state)
    if outcome is None:
        return load(game.NAME).now(state, player)
    return [outcome.reason, Text("La partie est finie : rejouez quand vous voulez.", "The game is over: play again.")]
