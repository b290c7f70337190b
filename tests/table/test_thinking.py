"""Where bots think: in processes of their own, so many at once, holding up nobody; and nowhere if nobody watches."""

import asyncio
import logging
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tablee.core import paths
from tablee.core import registry as games
from tablee.core.game import State
from tablee.core.processes import WorkerDied
from tablee.table import BotFailed, Chair, Setup, SqliteStore, TableService, thinking
from tablee.table.thinking import Thinkers
from tablee.web.frame.rate_limit import ADDRESS
from tablee.web.play import bot_driver
from tests.table_kit import open_service

pytestmark = pytest.mark.anyio
BLOCS = games.load("blocs")


def decision() -> tuple[State, int]:
    """A position of blocs where somebody chooses."""
    chance, state = random.Random(4), BLOCS.start(BLOCS.variant({"mode": "duel", "level": 1}))
    while BLOCS.phase(state) != "move":
        state = BLOCS.play(state, chance.choice(BLOCS.rolls(state))[0])
    return state, BLOCS.players(state)[0]


async def test_a_strong_bot_thinks_in_another_process_and_one_that_dies_is_replaced() -> None:
    """One that dies while nobody asks it anything is no bot's failure; one that dies thinking is."""
    state, player = decision()
    thinkers = Thinkers(most=1)
    try:
        assert await thinkers.choose("hibou", BLOCS, None, state, player) in BLOCS.moves(state, player)
        (worker,) = thinkers._all
        worker.process.kill()
        worker.process.wait()
        assert await thinkers.choose("hibou", BLOCS, None, state, player) in BLOCS.moves(state, player)
        (second,) = thinkers._all
        assert second is not worker
        second.process.send_signal(signal.SIGSTOP)  # it thinks and thinks
        thinking_on = asyncio.create_task(thinkers.choose("hibou", BLOCS, None, state, player))
        await until(lambda: not thinkers._idle)
        second.process.kill()
        with pytest.raises(WorkerDied):
            await thinking_on
        assert await thinkers.choose("hibou", BLOCS, None, state, player) in BLOCS.moves(state, player)
        (another,) = thinkers._all
        assert another is not second
        with pytest.raises(AttributeError):
            await thinkers.choose("hibou", BLOCS, None, None, player)  # its own trouble is told, and it lives on
        assert thinkers._all == {another}
    finally:
        thinkers.close()
    assert another.process.poll() is not None


def test_without_a_home_robots_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They compute in the folder of the server, which takes it away: ended from outside, they could not."""
    for name in ("TABLEE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(paths, "temporary_directory", lambda: tmp_path / "ours")
    state, player = decision()

    async def run() -> None:
        thinkers = Thinkers(most=1)
        try:
            await thinkers.choose("hibou", BLOCS, None, state, player)
        finally:
            thinkers.close()

    asyncio.run(run())
    assert (tmp_path / "ours").is_dir()
    assert list((tmp_path / "temporary").iterdir()) == []


async def test_simple_bots_and_those_without_a_process_think_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state, player = decision()

    def never() -> Any:
        raise OSError("no more processes")

    monkeypatch.setattr(thinking, "Worker", never)
    thinkers = Thinkers()
    assert await thinkers.choose("greedy", BLOCS, None, state, player) in BLOCS.moves(state, player)
    assert not caplog.records
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert await thinkers.choose("hibou", BLOCS, None, state, player) in BLOCS.moves(state, player)
    assert [record.getMessage() for record in caplog.records] == [
        "no process for a bot can be started, it thinks in a thread: no more processes"
    ]
    thinkers.close()


class Ponderer:
    """A bot that thinks until it is told not to; it counts how many do so at once."""

    def __init__(self) -> None:
        self.enough, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = self.thoughts = 0

    def choose(self, view: State, player: int) -> Any:
        with self.lock:
            self.now += 1
            self.thoughts += 1
            self.most = max(self.most, self.now)
        self.enough.wait(30)
        with self.lock:
            self.now -= 1
        return games.load("cadeau").moves(view, player)[0]


BOT_FIRST = Setup("cadeau", seats=(Chair(bot="greedy"), Chair()), my_seats=(1,))


async def test_no_number_of_thinking_bots_holds_up_a_first_look(tmp_path: Path) -> None:
    bot = Ponderer()
    other = await open_service(tmp_path / "tables.sqlite").create(Setup("cadeau"))
    table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"), bots=lambda *_: bot)
    tables = [(await table_service.create(BOT_FIRST)).table for _ in range(40)]
    for table in tables:
        assert await table_service.advance(table.id)  # the throw
    steps = [asyncio.ensure_future(table_service.advance(table.id)) for table in tables]
    while bot.now < table_service.thinkers.most:
        await asyncio.sleep(0.01)
    assert (await asyncio.wait_for(table_service.open(other.table.id), 10)).id == other.table.id
    assert bot.now == bot.most == table_service.thinkers.most, "all of them still think"
    bot.enough.set()
    assert all(await asyncio.gather(*steps))
    await table_service.close()


async def test_one_address_leaves_room_for_the_bots_of_another(tmp_path: Path) -> None:
    bot = Ponderer()
    table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"), bots=lambda *_: bot)
    driver = bot_driver.BotDriver(table_service, 0)
    share = max(1, table_service.thinkers.most // 2)
    for address, count in (("a", 10), ("b", 1)):
        ADDRESS.set(address)
        for _ in range(count):
            driver.wake((await table_service.create(BOT_FIRST)).table.id)
        expected = share + (address == "b")
        await until(lambda expected=expected: bot.now == expected)
        await asyncio.sleep(0.2)
    assert bot.most == share + 1
    bot.enough.set()
    await until(lambda: bot.thoughts == 11 and not driver._tasks)
    await driver.close()
    await table_service.close()


async def until(condition: Any) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


async def test_bots_that_nobody_watches_rest_until_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "REST", 0.3)
    table_service = open_service(tmp_path / "tables.sqlite")
    driver = bot_driver.BotDriver(table_service, 0.05)
    seats = (Chair(bot="random"), Chair(bot="random"))
    table = (await table_service.create(Setup("cadeau", {"zones": 9}, seats=seats, my_seats=()))).table
    driver.wake(table.id)
    await until(lambda: not driver._tasks)
    resting = table.seq
    assert not table.over
    leave = table_service.subscribe(table.id, print)  # a page follows it
    driver.wake(table.id)
    await until(lambda: table.seq > resting + 20)
    leave()
    await until(lambda: not driver._tasks)
    assert not table.over
    await driver.close()
    await table_service.close()


async def test_a_bot_that_fails_elsewhere_has_failed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table_service = open_service(tmp_path / "tables.sqlite")
    seats = (Chair(bot="hibou"), Chair())
    table = (
        await table_service.create(Setup("blocs", {"mode": "duel"}, seats=seats, my_seats=(1,), opening=False))
    ).table
    while table.phase != "move":
        assert await table_service.advance(table.id)
    step = asyncio.ensure_future(table_service.advance(table.id))
    await until(lambda: table_service.thinkers._all)
    next(iter(table_service.thinkers._all)).process.kill()
    with pytest.raises(BotFailed):
        await step
    await table_service.go_on_without(table.id, 0)
    assert await table_service.advance(table.id)
    await table_service.close()
