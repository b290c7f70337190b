"""What other distributions add to Tablée, found by their entry points.

tablee.games      a game: the package of its rules
tablee.commands   a command: a `tablee.cli.Command`
tablee.pages      a page of the web table: a `tablee.web.frame.pages.Page`
tablee.stores     a store by the scheme of its address: a function from the address to a `tablee.table.Store`
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def plugins(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of `tablee.<group>` by name; in a browser there are none."""
    if sys.platform == "emscripten":
        return {}
    from importlib.metadata import entry_points  # takes longer than most commands: only where a name is not ours

    return {entry.name: entry for entry in entry_points(group=f"tablee.{group}")}
