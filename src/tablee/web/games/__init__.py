"""The faces of games: what the pages show of each. `face` has the contract."""

from __future__ import annotations

from functools import cache

from tablee.core import registry as games

from .face import Face

__all__ = ["Face", "load"]


@cache
def load(name: str) -> Face:
    """The face of the game of that name: `FACE` of its module `page`, or the plain face."""
    face: Face = getattr(games.part(name, "page"), "FACE", Face)(games.load(name))
    return face
