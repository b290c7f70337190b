"""Long work asks between its steps whether anybody still waits for it."""

from collections.abc import Callable
from contextvars import ContextVar

GONE: ContextVar[Callable[[], bool]] = ContextVar("GONE", default=lambda: False)  # have all left who asked for it?


class Abandoned(Exception):
    """Raised in work that nobody waits for."""


def stop_if_abandoned() -> None:
    """Call between the steps of long work; raises Abandoned when all who asked for it have left."""
    if GONE.get()():
        raise Abandoned
