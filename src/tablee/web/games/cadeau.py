"""The face of cadeau on the pages."""

from __future__ import annotations

from tablee.core.game import Event
from tablee.games import cadeau

from . import Motion


def motion(after: cadeau.State, event: Event) -> Motion:
    return Motion()
