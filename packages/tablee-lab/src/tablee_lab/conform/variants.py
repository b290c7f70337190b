"""The variants that are tried, small ones first: what goes wrong in a small game is told by a short record."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tablee.core.errors import RequestError
from tablee.core.registry import NAMES, load, names

from .kit import Kit, Played, kit, named


def _others(tried: Kit) -> Iterator[Played]:
    """Every other way to set a game: its two main keys, each with each of its values or left out."""
    options = tried.rules.OPTIONS
    keys = [[None, *((option.key, value) for value in option.values)] for option in options[:2]]
    for settings in itertools.product(*keys):
        yield Played(tried.game, dict(filter(None, settings)), brief=True)
    yield from (Played(tried.game, {option.key: option.default}, brief=True) for option in options[2:])
    yield from (Played(tried.game, settings, brief=True) for settings in tried.limits)


def tried(games: Iterable[str]) -> tuple[Played, ...]:
    """What is tried of these games: first what is looked at closely, then every other setting."""
    kits = [kit(name) for name in games]
    thorough = [Played(one.game, settings) for one in kits for settings in one.variants]
    others = (played for one in kits for played in _others(one) if replace(played, brief=False) not in thorough)
    return (*thorough, *others)


VARIANTS = tried(NAMES)


def chosen(game: str | None, wanted: Mapping[str, Any]) -> tuple[Played, ...]:
    """The variants of a game (None: of all) whose settings are as wanted, as they are typed.

    A setting that is data, such as a sheet of one's own, makes a variant that is looked at closely, and no other.
    """
    if game and any(isinstance(value, Mapping) for value in wanted.values()):
        return (Played(load(game).NAME, load(game).settings(load(game).variant(wanted))),)
    found = tuple(played for played in tried(names() if game is None else [game]) if fits(played, wanted))
    if not found:
        asked = " ".join(f"{key}={value}" for key, value in wanted.items())
        raise RequestError(
            f"{asked} : aucune des variantes essayées n’a ces réglages.",
            f"{asked}: none of the variants that are tried has these settings.",
        )
    # Where nothing else is left, even what is like others is worth a closer look.
    return tuple(replace(played, brief=False) for played in found) if all(p.brief for p in found) else found


def fits(played: Played, wanted: Mapping[str, Any]) -> bool:
    """Whether a variant, its defaults included, has these settings."""
    game = load(played.game)
    usual = {option.key: option.default for option in game.OPTIONS}
    settings = usual | game.settings(game.variant(played.settings))
    return all(str(named(settings.get(key))) == value for key, value in wanted.items())
