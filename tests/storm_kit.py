"""Servers that are killed, stopped and started again under load, and people who play on and note what was answered."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[1]

# Everything is imported once; each server is a fork, so that it is there again in a tenth of a second.
NURSERY = """
import os, signal, sys
from tablee.cli import serve
from tablee.core import ascii_signs
from tablee.table import TableService
from tablee.table.data import store_at
from tablee.web.app import create_app
from tablee.web.frame.rate_limit import Limits
import tablee_postgres.store, uvicorn

where, free = sys.argv[1], Limits(1e9, 1e9, streams=10**6, late=1e9)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print(flush=True)
for line in sys.stdin:
    port, child = int(line), os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with serve.lock_store(serve.Path(where)) if where.startswith("/") else serve.contextlib.nullcontext():
            app = create_app(TableService(store_at(where)), pace=0, limits=free)
            serve.make_server(app).run(sockets=[serve.bind("127.0.0.1", port)])
        os._exit(0)
    print(child, flush=True)
"""


class Nursery:
    """Servers over one store, by the port of each."""

    def __init__(self, where: str | Path, count: int) -> None:
        self._nurse = subprocess.Popen(
            [sys.executable, "-c", NURSERY, str(where)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._said()
        with contextlib.ExitStack() as held:
            taken = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
            self.ports = [one.getsockname()[1] for one in taken]
        self.running: dict[int, int] = {}  # process by port

    def _said(self) -> str:
        assert self._nurse.stdout is not None
        return self._nurse.stdout.readline()

    def start(self, port: int) -> None:
        assert self._nurse.stdin is not None
        print(port, file=self._nurse.stdin, flush=True)
        self.running[port] = int(self._said())

    def ready(self, port: int, seconds: float = 30) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{address(port)}/health", timeout=2).status_code == 200:
                    return
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def signal(self, port: int, sig: signal.Signals) -> None:
        os.kill(self.running[port], sig)

    def kill(self, port: int) -> None:
        """-9, and wait until it is gone."""
        process = self.running.pop(port)
        os.kill(process, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(process, 0)
                time.sleep(0.002)

    def close(self) -> None:
        for port in list(self.running):
            self.kill(port)
        self._nurse.communicate(timeout=60)


@contextlib.contextmanager
def nursery(where: str | Path, count: int = 1) -> Iterator[Nursery]:
    made = Nursery(where, count)
    try:
        for port in made.ports:
            made.start(port)
        for port in made.ports:
            made.ready(port)
        yield made
    finally:
        made.close()


def address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


class Player(threading.Thread):
    """Plays game after game through the API; asks again, elsewhere if there is an elsewhere, what was not answered."""

    def __init__(self, ports: list[int], seed: int, *, bot: str = "", game: str = "cadeau") -> None:
        super().__init__()
        self._ports, self._chance, self._game = list(ports), random.Random(seed), game
        self._seats = [{}, {"bot": bot}] if bot else [{}, {}]
        self._here = [0] if bot else [0, 1]
        self.stopping = threading.Event()
        self.acknowledged: dict[str, list[str]] = {}  # of each table, the events that were answered
        self.changes = 0
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            with httpx.Client(timeout=5) as client:
                while not self.stopping.is_set():
                    self._play(client)
        except BaseException as error:
            self.trouble = error
            raise

    def _ask(self, client: httpx.Client, path: str, body: dict[str, Any] | None, secret: str = "") -> Any:
        """Until it is answered; None: told to stop before that."""
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        while not self.stopping.is_set():
            url = f"{address(self._ports[0])}/api/v1/tables{path}"
            try:
                answer = client.request("GET" if body is None else "POST", url, json=body, headers=headers)
            except httpx.TransportError:
                self._ports.append(self._ports.pop(0))
                time.sleep(0.02)
                continue
            if answer.status_code in (409, 503):
                return {}
            assert answer.status_code in (200, 201), answer.text
            found = answer.json()
            self.acknowledged[found["id"]] = found["events"]
            self.changes += body is not None
            return found
        return None

    def _play(self, client: httpx.Client) -> None:
        table = self._ask(client, "", {"game": self._game, "seats": self._seats, "my_seats": self._here})
        if not table:
            return
        path, secret, number = f"/{table['id']}", table["secret"], 0
        while table is not None and not self.stopping.is_set():
            if not table:
                table = self._ask(client, path, None, secret)
                continue
            if table["phase"] == "over":
                return
            number += 1
            seen = {"version": table["version"], "request": f"r{number}"}
            if table["moves"]:
                table = self._ask(client, f"{path}/move", seen | {"move": self._chance.choice(table["moves"])}, secret)
            elif table["may_roll"]:
                table = self._ask(client, f"{path}/roll", seen, secret)
            else:
                time.sleep(0.02)
                table = self._ask(client, path, None, secret)


class Page(threading.Thread):
    """A page that follows a table: when its stream breaks it waits as it was told, and goes on where it can."""

    def __init__(self, ports: list[int], table: str) -> None:
        super().__init__()
        self._ports, self._table = list(ports), table
        self.stopping = threading.Event()
        self.gaps: list[float] = []  # seconds from a broken stream to the next word about the table
        self.seq = 0

    def run(self) -> None:
        with httpx.Client(timeout=20) as client:  # made once: it takes longer than to come back
            self._follow(client)

    def _follow(self, client: httpx.Client) -> None:
        wait, lost = 0.0, None
        while not self.stopping.is_set():
            try:
                url = f"{address(self._ports[0])}/events"
                with client.stream("GET", url, params={"table": self._table}) as stream:
                    for line in stream.iter_lines():
                        if line.startswith("retry: "):
                            wait = int(line.removeprefix("retry: ")) / 1000
                        if line.startswith('data: {"table"') and "seq" in line:
                            self.seq = json.loads(line.removeprefix("data: "))["seq"]
                            if lost is not None:
                                self.gaps.append(time.monotonic() - lost)
                                lost = None
                        if self.stopping.is_set():
                            return
            except httpx.TransportError:
                lost = lost or time.monotonic()
                time.sleep(wait or 0.1)
                self._ports.append(self._ports.pop(0))


@contextlib.contextmanager
def playing(*players: Player | Page) -> Iterator[None]:
    for player in players:
        player.start()
    try:
        yield
    finally:
        for player in players:
            player.stopping.set()
    for player in players:
        player.join(timeout=30)
        assert not player.is_alive()
        assert getattr(player, "trouble", None) is None


def kept(port: int, players: list[Player]) -> int:
    """Everything that was answered is there; how many events that are."""
    count = 0
    with httpx.Client(timeout=30) as client:
        for player in players:
            for table, events in player.acknowledged.items():
                found = client.get(f"{address(port)}/api/v1/tables/{table}").json()["events"]
                assert found[: len(events)] == events, table
                count += len(events)
    return count
