"""Disks that fill up, refuse, tear and lie; clocks that jump; processes that stop: what we promise holds, or is named.

The disk is a real one with a shim in front of it (disk.c): after a kill it forgets what was never synced.
"""

import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablee.table import Setup, SqliteStore, StoreDamaged, TableDamaged, TableService
from tablee.table.verbs import Resign, RollDice
from tests.storm_kit import Player, kept, nursery, playing
from tests.table_kit import open_service

HEAD = struct.Struct("=4q")  # of a note: where, how long, how much of it was there, how long the file was
TABLES = 3
WRITER = """
import os, sys, time
from tablee.table import SqliteStore, StoreError
store = SqliteStore(sys.argv[1], patience=0.2)
number = [len(store.load(str(table))) for table in range(3)]
refused = ""
while True:
    for table in range(3):
        lying = os.path.exists(os.path.join(os.environ["DISK"], "lying"))
        try:
            store.append(str(table), number[table], [f"{table}:{number[table]}"], 1).result()
        except StoreError as error:
            if refused != type(error).__name__:
                refused = type(error).__name__
                print("refused", refused, error.text.en, flush=True)
            time.sleep(0.005)
            continue
        refused = ""
        number[table] += 1
        print(*number, int(lying), flush=True)
"""


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The faulty disk, compiled by whatever compiler is here: the checks bring one along."""
    made = tmp_path_factory.mktemp("shim") / "disk.so"
    compiler = [found] if (found := shutil.which("cc")) else [sys.executable, "-m", "ziglang", "cc"]
    source = Path(__file__).with_name("disk.c")
    subprocess.run([*compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True)
    return made


class Disk:
    """A process that writes to a store on such a disk."""

    def __init__(self, folder: Path, shim: Path) -> None:
        self.folder, self.file = folder, folder / "tables.sqlite"
        self.switches = folder / "switches"
        self.switches.mkdir()
        self._environment = {**os.environ, "LD_PRELOAD": str(shim), "DISK": str(self.switches)}
        self.acknowledged = [0] * TABLES
        self.lied = False  # was the last of them written when the disk lied already?

    def start(self) -> None:
        self.writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(self.file)], stdout=subprocess.PIPE, text=True, env=self._environment
        )

    def read(self) -> str:
        """The next word of the writer; why it was refused, or nothing."""
        assert self.writer.stdout is not None
        line = self.writer.stdout.readline()
        assert line, "the writer has ended"
        if line.startswith("refused"):
            return line
        self._note(line)
        return ""

    def _note(self, line: str) -> None:
        *self.acknowledged, lied = [int(word) for word in line.split()]
        self.lied = bool(lied)

    def write_on(self, count: int) -> None:
        goal = sum(self.acknowledged) + count
        while sum(self.acknowledged) < goal:
            self.read()

    def refusal(self) -> str:
        while not (acknowledged := self.read()):
            pass
        return acknowledged

    def cut(self, chance: random.Random, keep: float) -> None:
        """Kill -9 and, for each write that was never synced, forget it or a part of it, in any order."""
        self.writer.kill()
        assert self.writer.stdout is not None
        for line in self.writer.stdout.read().splitlines(keepends=True):
            if line.endswith("\n") and line[0].isdigit():
                self._note(line)
        self.writer.stdout.close()
        self.writer.wait()
        for name, file in (("undo-0", self.file), ("undo-1", self.file.with_name(f"{self.file.name}-wal"))):
            log = self.switches / name
            notes = log.read_bytes() if log.exists() else b""
            log.unlink(missing_ok=True)
            found, seat = [], 0
            while seat < len(notes):
                offset, count, there, size = HEAD.unpack_from(notes, seat)
                seat += HEAD.size
                found.append((offset, count, notes[seat : seat + there], size))
                seat += there
            if not found or not file.exists():
                continue
            with file.open("r+b") as disk:
                for offset, count, before, size in reversed(found):
                    if chance.random() < keep:
                        continue
                    torn = chance.choice((0, 0, 512)) if count > 512 else 0  # the first sector may have arrived
                    disk.seek(offset + torn)
                    disk.write(before[torn:])
                    if offset + count > size:
                        disk.truncate(max(size, offset + torn))

    def look(self) -> list[int]:
        """How many entries each table has now; -1: it is named as damaged. What is served is what was written."""
        store = SqliteStore(self.file)
        lengths = []
        for table in range(TABLES):
            try:
                log = store.load(str(table))
            except TableDamaged:
                lengths.append(-1)
                continue
            assert log == [f"{table}:{number}" for number in range(len(log))]
            lengths.append(len(log))
        store.close()
        return lengths


@pytest.mark.parametrize("times", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path, shim: Path, times: int) -> None:
    chance = random.Random(times)
    disk = Disk(tmp_path, shim)
    for _ in range(times):
        disk.start()
        disk.write_on(chance.randint(1, 60))
        disk.cut(chance, keep=chance.choice((0.0, 0.5)))
        found = disk.look()
        assert all(there >= acknowledged for there, acknowledged in zip(found, disk.acknowledged, strict=True)), (
            found,
            disk.acknowledged,
        )
        disk.acknowledged = found
    assert sum(disk.acknowledged) > 0


@pytest.mark.parametrize("seed", [0, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 3))])
def test_a_disk_that_lies_about_syncing_never_makes_another_game(tmp_path: Path, shim: Path, seed: int) -> None:
    """Nothing can keep what such a disk forgets; but what is served was written so, or is named as damaged."""
    chance = random.Random(seed)
    disk = Disk(tmp_path, shim)
    disk.start()
    disk.write_on(30)
    (disk.switches / "lying").touch()
    while not disk.lied:  # what was written before waits to be read
        disk.read()
    disk.write_on(60)
    disk.cut(chance, keep=(0.0, 0.3, 0.6, 0.9)[seed])
    try:
        found = disk.look()
    except StoreDamaged:
        return
    assert (
        any(length < acknowledged for length, acknowledged in zip(found, disk.acknowledged, strict=True)) or seed == 3
    )


@pytest.mark.parametrize(("fault", "named"), [("full", "StoreFull The disk"), ("readonly", "Store")])
def test_a_disk_that_refuses_is_named_and_writing_goes_on_when_it_does_not(
    tmp_path: Path, shim: Path, fault: str, named: str
) -> None:
    disk = Disk(tmp_path, shim)
    disk.start()
    disk.write_on(20)
    for _ in range(3):
        (disk.switches / fault).touch()
        assert named in disk.refusal()
        before = list(disk.acknowledged)
        (disk.switches / fault).unlink()
        disk.write_on(20)
        assert all(now >= then for now, then in zip(disk.acknowledged, before, strict=True))
    (disk.switches / fault).touch()
    disk.refusal()
    disk.cut(random.Random(1), keep=0.0)
    (disk.switches / fault).unlink()
    assert all(there >= acknowledged for there, acknowledged in zip(disk.look(), disk.acknowledged, strict=True))


def test_a_last_write_that_was_torn_takes_nothing_else_with_it(tmp_path: Path, shim: Path) -> None:
    """The end of the write-ahead log is cut or garbled at any place, as by a write that was under way."""
    chance = random.Random(3)
    disk = Disk(tmp_path, shim)
    disk.start()
    disk.write_on(40)
    disk.cut(chance, keep=1.0)
    whole, log = disk.look(), disk.file.with_name("tables.sqlite-wal")
    for cut in (1, 511, 4119):
        copy = tmp_path / f"torn-{cut}"
        copy.mkdir()
        torn = Disk(copy, shim)
        shutil.copy(disk.file, torn.file)
        torn.start()
        torn.write_on(10)
        torn.writer.kill()
        torn.writer.communicate()
        acknowledged = torn.acknowledged
        wal = torn.file.with_name(log.name)
        content = bytearray(wal.read_bytes())
        content += chance.randbytes(cut)  # half of a frame that was never finished
        wal.write_bytes(content)
        assert all(there >= answered for there, answered in zip(torn.look(), acknowledged, strict=True))
    assert all(there >= acknowledged for there, acknowledged in zip(whole, disk.acknowledged, strict=True))


# --- clocks and stopped processes -----------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_clock_that_jumps_disturbs_nobody_and_deletes_nothing(home: str | Path) -> None:
    now = [1_800_000_000.0]
    table_service: TableService = open_service(home, clock=lambda: now[0])
    opened = await table_service.create(Setup("cadeau", my_seats=(0, 1)))
    for jump in (1_800_000_000.0, 0.0, 4_000_000_000.0, 1_800_000_100.0):
        now[0] = jump
        table = await table_service.open(opened.table.id)
        view = table.view(table.acting[0])
        asked = RollDice() if view.may_roll else Resign()
        table = await table_service.ask(table.id, opened.secret, asked, version=table.version)
        assert table.touched >= 1_800_000_000
        if table.over:
            break
    summary = table_service._store.tables()[0]
    assert summary.touched >= 1_800_000_000  # a clock that was wrong for a moment makes no table look old
    assert await table_service.prune(days=90, finished=True) == ()
    await table_service.close()


def test_a_stopped_server_goes_on_where_it_was(tmp_path: Path) -> None:
    with nursery(tmp_path / "tables.sqlite") as servers:
        port = servers.ports[0]
        players = [Player([port], seed, bot="random" if seed else "") for seed in range(2)]
        with playing(*players):
            for _ in range(2):
                time.sleep(0.2)
                servers.signal(port, signal.SIGSTOP)
                time.sleep(0.3)
                servers.signal(port, signal.SIGCONT)
            before = sum(player.changes for player in players)
            deadline = time.monotonic() + 60
            while sum(player.changes for player in players) < before + 10:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        assert kept(port, players) > 0
