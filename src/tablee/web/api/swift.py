"""A move in two steps: from the bytes of a request to the store, and from there to the bytes of its answer.

Tasks, layers and futures take longer than a move does. A server that can hand over a whole request asks here first;
whatever is out of the ordinary, every refusal too, is left to the layers (`Guard` and all behind it), which say it.
Their checks are made here as well, by the same functions, and what it costs is counted alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Scope

from tablee.table import Table
from tablee.table.requests import REQUESTS

from ..frame import apology
from ..frame.cost import CLIENT, CLOCK
from ..frame.fault import fault_of
from ..frame.heads import heads_of
from ..frame.security import Guard, client_of, dressed
from ..frame.visitor import lang_by
from .routes import JSON, body_of, secret_of, shown, spelled

UNDER = "/api/v1/tables/"
KINDS = {kind.VERB: kind for kind in REQUESTS if kind.VERSIONED}
Send = Callable[[bytes, bytes], None]  # what goes out: a head, to which its end is added, and a body


def head(status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
    """The beginning of an answer as it is sent, without its length."""
    lines = [b"%b: %b\r\n" % pair for pair in headers if pair[0] != b"content-length"]
    return b"HTTP/1.1 %d %b\r\n%b" % (status, HTTPStatus(status).phrase.encode(), b"".join(lines))


FINE = head(200, dressed([JSON], UNDER))


class Swift:
    def __init__(self, app: Starlette, guard: Guard) -> None:
        self._app, self._guard = app, guard

    def wants(self, scope: Scope) -> bool:
        """May this be answered here, once all of it has come?"""
        path: str = scope["path"]
        return path.startswith(UNDER) and path[len(UNDER) :].partition("/")[2] in KINDS and scope["method"] == "POST"

    def __call__(self, scope: Scope, body: bytes, send: Send) -> bool:
        """Is it taken? Then it is sent when it is on disk; else nothing has been done."""
        began, started, guard, state = CLOCK(), time.monotonic(), self._guard, self._app.state
        scope["app"] = self._app
        heads, (name, _, verb) = heads_of(scope), scope["path"][len(UNDER) :].partition("/")
        if not guard.admits(scope, heads, body):
            return False

        def told(kept: Table | Exception) -> None:
            began, status = CLOCK(), 200
            try:
                if isinstance(kept, Exception):
                    raise kept
                if kept.bot_due() is not None:
                    CLIENT.set(client_of(scope))
                    state.driver.wake(name, kept)
                first, last = FINE, shown(lang_by(heads), kept, secret).encode()
            except Exception as error:
                answer = apology.answer(Request(scope), fault_of(error))
                status = answer.status_code
                first, last = head(status, dressed(answer.raw_headers, scope["path"])), bytes(answer.body)
            send(first, last)
            guard.answered(scope, status, started, spent + CLOCK() - began)

        try:
            asked, version, id = spelled(KINDS[verb], body_of(body))
            secret = secret_of(heads)
            taken: bool = state.hall.quickly(name, secret, asked, told, version=version, id=id)
        except Exception:  # the layers meet it again, and tell it
            taken = False
        spent = CLOCK() - began
        guard.tried(scope, taken, spent)
        return taken
