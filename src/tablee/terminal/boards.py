"""What the table asks of a game's board: the module `terminal` of the game's package, or else the plain board."""

from collections.abc import Iterable, Sequence
from typing import Protocol, cast

from tablee import words
from tablee.core import registry as games
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text

from .screen import Look


class Board(Protocol):
    def board(self, look: Look, state: State, names: Sequence[str]) -> list[str]:
        """The board drawn, and the dice if they are rolled. `names` are the players' in order."""

    def question(self, state: State, player: int) -> Text:
        """What the player is asked now, in a few words."""


class Plain:
    """A board in words, for a game that brings none of its own for the terminal."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._words = game, words.load(game.NAME)

    def board(self, look: Look, state: State, names: Sequence[str]) -> list[str]:
        by_player = dict(enumerate(names, 1))
        return [
            look.paint("strong" if marked else "quiet", part)
            for line, marked in self._words.standing(state)
            for part in look.wrap(look.in_lang(line.with_names(by_player)), first="  ", rest="  ")
        ]

    def question(self, state: State, player: int) -> Text:
        return Text("que jouez-vous ?", "what do you play?")


def load(name: str) -> Board:
    """The board of the game of that name; of one that brings none, the plain one."""
    return cast(Board, games.part(name, "terminal") or Plain(games.load(name)))


def complete_event(name: str, state: State, event: Event) -> Event:
    """The event as it is recorded: some games have a player say more aloud."""
    complete = getattr(games.part(name, "terminal"), "complete_event", None)
    return complete(state, event) if complete else event


def draw(look: Look, name: str, state: State, names: Sequence[str]) -> list[str]:
    """The board drawn, or in words for whoever wants no drawings."""
    return (Plain(games.load(name)) if look.plain else load(name)).board(look, state, names)


def list_moves(look: Look, moves: Iterable[Text]) -> list[str]:
    """Moves in the words of their game (`words.list_moves`), a paragraph for each group."""
    return [line for group in moves for line in look.wrap(look.in_lang(group), first="  ", rest=" " * 6)]
