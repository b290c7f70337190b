"""Connections that say nothing are closed in time, and one address holds so many at most: nobody shuts others out."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from typing import Any, ClassVar

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from .security import client_of

SILENT = 20.0  # seconds in which the head of a request has to come
MOST_OPEN = 500  # of one address: a school's 400 streams, and its pages beside them
FILES = 10_240  # wanted; macOS gives no more
SPARE = 100  # of them for everything else
ASKING: ContextVar[Connection | None] = ContextVar("ASKING", default=None)  # the connection whose request is answered


class Connection(H11Protocol):
    """One of the server's connections. It adds to the methods of `asyncio.Protocol` and uses nothing else of it."""

    open: ClassVar[Counter[str]] = Counter()  # by address

    def __init__(self, config: Any, **more: Any) -> None:
        super().__init__(config, **more)
        self._trusted: list[str] = config.forwarded_allow_ips
        self._line: asyncio.Transport | None = None
        self._from = ""
        self._under_way = 0  # requests; a second one may come before the first has quite ended
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._line, peer = transport, transport.get_extra_info("peername") or ("",)
        self._from = client_of({"client": peer})
        self.open[self._from] += 1
        most = most_files() - SPARE
        crowded = self.open[self._from] > min(MOST_OPEN, most // 4) and not is_proxy(peer[0], self._trusted)
        if crowded or self.open.total() > most:
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        ASKING.set(self)  # for the tasks that it makes
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()
        self.open[self._from] -= 1
        if not self.open[self._from]:
            del self.open[self._from]

    @contextlib.contextmanager
    def speaking(self) -> Iterator[None]:
        """While one of its requests is answered it may be silent."""
        self._under_way += 1
        self._stop_waiting()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._wait()

    def _wait(self) -> None:
        assert self._line is not None
        if not self._line.is_closing():
            self._patience = asyncio.get_running_loop().call_later(SILENT, self._line.close)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()


def note_requests(app: ASGIApp) -> ASGIApp:
    """The application, for a server whose connections are `Connection`s: they hear when they ask it something."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        connection = ASKING.get()
        with connection.speaking() if connection is not None else contextlib.nullcontext():
            await app(scope, receive, send)

    return answer


def is_proxy(peer: str, trusted: list[str]) -> bool:
    """Whether it speaks for many: this machine itself, or one of those `trusted`."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    return any(address in ipaddress.ip_network(name, strict=False) for name in ("127.0.0.1", "::1", *trusted))


@cache
def most_files() -> int:
    """How many files the process may have open, after asking the system for enough."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(limit for limit in (FILES, hard) if limit != resource.RLIM_INFINITY)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
    return wanted
