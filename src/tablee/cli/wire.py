"""How the server reads HTTP: uvicorn's way, with a time limit, and with a short way for what is asked most.

A request that is wholly there, as a move's mostly is, may be answered without a task and the layers of pages: by the
`Swift` of the application, which says no to whatever is out of the ordinary; that goes the way of all others.
"""

from __future__ import annotations

import asyncio
import math
from functools import partial
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tablee.web.api.swift import Swift

SLOWEST_HEAD = 15.0  # seconds until a request must have said what it wants


class Patient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two, as installed
    """uvicorn would wait for ever for the head of a request: this one does not."""

    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._reading()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.late is not None:
            self.late.cancel()

    def _reading(self) -> None:
        """From the first byte of a head to its last there is so much time, and no more."""
        unfinished = self.cycle is None or self.cycle.response_complete
        if unfinished and self.late is None:
            self.late = self.loop.call_later(SLOWEST_HEAD, self.transport.abort)
        elif not unfinished and self.late is not None:
            self.late.cancel()
            self.late = None


def protocol(swift: Swift | None) -> type[asyncio.Protocol]:
    """What reads a connection. `swift`: who may answer at once."""
    if swift is None or not hasattr(AutoHTTPProtocol, "_start_asgi_task"):  # without httptools uvicorn reads otherwise
        return Patient
    take = swift

    class Quick(Patient):
        held: tuple[Any, Any] | None = None  # a request whose body is still being read, and who answers it otherwise
        idle = math.inf  # since when nobody asks anything, in the loop's time

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.held is not None:  # the rest may take its time: the layers know how to wait
                held, self.held = self.held, None
                super()._start_asgi_task(*held)

        def on_message_complete(self) -> None:
            super().on_message_complete()
            if self.held is not None:
                held, self.held = self.held, None
                self._answered(*held)

        def _start_asgi_task(self, cycle: Any, app: Any) -> None:
            """A request whose head is read: the first of a connection at once, others when it is their turn."""
            if not take.wants(cycle.scope) or cycle.waiting_for_100_continue or self.flow.write_paused:
                super()._start_asgi_task(cycle, app)
            elif cycle.more_body:
                self.held = cycle, app
            else:
                self._answered(cycle, app)

        def _answered(self, cycle: Any, app: Any) -> None:
            if not take(cycle.scope, bytes(cycle.body), partial(self._answer, cycle)):
                super()._start_asgi_task(cycle, app)

        def _answer(self, cycle: Any, head: bytes, body: bytes) -> None:
            if cycle.disconnected:
                return
            cycle.response_started = cycle.response_complete = True
            more = [*cycle.default_headers, (b"content-length", b"%d" % len(body))]
            if not cycle.keep_alive:
                more.append((b"connection", b"close"))
            self.transport.write(b"".join((head, *[b"%b: %b\r\n" % pair for pair in more], b"\r\n", body)))
            if not cycle.keep_alive:
                self.transport.close()
            self.on_response_complete()

        # One timer a connection looks now and then whether it is idle: uvicorn's, one a request, cost as much as
        # reading the request.

        def _unset_keepalive_if_required(self) -> None:
            self.idle = math.inf

        def on_response_complete(self) -> None:
            if self.timeout_keep_alive_task is None or self.pipeline or self.transport.is_closing():
                super().on_response_complete()
            else:
                self.server_state.total_requests += 1
                self.flow.resume_reading()
            if self.cycle.response_complete:  # or else the next one waits for its answer already
                self.idle = self.loop.time()

        def timeout_keep_alive_handler(self) -> None:
            left = self.idle + self.timeout_keep_alive - self.loop.time()
            self.timeout_keep_alive_task = None  # while somebody asks, none: the answer sets the next one
            if left <= 0:
                super().timeout_keep_alive_handler()
            elif left < math.inf:
                self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self.timeout_keep_alive_task is not None:
                self.timeout_keep_alive_task.cancel()

    return Quick
