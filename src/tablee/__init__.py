"""Tablée: three French family dice games, as a library, a command line and a table.

Session        a game to play: `game = tablee.Session("cadeau", zones=3)`, `game.roll()`, `game.play("2a")`, `.board()`
game           the rules of a game by its name, as pure functions over states
read           a record, from a file, a text or a position
bot            somebody to play against
advise         the moves of a position with their values
values         what a position is worth to everybody
VirtualDice    dice, fair or repeatable

Each of them is imported when it is first used, so that `import tablee` costs nothing.
"""

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` for it would be most of the start
if TYPE_CHECKING:
    from tablee.core.dice import Dice, VirtualDice
    from tablee.core.errors import (
        CalculationError,
        GameOver,
        IllegalEvent,
        NotationError,
        PositionError,
        RequestError,
        SheetError,
        TableeError,
        VariantError,
    )
    from tablee.core.game import Game, Outcome, Roll
    from tablee.core.record import Record, RecordError
    from tablee.core.registry import NAMES as GAMES
    from tablee.core.registry import load as game
    from tablee.core.words import Text
    from tablee.front import Session, advise, bot, read, values

__version__ = "0.1.0"

_LAZY_IMPORTS = {  # the names of `__all__`, by the module that has them
    "front": ("Session", "advise", "bot", "read", "values"),
    "core.dice": ("Dice", "VirtualDice"),
    "core.game": ("Game", "Outcome", "Roll"),
    "core.record": ("Record", "RecordError"),
    "core.registry": ("GAMES", "game"),
    "core.words": ("Text",),
}
_ALIASES = {"GAMES": "NAMES", "game": "load"}  # what the registry calls them

__all__ = [
    "GAMES",
    "CalculationError",
    "Dice",
    "Game",
    "GameOver",
    "IllegalEvent",
    "NotationError",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "RequestError",
    "Roll",
    "Session",
    "SheetError",
    "TableeError",
    "Text",
    "VariantError",
    "VirtualDice",
    "__version__",
    "advise",
    "bot",
    "game",
    "read",
    "values",
]


if not TYPE_CHECKING:  # they know the names above, and should complain of any other

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'tablee' has no attribute {name!r}")
        import importlib

        module = next((module for module, names in _LAZY_IMPORTS.items() if name in names), "core.errors")
        found = globals()[name] = getattr(importlib.import_module(f"tablee.{module}"), _ALIASES.get(name, name))
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
