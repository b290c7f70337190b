"""A short way for what is asked most: straight to the call, past the layers that only pages need.

Routes, packing and the handling of errors cost more than a move does. What goes this way is found by one look at its
address; the guard around it tells its errors, as it tells its own.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

Call = Callable[[Request], Awaitable[Response]]


class Shortcut:
    """`calls`: by method and word, `POST move`, those at a table, whose address begins with `under` and its name;
    with a stroke before the word, `GET /events`, those at the top.
    """

    def __init__(self, app: ASGIApp, under: str, calls: Mapping[str, Call]) -> None:
        self._app, self._calls = app, calls
        self._address = re.compile(f"(?:{re.escape(under)}([^/]+)/|(/))([a-z]+)")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._address.fullmatch(scope["path"]) if scope["type"] == "http" else None
        call = self._calls.get(f"{scope['method']} {found[2] or ''}{found[3]}") if found else None
        if found is None or call is None:
            await self._app(scope, receive, send)
            return
        scope["path_params"] = {"table_id": found[1]} if found[1] else {}
        response = await call(Request(scope, receive))
        await response(scope, receive, send)
