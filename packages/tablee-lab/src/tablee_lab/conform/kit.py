"""What is tried of a game: its variants, its corners, and wrong events.

`Kit` asks about any game. Each of our games adds to it in the module of its name, with its data in `<game>.toml`; a
guest's package does so in its module `conform`. Both call theirs `KIT`.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, Self

from tablee.core.game import AnyGame, State
from tablee.core.registry import load, part

from .case import Question

NONSENSE = ("", "zz", "-", "d", "d0", "d7", "d11111", "2a!", "1a", "9c", "a1xa1", "1.-", "4,5", "12", "é", "D4", "null")


@dataclass(frozen=True, slots=True)
class Played:
    """A game with its settings; `brief`: one game is enough, since larger checks are made in others like it."""

    game: str
    settings: Mapping[str, Any]
    brief: bool = False

    @property
    def name(self) -> str:
        shown = (f"{key}={named(value)}" for key, value in self.settings.items())
        return " ".join((self.game, *shown))


def named(value: Any) -> Any:
    """A setting as it is typed: a sheet by its name."""
    return value["name"] if isinstance(value, Mapping) else value


class Kit:
    """What is tried of one game; `data`: `variants`, `refused` and `roll`, as the files of the house write them."""

    def __init__(self, game: str, data: Mapping[str, Any] | None = None) -> None:
        self.game, self.data = game, data or {}

    @classmethod
    def shipped(cls, game: str) -> Self:
        """A kit with the data of the house."""
        text = (resources.files(__package__) / f"{game}.toml").read_text(encoding="utf-8")
        return cls(game, tomllib.loads(text))

    @property
    def rules(self) -> AnyGame:
        return load(self.game)

    @cached_property
    def variants(self) -> tuple[Mapping[str, Any], ...]:
        """Settings to look at closely, small games first: what goes wrong there is told by a short record."""
        return tuple(self.data.get("variants", ({},)))

    @cached_property
    def limits(self) -> tuple[Mapping[str, Any], ...]:
        """Settings at the edge of what is allowed, of which one game is enough."""
        return ()

    @cached_property
    def refused(self) -> tuple[Mapping[str, Any], ...]:
        """What stands beside "game" in requests that cannot be granted."""
        return tuple(map(json.loads, self.data.get("refused", ())))

    @cached_property
    def roll(self) -> str:
        """A roll that may come first."""
        first = self.rules.rolls(self.rules.start(self.rules.variant({})))[-1][0]
        return str(self.data.get("roll", first))

    def corners(self, played: Played) -> Iterable[Question]:
        """What random games seldom reach."""
        return ()

    def others(self, state: State) -> list[str]:
        """Events that might be tried in any position of this variant, most of them wrong ones."""
        start = self.rules.start(state.variant)
        rolls = [roll for roll, _ in self.rules.rolls(start)]
        thrown = self.rules.play(start, rolls[0]) if rolls else start
        moves = [move for player in self.rules.players(thrown) for move in self.rules.moves(thrown, player)]
        return [*NONSENSE, *map(str, rolls), *map(str, moves)]

    def spelled(self, state: State, token: str, rng: random.Random) -> str:
        """A token in one of its spellings."""
        return token


def kit(game: str) -> Kit:
    """What is tried of the game of that name."""
    brought: Kit | None = getattr(part(load(game).NAME, "conform", "tablee_lab"), "KIT", None)
    return brought or Kit(game)
