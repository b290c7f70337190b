"""What the lab asks of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, cast

from tablee.core import registry as games
from tablee.core.game import Event, State, Variant
from tablee.core.known import Known, unknown
from tablee.core.words import Text

Uses = Callable[[State, int, Event], bool]
"""Whether a player's move in a state uses an option."""


class Option(NamedTuple):
    """Something that a player may use or leave alone: what it is called, and which moves use it."""

    title: Text
    uses: Uses


class Face(Protocol):
    @property
    def KNOWN(self) -> Known:  # noqa: N802
        """The settings it was made for."""

    def standing(self, state: State) -> tuple[float, ...]:
        """How well each player stands, from 1: any scale on which more is better, and only differences count."""

    def options(self, variant: Variant) -> Mapping[str, Option]:
        """What can be left alone, by a short name."""


def face(game: str, variant: Variant) -> Face | None:
    """What a game brings for the lab; None if nothing that knows these settings: then only results are measured."""
    found = games.part(game, "lab", "tablee_lab")
    return cast(Face, found) if found and not unknown(games.load(game), variant, found.KNOWN) else None
