"""How many moves a second the table keeps durably, and how long each takes, with many live games at once.

    python benchmarks/table.py [--games 200] [--listeners 2000] [--seconds 5] [--data DIR]

Every game is played by its own task as fast as it is answered; a move counts when it is on disk (write-ahead log,
synchronous = FULL) and applied. Listeners read every line; their times count from the asking of a move
to the reading of its line. When a game is over the next one begins. `cpu µs` is the processor time of a move, all
included. The targets are 3,000 moves a second and a 99th percentile under 250 ms, with the machine to itself.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import random
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tablee.table import Notice, Setup, SqliteStore, Table, TableService
from tablee.table.verbs import Move, RollDice

HEADINGS = ("listeners", "moves/s", "p50 ms", "p99 ms", "lines/s", "p50 ms", "p99 ms", "cpu µs")
SETUPS: tuple[Setup, ...] = (
    Setup("cadeau", {}, my_seats=(0, 1)),
    Setup("blocs", {"mode": "duel", "level": 3}, my_seats=(0, 1), opening=False),
    Setup("laaancez", {}, my_seats=(0, 1)),
)


@dataclass
class Tally:
    """What was measured: the seconds that each move took, and until a listener had read its line."""

    moves: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def follower(table: Table, done: dict[int, float], tally: Tally) -> Callable[[Notice], None]:
    """A spectator: hears of changes and reads the new lines."""
    seen = table.seq

    def listen(notice: Notice) -> None:
        nonlocal seen
        lines = table.story(None, since=seen)
        now = time.perf_counter()
        tally.heard += [now - done.get(line.seq, now) for line in lines]
        seen = max(seen, notice.seq, lines[-1].seq + 1 if lines else 0)

    return listen


async def step(table_service: TableService, table: Table, secret: str, chance: random.Random) -> None:
    place = table.acting[0]
    if table.phase == "roll":
        await table_service.ask(table.id, secret, RollDice(), version=table.version)
    else:
        moves = table.game.moves(table.state, table.seating.player(place))
        await table_service.ask(table.id, secret, Move(str(chance.choice(moves))), version=table.version)


async def play(table_service: TableService, number: int, watchers: int, until: float, tally: Tally) -> None:
    """Game after game at one table, with its listeners."""
    chance = random.Random(number)
    while time.perf_counter() < until:
        opened = await table_service.create(SETUPS[number % len(SETUPS)])
        table = opened.table
        done: dict[int, float] = {}  # when each entry was asked for
        subscribed = [table_service.subscribe(table.id, follower(table, done, tally)) for _ in range(watchers)]
        while not table.over:
            begun = time.perf_counter()
            if begun >= until:
                break
            done[table.seq] = begun
            await step(table_service, table, opened.secret, chance)
            tally.moves.append(time.perf_counter() - begun)
        for leave in subscribed:
            leave()


async def throughput(folder: Path, games: int, listeners: int, seconds: float) -> tuple[Tally, float]:
    table_service, tally = TableService(SqliteStore(folder / "tables.sqlite")), Tally()
    begun = time.perf_counter()
    watchers = listeners // games
    await asyncio.gather(*(play(table_service, number, watchers, begun + seconds, tally) for number in range(games)))
    spent = time.perf_counter() - begun
    await table_service.close()
    return tally, spent


async def memory(folder: Path, tables: int = 100, events: int = 40) -> dict[str, float]:
    """The bytes that a live table of that many events holds, game by game."""
    found = {}
    for number, setup in enumerate(SETUPS):
        table_service = TableService(SqliteStore(folder / f"memory{number}.sqlite"))
        chance = random.Random(number)
        for _ in range(2):  # the first round fills the caches of the rules
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(tables):
                opened = await table_service.create(setup)
                while len(opened.table.events) < events and not opened.table.over:
                    await step(table_service, opened.table, opened.secret, chance)
            found[setup.game] = (tracemalloc.get_traced_memory()[0] - before) / tables
            tracemalloc.stop()
        await table_service.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--listeners", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--data", help="a folder on the disk to measure (a temporary one unless told)")
    options = parser.parse_args()
    quick = importlib.util.find_spec("uvloop") is not None
    if quick:  # what the server runs on
        asyncio.set_event_loop_policy(importlib.import_module("uvloop").EventLoopPolicy())
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
        loop = "uvloop" if quick else "asyncio"
        print(f"{options.games} live games for {options.seconds:g} s; {os.cpu_count()} cores, {load}, {loop}")
        print("".join(f"{title:>10}" for title in HEADINGS))
        asyncio.run(throughput(Path(folder) / "warm", options.games, 0, 2.0))  # fills the caches of the rules
        for listeners in dict.fromkeys((0, options.listeners)):
            place, spent = Path(folder) / f"{listeners}", time.process_time()
            tally, seconds = asyncio.run(throughput(place, options.games, listeners, options.seconds))
            spent = 1e6 * (time.process_time() - spent) / len(tally.moves)
            figures = [len(tally.moves) / seconds]
            figures += [percentile(tally.moves, share) for share in (0.5, 0.99)]
            figures += [len(tally.heard) / seconds]
            figures += [percentile(tally.heard, share) for share in (0.5, 0.99)]
            print(f"{listeners:>10}" + "".join(f"{figure:>10.0f}" for figure in (*figures, spent)))
        print("memory of a live table after 40 events:")
        for game, held in asyncio.run(memory(Path(folder))).items():
            print(f"{game:>10} {held / 1024:>8.1f} KiB")


if __name__ == "__main__":
    main()
