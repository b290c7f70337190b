"""What is held in memory: an open table, a class of 30 with its round, an open stream.

    python benchmarks/memory.py            in about a minute
    python benchmarks/http.py streams --streams 1000        streams over real HTTP, with the server's memory

Each figure is the growth of the process's resident memory, divided by how many there are. Tables are cadeau of five
zones after 20 events; a server keeps at most `MOST_LIVE` of them in memory and reads the others again.
"""

import asyncio
import gc
import os
import random
import tempfile
from pathlib import Path

from tablee.core.dice import VirtualDice
from tablee.gathering.service import GatheringService
from tablee.table import Setup, SqliteStore, TableService, new_secret
from tablee.table.verbs import Move, RollDice
from tablee.web.play.stream import Stream

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


async def open_tables(service: TableService, count: int) -> None:
    chance = random.Random(1)
    for _ in range(count):
        opened = await service.create(Setup("cadeau", my_seats=(0, 1)))
        for _ in range(10):
            table = await service.ask(opened.table.id, opened.secret, RollDice())
            player = table.game.players(table.state)[0]
            move = str(chance.choice(table.game.moves(table.state, player)))
            await service.ask(opened.table.id, opened.secret, Move(move))


async def open_classes(service: TableService, count: int) -> None:
    gatherings = GatheringService(service)
    for number in range(count):
        gathering, _ = gatherings.create("class", "blocs", {}, opener=number)
        for _ in range(30):
            await gatherings.join(gathering, new_secret())
        await gatherings.rounds.begin(gathering, "pairs", {})


async def measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        service = TableService(SqliteStore(Path(folder) / "tables.sqlite"), dice=VirtualDice(1))
        await open_tables(service, 50)  # what is loaded once
        for name, work, count in (("table", open_tables, 1000), ("class of 30", open_classes, 20)):
            before = resident()
            await work(service, count)
            print(f"{name:>12}: {(resident() - before) / count / 1024:8.0f} kB each, of {count}", flush=True)
        before, kept = resident(), [Stream() for _ in range(20000)]
        print(f"{'stream':>12}: {(resident() - before) / len(kept) / 1024:8.1f} kB each, without its connection")
        await service.close()


if __name__ == "__main__":
    asyncio.run(measure())
