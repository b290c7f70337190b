"""A move in two steps: from the bytes of a request to the store, and from there to the bytes of its answer.

Tasks, layers and futures take longer than a move does, and so does reading HTTP in all its forms. A server shows a
request here first, as it came; whatever is out of the ordinary, every refusal too, is left to the layers (`Guard` and
all behind it), which say it. Their checks are made here as well, by the same functions, and what it costs is counted
alike.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request

from tablee.core.words import Lang
from tablee.table import Table
from tablee.table.requests import REQUESTS

from ..frame import apology
from ..frame.cost import CLIENT, CLOCK
from ..frame.fault import Fault, fault_of
from ..frame.heads import Heads
from ..frame.security import LENGTH, Guard, dressed, same_origin
from ..frame.visitor import lang_by
from .routes import JSON, body_of, secret_of, shown, spelled

UNDER = "/api/v1/tables/"
KINDS = {kind.VERB: kind for kind in REQUESTS if kind.VERSIONED}
STEP = re.compile(rf"POST ({UNDER}([a-z0-9]{{1,40}})/({'|'.join(KINDS)})) HTTP/1\.1\r\n".encode())
LINE = re.compile(rb"([A-Za-z-]+): ?((?:[!-~](?:[ -~]*[!-~])?)?)")
PLAIN = frozenset(  # of these each may stand there once; any other is out of the ordinary
    b"host content-length content-type authorization user-agent accept accept-encoding accept-language origin cookie "
    b"sec-fetch-site sec-fetch-mode sec-fetch-dest".split()
)
STAYS = b"connection: keep-alive"
LONGEST = 2_000  # bytes of headers
MOST_SENDERS = 4_096
Send = Callable[[bytes, bytes], None]  # what goes out: a head, to which its end is added, and a body


def head(status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
    """The beginning of an answer as it is sent, without its length."""
    lines = [b"%b: %b\r\n" % pair for pair in headers if pair[0] != b"content-length"]
    return b"HTTP/1.1 %d %b\r\n%b" % (status, HTTPStatus(status).phrase.encode(), b"".join(lines))


FINE = head(200, dressed([JSON], UNDER))


class Sender(NamedTuple):
    """What the headers of a request say, as they come again with move after move."""

    heads: Heads
    length: int
    secret: str
    lang: Lang


@lru_cache(maxsize=MOST_SENDERS)
def sender(lines: bytes) -> Sender | None:
    """Who sends it, and how much, if the headers are plain and none of them would be refused."""
    heads: dict[bytes, str] = {}
    for line in lines.split(b"\r\n"):
        found = LINE.fullmatch(line)
        if line.lower() == STAYS:
            continue
        if found is None or (name := found[1].lower()) not in PLAIN or name in heads:
            return None
        heads[name] = found[2].decode("ascii")
    if b"host" not in heads or not LENGTH.fullmatch(heads.get(b"content-length", "")) or not same_origin(heads):
        return None
    try:
        return Sender(heads, int(heads[b"content-length"]), secret_of(heads), lang_by(heads))
    except Fault:
        return None


class Swift:
    def __init__(self, app: Starlette, guard: Guard) -> None:
        self._app, self._guard = app, guard

    def __call__(self, data: bytes, client: str, send: Send) -> bool:
        """Is all that was sent taken? Then the answer is sent when it is on disk; else nothing has been done."""
        step = STEP.match(data)
        if step is None:
            return False
        began, started, guard, state = CLOCK(), time.monotonic(), self._guard, self._app.state
        end = data.find(b"\r\n\r\n", step.end(), step.end() + LONGEST)
        who, body = sender(data[step.end() : end]) if end > 0 else None, data[end + 4 :]
        if who is None or len(body) != who.length or not guard.admits(client, who.heads[b"host"], who.length):
            return False
        path, name, verb = step[1].decode(), step[2].decode(), step[3].decode()

        def told(kept: Table | Exception) -> None:
            began, status = CLOCK(), 200
            try:
                if isinstance(kept, Exception):
                    raise kept
                if kept.bot_due() is not None:
                    CLIENT.set(client)
                    state.driver.wake(name, kept)
                first, last = FINE, shown(who.lang, kept, who.secret).encode()
            except Exception as error:
                headers = [(name, value.encode()) for name, value in who.heads.items()]
                scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "app": self._app}
                answer = apology.answer(Request(scope), fault_of(error))
                status = answer.status_code
                first, last = head(status, dressed(answer.raw_headers, path)), bytes(answer.body)
            send(first, last)
            guard.answered(client, "POST", path, status, started, spent + CLOCK() - began, state.counts)

        try:
            asked, version, id = spelled(KINDS[verb], body_of(body))
            taken: bool = state.hall.quickly(name, who.secret, asked, told, version=version, id=id)
        except Exception:  # the layers meet it again, and tell it
            taken = False
        spent = CLOCK() - began
        if not taken:
            guard.missed(client, spent)
        return taken
