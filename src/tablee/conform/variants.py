"""The variants that are tried, small ones first: what goes wrong in a small game is told by a short record."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee.games import load


@dataclass(frozen=True, slots=True)
class Played:
    """A game with its settings; `brief`: one game is enough, since larger checks are made in others like it."""

    game: str
    settings: Mapping[str, Any]
    brief: bool = False

    @property
    def name(self) -> str:
        shown = (f"{key}={_named(value)}" for key, value in self.settings.items())
        return " ".join((self.game, *shown))


def _named(value: Any) -> Any:
    return value["name"] if isinstance(value, Mapping) else value


ROW_OF_SHIELDS: dict[str, Any] = {
    "name": "rang",
    "rows": [5, 1],
    "candle": {"hits": 2, "damage": 1},
    "objects": {
        "ecu": {"hits": 1, "damage": 0, "shield": True},
        "pic": {"hits": 2, "damage": 1, "limit": 9},
    },
    "faces": {
        "1": ["ecu", "+"],
        "2": ["pic", "+"],
        "3": ["ecu", "pic"],
        "4": ["+", "pic"],
        "5": ["+", "ecu"],
        "6": ["pic", "ecu"],
    },
}

# Sheets of one's own (L13): a duel of three cells; one row of shields and gaps; walls with and without damage; dead
# rows and passes.
SHEETS: tuple[dict[str, Any], ...] = (
    {
        "name": "trois",
        "rows": [1, 1, 1],
        "candle": {"name": "lampe", "hits": 2, "damage": 1},
        "objects": {"pic": {"hits": 1, "damage": 1, "limit": 2}, "sac": {"hits": 2, "damage": 0, "limit": 1}},
        "faces": {
            "1": ["pic", "+"],
            "2": ["sac", "+"],
            "3": ["+", "+"],
            "4": ["pic", "sac"],
            "5": ["+", "pic"],
            "6": ["sac", "sac"],
        },
    },
    ROW_OF_SHIELDS,
    {
        "name": "murs",
        "rows": [3, 2, 1],
        "candle": {"hits": 3, "damage": 2},
        "objects": {
            "mur": {"hits": 2, "damage": 0, "shield": True},
            "fort_1": {"hits": 1, "damage": 1, "limit": 2, "shield": True},
            "roc": {"hits": 3, "damage": 0, "limit": 2},
            "dard": {"hits": 1, "damage": 2},
        },
        "faces": {
            "1": ["mur", "dard"],
            "2": ["fort_1", "+fort_1"],
            "3": ["roc", "dard"],
            "4": ["mur", "fort_1"],
            "5": ["dard", "+roc,fort_1"],
            "6": ["dard", "roc"],
        },
    },
    {
        "name": "large",
        "rows": [6, 1, 2, 1],
        "candle": {"hits": 1, "damage": 1},
        "objects": {
            "ecu": {"hits": 1, "damage": 0, "limit": 1, "shield": True},
            "balle": {"hits": 2, "damage": 1, "limit": 9},
            "os": {"hits": 9, "damage": 0},
        },
        "faces": {
            "1": ["ecu", "balle"],
            "2": ["os", "+"],
            "3": ["balle", "+"],
            "4": ["+", "+"],
            "5": ["ecu", "os"],
            "6": ["balle", "balle"],
        },
    },
)

# The least and the most that a sheet may be; all bear one name, which nobody should remember them by.
LIMITS: tuple[dict[str, Any], ...] = (
    SHEETS[0] | {"rows": [1] * 9},
    SHEETS[0] | {"rows": [9, 1]},
    SHEETS[0] | {"rows": [1, 1]},
    {key: value for key, value in SHEETS[0].items() if key != "rows"},
)

MAY = ((1, "duel"), (2, "fast"), (3, "solo"), (2, "three"), (1, "four"))
GIVEN = (("duel", "3,10"), ("fast", "12"), ("solo", "2,3,4,5,6,8,9,10,11"))
THOROUGH: tuple[Played, ...] = (
    Played("cadeau", {"zones": 1}),
    Played("cadeau", {"zones": 1, "straights": "any"}),
    Played("cadeau", {"zones": 2}),
    Played("cadeau", {"zones": 3, "straights": "any"}),
    Played("cadeau", {}),
    Played("cadeau", {"zones": 9, "straights": "any"}),
    *(Played("blocs", {"mode": "duel", "level": level}) for level in (1, 2, 3)),
    *(
        Played("blocs", {"mode": mode, "level": level})
        for level in (1, 2, 3)
        for mode in ("solo", "fast", "three", "four")
    ),
    Played("blocs", {}),
    *(Played("blocs", {"mode": mode, "level": level, "push": "may"}) for level, mode in MAY),
    *(Played("blocs", {"mode": "solo", "level": level, "single": "end"}) for level in (1, 2, 3)),
    *(Played("blocs", {"mode": mode, "level": 1, "given": given}) for mode, given in GIVEN),
    *(Played("laaancez", {"sheet": sheet}) for sheet in SHEETS),
    Played("laaancez", {}),
)


def _others() -> Iterator[Played]:
    """Every other way to set a game: its two main keys, each with each of its values or left out."""
    for name in ("cadeau", "blocs", "laaancez"):
        keys = [[None, *((option.key, value) for value in option.values)] for option in load(name).OPTIONS[:2]]
        for settings in itertools.product(*keys):
            yield Played(name, dict(filter(None, settings)), brief=True)
        yield from (Played(name, {option.key: option.default}, brief=True) for option in load(name).OPTIONS[2:])
    yield from (Played("laaancez", {"sheet": sheet}, brief=True) for sheet in LIMITS)


VARIANTS: tuple[Played, ...] = (
    *THOROUGH,
    *(played for played in _others() if replace(played, brief=False) not in THOROUGH),
)


def chosen(game: str | None, wanted: Mapping[str, str]) -> tuple[Played, ...]:
    """The variants of a game (None: of all) whose settings are as wanted, as they are typed."""
    if game is not None:
        load(game)  # refuse what does not exist
    found = tuple(played for played in VARIANTS if game in (None, played.game) and fits(played, wanted))
    if not found:
        asked = " ".join(f"{key}={value}" for key, value in wanted.items())
        raise RequestError(
            Text(
                f"{asked} : aucune des variantes essayées n’a ces réglages.",
                f"{asked}: none of the variants that are tried has these settings.",
            )
        )
    # Where nothing else is left, even what is like others is worth a closer look.
    return tuple(replace(played, brief=False) for played in found) if all(p.brief for p in found) else found


def fits(played: Played, wanted: Mapping[str, str]) -> bool:
    """Whether a variant, its defaults included, has these settings."""
    game = load(played.game)
    usual = {option.key: option.default for option in game.OPTIONS}
    settings = usual | game.settings(game.variant(played.settings))
    return all(str(_named(settings.get(key))) == value for key, value in wanted.items())
