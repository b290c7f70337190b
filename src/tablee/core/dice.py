"""Where dice come from. The only place of the library where chance enters."""

from __future__ import annotations

import random
import secrets
from typing import Protocol

from .game import Roll


class Dice(Protocol):
    def throw(self, count: int) -> Roll: ...


class VirtualDice:
    """Fair dice from the system's own entropy, or a repeatable sequence when a seed is given (tests, studies)."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = secrets.SystemRandom() if seed is None else random.Random(seed)

    def throw(self, count: int) -> Roll:
        return Roll(tuple(sorted(self._random.randint(1, 6) for _ in range(count))))
