"""The application as a browser runs it: a request of the page's script becomes an ASGI request, and back.

A worker has no network and no cookies, so the cookie jar is here. The app may lie in a folder of any name, and the
addresses of its pages stand behind the `#`: links and files are rewritten for that.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from tablee.core.paths import cache_directory
from tablee.table import TableService
from tablee.web.app import create_app
from tablee.web.frame.rate_limit import Limits

from . import tablebase_builder
from .browser_store import BrowserStore, CookieJar, Database
from .export import MOST, routes

HOST = "tablee.localhost"
FORGETTING = ("/mine/forget", "/mine/erase")
MOST_TURNS = 5  # one answer leads to another that often
FREELY = Limits(body=MOST)  # nobody else is here, and what has no address is not counted
FILES = re.compile(r'(href|src)="/static/')
PICTURES = re.compile(r'src="/')
LINKS = re.compile(r'href="/')


def rewrite_links(page: str) -> str:
    """A page whose files lie beside it, whose links are behind the `#`, and whose pictures the script asks for."""
    return LINKS.sub('href="#/', PICTURES.sub('data-src="/', FILES.sub(r'\1="./static/', page)))


@dataclass(frozen=True, slots=True)
class Answer:
    """A response for the page. `path`: its address after all redirects."""

    status: int
    path: str
    kind: str
    name: str  # of the file to save, if it is one
    body: bytes


class Application:
    """`page`: the address that the app was opened at. `pace`: seconds between the steps of a bot, if it says so."""

    def __init__(self, database: Database, page: str, pace: float | None = None) -> None:
        self.jar = CookieJar(database)
        self.tables = str(cache_directory())
        self._store = BrowserStore(database)
        self._app = create_app(TableService(self._store), limits=FREELY, in_browser=page, pace=pace)
        self._app.router.routes[:0] = routes(self._store, self.jar)
        self._stack = AsyncExitStack()
        self._streams: dict[str, asyncio.Task[None]] = {}

    async def begin(self) -> Application:
        await self._stack.enter_async_context(self._app.router.lifespan_context(self._app))
        return self

    async def end(self) -> None:
        await self._stack.aclose()

    async def answer(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """Returns the response of the application, with redirects followed."""
        sent = dict(headers or {})
        for _ in range(MOST_TURNS):
            status, answered, content = await self._ask(method, path, sent, body)
            if status not in (301, 302, 303, 307) or "location" not in answered:
                break
            path, method, body = answered["location"], "GET", b""
            sent.pop("content-type", None)
        kind, name = answered.get("content-type", ""), ""
        if saved := re.search('filename="([^"]+)"', answered.get("content-disposition", "")):
            name = saved[1]
        if kind.startswith("text/html"):
            content = rewrite_links(content.decode()).encode()
        return Answer(status, path, kind, name, content)

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        status, started, chunks = 500, list[tuple[bytes, bytes]](), list[bytes]()

        async def send(message: Any) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], list(message["headers"])
            else:
                chunks.append(message.get("body", b""))

        await self._app(self._scope(method, path, headers, len(body)), _receive(body), send)
        await self.jar.update(started)
        if path in FORGETTING:
            # Delete the tables that the cookie of recent games does not name: nobody can reach them any more.
            recent = {word.partition("-")[0] for word in self.jar.get("recent").split(".")}
            self._store.delete(*(summary.table for summary in self._store.tables() if summary.table not in recent))
        return status, {name.decode(): value.decode("latin-1") for name, value in started}, b"".join(chunks)

    def _scope(self, method: str, path: str, headers: Mapping[str, str], length: int) -> dict[str, Any]:
        where = urlsplit(path)
        sent = {
            "host": HOST,
            "origin": f"http://{HOST}",
            "cookie": self.jar.header(unquote(where.path)),
            **headers,
            "content-length": str(length),
        }
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(where.path),
            "raw_path": where.path.encode(),
            "query_string": where.query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in sent.items() if value],
            "client": None,  # nobody comes from afar
            "server": (HOST, 80),
        }

    # --- streams ----------------------------------------------------------------------------------------------

    def listen(self, key: str, path: str, tell: Callable[[str], object]) -> None:
        """Pass the chunks of an event stream to `tell` until `stop(key)`."""

        async def send(message: Any) -> None:
            if message.get("body"):
                tell(message["body"].decode())

        scope = self._scope("GET", path, {}, 0)
        self._streams[key] = asyncio.ensure_future(self._app(scope, _receive(b""), send))

    def stop(self, key: str) -> None:
        if stream := self._streams.pop(key, None):
            stream.cancel()


def _receive(body: bytes) -> Callable[[], Any]:
    received = False

    async def receive() -> Any:
        nonlocal received
        if received:
            await asyncio.Event().wait()
        received = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def begin(
    database: Database, page: str, pace: float | None = None, worker: tablebase_builder.Worker | None = None
) -> Application:
    if worker is not None:
        tablebase_builder.use(worker)
    return await Application(database, page, pace).begin()
