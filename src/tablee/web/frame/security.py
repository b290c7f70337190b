"""What stands between the network and the pages: headers, origins, sizes, rates, and a log without secrets."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import re
import time
from collections import Counter
from collections.abc import Collection, Coroutine, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.table.store import Shared

from .apology import answer
from .cost import CLIENT, METER, Meter, Metered, Rate
from .counts import Counts
from .fault import PLAIN, Fault, fault_of
from .heads import BODY, Heads, heads_of

log = logging.getLogger("tablee.web")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not "no-referrer": browsers would then send "Origin: null" with our own forms, and those are refused.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
# The address of an invitation is its secret, and servers log where a request came from: its page says at most whose
# page it is, never which. Its forms keep their origin.
SECRET_REFERRER = "strict-origin"
DRESS = [(name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": "no-store"}.items()]
SECRET_DRESS = [(name, SECRET_REFERRER.encode() if name == b"referrer-policy" else value) for name, value in DRESS]
SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 256 * 1024  # an uploaded record is the largest thing anybody sends
LONGEST_PATH = 2_000  # none of ours comes near; routes would read numbers too long for Python
SECRET_PATH = re.compile(r"(/join/\w+)/[^/]+")
HOST = re.compile(r"(?:\[(?P<literal>[^\]]*)\]|(?P<name>[^:\[\]]*))(?::\d*)?")
MAKING = re.compile("/tables|/records|/open|/table/[^/]+/(fork|rematch)|/api/v1/tables(/[^/]+/rematch)?")  # of tables
LENGTH = re.compile("[0-9]{1,9}")
STREAM = re.compile("/events|/api/v1/tables/[^/]+/events")
TOO_FAST = Text(
    "Cela va trop vite pour la table : attendez un instant, puis recommencez.",
    "That is too fast for the table: wait a moment, then try again.",
)
TOO_MANY = Text(
    "Trop de pages suivent des tables depuis cette adresse : fermez-en, puis rechargez celle-ci.",
    "Too many pages follow tables from this address: close some, then reload this one.",
)
SLOWEST_BODY = 20.0  # seconds that whoever sends something may take
SHARING = 1.0  # seconds between telling other processes what addresses have cost here


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address may ask: changes a second and at once, new tables a second and at once, open streams,
    and seconds of work a second and at once.
    """

    changes: float = 20
    changes_burst: float = 200
    tables: float = 0.5
    tables_burst: float = 60
    streams: int = 400  # a school behind one address, several pages each
    body: int = LARGEST_BODY  # bytes
    work: float = 0.5
    work_burst: float = 20


def redacted(path: str) -> str:
    """A path as the log may show it: without the secret of an invitation, on one line, and never with its query."""
    shown = SECRET_PATH.sub(r"\1/…", path)
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in shown)


