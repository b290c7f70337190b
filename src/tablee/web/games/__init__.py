"""What the pages ask of a game's face, and where they find it: the module of the game's name in this room."""

from __future__ import annotations

import importlib
from typing import NamedTuple, Protocol, cast

from tablee.core.game import Event, State


class Motion(NamedTuple):
    """How a move looks and sounds when it happens: `slide` or `throw`. What flies goes from one key of the board to
    another; two empty keys where nothing does."""

    kind: str = "slide"
    start: str = ""
    end: str = ""


STILL = Motion("")  # nothing has been moved yet


class Face(Protocol):
    def motion(self, after: State, event: Event) -> Motion:
        """How a move that led to this state is to be shown."""


def load(name: str) -> Face:
    """The face of the game of that name."""
    return cast(Face, importlib.import_module(f"{__package__}.{name}"))
