"""What the tests of the web share: a server over a store of its own, and clients with cookies of their own."""

import contextlib
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

import uvicorn
from httpx import Client
from starlette.applications import Starlette

from tablee.cli.serve import bind, make_server
from tablee.core.dice import VirtualDice
from tablee.table import SqliteStore, TableService
from tablee.web.app import create_app, stop_streams
from tablee.web.frame.lan_listener import LanListener
from tablee.web.frame.rate_limit import Limits

FREE = Limits(1e9, 1e9, gatherings=1e9, joins=1e9, late=1e9)


@contextlib.contextmanager
def served(
    folder: Path,
    *,
    seed: int | None = 5,
    limits: Limits = FREE,
    pace: float = 0,
    network: str = "",
    hosts: list[str] | None = None,
    proxies: tuple[str, ...] = (),
    shard: str = "",
) -> Iterator[str]:
    """A table on a free port, with dice that fall alike every time (no seed: that are promised); its address.

    `network`: where its door leads to, another of this machine's own addresses. `hosts`: the only names it answers to.
    `proxies`: who is believed about the addresses of visitors.
    """
    table_service = TableService(
        SqliteStore(folder / "tables.sqlite"), dice=None if seed is None else VirtualDice(seed), shard=shard
    )
    app = create_app(table_service, pace=pace, limits=limits, hosts=hosts)
    listening = bind("127.0.0.1", 0)
    if network:
        second = partial(make_server, app, lifespan="off")
        app.state.lan_listener = LanListener(second, listening.getsockname()[1], lambda: network)
    with running(app, make_server(app, "", proxies), listening) as base:
        yield base


@contextlib.contextmanager
def running(app: Starlette, server: uvicorn.Server, listening: socket) -> Iterator[str]:
    """The server in a thread of its own; where it listens."""
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    thread = threading.Thread(target=server.run, args=[[listening]])
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield address
    finally:
        stop_streams(app)
        server.should_exit = True
        thread.join()


def browser_of(base: str, lang: str = "fr") -> Client:
    """A client whose requests come from the table's own page."""
    return Client(base_url=base, headers={"origin": base, "accept-language": lang}, timeout=20)


CROWD: list[Client] = []  # whoever else came by in a test; shown out at its end


@contextlib.contextmanager
def visiting(base: str) -> Iterator[Client]:
    """A browser of its own for one test."""
    with browser_of(base) as client:
        try:
            yield client
        finally:
            while CROWD:
                CROWD.pop().close()


def somebody_else(client: Client, lang: str = "fr") -> Client:
    """Another browser at the same server."""
    CROWD.append(browser_of(str(client.base_url).rstrip("/"), lang))
    return CROWD[-1]


def opened(client: Client, **form: str) -> str:
    """The address of a new table."""
    answer = client.post("/tables", data={"way": "here", **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def created(client: Client, **body: Any) -> dict[str, Any]:
    """A new table through the API."""
    answer = client.post("/api/v1/tables", json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def hidden(page: str, name: str) -> str:
    """The value of a hidden field of a page's form."""
    return page.split(f'name="{name}" value="', 1)[1].split('"', 1)[0]


def link_of(client: Client, table: str, place: int = 1) -> str:
    """The path of the link to a seat, as the table's page shows it."""
    page = client.get(table).text
    url = page.split(f'id="url-{place}" readonly value="', 1)[1].split('"', 1)[0]
    return url.removeprefix(str(client.base_url).rstrip("/"))


def do(client: Client, table: str, action: str, **form: str) -> Any:
    """What a button of the table's page does."""
    page = client.get(table).text
    fields = {name: hidden(page, name) for name in ("version", "seq", "as")}
    return client.post(f"{table}/{action}", data={**fields, **form})


def read_until_closed(connection: socket) -> bytes:
    """What comes until the other side closes."""
    connection.settimeout(60)
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while more := connection.recv(65536):
            received += more
    return received
