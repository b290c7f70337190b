"""The registry of games: our three, and those of other packages (docs/adding-a-game.md).

A game is a package that offers what `tablee.core.game.Game` describes. Whatever else it brings lies beside its rules,
as a module or a file that a floor of the house asks for by name (docs/contracts.md).
"""

import contextlib
import importlib
from functools import cache
from importlib import resources
from importlib.util import find_spec
from types import ModuleType
from typing import cast

from .errors import RequestError, VariantError
from .game import AnyGame, Game
from .plugins import plugins
from .words import language, unknown

NAMES = ("cadeau", "blocs", "laaancez")  # the games of this distribution
GUESTS: dict[str, str] = {}  # games that were registered: by name, the package of their rules
REQUIRED = tuple(name for name in vars(Game) if not name.startswith("_"))


def guests() -> dict[str, str]:
    """Games of other packages: those registered, and those installed with an entry point of `tablee.games`."""
    return GUESTS | {name: found.value for name, found in plugins("games").items() if name not in NAMES}


def names() -> tuple[str, ...]:
    """Every game that can be played: ours, then the guests."""
    return (*NAMES, *filter(_loads, guests()))


@cache
def _loads(name: str) -> bool:
    """Whether a guest can be loaded; where not, the others go on without it, and the log says why."""
    try:
        load(name)
    except RequestError as error:
        import logging  # takes longer than most commands

        logging.getLogger("tablee").warning(error.text.in_lang(language()))
        return False
    return True


def is_known(name: str) -> bool:
    """Whether there is a game of that name; for one of ours nothing is looked up."""
    return name in NAMES or name in guests()


def register(name: str, package: str) -> None:
    """Add a game of another package, or of one file; `package` is what `import` would say.

    RequestError: it cannot be imported, or it lacks something that a game must offer.
    """
    _import(name, package)
    GUESTS[name] = package


def _import(name: str, package: str) -> AnyGame:
    try:
        game = cast(AnyGame, importlib.import_module(package))
        missing = [member for member in REQUIRED if not hasattr(game, member)]
        lost = () if missing else find_forgotten(game)
    except Exception as error:  # whatever goes wrong in somebody else's code
        why = f"{type(error).__name__}: {error}"
        raise RequestError(
            f"Le jeu « {name} » ne se charge pas : {why}.", f"The game “{name}” cannot be imported: {why}."
        ) from error
    if missing:
        raise RequestError(
            f"Au jeu « {name} » ({package}) il manque : {', '.join(missing)} (voir tablee.core.game.Game).",
            f"The game “{name}” ({package}) lacks: {', '.join(missing)} (see tablee.core.game.Game).",
        )
    if name != game.NAME:
        raise RequestError(
            f"Le jeu « {name} » s’appelle lui-même « {game.NAME} » : enregistrez-le sous ce nom.",
            f"The game “{name}” calls itself “{game.NAME}”: register it by that name.",
        )
    if lost:
        raise RequestError(
            f"Le jeu « {name} » oublie ses réglages {', '.join(lost)} : settings(variant({{…}})) doit les rendre "
            "(tablee.core.options.settings_of).",
            f"The game “{name}” forgets its settings {', '.join(lost)}: settings(variant({{…}})) has to give them back "
            "(tablee.core.options.settings_of).",
        )
    return game


def find_forgotten(game: AnyGame) -> tuple[str, ...]:
    """The options of which `settings` does not give back what `variant` was given: engines would take them for usual.

    An option that only serves with others is tried with the first of these.
    """
    lost = dict[str, None]()
    for option in game.OPTIONS:
        beside = {option.only[0]: option.only[1][0]} if option.only else {}
        for value in option.values:
            with contextlib.suppress(VariantError):  # a value that needs another one
                found = game.settings(game.variant({**beside, option.key: value}))
                if found.get(option.key, option.default) != value:
                    lost[option.key] = None
    return tuple(lost)


def package(name: str) -> str:
    """The package of a game, which holds its rules, their texts and all that the game brings; or its one file."""
    return f"tablee.games.{name}" if name in NAMES else guests()[name]


def _module(name: str, part: str, lab: str) -> str:
    return f"{lab}.{part}.{name}" if lab and name in NAMES else f"{package(name)}.{part}"


def brings(name: str, part: str, lab: str = "") -> bool:
    """Whether a game brings a part; nothing of it is imported yet."""
    return _is_there(_module(name, part, lab))


@cache  # every tap asks it ten times
def _is_there(module: str) -> bool:
    home = importlib.import_module(module.rpartition(".")[0])
    return hasattr(home, "__path__") and find_spec(module) is not None


def text_beside(name: str, file: str) -> str:
    """A text that lies beside the rules of a game; empty if there is none, as beside a game of one file."""
    if not hasattr(importlib.import_module(package(name)), "__path__"):
        return ""
    found = resources.files(package(name)) / file
    return found.read_text(encoding="utf-8") if found.is_file() else ""


def part(name: str, part: str, lab: str = "") -> ModuleType | None:
    """The module that a game brings as its `part`; None if it brings none.

    `lab`: another distribution of ours, which keeps what it knows of our three games in its own folder `part`.
    """
    return importlib.import_module(_module(name, part, lab)) if brings(name, part, lab) else None


def load(name: str) -> AnyGame:
    """The game of that name, imported when it is first asked for.

    RequestError: there is no such game, or its package lacks something that a game must offer.
    """
    if name in NAMES:
        return cast(AnyGame, importlib.import_module(package(name)))
    if is_known(name):
        return _import(name, package(name))
    raise RequestError(unknown("Le jeu", "game", name, names()))


def people(name: str) -> tuple[int, int]:
    """The fewest and the most people that a game takes, with any of its settings."""
    game, found = load(name), set()
    for settings in ({}, *({option.key: value} for option in game.OPTIONS for value in option.values)):
        with contextlib.suppress(VariantError):  # a setting that needs another one
            found.add(game.seats(game.variant(settings)))
    return min(found), max(found)
