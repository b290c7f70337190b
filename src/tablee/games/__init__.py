"""The three games. Each is a module that offers what `tablee.core.game.Game` describes; none imports another."""

from __future__ import annotations

import difflib
import importlib
from typing import cast

from tablee.core.errors import RequestError
from tablee.core.game import Game
from tablee.core.words import Text

NAMES = ("cadeau", "blocs", "laaancez")


def load(name: str) -> Game:
    """The game of that name; it is imported when it is first asked for."""
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.4)
        hint = Text(f" Vouliez-vous dire « {near[0]} » ?", f" Did you mean “{near[0]}”?") if near else Text("", "")
        raise RequestError(
            Text(
                f"Le jeu « {name[:40]} » n’existe pas ; il y a cadeau, blocs et laaancez.",
                f"There is no game “{name[:40]}”; there are cadeau, blocs and laaancez.",
            )
            + hint
        )
    return cast(Game, importlib.import_module(f"{__name__}.{name}"))
