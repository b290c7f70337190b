"""Pages that other distributions add to the web table, by entry points of the group `tablee.pages`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablee.core.plugins import plugins
from tablee.core.words import Text

from .lazy_routes import LazyRoutes


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the words of the link to it, its address, and the routes at and below it."""

    title: Text
    path: str
    routes: LazyRoutes


@cache
def pages() -> dict[str, Page]:
    """The pages that are installed, by name."""
    return {name: found.load() for name, found in plugins("pages").items()}
