"""What an address may ask, and how long it may take to."""

import socket
import time
from pathlib import Path

import httpx
import pytest

from tablee.web.frame import security
from tablee.web.frame.rate_limit import Limits
from tests.web_kit import browser_of, read_until_closed, served


def test_pages_that_are_only_read_cost_something_too(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(0.0001, 10), proxies=("127.0.0.1",)) as base, browser_of(base) as client:
        answers = [client.get("/health") for _ in range(12)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
        assert ["retry-after" in answer.headers for answer in answers] == [False] * 10 + [True] * 2
        assert client.get("/static/none").status_code == 404, "our own files are free"
        assert client.get("/", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 200, "others are served"


def test_a_visitor_is_not_believed_to_be_somebody_else(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(0.0001, 2)) as base, browser_of(base) as client:
        others = [client.get("/health", headers={"x-forwarded-for": f"192.0.2.{at}"}).status_code for at in range(4)]
        assert others == [200, 200, 429, 429]


def test_a_slow_body_is_told_so_and_an_idle_stream_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "SLOWEST_BODY", 0.2)
    with served(tmp_path) as base, httpx.Client(base_url=base) as client:
        with socket.create_connection((client.base_url.host, client.base_url.port)) as connection:
            connection.sendall(b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nlang=")
            assert b" 408 " in read_until_closed(connection)
        table = client.post("/api/v1/tables", json={"game": "cadeau"}).json()["id"]
        with client.stream("GET", f"/events?table={table}") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            time.sleep(0.4)
            assert client.get("/health").status_code == 200
            assert any(line.startswith("event") for line in lines)
