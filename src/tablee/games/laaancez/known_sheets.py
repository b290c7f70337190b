"""The sheets of laaancez that an engine knows (`tablee.core.known`). Asking loads no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SHEET = frozenset({"name", "rows", "candle", "objects", "faces"})
THING = frozenset({"name", "fr", "en", "hits", "damage", "limit", "shield", "drawing"})


@dataclass(frozen=True, slots=True)
class Sheets:
    """The shipped sheet, and plain values of one that say nothing but these keys.

    `ties`: also sheets with ticks that are tied to some objects (L13).
    """

    ties: bool = True

    def __contains__(self, sheet: object) -> bool:
        if not isinstance(sheet, Mapping):
            return sheet == "noel"
        things = (sheet["candle"], *sheet["objects"].values())
        options = (option for pair in sheet["faces"].values() for option in pair)
        return (
            set(sheet) <= SHEET
            and all(set(thing) <= THING for thing in things)
            and (self.ties or not any(option.startswith("+") and option != "+" for option in options))
        )
