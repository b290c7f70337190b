"""A log that cannot lie: whatever happens to the file, no table is served that is not what was acknowledged."""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.cli.serve import lock_store
from tablee.table import Setup, SqliteStore, StoreDamaged, StoreError, TableDamaged
from tablee.table.integrity import inspect, repair
from tests.table_kit import open_service

ENTRIES = [f"entry {number}" for number in range(6)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two tables, closed."""
    made = tmp_path / "tables.sqlite"
    store = SqliteStore(made)
    store.append("a", 0, ENTRIES[:2], 1).result()
    store.append("b", 0, ["other"], 1).result()
    store.append("a", 2, ENTRIES[2:], 2).result()
    store.close()
    return made


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


TAMPERING = {
    "edited": ["UPDATE entry SET body = 'entry 9' WHERE game = 'a' AND seq = 3"],
    "last one deleted": ["DELETE FROM entry WHERE game = 'a' AND seq = 5"],
    "shortened": ["DELETE FROM entry WHERE game = 'a' AND seq = 5", "UPDATE game SET length = 5 WHERE id = 'a'"],
    "one taken out": ["DELETE FROM entry WHERE game = 'a' AND seq = 2"],
    "two swapped": [
        "UPDATE entry SET seq = 99 WHERE game = 'a' AND seq = 1",
        "UPDATE entry SET seq = 1 WHERE game = 'a' AND seq = 2",
        "UPDATE entry SET seq = 2 WHERE game = 'a' AND seq = 99",
    ],
    "lengthened": ["INSERT INTO entry VALUES ('a', 6, 3, 'one more', 'no link')"],
    "forgotten": ["DELETE FROM game WHERE id = 'a'"],
    "another's": [
        "DELETE FROM entry WHERE game = 'a'",
        "UPDATE entry SET game = 'a' WHERE game = 'b'",
        "UPDATE game SET length = 1 WHERE id = 'a'",
    ],
}


@pytest.mark.parametrize("how", TAMPERING)
def test_a_table_that_was_tampered_with_is_named_and_not_served(path: Path, how: str) -> None:
    change(path, *TAMPERING[how])
    store = SqliteStore(path)
    try:
        with pytest.raises(TableDamaged) as caught:
            store.load("a")
        assert "table a" in caught.value.text.en
        if how != "another's":
            assert store.load("b") == ["other"]
    finally:
        store.close()
    assert "a" in [damage.table for damage in inspect(path).damages]


def test_flipped_bits_never_make_another_table(path: Path, tmp_path: Path) -> None:
    """Each table is what it was, or said to be damaged; never shorter, never different."""
    chance, original = random.Random(3), path.read_bytes()
    served = 0
    for _ in range(60):
        content = bytearray(original)
        for _ in range(3):
            content[chance.randrange(100, len(content))] ^= 1 << chance.randrange(8)
        copy = tmp_path / "copy.sqlite"
        for leftover in tmp_path.glob("copy.sqlite*"):
            leftover.unlink()
        copy.write_bytes(content)
        try:
            store = SqliteStore(copy)
        except StoreError:  # any sentence will do, silence will not
            continue
        try:
            for name, entries in (("a", ENTRIES), ("b", ["other"])):
                try:
                    assert store.load(name) == entries
                    served += 1
                except (TableDamaged, StoreError):
                    pass
        finally:
            store.close()
    assert served > 40


def test_an_emptied_file_is_noticed(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(StoreDamaged) as caught:
        SqliteStore(path)
    assert "0 bytes" in caught.value.text.en
    assert path.read_bytes() == b""


WRITER = """
import sys, time
from tablee.table import SqliteStore
store = SqliteStore(sys.argv[1])
store.append("c", 0, ["another"] * 1000, 3).result()  # enough to be merged into the file
store.append("a", 6, ["the last move"], 3).result()
print("kept", flush=True)
time.sleep(60)
"""


@pytest.fixture
def killed(path: Path) -> Path:
    """The file after a server was killed; its last move is in the log beside it."""
    server = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
    assert server.stdout is not None
    assert server.stdout.readline() == b"kept\n"
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    server.stdout.close()
    return path


def test_a_log_that_another_program_has_merged_is_not_missed(killed: Path) -> None:
    """SQLite brings the log into the file, and deletes it, when the last one who has the file open closes it."""
    connection = sqlite3.connect(killed)
    connection.execute("SELECT COUNT(*) FROM entry").fetchall()
    connection.close()
    assert not killed.with_name(f"{killed.name}-wal").exists()
    store = SqliteStore(killed)
    assert store.load("a") == [*ENTRIES, "the last move"]
    store.close()


def test_a_missing_log_is_noticed(killed: Path) -> None:
    """Somebody has tidied the log away."""
    path = killed
    log = path.with_name(f"{path.name}-wal")
    shutil.copy(log, path.with_name("kept"))
    log.unlink()
    with pytest.raises(StoreDamaged) as caught:
        SqliteStore(path)
    assert log.name in caught.value.text.en
    shutil.copy(path.with_name("kept"), log)  # put back, nothing is lost
    store = SqliteStore(path)
    assert store.load("a") == [*ENTRIES, "the last move"]
    store.close()
    SqliteStore(path).close()  # a clean end leaves nothing to notice


def test_check_data_tells_and_repairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def some_tables() -> list[str]:
        table_service = open_service(tmp_path / "tables.sqlite")
        names = [(await table_service.create(Setup("cadeau", {"zones": 1}))).table.id for _ in range(3)]
        await table_service.close()
        return names

    first, second, third = asyncio.run(some_tables())
    path = next(tmp_path.glob("*.sqlite"))
    if path.name != "tables.sqlite":
        path = path.rename(tmp_path / "tables.sqlite")
    assert main(["--lang", "en", "check-data", "--data", str(tmp_path)]) == 0
    assert "3 tables, 0 damaged." in capsys.readouterr().out
    change(path, f"UPDATE entry SET body = '{{}}' WHERE game = '{second}' AND seq = 1")
    assert main(["--lang", "en", "check-data", "--data", str(tmp_path)]) == 1
    assert f"{second}: damaged, 1 good line of" in capsys.readouterr().out
    with lock_store(path):
        assert main(["--lang", "en", "check-data", "--data", str(tmp_path)]) == 1
        assert main(["--lang", "en", "check-data", "--repair", "--data", str(tmp_path)]) == 2
    assert "Close it first" in capsys.readouterr().err
    assert main(["--lang", "en", "check-data", "--repair", "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["--lang", "en", "check-data", "--data", str(tmp_path)]) == 0
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT COUNT(*) FROM damaged WHERE game = ?", (second,)).fetchone()[0] > 0
    connection.close()
    store = SqliteStore(path)
    assert len(store.load(second)) == 1
    assert len(store.load(first)) == len(store.load(third)) > 1
    store.append(second, 1, ["on it goes"], 9).result()
    store.close()


def test_repair_goes_on_without_a_missing_log(path: Path) -> None:
    change(path, "UPDATE state SET value = 1")
    with pytest.raises(StoreDamaged):
        SqliteStore(path)
    assert {damage.table for damage in repair(path).damages} == {"a", "b"}  # "entry 0" makes no table
    SqliteStore(path).close()
