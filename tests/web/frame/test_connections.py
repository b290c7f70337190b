"""Connections that say nothing, and how many one address may hold."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tablee.web.frame import connections
from tablee.web.frame.connections import is_proxy
from tests.web.test_http import spelled
from tests.web_kit import bearer, browser_of, created, read_until_closed, served

HEALTH = spelled("GET", "/health")


@contextlib.contextmanager
def called(base: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection to the table from one of this machine's own addresses."""
    seat = urlsplit(base)
    with socket.create_connection((seat.hostname, seat.port or 0), 60, (source, 0)) as made:
        yield made


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: local", b""),
        (HEALTH + b"GET / HT", b" 200 "),  # the server's own patience ends with the first byte
        (spelled("GET", "/health", "Content-Length: 9") + b"half", b" 200 "),
    ],
    ids=["nothing", "half a head", "half a second head", "half a body"],
)
def test_a_connection_that_asks_nothing_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes, answered: bytes
) -> None:
    monkeypatch.setattr(connections, "SILENT", 0.3)
    with served(tmp_path) as base, called(base) as silent:
        silent.sendall(sent)
        assert answered in read_until_closed(silent)


def test_one_that_follows_a_table_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as base, browser_of(base) as client:
        table = created(client, game="cadeau", my_seats=[0, 1])
        monkeypatch.setattr(connections, "SILENT", 0.3)
        with browser_of(base) as follower, follower.stream("GET", f"/events?table={table['id']}") as stream:
            lines = stream.iter_lines()
            next(lines)
            with called(base) as silent:
                read_until_closed(silent)  # it came later, and its time is over
            with browser_of(base) as other:
                path, key = f"/api/v1/tables/{table['id']}/roll", bearer(table["secret"])
                assert other.post(path, json={"version": table["version"]}, headers=key).status_code == 200
            assert any(line.startswith("data") for line in lines)


def test_one_address_holds_so_many_and_others_come_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OPEN", 3)
    with served(tmp_path) as base, contextlib.ExitStack() as held:
        for _ in range(3):
            held.enter_context(called(base, "127.0.0.2")).sendall(b"GET")
        assert read_until_closed(held.enter_context(called(base, "127.0.0.2"))) == b""
        for source in ("127.0.0.3", *["127.0.0.1"] * 5):  # a proxy's visitors all come from this machine
            wire = held.enter_context(called(base, source))
            wire.sendall(HEALTH)
            assert b" 200 " in wire.recv(65536)


def test_the_last_files_are_kept_for_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SPARE", connections.most_files() - 1)
    with served(tmp_path) as base, called(base) as first, called(base) as second:
        first.sendall(HEALTH)
        assert b" 200 " in first.recv(65536)
        assert read_until_closed(second) == b""


@pytest.mark.parametrize(
    ("peer", "trusted", "speaks"),
    [
        ("127.0.0.1", [], True),
        ("::1", [], True),
        ("10.0.0.1", ["10.0.0.1", "10.0.0.2"], True),
        ("10.0.0.3", ["10.0.0.1", "10.0.0.2"], False),
        ("10.1.2.3", ["10.0.0.0/8"], True),
        ("", ["10.0.0.1"], False),
    ],
)
def test_a_trusted_proxy_speaks_for_many(peer: str, trusted: list[str], speaks: bool) -> None:
    assert is_proxy(peer, trusted) is speaks
