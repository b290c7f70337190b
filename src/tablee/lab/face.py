"""What the lab asks of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, cast

from tablee import games
from tablee.core.game import Event, State, Variant
from tablee.core.words import Text

Uses = Callable[[State, int, Event], bool]
"""Whether a player's move in a state uses an option."""


class Option(NamedTuple):
    """Something that a player may use or leave alone: what it is called, and which moves use it."""

    title: Text
    uses: Uses


class Face(Protocol):
    def standing(self, state: State) -> tuple[float, ...]:
        """How well each player stands, from 1: any scale on which more is better, and only differences count."""

    def options(self, variant: Variant) -> Mapping[str, Option]:
        """What can be left alone, by a short name."""


def face(game: str) -> Face | None:
    """What a game brings for the lab; a guest may bring nothing, and then only its results are measured."""
    return cast(Face | None, games.part(game, "lab"))
