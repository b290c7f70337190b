"""The streams of changes: which tables of a browser have changed, and how far they are now.

Thousands may follow a table, so a stream holds only what it sends next; one task serves all with keep-alives.
"""

import asyncio
from collections.abc import Iterable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from tablee.core.game import Variant
from tablee.core.words import Text
from tablee.engine import background
from tablee.gathering.gathering import Gathering
from tablee.table import Notice, Table, TableService

from ..frame.http_errors import HttpError
from ..frame.visitor import browser_of
from ..frame.work_queue import wait_until_gone

TICK = 1.0  # seconds between two looks at what is under way
BEATS = 15  # of these until a stream is told that it is open still: a proxy drops one that stays silent
MOST_TABLES = 8  # in one stream
RETRY = 500  # milliseconds until a browser tries again: the page of a process that died goes on at another
HEAD: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ],
}


class Stream:
    """The queue of one event stream: only the newest event of each kind and table is kept, so it stays small."""

    __slots__ = ("_awake", "_words", "ended")

    def __init__(self) -> None:
        self._words: dict[tuple[str, str], bytes] = {}
        self._awake = asyncio.Event()
        self.ended = False

    def on_change(self, table: str, notice: Notice) -> None:
        data = f'{{"table": "{table}", "seq": {notice.seq}, "version": {notice.version}}}'
        self._tell("change", table, f"id: {notice.seq}\nevent: change\ndata: {data}\n\n".encode())

    def news(self, table: str) -> None:
        """Queue an event that makes the page reload."""
        self._tell("presence", table, f'event: presence\ndata: {{"table": "{table}"}}\n\n'.encode())

    def on_class(self) -> None:
        """Queue an event that makes the page of a class look where it belongs."""
        self._tell("class", "", b"event: class\ndata: {}\n\n")

    def beat(self) -> None:
        self._tell("beat", "", b": \n\n")

    def end(self) -> None:
        self.ended = True
        self._awake.set()

    def _tell(self, kind: str, table: str, words: bytes) -> None:
        self._words[kind, table] = words
        self._awake.set()

    async def next(self) -> bytes:
        """All there is to say, as soon as there is anything; nothing at the end."""
        await self._awake.wait()
        self._awake.clear()
        words = b"" if self.ended else b"".join(self._words.values())
        self._words.clear()
        return words


class Streams:
    """Sends keep-alives and solver progress to the open streams."""

    def __init__(self) -> None:
        self._open: dict[Stream, list[Table]] = {}
        self._built: dict[tuple[str, Variant], Text | None] = {}  # how far the solvers' tables are, as was told

    def add(self, stream: Stream, tables: list[Table]) -> None:
        self._open[stream] = tables
        for key in _kinds(tables):
            if key not in self._built:
                self._built[key] = background.describe(*key)

    def remove(self, stream: Stream) -> None:
        self._open.pop(stream, None)

    def close(self) -> None:
        for stream in self._open:
            stream.end()

    async def run(self) -> None:
        """While answers are not exact yet, a page looks again: how far their table is, and when it is there."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK)
            ticks += 1
            for stream in self._open if ticks % BEATS == 0 else ():
                stream.beat()
            before = self._built
            kinds = {key for tables in self._open.values() for key in _kinds(tables)}
            self._built = {key: background.describe(*key) for key in kinds}
            changed = {key for key, part in self._built.items() if key in before and before[key] != part}
            for stream, tables in self._open.items() if changed else ():
                for table in tables:
                    if (table.game.NAME, table.variant) in changed:
                        stream.news(table.id)


def _kinds(tables: Iterable[Table]) -> set[tuple[str, Variant]]:
    return {(table.game.NAME, table.variant) for table in tables}


async def events(request: Request) -> Response:
    """Server-sent events for all open tables of a browser: which table changed, and its version.

    A stream begins with the present state of every table, so that a reconnected page has missed nothing.
    """
    names = list(dict.fromkeys(request.query_params.getlist("table")))[:MOST_TABLES]
    if "table_id" in request.path_params:
        names = [request.path_params["table_id"]]
    if not names:
        raise HttpError(422, "Quelle table ? Il faut « ?table=… ».", "Which table? “?table=…” is missing.")
    table_service: TableService = request.app.state.table_service
    tables = [await table_service.open(name) for name in names]
    for table in tables:
        request.app.state.driver.wake(table.id, table)
    return EventStream(request, tables)


class EventStream(Response):
    """The answer that goes on until the browser leaves, or the table closes."""

    def __init__(self, request: Request, tables: list[Table], gathering: Gathering | None = None) -> None:
        super().__init__()
        self._request, self._tables, self._gathering = request, tables, gathering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state, browser = self._request.app.state, browser_of(self._request)
        stream, tables = Stream(), self._tables
        subscribed = [state.table_service.subscribe(table.id, partial(stream.on_change, table.id)) for table in tables]
        if self._gathering is not None:
            self._gathering.listeners.add(stream.on_class)
            stream.on_class()  # a page that was away has missed nothing
        gone = asyncio.ensure_future(wait_until_gone(self._request))
        gone.add_done_callback(lambda _: stream.end())
        try:
            await send(HEAD)
            await send(_piece(f"retry: {RETRY}\n\n".encode()))
            for table in tables:
                stream.on_change(table.id, Notice(table.seq, table.version))
                if browser:
                    state.presence.note_arrival(table.id, browser, stream)
            state.streams.add(stream, tables)
            while words := await stream.next():
                await send(_piece(words))
            await send(_piece(b"", more=False))
        finally:
            gone.cancel()
            if self._gathering is not None:
                self._gathering.listeners.discard(stream.on_class)
            state.streams.remove(stream)
            for leave in subscribed:
                leave()
            for table in tables:
                state.presence.note_leaving(table.id, stream)


def _piece(words: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": words, "more_body": more}
