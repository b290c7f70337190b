"""The store: durable, one of several racing writers, old files and broken ones."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tablee.table import (
    Conflict,
    SqliteStore,
    Store,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    Summary,
    sqlite,
)
from tablee.table.data import store_at
from tablee.table.group_commit import migrations


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "deep" / "down" / "tables.sqlite", patience=0.2)
    yield made
    made.close()


@pytest.fixture
def kept_at(home: str | Path) -> Iterator[Store]:
    made = store_at(home)
    yield made
    made.close()


def test_what_is_kept_is_read_back_in_order(kept_at: Store) -> None:
    kept_at.append("a", 0, ["one", "two"], 10).result()
    kept_at.append("b", 0, ["é « ⚅ »"], 11).result()
    kept_at.append("a", 2, ["three"], 12).result()
    assert kept_at.load("a") == ["one", "two", "three"]
    assert kept_at.load("b") == ["é « ⚅ »"]
    assert kept_at.load("c") == []
    assert kept_at.tables() == [Summary("a", 10, 12, 3), Summary("b", 11, 11, 1)]
    assert kept_at.delete("a")
    assert not kept_at.delete("a")
    assert kept_at.load("a") == []
    assert [summary.table for summary in kept_at.tables()] == ["b"]


@pytest.mark.parametrize("first", [0, 1, 3, 9])
def test_an_entry_out_of_its_place_is_refused_whole(kept_at: Store, first: int) -> None:
    kept_at.append("a", 0, ["one", "two"], 1).result()
    with pytest.raises(Conflict):
        kept_at.append("a", first, ["x", "y"], 2).result()
    assert kept_at.load("a") == ["one", "two"]
    assert kept_at.tables() == [Summary("a", 1, 1, 2)]


def test_a_refused_writer_does_not_harm_its_group(kept_at: Store) -> None:
    kept_at.append("a", 0, ["one"], 1).result()
    futures = [kept_at.append("a", 1, [f"writer {number}"], 2) for number in range(8)]
    others = [kept_at.append(f"b{number}", 0, ["fine"], 2) for number in range(8)]
    assert sum(future.exception() is None for future in futures) == 1
    assert all(future.exception() is None for future in others)
    assert len(kept_at.load("a")) == 2


def test_of_racing_stores_on_one_file_one_writer_wins_each_place(home: str | Path) -> None:
    stores = [store_at(home) for _ in range(4)]
    stores[0].append("a", 0, ["start"], 0).result()
    won: list[str] = []

    def race(number: int) -> None:
        for seat in range(1, 21):
            try:
                stores[number].append("a", seat, [f"{number}"], seat).result()
                won.append(f"{number}")
            except Conflict:
                while len(stores[number].load("a")) <= seat:
                    time.sleep(0.001)

    threads = [threading.Thread(target=race, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 20
    assert sorted(stores[1].load("a")[1:]) == sorted(won)
    for made in stores:
        made.close()


WRITER = """
import sys
from tablee.table.data import store_at
store = store_at(sys.argv[1])
store.append("a", 0, ["0"], 0).result()
print(0, flush=True)
for number in range(1, 1_000_000):
    store.append("a", number, [str(number)], number).result()
    print(number, flush=True)
"""


def test_a_killed_writer_loses_nothing_that_was_acknowledged(home: str | Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(home)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    acknowledged = -1
    for line in writer.stdout:
        acknowledged = int(line)
        if acknowledged >= 40:
            os.kill(writer.pid, signal.SIGKILL)
            break
    acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL
    store = store_at(home)
    kept = store.load("a")
    store.close()
    assert kept == [str(number) for number in range(len(kept))]
    assert len(kept) > acknowledged  # the one in flight may be there too


# --- old files, and files that are none of ours ---------------------------------------------------------------


def test_a_file_of_the_version_before_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.sqlite"
    store = SqliteStore(path)
    store.append("a", 0, ["one", "two"], 5).result()
    store.close()
    steps = [*migrations("tablee.table"), "CREATE TABLE later (name TEXT);\nINSERT INTO later VALUES ('new');"]
    monkeypatch.setattr(sqlite, "migrations", lambda package: steps)
    for _ in range(2):  # the second opening changes nothing
        store = SqliteStore(path)
        assert store.tables() == [Summary("a", 5, 5, 2)]
        assert store.load("a") == ["one", "two"]
        store.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(steps),)
    assert connection.execute("SELECT name FROM later").fetchall() == [("new",)]
    connection.close()


@pytest.mark.parametrize(
    ("whose", "error", "sentence"),
    [
        ("newer", StoreNewer, "99"),
        ("recipes", StoreDamaged, "pas un fichier de Tablée"),
        ("text", StoreDamaged, "abîmée"),
    ],
)
def test_a_file_that_is_not_ours_is_left_alone(
    tmp_path: Path, whose: str, error: type[StoreError], sentence: str
) -> None:
    path = tmp_path / "tables.sqlite"
    if whose == "text":
        path.write_text("Chère mamie, " * 100)
    else:
        if whose == "newer":
            SqliteStore(path).close()
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 99" if whose == "newer" else "CREATE TABLE recipes (name)")
        connection.close()
    before = path.read_bytes()
    with pytest.raises(error) as caught:
        SqliteStore(path)
    assert sentence in caught.value.text.fr
    assert str(path) in caught.value.text.en
    assert path.read_bytes() == before


def test_a_damaged_page_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = SqliteStore(path)
    store.append("a", 0, ["x" * 500 for _ in range(200)], 0).result()
    store.close()
    content = bytearray(path.read_bytes())
    content[4096 * 2 :] = b"\xff" * (len(content) - 4096 * 2)
    path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        _load_all(path)


def _load_all(path: Path) -> None:
    store = SqliteStore(path)
    try:
        store.tables()
        store.load("a")
    finally:
        store.close()


def test_a_busy_file_is_said_to_be_busy_and_works_again(store: SqliteStore) -> None:
    store.append("a", 0, ["one"], 0).result()
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreLocked):
        store.append("a", 1, ["two"], 0).result()
    other.execute("ROLLBACK")
    other.close()
    store.append("a", 1, ["two"], 0).result()
    assert store.load("a") == ["one", "two"]


def test_a_read_only_file_is_said_to_be_so(store: SqliteStore) -> None:
    store.append("a", 0, ["one"], 0).result()
    store._writer.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreReadOnly) as caught:
        store.append("a", 1, ["two"], 0).result()
    assert str(store.path) in caught.value.text.en
    assert "another" not in caught.value.text.en  # `serve` says which other folder, and how
    assert store.load("a") == ["one"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreReadOnly) as caught:
        SqliteStore(tmp_path / "file" / "tables.sqlite")
    assert f"{tmp_path / 'file'} : ce nom est déjà pris." in caught.value.text.fr


def test_a_closed_store_finishes_and_then_refuses(home: str | Path) -> None:
    store = store_at(home)
    waiting: list[Future[None]] = [store.append(f"{number}", 0, ["x"], 0) for number in range(100)]
    store.close()
    store.close()
    assert all(future.exception() is None for future in waiting)
    with pytest.raises(StoreError):
        store.append("late", 0, ["x"], 0)
