"""Pages imported at the first request, and those that other distributions add by entry points of `tablee.pages`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module

from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from tablee.core.plugins import plugins
from tablee.core.words import Text


class LazyRoutes(BaseRoute):
    """The `ROUTES` of a module, all of which begin with one of these words. A start need not wait for its import."""

    def __init__(self, module: str, *beginnings: str) -> None:
        self._module, self._beginnings = module, beginnings

    @cached_property
    def routes(self) -> Sequence[BaseRoute]:
        found: Sequence[BaseRoute] = import_module(self._module).ROUTES
        return found

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        best: tuple[Match, Scope] = (Match.NONE, {})
        if scope["type"] == "http" and scope["path"].startswith(self._beginnings):
            for route in self.routes:
                match, child = route.matches(scope)
                if match.value > best[0].value:
                    best = (match, {**child, "tablee.route": route})
        return best

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["tablee.route"].handle(scope, receive, send)


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
