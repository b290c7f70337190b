"""What an address may cost: seconds of work, however it asks for them; and how long it may take to ask."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from tablee.cli import serve, wire
from tablee.table import Hall
from tablee.table.data import store_at
from tablee.web.app import create_app
from tablee.web.frame import security
from tablee.web.frame.cost import METER, Meter, Metered, Rate, aside
from tablee.web.frame.security import Limits
from tests.postgres_kit import Server
from tests.web_kit import browser_of, running, served


def busy(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_only_work_is_counted_not_waiting_and_errors_pass_through() -> None:
    async def mixed() -> None:
        busy(0.02)
        await asyncio.sleep(0.2)
        busy(0.02)
        await aside(busy, 0.03)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.sleep(5), 0.01)
        raise LookupError

    async def run() -> float:
        meter = Meter()
        METER.set(meter)
        with pytest.raises(LookupError):
            await Metered(mixed(), meter)
        waiting = asyncio.ensure_future(_awaited(Metered(asyncio.sleep(60), Meter())))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return meter.seconds

    assert 0.07 <= asyncio.run(run()) < 0.27  # with the wait it would be more


async def _awaited(work: Metered) -> None:
    await work


def test_a_debt_is_paid_back_in_time() -> None:
    now = [0.0]
    rate = Rate(0.5, 2, clock=lambda: now[0])
    rate.spend("a", 3)
    assert rate.left("a") == -1
    assert rate.left("b") == 2
    now[0] = 3
    assert rate.left("a") == 0.5
    assert rate.spent == {"a": 3}


def test_pages_that_are_only_read_cost_something_too(tmp_path: Path) -> None:
    limits = Limits(work=0.0001, work_burst=0.03)
    with served(tmp_path, limits=limits) as base, browser_of(base) as client:
        answers = [client.get("/companion?game=cadeau&e=" + "+".join(["d4"] * 60)).status_code for _ in range(60)]
        assert answers[0] == 200
        assert answers[-1] == 429
        assert sorted(answers) == answers, "from then on"
        assert client.get("/static/none").status_code == 429
        assert client.get("/", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 200, "others are served"


@contextlib.contextmanager
def sharing(database: str, limits: Limits) -> Iterator[str]:
    """A server at a database that others are at as well."""
    app = create_app(Hall(store_at(database)), limits=limits)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=2))
    with running(app, server) as base:
        yield base


def test_processes_share_what_an_address_may_ask(database_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "SHARING", 0.05)
    database, limits = database_server.new_database(), Limits(0.001, 10, work=10_000, work_burst=10_000)
    with sharing(database, limits) as one, sharing(database, limits) as two, httpx.Client() as client:

        def change(base: str) -> int:
            return client.post(f"{base}/settings", data={"lang": "fr"}, headers={"origin": base}).status_code

        assert [change(one) for _ in range(11)] == [303] * 10 + [429]
        deadline = time.monotonic() + 10
        client.post(f"{two}/settings", headers={"origin": two})
        while change(two) != 429:
            assert time.monotonic() < deadline, "the other process never heard of it"
            client.get(f"{one}/health")
            client.get(f"{two}/health")
            time.sleep(0.05)


# --- whoever takes their time -----------------------------------------------------------------------------------


@pytest.fixture
def slow_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The server as `tablee serve` runs it, with less patience."""
    monkeypatch.setattr(wire, "SLOWEST_HEAD", 0.5)
    monkeypatch.setattr(security, "SLOWEST_BODY", 0.5)
    app = create_app(Hall(store_at(tmp_path / "tables.sqlite")))
    server, listening = serve._server(app, lambda: None), serve._bound("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


def ended(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    connection.settimeout(10)
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while more := connection.recv(65536):
            said += more
    return said


def test_a_head_that_never_ends_is_not_waited_for(slow_server: int) -> None:
    whole = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", whole + whole[:20]):
        with socket.create_connection(("127.0.0.1", slow_server)) as connection:
            connection.sendall(begun)
            said = ended(connection)
            assert said.count(b"200 OK") == begun.count(whole)


def test_a_slow_head_that_comes_drop_by_drop_is_not_waited_for_either(slow_server: int) -> None:
    with socket.create_connection(("127.0.0.1", slow_server)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        deadline = time.monotonic() + 10
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            while time.monotonic() < deadline:
                connection.sendall(b"X: y\r\n")
                time.sleep(0.05)
        assert time.monotonic() < deadline


def test_a_slow_body_is_told_so_and_an_idle_stream_is_left_alone(slow_server: int) -> None:
    with socket.create_connection(("127.0.0.1", slow_server)) as connection:
        connection.sendall(b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nlang=")
        assert b" 408 " in ended(connection)
    with httpx.Client(base_url=f"http://127.0.0.1:{slow_server}") as client:
        table = client.post("/api/v1/tables", json={"game": "cadeau"}).json()["id"]
        with client.stream("GET", f"/events?table={table}") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            time.sleep(1.2)
            assert client.get("/health").status_code == 200
            assert any(line.startswith("event") for line in lines)
