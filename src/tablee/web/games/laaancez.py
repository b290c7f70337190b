"""The face of laaancez on the pages."""

from __future__ import annotations

from tablee.core.game import Event
from tablee.games import laaancez

from . import Motion


def motion(after: laaancez.State, event: Event) -> Motion:
    if not isinstance(event, laaancez.Throw):
        return Motion()
    return Motion("throw", f"{3 - after.turn}-{event.thrower}", f"{after.turn}-{event.target}")
