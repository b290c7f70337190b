"""Several processes at one PostgreSQL store: what one writes the other shows, whatever is heard of it or not."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablee.cli import main
from tablee.table import (
    Chair,
    Setup,
    SqliteStore,
    StaleMove,
    StoreError,
    StoreNewer,
    Table,
    TableDamaged,
    TableService,
    UnknownTable,
)
from tablee.table.verbs import Move, Rename, RollDice
from tablee.web.play.bot_driver import BotDriver
from tablee_postgres import store as postgres_module
from tablee_postgres.migrate import carry
from tablee_postgres.store import PostgresStore, without_password
from tests.postgres_kit import Server
from tests.table_kit import notices, open_service, snapshot

pytestmark = pytest.mark.anyio


@pytest.fixture
def database(database_server: Server) -> str:
    return database_server.new_database()


@contextlib.asynccontextmanager
async def open_services(database: str, count: int = 2) -> AsyncIterator[list[TableService]]:
    made = [open_service(database) for _ in range(count)]
    try:
        yield made
    finally:
        for table_service in made:
            await table_service.close()


def listening(database: str, asked: str = "pid") -> int:
    """How many sessions hear notifications; `asked`: of each of them."""
    there = "pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'"
    with psycopg.connect(database, autocommit=True) as connection:
        return len(connection.execute(f"SELECT {asked} FROM {there}".encode()).fetchall())


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def pair(database: str, anyio_backend: str) -> AsyncIterator[list[TableService]]:
    async with open_services(database) as made:
        yield made


PATIENCE = 60  # seconds for what is not there yet, on a machine that may be busy


async def until(condition: Any, seconds: float = PATIENCE) -> float:
    """Wait for it; how long that was."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds
        await asyncio.sleep(0.01)
    return time.monotonic() - begun


