"""Odd moves in bytes, to two servers in one process: the short way of a move must answer all as the layers do.

    python tools/wires.py                          10,000 requests
    python tools/wires.py --requests 100000        the long run
    python tools/wires.py --seed 7 --first 60 --requests 1

Half of them are honest and carry games on; the others are bent in their line, their headers, their body or a few of
their bytes. They come whole, in pieces, or several at once. Every request is made from the seed, its own number and
where its table stands. Both servers must send the same bytes (but for the order of headers), and end the same
connections.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from tablee.cli.wire import protocol
from tablee.core.dice import VirtualDice
from tablee.core.game import Roll
from tablee.games import names
from tablee.table import Chair, Hall, Setup, SqliteStore
from tablee.web.api.swift import KINDS, Send, Swift
from tablee.web.app import create_app
from tablee.web.frame.security import Limits

FREE = Limits(1e9, 1e9, 1e9, 1e9, work=1e9, work_burst=1e9)
PATIENCE = 60.0  # seconds for one answer: a busy machine is nobody's fault
QUIET = 20  # turns of the loop in which a server that has nothing to wait for says what it has to say
FRESH = 400  # requests until there are other tables
AT = "/api/v1/tables/"
DATE = [(b"date", b"Thu, 01 Jan 2026 00:00:00 GMT")]
ODD: tuple[Any, ...] = (
    "", " ", "0", 0, -1, True, None, 1.5, 10**30, [], {}, [1], "²", "٣", "9" * 4301, "NaN", "é", "🎁", "\ud800", "\x00",
    "\r\nx: y", "d4", "d9", "d35", "1a", "zz", "0123456789abcdef", "UP", "a b", "r" * 65, "a" * 3000, "r1", "r2",
)  # fmt: skip
FINE = (
    "Accept: */*", "Accept-Language: en", "Accept-Language: fr;q=0.3, en", "Connection: keep-alive",
    "User-Agent: x/1 (y)",
    "Content-Type: application/json", "Origin: http://localhost\r\nCookie: lang=en", "Sec-Fetch-Site: same-origin",
    "Accept-Encoding: gzip, br", "cookie: lang=en; seat=x\r\nSEC-FETCH-SITE: none",
)  # fmt: skip
BENT = (
    "Origin: http://[", "Origin: null", "Origin: http://elsewhere.example", "Cookie: lang=en",
    "Sec-Fetch-Site: cross-site",
    "Host: localhost", "Host: elsewhere.example", "Content-Length: 5", "Content-Length: 0", "Content-Length:",
    "Content-Length: +5", "Content-Length: 5, 5", "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked",
    "Transfer-Encoding: identity", "Transfer-Encoding : chunked", "Expect: 100-continue", "Connection: close",
    "Connection: Keep-Alive", "Connection: keep-alive, close", "connection:keep-alive", "X-Forwarded-For: 203.0.113.9",
    "X-Forwarded-Proto: https", "Authorization: Basic eDp5", "Authorization: Bearer",
    "authorization: bearer " + "y" * 43,
    "Accept-Language:  en  ", "Accept-Language:\ten", "Accept-Language : en", " folded: x", "X:", ":", "x", "X\x00: y",
    "Accept: \x01", "Accept: é", "Accept: " + "a" * 3000, "Content-Encoding: gzip", "TE: trailers",
    "Accept:\r\n Accept: x",
    "Accept-Language: en\r\nAccept-Language: fr",
)  # fmt: skip
LINES = (
    ("POST ", "post "), ("POST ", "PUT "), ("POST ", "GET "), ("POST ", " POST "),
    ("POST ", "POST  "),
    (" HTTP/1.1", " HTTP/1.0"), (" HTTP/1.1", " HTTP/1.2"), (" HTTP/1.1", ""), (" HTTP/1.1", " http/1.1"),
    (" HTTP/1.1", "?x=1 HTTP/1.1"), (" HTTP/1.1", "/ HTTP/1.1"), (" HTTP/1.1", "#a HTTP/1.1"), ("/api/", "//api/"),
    ("/api/", "/%61pi/"), ("/tables/", "/tables//"), ("POST /", "POST http://localhost/"),
    (" HTTP/1.1", "\u00e9 HTTP/1.1"),
    ("POST /", "\r\nPOST /"), (" HTTP/1.1\r\n", " HTTP/1.1\n"), ("/v1/", "/v1/../v1/"), (" HTTP/1.1", "x HTTP/1.1"),
)  # fmt: skip


class Pipe(asyncio.Transport):
    """A connection without a network: what was sent lies in `sent`."""

    def __init__(self, reader: asyncio.Protocol) -> None:
        super().__init__()
        self.reader, self.sent, self.ended, self.held = reader, b"", False, False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 80)}.get(name, default)

    def write(self, data: Any) -> None:
        self.sent += b"" if self.ended else bytes(data)

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        if not self.ended:
            self.ended = True
            asyncio.get_running_loop().call_soon(self.reader.connection_lost, None)

    abort = close

    def pause_reading(self) -> None:
        self.held = True

    def resume_reading(self) -> None:
        self.held = False


class Dealt:
    """Dice that fall alike at both servers, from any moment on."""

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, seed: int) -> None:
        self._dice = VirtualDice(seed)

    def throw(self, count: int) -> Roll:
        return self._dice.throw(count)


class Counting(Swift):
    """The short way, and how many it has taken."""

    taken = 0

    def __call__(self, data: bytes, client: str, send: Send) -> bool:
        taken = super().__call__(data, client, send)
        self.taken += taken
        return taken


class Side:
    """One of the two servers, with one connection at a time, and tables of its own."""

    def __init__(self, folder: Path, *, swift: bool) -> None:
        self.dice = Dealt()
        self.hall = Hall(SqliteStore(folder / f"{swift}.sqlite"), dice=self.dice)
        self.app = create_app(self.hall, pace=3600, limits=FREE, hosts=["localhost"])
        self.swift = Counting(self.app, self.app.state.swift._guard) if swift else None
        self._http: Any = protocol(self.swift)
        self._config = uvicorn.Config(
            self.app, http=self._http, access_log=False, timeout_keep_alive=3600, log_config=None
        )
        self._config.load()
        self._state = ServerState()
        self._state.default_headers = DATE
        self.words: list[bytes] = []  # names and secrets of its tables

    def connect(self) -> None:
        self.wire = self._http(config=self._config, server_state=self._state, app_state={})
        self.pipe = Pipe(self.wire)
        self.wire.connection_made(self.pipe)

    async def lay(self) -> None:
        """New tables in the stead of the old ones."""
        setups = [Setup(name, here=(0, 1), dice=dice) for name in names() for dice in ("virtual", "typed")]
        opened = [
            await self.hall.create(one) for one in (*setups, Setup("cadeau", seats=(Chair(), Chair(bot="greedy"))))
        ]
        self.words = [word.encode() for one in opened for word in (one.table.id, one.secret)]

    async def hear(self, chunk: bytes, *, wait: bool) -> None:
        """Some bytes arrive; whoever waits, waits until the server has nothing more to say to them."""
        deadline = time.monotonic() + PATIENCE
        while self.pipe.held and not self.pipe.ended and time.monotonic() < deadline:
            await asyncio.sleep(0.0005)
        if not self.pipe.ended:
            self.wire.data_received(chunk)
        turns = 0
        while wait and turns < QUIET:
            cycle = self.wire.cycle
            whole = cycle is not None and (not cycle.more_body or self.wire.pipeline)  # or one before it is
            answering = whole and not cycle.response_complete
            busy = getattr(self.wire, "busy", False) or (self._state.tasks if self.pipe.ended else answering)
            assert time.monotonic() < deadline, "no answer"
            turns = 0 if busy else turns + 1
            await asyncio.sleep(0.0005 if busy else 0)

    def unfinished(self) -> bool:
        """Does it wait for the rest of a request?"""
        return bool(self.wire.cycle is not None and not self.wire.cycle.response_complete)

    async def hang_up(self) -> None:
        """Whoever asks leaves; what is still being done comes to its end."""
        self.pipe.close()
        await self.hear(b"", wait=True)


def answers(sent: bytes) -> list[tuple[bytes, list[bytes], bytes]]:
    """What was sent, answer by answer: the first line, the headers in order, the body."""
    found = []
    while sent:
        head, _, sent = sent.partition(b"\r\n\r\n")
        first, *lines = head.split(b"\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        body, sent = (sent[: int(length[1])], sent[int(length[1]) :]) if length else (b"", sent)
        found.append((first, sorted(lines), body))
    return found


class Wires:
    def __init__(self, quick: Side, slow: Side, seed: int) -> None:
        self.quick, self.slow, self._seed = quick, slow, seed
        self.statuses: Counter[int] = Counter()
        self._stands: dict[int, dict[str, Any]] = {}  # of each table, what was last told of it

    async def begin(self) -> None:
        self._stands = {}
        for side in (self.quick, self.slow):
            if side.words:
                await side.hang_up()
            await side.lay()
            side.dice.begin(self._seed)
            side.connect()

    def _request(self, chance: random.Random, bent: float = 0.5) -> bytes:
        """A request that carries a game on, or one that is bent."""
        words = self.quick.words
        number = chance.randrange(len(words) // 2)
        table, secret = words[2 * number].decode(), words[2 * number + 1].decode()
        stands, honest = self._stands.get(number), chance.random() >= bent
        if stands is None:
            return f"GET {AT}{table} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n\r\n".encode()
        verb = "move" if stands["phase"] == "move" else "roll"
        body: dict[str, Any] = {"version": stands["version"]}
        if verb == "move":
            body["move"] = chance.choice(stands["moves"] or ["1a"])
        elif stands["dice"] == "typed":
            body["typed"] = f"d{chance.randrange(1, 7)}" + (
                str(chance.randrange(1, 7)) if stands["game"] == "blocs" else ""
            )
        if chance.random() < 0.5:
            body["salt"] = f"{chance.getrandbits(64):016x}"
        if chance.random() < 0.3:
            body["request"] = f"r{chance.randrange(400)}"
        lines = chance.sample(FINE, chance.randrange(4))
        if honest:
            return self._spelled(table, verb, json.dumps(body).encode(), [*lines, f"Authorization: Bearer {secret}"])
        draw = chance.random()
        if draw < 0.15:
            verb = chance.choice([*KINDS, "fly", "rename", ""])
        if draw < 0.3:
            body[chance.choice(("version", "move", "typed", "salt", "request", "place"))] = chance.choice(ODD)
        if draw < 0.1:
            body.pop(chance.choice(list(body)))
        raw = json.dumps(body, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
        if 0.3 < draw < 0.4:
            raw = chance.choice(
                (b"", b"{", b"[1]", b" " * 300_000, raw + b" ", raw + b"}", b"[" * 3000, b"\xff", raw * 2)
            )
        if 0.4 < draw < 0.45:
            secret = chance.choice(words).decode()
        lines += [f"Authorization: Bearer {secret}"] if draw < 0.95 else []
        if 0.45 < draw < 0.75:
            lines += chance.sample(BENT, chance.randrange(1, 3))
        chance.shuffle(lines)
        made = self._spelled(table, verb, raw, lines, more=chance.choice((0, 0, 0, 1, -1)) if 0.75 < draw < 0.8 else 0)
        if 0.8 < draw < 0.88:
            plain, odd = chance.choice(LINES)
            made = made.replace(plain.encode(), odd.encode(), 1)
        if draw > 0.88:
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(made))
                made = (
                    made[:at] + chance.choice((b"", bytes([chance.randrange(256)]))) + made[at + chance.randrange(2) :]
                )
        return made

    @staticmethod
    def _spelled(table: str, verb: str, body: bytes, lines: list[str], more: int = 0) -> bytes:
        heads = "\r\n".join([f"POST {AT}{table}/{verb} HTTP/1.1", "Host: localhost", *lines])
        return heads.encode() + b"\r\nContent-Length: %d\r\n\r\n" % (len(body) + more) + body

    def _chunks(self, chance: random.Random) -> Iterator[tuple[bytes, bool]]:
        """What arrives at once, and whether it is waited for before the next."""
        raw, draw = self._request(chance), chance.random()
        if draw > 0.93:
            raw += self._request(chance)
        if draw > 0.96 or draw < 0.1:
            cut = chance.randrange(len(raw))
            yield raw[:cut], draw < 0.05
            raw = raw[cut:]
        elif draw > 0.9:
            yield raw, False
            raw = self._request(chance, bent=0)  # a bent one is answered only where the one before it has been
        yield raw, True

    async def run(self, number: int) -> str:
        """Ask both; what is not alike, if anything is not."""
        asked, quick, slow = list(self._chunks(random.Random(f"{self._seed}:{number}"))), self.quick, self.slow
        there, back = dict(zip(quick.words, slow.words, strict=True)), dict(zip(slow.words, quick.words, strict=True))
        for chunk, wait in asked:
            await quick.hear(chunk, wait=wait)
        whole = renamed(b"".join(chunk for chunk, _ in asked), there)
        for chunk, wait in asked:
            await slow.hear(whole[: len(chunk)], wait=wait)
            whole = whole[len(chunk) :]
        one, two = answers(quick.pipe.sent), answers(renamed(slow.pipe.sent, back))
        ends = [(side.pipe.ended, side.unfinished()) for side in (quick, slow)]
        wrong = f"{one}\n  and by the layers\n  {two}" if one != two else ""
        if ends[0] != ends[1]:
            wrong += f"\n  ended, unfinished: {ends}"
        for first, _, body in one:
            status = int(first[9:12] or 0)
            self.statuses[status] += 1
            if not 200 <= status < 500 and status != 100:
                wrong += f"\n  {first!r}"
            self._learn(status, body)
        quick.pipe.sent = slow.pipe.sent = b""
        if any(map(any, ends)):
            for side in (quick, slow):
                await side.hang_up()
                side.connect()
        return wrong and f"{asked}\n  {wrong}"

    def _learn(self, status: int, body: bytes) -> None:
        if status == 200 and body[:1] == b"{":
            told = json.loads(body)
            self._stands[self.quick.words.index(told["id"].encode()) // 2] = told


def renamed(raw: bytes, other: dict[bytes, bytes]) -> bytes:
    return re.sub(b"|".join(other), lambda found: other[found[0]], raw)


async def fuzz(folder: Path, requests: int, seed: int, first: int = 0) -> tuple[Wires, list[str]]:
    """That many requests; the wires with their figures, and the failures."""
    quick, slow = Side(folder, swift=True), Side(folder, swift=False)
    wires, failures = Wires(quick, slow, seed), list[str]()
    async with contextlib.AsyncExitStack() as stack:
        for side in (quick, slow):
            await stack.enter_async_context(side.app.router.lifespan_context(side.app))
        for number in range(first, first + requests):
            if number == first or number % FRESH == 0:
                await wires.begin()
            if wrong := await wires.run(number):
                failures.append(f"request {number} of seed {seed}: {wrong}")
                await wires.begin()  # where they are not alike any more they never will be
    return wires, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        wires, failures = asyncio.run(fuzz(Path(folder), args.requests, args.seed, args.first))
    for failure in failures[:20]:
        print(failure[:3000])
    assert wires.quick.swift is not None
    seconds = time.process_time() - began
    print(
        f"{args.requests} requests, {wires.quick.swift.taken} moves by the short way, {len(failures)} not alike, "
        f"{seconds:.1f} s of processor time"
    )
    print("statuses", dict(sorted(wires.statuses.items())))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
