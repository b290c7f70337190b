"""Requests over raw sockets, in pieces: a body is read or the connection ends, and never becomes the next request."""

import contextlib
import json
import re
import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web_kit import served

INNER = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"  # what a stranger hides in a body
PROMISE = f"Content-Length: {len(INNER)}"


class Wire:
    """One connection, byte by byte."""

    def __init__(self, base: str) -> None:
        seat = urlsplit(base)
        self._socket = socket.create_connection((seat.hostname, seat.port), timeout=60)
        self._left = b""

    def send(self, raw: bytes) -> None:
        self._socket.sendall(raw)

    def answer(self) -> tuple[int, bytes]:
        """Status and body of the next answer; (0, b"") where the connection has ended."""
        while b"\r\n\r\n" not in self._left:
            if not self._more():
                return 0, b""
        head, _, rest = self._left.partition(b"\r\n\r\n")
        length = int((re.findall(rb"(?i)content-length: (\d+)", head) or [b"0"])[0])
        while len(rest) < length and self._more():
            rest = self._left.partition(b"\r\n\r\n")[2]
        self._left = rest[length:]
        return int(head[9:12]), rest[:length]

    def _more(self) -> bool:
        try:
            more = self._socket.recv(65536)
        except ConnectionError:
            return False
        self._left += more
        return bool(more)

    def ask(self, raw: bytes) -> tuple[int, bytes]:
        self.send(raw)
        return self.answer()

    def close(self) -> None:
        self._socket.close()


def spelled(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    length = [f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, *length, "", ""]).encode() + body


def post(path: str, body: object, secret: str = "", *headers: str) -> bytes:
    key = [f"Authorization: Bearer {secret}"] if secret else []
    return spelled("POST", path, *key, *headers, body=json.dumps(body).encode())


def made(wire: Wire) -> dict[str, Any]:
    status, body = wire.ask(post("/api/v1/tables", {"game": "cadeau", "my_seats": [0, 1]}))
    assert status == 201, body
    found: dict[str, Any] = json.loads(body)
    return found


def roll_at(table: dict[str, Any], *headers: str) -> bytes:
    return post(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"], *headers)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("http"), pace=60) as base:
        yield base


@pytest.fixture
def dial(base: str) -> Iterator[Callable[[], Wire]]:
    """Connections, closed at the end."""
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(contextlib.closing(Wire(base)))


@pytest.mark.parametrize("upgrade", ["foo", "h2c", "websocket"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_body_behind_an_upgrade_is_never_the_next_request(
    dial: Callable[[], Wire], upgrade: str, method: str
) -> None:
    wire = dial()
    headers = ("Connection: Upgrade", f"Upgrade: {upgrade}", PROMISE)
    wire.send(spelled(method, "/nothing", *headers))
    if method == "GET":  # answered before its body is there
        assert wire.answer()[0] == 404
    wire.send(INNER)
    if method == "POST":
        assert wire.answer()[0] in (404, 405)
    status, body = wire.ask(spelled("GET", "/nothing/else"))
    assert status in (0, 404), body  # /health would have been answered by 200


def test_a_move_that_offers_an_upgrade_keeps_its_body(dial: Callable[[], Wire]) -> None:
    wire = dial()
    table = made(wire)
    status, body = wire.ask(roll_at(table, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c"))
    assert status == 200
    assert json.loads(body)["phase"] == "move"


def test_spaces_around_a_length_are_none_of_it(dial: Callable[[], Wire]) -> None:
    wire = dial()
    roll = roll_at(made(wire))
    assert wire.ask(re.sub(rb"(Content-Length: \d+)", rb"\1 ", roll))[0] == 200


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"BENT\r\n\r\n",
        spelled("POST", "/settings", "Content-Length: 4, 5"),
        spelled("POST", "/settings", "Content-Length: +4"),
        spelled("POST", "/settings", "Transfer-Encoding: chunked", "Content-Length: x"),
        spelled("GET", "/", "X: " + "x" * 2_000_000),
        spelled("GET", "/", *["X: y"] * 400_000),
    ],
    ids=["no host", "two hosts", "no request", "two lengths", "a sign", "no length", "long header", "many headers"],
)
def test_what_is_no_request_is_refused_and_the_connection_ends(dial: Callable[[], Wire], raw: bytes) -> None:
    wire = dial()
    with contextlib.suppress(ConnectionError):  # it may end before all is sent
        wire.send(raw)
    assert wire.answer()[0] in (0, 400)
    assert wire.answer()[0] == 0


def test_requests_in_one_breath_and_in_pieces_are_answered_in_their_order(dial: Callable[[], Wire]) -> None:
    wire = dial()
    table = made(wire)
    roll = roll_at(table)
    whole = roll + roll + spelled("GET", f"/api/v1/tables/{table['id']}") + roll
    for at in range(0, len(whole), 61):
        wire.send(whole[at : at + 61])
    answers = [wire.answer() for _ in range(4)]
    assert [status for status, _ in answers] == [200, 409, 200, 409]
    assert json.loads(answers[0][1])["version"] == json.loads(answers[2][1])["version"] > table["version"]


def test_who_leaves_has_still_moved(dial: Callable[[], Wire]) -> None:
    wire, other = dial(), dial()
    table = made(wire)
    wire.send(roll_at(table))
    wire.close()
    look = spelled("GET", f"/api/v1/tables/{table['id']}", f"Authorization: Bearer {table['secret']}")
    while json.loads(other.ask(look)[1])["phase"] != "move":
        pass
