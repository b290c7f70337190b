"""What a game tells the lab: how players stand, and which options they may leave alone."""

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


class GameInfo(Protocol):
    @property
    def KNOWN(self) -> Known:  # noqa: N802
        """The settings it was made for."""

    def standing(self, state: State) -> tuple[float, ...]:
        """How well each player stands, from 1: any scale on which more is better, and only differences count."""

    def options(self, variant: Variant) -> Mapping[str, Option]:
        """What can be left alone, by a short name."""


def game_info(game: str, variant: Variant) -> GameInfo | None:
    """The game's module for the lab, or None if it has none that knows these settings: then only results count."""
    found = games.part(game, "lab", "tablee_lab")
    return cast(GameInfo, found) if found and not unknown(games.load(game), variant, found.KNOWN) else None
