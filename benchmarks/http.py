"""How much one process carries over real HTTP: the server and those who ask are separate processes, on loopback.

    python benchmarks/http.py                            everything, in about five minutes
    python benchmarks/http.py moves --games 50           how many moves a second, each on disk before it is answered
    python benchmarks/http.py moves --store postgresql://…   beside it: two workers with that (empty) database
    python benchmarks/http.py streams --streams 1000     open streams, and what a move takes beside them
    python benchmarks/http.py stored --tables 10000      starting, a first page and a sweep, with many stored tables

Every game is played over a connection of its own through the JSON API, as fast as it is answered. What the machine can
do at all says the same number of connections that ask a bare Starlette application, under the same server, for an
answer of the same size; `of bare` is a figure's share of that one. `cpu µs` is processor time for a move: the server's,
its workers', and that of every PostgreSQL of this machine. Limits of rate are lifted, since all of them come from one
address.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

PARTS = ("moves", "streams", "stored")
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "cadeau", "my_seats": [0, 1]},
    {"game": "blocs", "settings": {"mode": "duel", "level": 3}, "my_seats": [0, 1], "opening": False},
    {"game": "laaancez", "my_seats": [0, 1]},
)
ANSWER = 1000  # bytes, about what a table answers
WORKERS = 2
PACE = 0.5  # seconds between the moves of a game that others watch
WATCHED = 50  # games that are watched and played
OLD = 200 * 86400  # seconds
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


# --- the server ---------------------------------------------------------------------------------------------------


def serve(kind: str, folder: str) -> None:
    """A child: the table, or the bare application, at a free port that it prints. Workers play over the database whose
    address `folder` is."""
    import signal
    import socket

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    from tablee.cli import workers
    from tablee.cli.serve import make_server
    from tablee.table import TableService
    from tablee.table.data import store_at
    from tablee.web.app import create_app, settle
    from tablee.web.frame.rate_limit import Limits

    async def bare(request: Request) -> Response:
        await request.body()
        return JSONResponse({"answer": "x" * ANSWER})

    many_files()
    listening = socket.create_server(("127.0.0.1", 0), backlog=8192)
    print(listening.getsockname()[1], flush=True)
    where = folder if "://" in folder else Path(folder) / "tables.sqlite"

    def work(_number: int) -> None:
        if kind == "bare":
            app = Starlette(routes=[Route("/bare", bare, methods=["POST"])])
        else:
            app = create_app(TableService(store_at(where)), limits=Limits(1e9, 1e9, streams=100_000))
        running = make_server(app)
        settle()
        running.run(sockets=[listening])

    if kind != "workers":
        work(0)
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        workers.run(WORKERS, work)


def many_files() -> None:
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@dataclass
class Server:
    process: subprocess.Popen[str]
    port: int
    database: bool = False  # is PostgreSQL at work for it

    @property
    def processor(self) -> float:
        """Seconds of processor time so far: its own, its workers', and PostgreSQL's."""
        ticks = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # ended meanwhile
                head, _, rest = path.read_text().rpartition(")")
                fields = rest.split()
                its_own = self.process.pid in (int(path.parent.name), int(fields[1]))
                if its_own or (self.database and head.endswith("(postgres")):
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / TICKS

    @property
    def memory(self) -> int:
        """Bytes that it has in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE


@contextlib.contextmanager
def server(kind: str, folder: Path, store: str = "") -> Iterator[Server]:
    folder.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, __file__, "--child", kind, store or str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield Server(process, int(process.stdout.readline()), bool(store))
    finally:
        process.terminate()
        process.wait()


# --- those who ask ------------------------------------------------------------------------------------------------


