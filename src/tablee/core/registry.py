"""The three games. Each is a module that offers what `tablee.core.game.Game` describes; none imports another.

Games that live in packages of their own play along once they are registered (docs/adding-a-game.md).
"""

from __future__ import annotations

import contextlib
import importlib
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Literal, cast, overload

from tablee.core.errors import RequestError, VariantError
from tablee.core.game import AnyGame, Game
from tablee.core.plugins import plugins
from tablee.core.words import Text, listed, same, suggest

if TYPE_CHECKING:
    from . import blocs, cadeau, laaancez

NAMES = ("cadeau", "blocs", "laaancez")  # the games of the house
GUESTS: dict[str, str] = {}  # games that were registered: by name, the package of their rules


def guests() -> dict[str, str]:
    """Games of other packages: those registered, and those installed with an entry point of `tablee.games`."""
    return GUESTS | {name: found.value for name, found in plugins("games").items() if name not in NAMES}


def names() -> tuple[str, ...]:
    """Every game there is: those of the house, then the guests."""
    return (*NAMES, *guests())


def known(name: str) -> bool:
    """Whether there is a game of that name; for one of the house nothing is looked up."""
    return name in NAMES or name in guests()


def register(name: str, package: str) -> None:
    """Let a game play along that lives in a package of its own; `package` is what `import` would say."""
    GUESTS[name] = package


def people(name: str) -> tuple[int, int]:
    """The fewest and the most people that a game takes, with any of its settings."""
    game, found = load(name), set()
    for settings in ({}, *({option.key: value} for option in game.OPTIONS for value in option.values)):
        with contextlib.suppress(VariantError):  # a setting that needs another one
            found.add(game.seats(game.variant(settings)))
    return min(found), max(found)


def package(name: str) -> str:
    """Where the rules of a game are: the package to import, which also holds their texts."""
    return f"{__name__}.{name}" if name in NAMES else guests()[name]


def _place(name: str, room: str, house: str) -> str:
    own = room.removesuffix(".games").replace(".", "_")
    return f"{house}.{room}.{name}" if name in NAMES else f"{package(name)}.{own}"


def brings(name: str, room: str, house: str = "tablee") -> bool:
    """Whether a game has something for a room of the house; nothing of it is imported yet."""
    return find_spec(_place(name, room, house)) is not None


def part(name: str, room: str, house: str = "tablee") -> ModuleType | None:
    """What a game brings for a room (`terminal`, `web.games`) of a package of ours; None if it brings nothing.

    A game of the house keeps it in that room, as the module of its name; a guest in its own package, as the module of
    the room's name, without the `games` at the end: `osselets.terminal`, `osselets.web`, `osselets.web_lessons`.
    """
    return importlib.import_module(_place(name, room, house)) if brings(name, room, house) else None


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
    if not known(name):
        offered = listed(map(same, names()), last=Text(" et ", " and "))
        raise RequestError(
            Text(
                f"Le jeu « {name[:40]} » n’existe pas ; il y a {offered.fr}.",
                f"There is no game “{name[:40]}”; there are {offered.en}.",
            )
            + suggest(name, names())
        )
    return cast(AnyGame, importlib.import_module(package(name)))
