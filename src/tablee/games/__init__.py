"""The three games. Each is a module that offers what `tablee.core.game.Game` describes; none imports another."""

from __future__ import annotations

import difflib
import importlib
from typing import TYPE_CHECKING, Literal, cast, overload

from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Game
from tablee.core.words import Text

if TYPE_CHECKING:
    from . import blocs, cadeau, laaancez

NAMES = ("cadeau", "blocs", "laaancez")


@overload
def load(name: Literal["cadeau"]) -> Game[cadeau.Variant, cadeau.State, cadeau.Event]: ...
@overload
def load(name: Literal["blocs"]) -> Game[blocs.Variant, blocs.State, blocs.Event]: ...
@overload
def load(name: Literal["laaancez"]) -> Game[laaancez.Variant, laaancez.State, laaancez.Event]: ...
@overload
def load(name: str) -> AnyGame: ...
def load(name: str) -> AnyGame:
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
    return cast(AnyGame, importlib.import_module(f"{__name__}.{name}"))
