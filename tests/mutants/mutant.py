"""What a wrong referee is, and the table of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tablee.core.words import Text


@dataclass(frozen=True, slots=True)
class Mutant:
    """`rule`: the one it breaks. `game`: where it shows; all, for one that breaks the protocol."""

    name: str
    rule: str
    text: Text
    patch: Callable[[], None]

    @property
    def game(self) -> str | None:
        return {"C": "cadeau", "B": "blocs", "L": "laaancez"}.get(self.rule[0])


MUTANTS: dict[str, Mutant] = {}


def mutant(rule: str, fr: str, en: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Add the function, which breaks the rule when it is called, to the table; it is known by its name."""

    def add(patch: Callable[[], None]) -> Callable[[], None]:
        name = patch.__name__.replace("_", "-")
        MUTANTS[name] = Mutant(name, rule, Text(fr, en), patch)
        return patch

    return add


def swap(rules: ModuleType, name: str, new: Any) -> None:
    """Put something else in the place of a name of the rules, and of the game that passes it on."""
    setattr(rules, name, new)
    package = sys.modules[rules.__package__ or ""]
    if hasattr(package, name):
        setattr(package, name, new)
