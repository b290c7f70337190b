"""The face of blocs on the pages."""

from __future__ import annotations

from tablee.core.game import Event
from tablee.games import blocs

from . import Motion


def motion(after: blocs.State, event: Event) -> Motion:
    return Motion()
