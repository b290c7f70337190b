"""Bots: a bot sees what its player may see, and chooses.

`make("greedy", game, seed=7)` gives a Bot; each kind is imported when it is first wanted, so that a table without
bots, or with simple ones, loads nothing heavy.
"""

from __future__ import annotations

import difflib
import importlib
from dataclasses import dataclass
from typing import Protocol, cast

from tablee.core.errors import RequestError
from tablee.core.game import Event, Game, State
from tablee.core.words import Text


class Bot(Protocol):
    def choose(self, view: State, player: int) -> Event:
        """One of the player's legal moves, knowing only `game.view(state, player)`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot: what people call it, how it plays, and the class that makes it from a game and a seed."""

    title: Text
    about: Text
    module: str
    maker: str


KINDS = {
    "random": Kind(
        Text("Robot hasard", "Random robot"),
        Text("joue n’importe quel coup permis", "plays any legal move"),
        "tablee.bots.simple",
        "Random",
    ),
    "greedy": Kind(
        Text("Robot glouton", "Greedy robot"),
        Text("prend le meilleur coup du moment", "takes the best move of the moment"),
        "tablee.bots.simple",
        "Greedy",
    ),
}
NAMES = tuple(KINDS)


def make(name: str, game: Game, seed: int | None = None) -> Bot:
    """A bot of that kind for that game; with a seed it always plays alike."""
    if name not in KINDS:
        near = difflib.get_close_matches(name, NAMES, n=1)
        hint = Text(f" Vouliez-vous dire « {near[0]} » ?", f" Did you mean “{near[0]}”?") if near else Text("", "")
        known = ", ".join(NAMES)
        raise RequestError(
            Text(
                f"Le robot « {name[:40]} » n’existe pas ; il y a {known}.",
                f"There is no bot “{name[:40]}”; there are {known}.",
            )
            + hint
        )
    kind = KINDS[name]
    return cast(Bot, getattr(importlib.import_module(kind.module), kind.maker)(game, seed))
