"""How the server reads HTTP: uvicorn's way, with a time limit, and with a short way for what is asked most.

A request that is wholly there, as a move's mostly is, may be answered without a task and the layers of pages: by the
`Swift` of the application, which is shown the bytes as they came, and says no to whatever is out of the ordinary; that
goes the way of all others.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tablee.web.api.swift import Swift

SLOWEST_HEAD = 15.0  # seconds until a request must have said what it wants
LARGEST_HEAD = 65_536  # bytes in which it must have said it, after those that its beginning came with


class Patient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two, as installed
    """uvicorn would wait for ever for the head of a request, and keep whatever it holds: this one does not."""

    heading = False  # the head of a request is not wholly there (httptools says so; h11 has a limit of its own)
    head = 0  # bytes since it began
    cycle: Any  # the request that is read, or was read last
    before: Any = None  # the one before it
    pipeline: Any = ()  # httptools' own: what came while another is answered, the latest first
    late: asyncio.TimerHandle | None = None
    timeout_keep_alive_task: asyncio.TimerHandle | None  # uvicorn's

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._reading()

    def data_received(self, data: bytes) -> None:
        self.head += len(data)
        super().data_received(data)
        if self.heading and self.head > LARGEST_HEAD:
            self.send_400_response("The head of this request is too long.")
        self._reading()

    def on_message_begin(self) -> None:
        self.heading, self.head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.heading, self.before = False, self.cycle
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read takes no answer from a whole request before it: that one is answered, as the last."""
        if self.pipeline and self.cycle.more_body:  # its body is what cannot be read
            self.pipeline.popleft()
            self.cycle = self.before
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            super().send_400_response(msg)
        else:
            self.cycle.keep_alive = False
            self.flow.pause_reading()

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
    if swift is None or not hasattr(AutoHTTPProtocol, "on_message_begin"):  # without httptools uvicorn reads otherwise
        return Patient
    take, dated = swift, Dated()

    class Quick(Patient):
        busy = False  # a request is being answered at once: what comes meanwhile waits for its turn
        waiting = b""
        inside = False  # uvicorn has read a part of a request
        last = False  # no request after the one that is being answered
        idle = math.inf  # since when nobody asks anything, in the loop's time

        def data_received(self, data: bytes) -> None:
            if self.busy:
                self.waiting += data
                self.flow.pause_reading()
            elif (
                not self.inside
                and (self.cycle is None or self.cycle.response_complete)
                and not self.flow.write_paused
                and take(data, self.client[0] if self.client else "", self._answer)
            ):
                self.busy, self.idle = True, math.inf
                if self.late is not None:
                    self.late.cancel()
                    self.late = None
            else:
                super().data_received(data)

        def _answer(self, head: bytes, body: bytes) -> None:
            self.busy = False
            self.server_state.total_requests += 1
            if self.transport.is_closing():
                return
            close = b"connection: close\r\n" if self.last else b""
            lines = dated(self.server_state.default_headers)
            self.transport.write(b"%b%bcontent-length: %d\r\n%b\r\n%b" % (head, lines, len(body), close, body))
            if self.last:
                self.transport.close()
            elif self.waiting:
                data, self.waiting = self.waiting, b""
                self.flow.resume_reading()
                self.data_received(data)
            else:
                self._rest()

        def on_message_begin(self) -> None:
            self.inside = True
            super().on_message_begin()

        def on_message_complete(self) -> None:
            self.inside = False
            super().on_message_complete()

        def shutdown(self) -> None:
            if self.busy:
                self.last = True
            else:
                super().shutdown()

        # One timer a connection looks now and then whether it is idle: uvicorn's, one a request, cost as much as
        # reading the request.

        def _rest(self) -> None:
            self.idle = self.loop.time()
            if self.timeout_keep_alive_task is None:
                wait = self.timeout_keep_alive
                self.timeout_keep_alive_task = self.loop.call_later(wait, self.timeout_keep_alive_handler)

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


class Dated:
    """The headers that every answer of the server has, as they are sent: spelled anew when they are others."""

    def __init__(self) -> None:
        self._known: tuple[object, bytes] = (None, b"")

    def __call__(self, headers: list[tuple[bytes, bytes]]) -> bytes:
        if self._known[0] is not headers:
            self._known = headers, b"".join([b"%b: %b\r\n" % pair for pair in headers])
        return self._known[1]
