"""What stands between the network and the pages: headers, origins, sizes, rates, and a log without secrets."""

import asyncio
import contextlib
import ipaddress
import logging
import re
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.core.words import Text
from tablee.table.ids import digest

from .http_errors import PLAIN, HttpError
from .lan_listener import is_confined
from .overload import LoadMonitor
from .page import handle
from .rate_limit import ADDRESS, MAKING, SAFE, WORKING, Limits, RateLimit, price_of
from .work_queue import QUEUE, WorkQueue

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
SECURITY_HEADERS = [(name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": "no-store"}.items()]
SECRET_PAGE_HEADERS = [
    (name, SECRET_REFERRER.encode() if name == b"referrer-policy" else value) for name, value in SECURITY_HEADERS
]
LONGEST_PATH = 2_000  # none of ours comes near; routes would read numbers too long for Python
SECRET_PATH = re.compile(r"(/join/\w+)/[^/]+")
LITERAL = re.compile(r"\[([0-9a-fA-F:.]+)\](?::\d+)?")
HOST = re.compile(r"(?:\[(?P<literal>[^\]]*)\]|(?P<name>[^:\[\]]*))(?::\d*)?")
HELD = re.compile("(?:/api/v1/(?:(tables)|gatherings)|/(?:(table)|class))/([^/]+)(?:/.*)?")
SEAT = re.compile(r"(?:^|;\s*)seat=([\w-]{20,80})(?:;|$)", re.ASCII)
BEARER = re.compile(r"bearer\s+([\w-]{20,80})", re.ASCII | re.IGNORECASE)
SPARED = ("/health", "/metrics", "/static/")  # never too much: who looks after the server, and what a fault looks like
STREAM = re.compile("/events(/[A-Z]+)?|/class/[^/]+/events|/api/v1/tables/[^/]+/events")
CLASS_ONLY = re.compile("/c(/.*)?|/class|/class/.+|/static/.+|/favicon.ico|/api/v1/(gatherings/.+|tables/[A-Z]*0.+)")
CONFINED = Text(
    "D’ici on n’entre que dans la classe : tapez son code.", "From here you can only join the class: type its code."
)
TOO_FAST = Text(
    "C’est trop rapide pour la table : attendez un instant, puis recommencez.",
    "That is too fast for the table: wait a moment, then try again.",
)
TOO_MANY = Text(
    "Trop de pages sont ouvertes depuis ce réseau : fermez-en, puis rechargez celle-ci.",
    "Too many pages are open from this network: close some, then reload this one.",
)
FOREIGN = Text(
    "Cette demande vient d’une autre page que celle de la table : elle n’a rien changé.",
    "This request comes from a page that is not the table’s own: nothing was changed.",
)
AGAIN = b"5"  # seconds after which what was refused for now is worth another try
SLOWEST_BODY = 20.0  # seconds until a body must have arrived


def redact(path: str) -> str:
    """A path as the log may show it: without the secret of an invitation, on one line, and never with its query."""
    shown = SECRET_PATH.sub(r"\1/…", path)
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in shown)


def is_host_allowed(host: str, names: Collection[str]) -> bool:
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


def add_security_headers(headers: Sequence[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """The headers of a response, and those of ours that it has not set itself."""
    given = dict(headers)
    ours = SECRET_PAGE_HEADERS if "/join/" in path else SECURITY_HEADERS
    return [*headers, *[pair for pair in ours if pair[0] not in given]]


class Guard:
    """The outermost layer of the application. `hosts`: the names it answers to beside addresses; None: to any."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = None if hosts is None else frozenset(name.lower() for name in hosts)
        self._rate = RateLimit(limits.per_second, limits.burst)
        self._seats = RateLimit(limits.seat_per_second, limits.seat_burst)
        self._schools = RateLimit(limits.school * limits.per_second, limits.school * limits.burst)
        self.queue = WorkQueue(self._charge)
        self.load = LoadMonitor(limits.late)
        self._streams: Counter[str] = Counter()  # open now, by address
        self._most_streams, self._most_body = limits.streams, limits.body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status, begun = time.monotonic(), 500, False
        client = client_of(scope)
        ADDRESS.set(client)
        QUEUE.set(self.queue)

        async def sending(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                message["headers"] = add_security_headers(message["headers"], scope["path"])
                if status in (429, 503):
                    message["headers"].append((b"retry-after", AGAIN))
            await send(message)

        try:
            self._check_host(scope)
            if len(scope["path"]) > LONGEST_PATH:
                raise HttpError(404, PLAIN[404])
            if scope["method"] not in SAFE and not is_same_origin(Headers(scope=scope)):
                raise HttpError(403, FOREIGN)
            if not scope["path"].startswith(SPARED):
                self.load.check()
            scope["tablee.confined"] = is_confined(scope)
            opens = scope["method"] not in SAFE and scope["path"] == "/class"
            if scope["tablee.confined"] and (opens or not CLASS_ONLY.fullmatch(scope["path"])):
                if scope["method"] not in SAFE:
                    raise HttpError(403, CONFINED)
                await RedirectResponse("/c", 303)(scope, receive, sending)
                return
            if client and not self._take_price(scope, client):
                raise HttpError(429, TOO_FAST)
            if scope["method"] not in SAFE:
                receive = _replay(await _body(receive, self._most_body), receive)
            if STREAM.fullmatch(scope["path"]):
                with self._count_stream(client):
                    await self._app(scope, receive, sending)
            else:
                await self._app(scope, receive, sending)
        except Exception as error:  # refusals and unexpected errors both get security headers
            if begun:
                raise
            response = await handle(Request(scope), error)
            await response(scope, receive, sending)
        finally:
            spent = time.monotonic() - started
            scope["app"].state.counts.add_answer(status, spent)
            if log.isEnabledFor(logging.INFO):
                path = redact(scope["path"])
                fields = {"method": scope["method"], "path": path, "status": status, "ms": round(1000 * spent)}
                log.info("%(method)s %(path)s %(status)s %(ms)s ms", fields, extra={"fields": fields})

    def _charge(self, seconds: float) -> None:
        """Let who is being answered pay for the processor's time."""
        self._rate.take(ADDRESS.get(), WORKING * seconds, owed=True)

    def _check_host(self, scope: Scope) -> None:
        hosts = Headers(scope=scope).getlist("host")
        if self._hosts is None or all(is_host_allowed(host, self._hosts) for host in hosts):
            return
        raise HttpError(
            421,
            "Cette table ne répond pas à ce nom. Ouvrez-la à l’adresse qu’elle a donnée ; derrière un proxy "
            "(serveur mandataire), lancez-la avec « --allow-host NOM ».",
            "This table does not answer to this name. Open it at the address it gave; behind a proxy, start it "
            "with “--allow-host NAME”.",
        )

    def _take_price(self, scope: Scope, client: str) -> bool:
        """Take the price of a request from whoever asks: the seat that they hold, else their address."""
        price = price_of(scope["method"], scope["path"])
        seat = "" if not price or MAKING.fullmatch(scope["path"]) else find_holder(scope)
        own = seat and self._schools.take(client, price) and self._seats.take(seat, price)
        return bool(own) or self._rate.take(client, price)

    @contextlib.contextmanager
    def _count_stream(self, client: str) -> Iterator[None]:
        """Count a stream for as long as it is open."""
        if self._streams[client] >= self._most_streams:
            raise HttpError(429, TOO_MANY)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]


def find_holder(scope: Scope) -> str:
    """The digest of the secret by which a request holds a seat at its table or in its class; empty for strangers.

    Nobody has as many as they like: each is one that the table or the class knows, and was paid for by an address.
    """
    path, headers, state = HELD.fullmatch(scope["path"]), Headers(scope=scope), scope["app"].state
    if path is None:
        return ""
    api = scope["path"].startswith("/api/")
    found = BEARER.fullmatch(headers.get("authorization", "")) if api else SEAT.search(headers.get("cookie", ""))
    holds = state.table_service.holds if path[1] or path[2] else state.gatherings.holds
    return digest(found[1]) if found and holds(path[3], found[1]) else ""


def client_of(scope: Scope) -> str:
    """Returns the client's IP address, of an IPv6 one its network (/64); empty in the app, which has no server."""
    return _read_address(str((scope.get("client") or ("",))[0]))


@lru_cache(maxsize=1024)
def _read_address(address: str) -> str:
    found = LITERAL.fullmatch(address)  # as some proxies spell it
    try:
        known = ipaddress.ip_address(found[1] if found else address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or known.exploded[:19])  # one household or attacker has 2^64 of them


def is_same_origin(headers: Headers) -> bool:
    """Does a change come from our own page? Programs send neither header, and no cookie either."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return origin != "null" and urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
        except ValueError:  # `http://[` is no address at all
            return False
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    return "cookie" not in headers


async def _body(receive: Receive, most: int) -> bytes:
    """The whole body; raises HttpError if it is too large, too slow or cut short."""
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            body: bytes = b""
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise HttpError(400, PLAIN[400])  # half a request is not carried out, and nobody hears of it
                body += message.get("body", b"")
                if len(body) > most:
                    raise HttpError(
                        413,
                        f"C’est trop long : {most // 1024} ko au plus.",
                        f"That is too long: {most // 1024} kB at most.",
                    )
                if not message.get("more_body"):
                    return body
    except TimeoutError:
        raise HttpError(
            408,
            "L’envoi est trop lent : vérifiez la connexion, puis recommencez.",
            "That is arriving too slowly: check the connection, then try again.",
        ) from None


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns this body first, then what comes after it."""
    delivered = False

    async def receive_again() -> Message:
        nonlocal delivered
        if delivered:
            return await receive()
        delivered = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
