"""Odd requests to every page, form and stream of the table, in one process: none may end in a 500 or undressed.

    .venv/bin/python tools/fuzz.py                          25,000 requests, those of ./check
    .venv/bin/python tools/fuzz.py --requests 1000000       the long run
    .venv/bin/python tools/fuzz.py --seed 7 --requests 100  others, the same every time

Every request is made from the seed and its own number alone; what an earlier one did to the tables may matter too, so
a failure is told with the command that meets it again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_from_bytes, unquote, urlencode

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Message

from tablee.core.dice import VirtualDice
from tablee.core.registry import names
from tablee.table import Setup, SqliteStore, TableService
from tablee.table.setup import DiceSource
from tablee.web.app import create_app
from tablee.web.frame.pages import LazyRoutes
from tablee.web.frame.rate_limit import Limits
from tablee.web.frame.security import HEADERS

FREE = Limits(1e9, 1e9, gatherings=1e9, late=1e9)
PATIENCE = 60.0  # seconds for one answer: a busy machine is nobody's fault
FRESH = 500  # requests until there are other tables
SLOW = ("/paper/", "/puzzle/sheet", "/review")  # a typesetter, and bots that think: asked now and then
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "BREW")
ODD = (
    "", " ", "0", "1", "-1", "²", "٣", "9" * 4301, "1e308", "NaN", "null", "true", "é", "🎁", "\u202e", "\ufeff",
    "\x00", "\r\nx: y", "'\"<script>", "../../etc/passwd", "..%2f", "%", "%zz", "{{7*7}}", "a" * 3000, "any", "\\ud800",
    "d4", "1a", "d4 1a d5 1a", "x:y", "http://[", "[" * 500, "\u2028", "1,2,3", "d" * 40, "2026-13-45", "/", "//x", ".",
)  # fmt: skip
FIELDS = (
    "game", "way", "seats", "name", "badge", "version", "request", "move", "typed", "place", "at", "swap", "text", "e",
    "add", "die", "position", "zones", "dice", "more", "level", "straights", "what", "paper", "two",
    "back", "lang", "theme", "colour", "table", "settings", "here", "opening", "best", "invitation", "record", "file",
    "objects", "sheet", "to", "open", "mode", "push", "single", "given", "bot", "tutor", "hint", "yes", "accept",
)  # fmt: skip
WORDS = (
    *names(),
    "here",
    "link",
    "bot",
    "virtual",
    "typed",
    "a4",
    "en",
    "fr",
    "dark",
    "3",
    "5",
    "d3",
    "1a",
    "2b",
    "roll",
)
CONTENT_TYPES = (
    "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=b", "multipart/form-data",
    "text/plain", "application/json; charset=utf-7", "multipart/form-data; boundary=b; charset=unicode_escape", "é;;=",
)  # fmt: skip


@dataclass(slots=True)
class Asked:
    method: str
    path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes


@dataclass(slots=True)
class Answer:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    starts: int = 0
    begun: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True)
class Known:
    """What an honest visitor could know: tables and secrets, so that odd requests get past the first door too."""

    tables: tuple[str, ...]
    secrets: tuple[str, ...]
    invitations: tuple[str, ...]


def routes(found: list[BaseRoute], before: str = "") -> list[tuple[str, tuple[str, ...]]]:
    """Every address of the application and its methods."""
    known: list[tuple[str, tuple[str, ...]]] = []
    for route in found:
        if isinstance(route, Mount):
            known += routes(list(route.routes), before + route.path)
        elif isinstance(route, LazyRoutes):
            known += routes(list(route.routes), before)
        elif isinstance(route, Route):
            known.append((before + route.path, tuple(sorted(route.methods or ("GET",)))))
    return known


class Fuzzer:
    def __init__(self, app: Starlette, known: Known, seed: int) -> None:
        self._app, self.known, self._seed = app, known, seed
        self._routes = sorted(routes(list(app.routes)))
        self._own = 0
        self.statuses: Counter[int] = Counter()
        self.slowest = (0.0, "")

    def asked(self, number: int) -> Asked:
        chance = random.Random(f"{self._seed}:{number}")
        self._own = chance.randrange(len(self.known.tables))  # the table at which this visitor sits
        template, methods = chance.choice(self._routes)
        while any(slow in template for slow in SLOW) and chance.random() < 0.98:
            template, methods = chance.choice(self._routes)
        method = chance.choice(methods) if chance.random() < 0.9 else chance.choice(METHODS)
        return Asked(
            method,
            self._path(chance, template),
            self._query(chance).encode("utf-8", "replace") if chance.random() < 0.6 else b"",
            headers := self._headers(chance),
            self._body(chance, headers) if method not in ("GET", "HEAD") else b"",
        )

    def _value(self, chance: random.Random) -> str:
        known = self.known
        pool = chance.choice((ODD, WORDS, WORDS, known.tables, known.secrets, known.invitations))
        text = chance.choice(pool)
        return text if chance.random() < 0.9 else text + chance.choice(ODD)

    def _path(self, chance: random.Random, template: str) -> bytes:
        parts = []
        for part in template.split("/"):
            if not part.startswith("{"):
                parts.append(part if chance.random() < 0.99 else quote(self._value(chance), safe=""))
            elif part == "{table_id}" and chance.random() < 0.8:
                parts.append(self.known.tables[self._own])
            elif part == "{game}" and chance.random() < 0.7:
                parts.append(chance.choice(names()))
            elif chance.random() < 0.05:
                parts.append(quote_from_bytes(chance.randbytes(chance.randrange(1, 30)), safe=""))
            else:
                parts.append(quote(self._value(chance), safe="") or "0")
        return "/".join(parts).encode()

    def _pairs(self, chance: random.Random) -> list[tuple[str, str]]:
        made = [(chance.choice(FIELDS), self._value(chance)) for _ in range(chance.choice((0, 1, 2, 3, 5, 8)))]
        return made if chance.random() < 0.5 else [("version", str(chance.randrange(8))), *made]

    def _query(self, chance: random.Random) -> str:
        if chance.random() < 0.1:
            return quote_from_bytes(chance.randbytes(20), safe="&=%+")
        return urlencode([*self._pairs(chance), ("game", chance.choice(names()))])

    def _headers(self, chance: random.Random) -> list[tuple[bytes, bytes]]:
        made = [("host", "localhost" if chance.random() < 0.95 else self._value(chance))]
        made.append(("origin", "http://localhost" if chance.random() < 0.85 else self._value(chance)))
        if chance.random() < 0.6:
            made.append(("cookie", f"seat={self.known.secrets[self._own]}; lang={chance.choice(WORDS)}"))
        if chance.random() < 0.3:
            made.append(("authorization", f"Bearer {self.known.secrets[self._own]}"))
        for name in ("cookie", "accept-language", "authorization", "if-none-match", "content-length", "range", "accept",
                     "accept-encoding", "x-forwarded-proto", "sec-fetch-site", "last-event-id"):  # fmt: skip
            if chance.random() < 0.06:
                made.append(
                    (name, chance.choice(("", "guise=", "recent=", "links=", "browser=")) + self._value(chance))
                )
        made.append(
            (
                "content-type",
                chance.choice(CONTENT_TYPES[:3]) if chance.random() < 0.9 else chance.choice(CONTENT_TYPES),
            )
        )
        clean = {ord(sign): None for sign in "\r\n\0"}  # no server lets these through
        return [(name.encode(), text.translate(clean).encode()) for name, text in made]

    def _json(self, chance: random.Random, depth: int = 0) -> Any:
        if depth > 2 or chance.random() < 0.5:
            return chance.choice((self._value(chance), 0, -1, 10**30, 1.5, None, True, [], {}, chance.randrange(40)))
        if chance.random() < 0.3:
            return [self._json(chance, depth + 1) for _ in range(chance.randrange(6))]
        return {chance.choice(FIELDS): self._json(chance, depth + 1) for _ in range(chance.randrange(6))}

    def _body(self, chance: random.Random, headers: list[tuple[bytes, bytes]]) -> bytes:
        kind, draw = headers[-1][1], chance.random()
        if draw < 0.01:
            return b"x" * 300_000  # more than any page reads
        if draw < 0.05:
            return chance.randbytes(chance.randrange(200))
        if kind.startswith(b"application/json"):
            body: dict[str, Any] = {"game": chance.choice(names())}
            if draw < 0.15:
                return json.dumps(body).encode()  # a new table
            body |= {"version": chance.randrange(8)}
            body |= {key: self._json(chance) for key, _ in self._pairs(chance)}
            return json.dumps(body if draw < 0.9 else self._json(chance)).encode()
        if kind.startswith(b"multipart"):
            parts = [
                f'--b\r\nContent-Disposition: form-data; name="{key}"'
                + ('; filename="x"' if chance.random() < 0.2 else "")
                + f"\r\n\r\n{text}\r\n"
                for key, text in self._pairs(chance)
            ]
            return ("".join(parts) + "--b--\r\n").encode()
        return urlencode(self._pairs(chance)).encode()

    async def ask(self, asked: Asked) -> Answer:
        """One request as a server would pass it on; a stream is left as soon as it has begun."""
        answer, finished = Answer(), False
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": asked.method, "scheme": "http",
            "path": unquote(asked.path.decode("ascii")), "raw_path": asked.path, "query_string": asked.query,
            "root_path": "", "headers": asked.headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        }  # fmt: skip

        async def receive() -> Message:
            nonlocal finished
            if finished:
                await answer.begun.wait()
                return {"type": "http.disconnect"}
            finished = True
            return {"type": "http.request", "body": asked.body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.starts += 1
                answer.status = message["status"]
                answer.headers = {name.decode("latin-1"): text.decode("latin-1") for name, text in message["headers"]}
            elif message.get("body") or not message.get("more_body"):
                answer.begun.set()

        await asyncio.wait_for(self._app(scope, receive, send), PATIENCE)
        return answer

    async def run(self, number: int) -> str:
        """Ask once; what is wrong with the answer, if anything is."""
        asked = self.asked(number)
        began = time.process_time()
        try:
            answer = await self.ask(asked)
        except Exception as error:
            return f"{asked}\n  {type(error).__name__}: {error}"
        self.slowest = max(self.slowest, (time.process_time() - began, f"{asked.method} {asked.path[:80]!r}"))
        self.statuses[answer.status] += 1
        if answer.starts != 1 or not 200 <= answer.status < 500:
            return f"{asked}\n  answered {answer.status} ({answer.starts} times)"
        missing = [name for name in HEADERS if name not in answer.headers]
        return f"{asked}\n  without {missing}" if missing else ""


async def tables(table_service: TableService) -> Known:
    """A few tables to be odd to."""
    sources: tuple[DiceSource, ...] = ("virtual", "typed")
    opened = [await table_service.create(Setup(name, dice=dice)) for name in names() for dice in sources]
    return Known(
        tuple(one.table.id for one in opened),
        tuple(one.secret for one in opened),
        tuple(link for one in opened for link in one.invitations.values()) or ("x" * 22,),
    )


async def fuzz(folder: Path, requests: int, seed: int) -> tuple[Fuzzer, list[str]]:
    """That many requests; the fuzzer with its figures, and the failures."""
    table_service = TableService(SqliteStore(folder / "tables.sqlite"), dice=VirtualDice(seed))
    app = create_app(table_service, pace=3600, limits=FREE)  # bots that wait: their moves have tests of their own
    failures: list[str] = []
    async with app.router.lifespan_context(app):
        fuzzer = Fuzzer(app, await tables(table_service), seed)
        for number in range(requests):
            if number % FRESH == 0:  # whoever erases a table leaves nothing to be odd to
                fuzzer.known = await tables(table_service)
            if wrong := await fuzzer.run(number):
                failures.append(f"request {number} of seed {seed}: {wrong}")
    return fuzzer, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=25_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        fuzzer, failures = asyncio.run(fuzz(Path(folder), args.requests, args.seed))
    for failure in failures[:20]:
        print(failure[:1500])
    seconds, path = fuzzer.slowest
    print(f"{args.requests} requests, {len(failures)} failures, {time.process_time() - began:.1f} s of processor time")
    print("statuses", dict(sorted(fuzzer.statuses.items())), f"slowest {1000 * seconds:.0f} ms: {path}")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
