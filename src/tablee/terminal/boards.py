"""What the table asks of a game's board, and where it finds it: the module `terminal` of the game's package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from tablee.core import registry as games
from tablee.core.game import Event, State
from tablee.core.words import Text

from .fallback import Plain
from .screen import Look


class Board(Protocol):
    def board(self, look: Look, state: State, names: Sequence[str]) -> list[str]:
        """The board drawn, and the dice if they are thrown. `names` are the players' in order."""

    def question(self, state: State, player: int) -> Text:
        """What the player is asked now, in a few words."""

    def explain(self, state: State, player: int) -> Text:
        """What is to be done now and how it is typed."""

    def listing(self, look: Look, state: State, player: int) -> list[str]:
        """Every legal move of the player, in words."""

    def complete_event(self, state: State, event: Event) -> Event:
        """The event as it is recorded, with what the player has to say aloud."""

    def answer_question(self, look: Look, state: State, player: int, text: str) -> list[str]:
        """What is known about a thing that somebody asked about (`2 ?`); no line if it is nothing of this board."""


def load(name: str) -> Board:
    """The board of the game of that name; of one that brings none, the plain one."""
    return cast(Board, games.part(name, "terminal") or Plain(games.load(name)))
