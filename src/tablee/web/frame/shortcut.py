"""A short way for what is asked most: straight to the call, past the layers that only pages need.

Routes, packing and the handling of errors cost more than a move does. What goes this way is found by one look at its
address; the guard around it tells its errors, as it tells its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

Call = Callable[[Request], Awaitable[Response]]


class Shortcut:
    """`calls`: those at a table, whose address begins with `under` and its name, by method and word, `POST move`;
    others by method and whole address, `GET /events`.
    """

    def __init__(self, app: ASGIApp, under: str, calls: Mapping[str, Call]) -> None:
        self._app, self._under, self._calls = app, under, calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        call, found = None, {}
        if scope["type"] == "http":
            path: str = scope["path"]
            call = self._calls.get(f"{scope['method']} {path}")
            if call is None and path.startswith(self._under):
                name, _, word = path[len(self._under) :].partition("/")
                found = {"table_id": name}
                call = self._calls.get(f"{scope['method']} {word}") if name and word.isalpha() else None
        if call is None:
            await self._app(scope, receive, send)
            return
        scope["path_params"] = found
        response = await call(Request(scope, receive))
        await response(scope, receive, send)