class Line:
    """One connection that stays open, one request after another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @staticmethod
    async def open(port: int) -> Line:
        return Line(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, body: object = None, secret: str = "") -> tuple[int, bytes]:
        sent = b"" if body is None else json.dumps(body).encode()
        bearer = f"Authorization: Bearer {secret}\r\n" if secret else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}Content-Length: {len(sent)}\r\n\r\n"
        self._writer.write(head.encode() + sent)
        answered = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answered.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return int(answered[9:12]), await self._reader.readexactly(length)

    def close(self) -> None:
        self._writer.close()


@dataclass
class Tally:
    times: list[float] = field(default_factory=list)

    def shown(self) -> str:
        ordered = sorted(self.times)
        middle, late = (1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99))
        return f"{middle:>8.0f}{late:>8.0f}"


async def play(port: int, number: int, until: float, tally: Tally, pace: float = 0.0, table: Any = None) -> None:
    """Game after game over one connection; `table`: the first one, if it is open already."""
    chance, line = random.Random(number), await Line.open(port)
    await asyncio.sleep(pace * chance.random())
    while time.perf_counter() < until:
        if table is None:
            status, answer = await line.ask("POST", "/api/v1/tables", GAMES[number % len(GAMES)])
            assert status == 201, answer
            table = json.loads(answer)
        secret, path = table["secret"], f"/api/v1/tables/{table['id']}"
        while table["phase"] != "over" and (begun := time.perf_counter()) < until:
            body: dict[str, object] = {"version": table["version"], "salt": f"{chance.getrandbits(64):016x}"}
            if table["phase"] == "move":
                status, answer = await line.ask(
                    "POST", f"{path}/move", body | {"move": chance.choice(table["moves"])}, secret
                )
            else:
                status, answer = await line.ask("POST", f"{path}/roll", body, secret)
            assert status == 200, answer
            tally.times.append(time.perf_counter() - begun)
            table = json.loads(answer)
            if pace:
                await asyncio.sleep(pace)
        table = None
    line.close()


async def knock(port: int, until: float, tally: Tally) -> None:
    line, body = await Line.open(port), {"version": 17, "salt": "0123456789abcdef", "move": "2a"}
    while (begun := time.perf_counter()) < until:
        await line.ask("POST", "/bare", body, "x" * 43)
        tally.times.append(time.perf_counter() - begun)
    line.close()


class Watcher(asyncio.Protocol):
    """A browser that follows a table, and counts what it hears."""

    def __init__(self, path: str, heard: list[int]) -> None:
        self._path, self._heard = path, heard

    def connection_made(self, transport: Any) -> None:
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self._heard[0] += data.count(b"event: change")


# --- what is measured ---------------------------------------------------------------------------------------------


async def moves(folder: Path, games: int, seconds: float, store: str = "") -> None:
    print(f"moves, each on disk before it is answered, of {games} games at once")
    print(f"{'':>10}{'a second':>10}{'p50 ms':>8}{'p99 ms':>8}{'cpu µs':>8}{'of bare':>9}")
    rates: dict[str, tuple[float, float]] = {}
    for kind in ("bare", "table", "workers") if store else ("bare", "table"):
        with server(kind, folder / kind, store if kind == "workers" else "") as running:
            for length in (2.0, seconds):  # the first time fills the caches
                tally, spent, until = Tally(), running.processor, time.perf_counter() + length
                asking = (
                    knock(running.port, until, tally) if kind == "bare" else play(running.port, number, until, tally)
                    for number in range(games)
                )
                await asyncio.gather(*asking)
            rate = len(tally.times) / seconds
            cost = 1e6 * (running.processor - spent) / len(tally.times)
        rates[kind] = rate, cost
        share = f"{rate / rates['bare'][0]:>9.2f}"
        print(f"{kind:>10}{rate:>10.0f}{tally.shown()}{cost:>8.0f}{share}")
        if kind != "bare":
            print(f"{'':>10}a move costs {cost / rates['bare'][1]:.1f} bare answers of processor time")


async def streams(folder: Path, count: int, seconds: float) -> None:
    with server("table", folder / "streams") as running:
        line = await Line.open(running.port)
        opened = []
        for number in range(WATCHED):
            opened.append(json.loads((await line.ask("POST", "/api/v1/tables", GAMES[number % len(GAMES)]))[1]))
        begun = running.memory
        for number in range(1000):
            table = json.loads((await line.ask("POST", "/api/v1/tables", GAMES[number % len(GAMES)]))[1])
            secret = table["secret"]
            for _ in range(6):
                body = {"version": table["version"]} | ({"move": table["moves"][0]} if table["phase"] == "move" else {})
                path = f"/api/v1/tables/{table['id']}/{'move' if table['phase'] == 'move' else 'roll'}"
                table = json.loads((await line.ask("POST", path, body, secret))[1])
        print(f"a live table of six events takes {(running.memory - begun) / 1000 / 1024:.1f} KiB")
        before, heard, loop = running.memory, [0], asyncio.get_running_loop()
        watching = []
        for number in range(count):
            path = f"/api/v1/tables/{opened[number % WATCHED]['id']}/events"
            made = await loop.create_connection(partial(Watcher, path, heard), "127.0.0.1", running.port)
            watching.append(made[0])
            if number % 200 == 0:
                await asyncio.sleep(0.05)
        async with asyncio.timeout(60):
            while heard[0] < count:  # each begins with where its table stands
                await asyncio.sleep(0.1)
        print(f"{count} open streams take {(running.memory - before) / count / 1024:.1f} KiB each")
        print(f"moves of {WATCHED} games that all of them watch, one each {PACE:g} s")
        heard[0] = 0
        spent, tally, until = running.processor, Tally(), time.perf_counter() + seconds
        await asyncio.gather(
            *(play(running.port, number, until, tally, PACE, table) for number, table in enumerate(opened))
        )
        busy = (running.processor - spent) / seconds
        print(f"{'a second':>10}{'p50 ms':>8}{'p99 ms':>8}{'heard/s':>9}{'busy':>6}")
        print(f"{len(tally.times) / seconds:>10.0f}{tally.shown()}{heard[0] / seconds:>9.0f}{busy:>6.0%}")
        for transport in watching:
            transport.abort()


def stored(folder: Path, tables: int) -> None:
    none, many = folder / "none", folder / "many"
    many.mkdir()
    length = fill(many / "tables.sqlite", tables)
    size = (many / "tables.sqlite").stat().st_size / 1e6
    print(f"{tables} stored tables of {length} entries each, {size:.0f} MB")
    print(f"{'tables':>10}{'start s':>9}{'first page ms':>15}{'later ones ms':>15}")
    for where, count in ((none, 0), (many, tables)):
        begun = time.perf_counter()
        with server("table", where) as running:
            first = asyncio.run(pages(running.port, 1))[0]
            started = time.perf_counter() - begun - first
            later = statistics.median(asyncio.run(pages(running.port, 20)))
        print(f"{count:>10}{started:>9.2f}{1000 * first:>15.0f}{1000 * later:>15.1f}")
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tablee", "prune", "--data", str(many)], check=True, stdout=subprocess.DEVNULL
    )
    print(f"sweep of {tables} tables: {time.perf_counter() - begun:.1f} s")


async def pages(port: int, count: int) -> list[float]:
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        line = await Line.open(port)
        status, _ = await line.ask("GET", "/")
        assert status == 200
        times.append(time.perf_counter() - begun)
        line.close()
    return times


def fill(path: Path, tables: int) -> int:
    """That many unfinished tables that nobody has touched for long; how many entries each has."""
    from tablee.table import Setup, SqliteStore, Table, log_format
    from tablee.table.requests import ask
    from tablee.table.verbs import Move, RollDice

    at = int(time.time()) - OLD
    table = Table.fold("kitchen", log := Setup("cadeau", my_seats=(0, 1)).complete().log("secret"))
    for _ in range(8):
        moves = table.game.moves(table.state, table.game.players(table.state)[0])
        for one in ask(table, Move(str(moves[0])) if moves else RollDice(), "secret", at=at):
            table.apply(one)
            log.append(one)
    texts, store = [log_format.write(one) for one in log], SqliteStore(path)
    for first in range(0, tables, 1000):
        kept = [store.append(f"t{number}", 0, texts, at) for number in range(first, min(first + 1000, tables))]
        for done in kept:
            done.result()
    store.close()
    return len(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"which of {', '.join(PARTS)}; all unless answered")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--store", default="", help="an empty PostgreSQL database, for two workers beside SQLite")
    parser.add_argument("--streams", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--data", help="a folder on the disk to measure (a temporary one unless answered)")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        serve(*options.child)
        return
    many_files()
    if importlib.util.find_spec("uvloop") is not None:
        asyncio.set_event_loop_policy(importlib.import_module("uvloop").EventLoopPolicy())
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start, Python {sys.version.split()[0]}")
    parts = options.parts or PARTS
    with tempfile.TemporaryDirectory(dir=options.data) as place:
        folder = Path(place)
        if "moves" in parts:
            asyncio.run(moves(folder, options.games, options.seconds, options.store))
        if "streams" in parts:
            asyncio.run(streams(folder, options.streams, options.seconds))
        if "stored" in parts:
            stored(folder, options.tables)


if __name__ == "__main__":
    main()
elif __name__ == "http":  # whoever runs a script of this folder and says `import http` means the standard library's
    sys.path = [path for path in sys.path if Path(path).resolve() != Path(__file__).resolve().parent]
    del sys.modules[__name__]
    importlib.import_module(__name__)