async def test_a_change_at_one_process_is_told_to_another(
    pair: list[TableService], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, by a notification: here nobody finds what was not told."""
    monkeypatch.setattr(postgres_module, "CHANGED", f"{postgres_module.CHANGED} AND false")
    one, two = pair
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    table_id = opened.table.id
    there = await two.open(table_id)
    await until(lambda: listening(database))
    heard = notices(two, table_id)
    for number in range(9):
        await one.ask(table_id, opened.secret, Rename(0, f"{number}"))
        notice = await asyncio.wait_for(heard.get(), PATIENCE)
        assert notice.seq == there.seq == opened.table.seq
        assert snapshot(there) == snapshot(opened.table)


async def test_what_one_process_has_answered_the_next_request_at_another_knows(pair: list[TableService]) -> None:
    """Nobody waits for a notification: a proxy may send the very next request elsewhere."""
    one, two = pair
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    table, secret = opened.table, opened.secret
    await two.open(table.id)
    for number in range(6):
        here, there = (one, two) if number % 2 else (two, one)
        before = await here.open(table.id)
        asked = RollDice() if before.phase == "roll" else Move(str(before.view(before.acting[0]).moves[0]))
        after = await here.ask(table.id, secret, asked, version=before.version)
        assert snapshot(await there.open(table.id)) == snapshot(after)


async def test_two_processes_never_both_win_and_the_loser_reads_again(pair: list[TableService]) -> None:
    one, two = pair
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    table_id, secret = opened.table.id, opened.secret
    for _ in range(40):
        tables = [await table_service.open(table_id) for table_service in (one, two)]
        assert tables[0].version == tables[1].version
        if tables[0].over:
            break
        view, version = tables[0].view(tables[0].acting[0]), tables[0].version
        asked = RollDice() if view.may_roll else Move(str(view.moves[0]))
        both = (table_service.ask(table_id, secret, asked, version=version) for table_service in (one, two))
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert [type(answer) for answer in answers if not isinstance(answer, Table)] == [StaleMove]
    assert snapshot(await one.open(table_id)) == snapshot(await two.open(table_id))
    log = one._store.load(table_id)
    assert len(log) == (await one.open(table_id)).seq


async def test_without_notifications_changes_come_a_little_later(
    pair: list[TableService], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    monkeypatch.setattr(postgres_module, "CHANNEL", "deaf")
    there = await two.open(opened.table.id)
    await asyncio.sleep(0.3)
    monkeypatch.undo()
    heard = notices(two, there.id)
    await one.ask(there.id, opened.secret, RollDice(), version=0)
    assert (await asyncio.wait_for(heard.get(), PATIENCE)).seq == there.seq == opened.table.seq


async def test_after_a_lost_connection_everything_is_read_again(
    pair: list[TableService], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    there = await two.open(opened.table.id)
    heard = notices(two, there.id)
    await until(lambda: listening(database))
    assert listening(database, "pg_terminate_backend(pid)") == 1
    await one.ask(there.id, opened.secret, RollDice(), version=0)
    assert (await asyncio.wait_for(heard.get(), PATIENCE)).seq == there.seq == opened.table.seq


async def test_a_notification_is_never_believed(pair: list[TableService], database: str) -> None:
    one, two = pair
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    there = await two.open(opened.table.id)
    before = snapshot(there)
    two.subscribe(there.id, print)
    await until(lambda: listening(database))
    with psycopg.connect(database, autocommit=True) as liar:
        for lie in (f"{there.id} 99", f"{there.id} -1", f"{there.id} ²", "nowhere 5", "", " ", "x" * 7000):
            liar.execute("SELECT pg_notify('tablee', %s)", (lie,))
        await one.ask(there.id, opened.secret, Rename(0, "vrai"))
        await until(lambda: there.seq == opened.table.seq)
    assert snapshot(there) != before
    assert snapshot(there) == snapshot(opened.table)


async def test_a_deleted_or_damaged_table_is_not_served_from_memory(pair: list[TableService], database: str) -> None:
    one, two = pair
    gone, hurt = [await one.create(Setup("cadeau", my_seats=(0, 1))) for _ in range(2)]
    for opened in (gone, hurt):
        await two.open(opened.table.id)
    one._store.delete(gone.table.id)
    with pytest.raises(UnknownTable):
        await two.open(gone.table.id)
    await one.ask(hurt.table.id, hurt.secret, RollDice(), version=0)
    with psycopg.connect(database, autocommit=True) as hand:
        hand.execute("UPDATE entry SET body = replace(body, 'd', 'e') WHERE game = %s", (hurt.table.id,))
    with pytest.raises(TableDamaged):
        await two.open(hurt.table.id)


# --- bots and rates -------------------------------------------------------------------------------------------

HOLDER = """
import sys, time
from tablee_postgres.store import PostgresStore
store = PostgresStore(sys.argv[1])
store.follow(lambda table, length: None)
while not store.claim("table"):
    time.sleep(0.05)
print("claimed", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_claim_is_taken_over_when_its_process_dies_or_stops(database: str, how: signal.Signals) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, database], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    store = PostgresStore(database)
    try:
        assert holder.stdout.readline() == "claimed\n"
        store.follow(lambda table, length: None)
        wait_for(lambda: store.claim("another"))
        assert not store.claim("table")
        os.kill(holder.pid, how)
        wait_for(lambda: store.claim("table"))
        store.release("table")
    finally:
        holder.kill()
        holder.communicate()
        store.close()


DRIVER = """
import asyncio, sys
from tablee.table import TableService
from tablee.table.data import store_at
from tablee.web.play.bot_driver import BotDriver

async def run():
    table_service = TableService(store_at(sys.argv[1]))
    await table_service.open(sys.argv[2])
    while not table_service.shared.claim(sys.argv[2]):
        await asyncio.sleep(0.05)
    BotDriver(table_service, 3600).wake(sys.argv[2])  # the bots are its own, and it takes its time
    print("claimed", flush=True)
    await asyncio.sleep(600)

asyncio.run(run())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_the_bots_of_a_dead_process_play_on_at_another(
    database: str, how: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> float:
        async with open_services(database, 1) as (table_service,):
            opened = await table_service.create(Setup("cadeau", seats=(Chair(bot="greedy"), Chair()), my_seats=(1,)))
            driver, table_id = BotDriver(table_service, 0), opened.table.id
            table_service.subscribe(table_id, lambda notice: None)
            with subprocess.Popen([sys.executable, "-c", DRIVER, database, table_id], stdout=subprocess.PIPE) as other:
                try:
                    assert other.stdout is not None
                    assert await asyncio.to_thread(other.stdout.readline) == b"claimed\n"
                    driver.wake(table_id)
                    await asyncio.sleep(1.2)
                    assert not opened.table.events, "while the other lives, it plays them"
                    os.kill(other.pid, how)
                    return await until(lambda: len(opened.table.events) == 2)
                finally:
                    other.kill()
                    await driver.close()

    seconds = asyncio.run(run())
    with capsys.disabled():
        print(f"\nbots of a process taken over {seconds:.2f} s after {how.name}")


def wait_for(condition: Any, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_database_that_stops_is_named_and_play_goes_on_when_it_is_back(database_server: Server) -> None:
    database = database_server.new_database()

    async def run() -> None:
        async with open_services(database, 1) as (table_service,):
            opened = await table_service.create(Setup("cadeau", my_seats=(0, 1)))
            await table_service.open(opened.table.id)
            database_server.stop()
            try:
                with pytest.raises(StoreError) as refused:
                    await table_service.ask(opened.table.id, opened.secret, RollDice(), version=0)
            finally:
                await asyncio.to_thread(database_server.start)
            assert "ne répond pas" in refused.value.text.fr
            table = await table_service.ask(opened.table.id, opened.secret, RollDice(), version=0)
            assert len(table.events) == 1

    asyncio.run(run())


def test_a_stopped_writer_holds_nobody_up_for_long(database: str) -> None:
    """A process that was stopped in the middle of writing keeps its row; the database ends its session."""
    store = PostgresStore(database)
    store.append("a", 0, ["one"], 0).result()
    stopped = store._connect()
    stopped.execute("BEGIN")
    stopped.execute("SELECT 1 FROM game WHERE id = 'a' FOR UPDATE")
    store.append("a", 1, ["two"], 0).result(timeout=PATIENCE)
    stopped.close()
    assert store.load("a") == ["one", "two"]
    store.close()


def test_a_newer_database_is_left_alone_and_many_may_open_a_new_one(database: str) -> None:
    made: list[PostgresStore] = []
    threads = [threading.Thread(target=lambda: made.append(PostgresStore(database))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    for store in made:
        store.close()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("INSERT INTO tablee_schema VALUES (99)")
    with pytest.raises(StoreNewer) as refused:
        PostgresStore(database)
    assert "99" in refused.value.text.fr


def test_no_password_is_shown_and_a_wrong_address_gets_a_sentence() -> None:
    assert (
        without_password("postgresql://lea:secret@example.org:5433/games") == "postgresql://lea@example.org:5433/games"
    )
    assert "secret" not in without_password("postgresql://lea:secret@[/games")
    with pytest.raises(StoreError) as refused:
        PostgresStore("postgresql://lea:secret@127.0.0.1:1/games")
    assert "secret" not in str(refused.value)


# --- from one store to the other ------------------------------------------------------------------------------


def test_tables_go_to_postgresql_and_back_and_what_came_later_follows(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, back = tmp_path / "tables.sqlite", tmp_path / "back.sqlite"
    store = SqliteStore(file)
    store.append("a", 0, ["one", "two"], 5).result()
    store.append("b", 0, ["x"], 7).result()
    store.append("a", 2, ["three"], 9).result()
    assert main(["--lang", "en", "migrate", str(file), database]) == 0
    assert "2 games" in capsys.readouterr().out
    store.append("a", 3, ["four"], 11).result()
    assert main(["--lang", "en", "migrate", str(file), database]) == 0
    assert main(["--lang", "en", "migrate", database, str(back)]) == 0
    there, again = PostgresStore(database), SqliteStore(back)
    assert store.tables() == there.tables() == again.tables()
    assert all(store.load(name) == there.load(name) == again.load(name) for name in ("a", "b"))
    there.append("b", 1, ["y"], 8).result()
    store.append("b", 1, ["z"], 8).result()
    copied, refused = carry(store, there)
    assert (copied, len(refused)) == (1, 1)
    assert "b" in refused[0].en
    for one in (store, there, again):
        one.close()
    assert main(["--lang", "en", "migrate", str(tmp_path / "none"), database]) == 2
    capsys.readouterr()
    assert main(["--lang", "en", "check-data", "--store", database]) == 1  # "one" is no entry of a game
    assert "2 tables, 2 damaged" in capsys.readouterr().out
    assert main(["--lang", "en", "check-data", "--repair", "--store", database]) == 2
    assert main(["--lang", "en", "prune", "--days", "1", "--store", database]) == 0