def expected(host: str, names: Collection[str]) -> bool:
    """Is this Host one of ours? A foreign page whose name was made to lead here (rebinding) still says its own name."""
    found = HOST.fullmatch(host.lower())
    if found is None:
        return False
    name = (found["literal"] or found["name"]).removesuffix(".")
    if name == "localhost" or name.endswith(".localhost") or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def dressed(headers: Sequence[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with ours."""
    worn = dict(headers)
    dress = SECRET_DRESS if "/join/" in path else DRESS
    return [*headers, *[pair for pair in dress if pair[0] not in worn]]


class Guard:
    """The outermost layer of the application. `hosts`: the names it answers to beside addresses; None: to any.

    `shared`: what other processes count their visitors by, too.
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, hosts: Collection[str] | None = None, shared: Shared | None = None
    ) -> None:
        self._app, self._shared = app, shared
        self._hosts = None if hosts is None else frozenset(name.lower() for name in hosts)
        self._changes = Rate(limits.changes, limits.changes_burst)
        self._tables = Rate(limits.tables, limits.tables_burst)
        self._work = Rate(limits.work, limits.work_burst)
        self._rates = {"changes": self._changes, "tables": self._tables, "work": self._work}
        self._told = 0.0
        self._telling: asyncio.Task[None] | None = None
        self._streams: Counter[str] = Counter()  # open now, by address
        self._most_streams, self._most_body = limits.streams, limits.body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status, begun = time.monotonic(), 500, False
        client, meter = client_of(scope), Meter()
        CLIENT.set(client)
        METER.set(meter)

        async def sending(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                message["headers"] = dressed(message["headers"], scope["path"])
            await send(message)

        try:
            self._check_host(scope)
            if client and self._work.left(client) <= 0:
                raise Fault(429, TOO_FAST)
            if len(scope["path"]) > LONGEST_PATH:
                raise Fault(404, PLAIN[404])
            if scope["method"] not in SAFE:
                headers = heads_of(scope)
                self._check(scope["path"], headers, client)
                scope[BODY] = await _body(headers, receive, self._most_body)
                receive = _replay(scope[BODY])
            if STREAM.fullmatch(scope["path"]):
                with self._following(client):
                    await Metered(self._app(scope, receive, sending), meter)
            else:
                await Metered(self._app(scope, receive, sending), meter)
        except Exception as error:  # a refusal of ours, or what nobody foresaw: that is dressed like any answer, too
            if begun:
                raise
            await answer(Request(scope), fault_of(error))(scope, receive, sending)
        finally:
            counts = scope["app"].state.counts
            self.answered(client, scope["method"], scope["path"], status, started, meter.seconds, counts)

    def answered(
        self, client: str, method: str, path: str, status: int, started: float, work: float, counts: Counts
    ) -> None:
        """Count an answer, and charge for the seconds of work that it took."""
        if client:
            self._work.spend(client, work)
        if self._shared is not None:
            self._share(self._shared)
        spent = time.monotonic() - started
        counts.answered(status, spent)
        if log.isEnabledFor(logging.INFO):
            told = {"method": method, "path": redacted(path), "status": status, "ms": round(1000 * spent)}
            log.info("%(method)s %(path)s %(status)s %(ms)s ms", told, extra={"told": told})

    # --- for a server that asks before it comes by the layers ---------------------------------------------------

    def admits(self, client: str, host: str, length: int) -> bool:
        """May this address make a change of so many bytes, asked of that host? Then it is counted."""
        return (
            (self._hosts is None or expected(host, self._hosts))
            and length <= self._most_body
            and self._work.left(client) > 0
            and self._changes.allows(client)
        )

    def missed(self, client: str, work: float) -> None:
        """What was admitted comes again by the layers, where it is counted; what it has cost here comes to that."""
        self._changes.spend(client, -1)
        self._work.spend(client, work)

    def _share(self, shared: Shared) -> None:
        """Tell other processes now and then what addresses have cost here, and charge what they have cost there."""
        now = time.monotonic()
        if now - self._told < SHARING or (self._telling is not None and not self._telling.done()):
            return
        self._told = now
        spent = {f"{name} {client}": cost for name, rate in self._rates.items() for client, cost in rate.spent.items()}
        for rate in self._rates.values():
            rate.spent.clear()

        async def tell() -> None:
            try:
                elsewhere = await asyncio.to_thread(shared.spend, spent)
            except TableeError as error:
                log.warning("rates are not shared just now: %s", error)
                return
            for key, cost in elsewhere.items():
                name, _, client = key.partition(" ")
                self._rates[name].charge(client, cost)

        self._telling = asyncio.ensure_future(tell())

    def _expects(self, scope: Scope) -> bool:
        hosts = self._hosts or ()
        return all(expected(host, hosts) for host in Headers(scope=scope).getlist("host"))

    def _check_host(self, scope: Scope) -> None:
        if self._hosts is None or self._expects(scope):
            return
        raise Fault(
            421,
            Text(
                "Cette table ne répond pas à ce nom. Ouvrez-la par l’adresse qu’elle a donnée ; derrière un "
                "mandataire, lancez-la avec « --allow-host NOM ».",
                "This table does not answer to this name. Open it by the address it gave; behind a proxy, start it "
                "with “--allow-host NAME”.",
            ),
        )

    def _check(self, path: str, headers: Heads, client: str) -> None:
        if not same_origin(headers):
            raise Fault(
                403,
                Text(
                    "Cette demande vient d’une autre page que celle de la table : elle n’a rien changé.",
                    "This request comes from another page than the table’s own: it changed nothing.",
                ),
            )
        if not self._changes.allows(client) or (MAKING.fullmatch(path) and not self._tables.allows(client)):
            raise Fault(429, TOO_FAST)

    @contextlib.contextmanager
    def _following(self, client: str) -> Iterator[None]:
        """Count a stream for as long as it is open."""
        if self._streams[client] >= self._most_streams:
            raise Fault(429, TOO_MANY)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]


def client_of(scope: Scope) -> str:
    """The address that asks; none where nobody is far away: a page that is its own server."""
    return str((scope.get("client") or ("",))[0])


def same_origin(headers: Heads) -> bool:
    """Does a change come from our own page? Programs send neither header, and no cookie either."""
    origin = headers.get(b"origin")
    if origin is not None:
        try:
            return origin != "null" and urlsplit(origin).netloc.lower() == headers.get(b"host", "").lower()
        except ValueError:  # `http://[` is no address at all
            return False
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    return b"cookie" not in headers


async def _body(headers: Heads, receive: Receive, most: int) -> bytes:
    """The whole body, if it is not too large."""
    claimed = headers.get(b"content-length", "0")
    if not LENGTH.fullmatch(claimed) or int(claimed) > most:
        raise _too_large(most)
    arriving = _received(receive, most)
    try:
        waits = arriving.send(None)
    except StopIteration as read:  # all of it is there, as a move's is: no clock is needed
        whole: bytes = read.value
        return whole
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            return await Begun(arriving, waits)
    except TimeoutError:
        raise Fault(
            408,
            Text(
                "Cela arrive trop lentement : vérifiez la connexion, puis recommencez.",
                "That arrives too slowly: check the connection, then try again.",
            ),
        ) from None


class Begun:
    """Work that was begun by hand, to be awaited to its end; `waits`: what it waits for now."""

    def __init__(self, work: Coroutine[Any, None, bytes], waits: Any) -> None:
        self._work, self._waits = work, waits

    def __await__(self) -> Generator[Any, None, bytes]:
        waits = self._waits
        while True:
            thrown = None
            try:
                yield waits
            except BaseException as error:
                thrown = error
            try:
                waits = self._work.send(None) if thrown is None else self._work.throw(thrown)
            except StopIteration as done:
                whole: bytes = done.value
                return whole


def _too_large(most: int) -> Fault:
    return Fault(
        413, Text(f"C’est trop long : {most // 1024} ko au plus.", f"That is too long: {most // 1024} kB at most.")
    )


async def _received(receive: Receive, most: int) -> bytes:
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Fault(400, PLAIN[400])  # half of what was to be asked is not carried out, and nobody hears of it
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        if not message.get("more_body"):
            return body


def _replay(body: bytes) -> Receive:
    told = False

    async def receive() -> Message:
        nonlocal told
        if told:
            return {"type": "http.disconnect"}
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
