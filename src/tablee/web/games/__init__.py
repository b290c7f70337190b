"""Games on the pages: what is asked of a game's face, and the faces of the games of the house.

load(name)      the face of a game: `FACE` of the module of its name, or the plain face
"""

from __future__ import annotations

from functools import cache

from tablee.core import registry as games

from .face import NOTHING, STILL, Button, Face, Lying, Motion, Names, Panel, Position, Touch, act

__all__ = [
    "NOTHING",
    "STILL",
    "Button",
    "Face",
    "Lying",
    "Motion",
    "Names",
    "Panel",
    "Position",
    "Touch",
    "act",
    "load",
]


@cache
def load(name: str) -> Face:
    """The face of the game of that name."""
    game, part = games.load(name), games.part(name, "page")
    face: Face = getattr(part, "FACE", Face)(game)
    return face
