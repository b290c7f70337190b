"""Bots at the web's table, above all those that fail: nobody waits for them."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from tablee import bots
from tablee.bots import KINDS
from tablee.bots.chameleon import Chameleon
from tablee.core.dice import VirtualDice
from tablee.core.game import AnyGame
from tablee.core.words import Text
from tablee.table import Bot, Chair, Setup, SqliteStore, Table, TableService, log_format
from tablee.table.verbs import Move, RollDice
from tablee.web.play.bot_driver import SEEN, BotDriver
from tests.web_kit import bearer, created, served, visiting


class Broken:
    def choose(self, view: Any, player: int) -> Any:
        raise RuntimeError("cannot cache function: no locator available")


def broken_but(*sound: str) -> Any:
    def make(level: str, game: AnyGame, seed: int | None = None) -> Bot:
        return bots.make(level, game, seed=1) if level in sound else Broken()

    return make


async def rest(driver: BotDriver) -> None:
    """Until no bot has anything to do."""
    async with asyncio.timeout(60):
        while driver._tasks:
            await asyncio.sleep(0)
    await driver.close()


def played(folder: Path, maker: Any) -> Table:
    """A table of one person and a bot, after the person's first move and as long as the bot has something to do."""

    async def work() -> Table:
        table_service = TableService(SqliteStore(folder / "tables.sqlite"), bots=maker, dice=VirtualDice(3))
        driver = BotDriver(table_service, pace=0)
        opened = await table_service.create(
            Setup("cadeau", {"zones": 1}, seats=(Chair("Léa"), Chair("Tablée", bot="hibou")))
        )
        table = opened.table
        await table_service.ask(table.id, opened.secret, RollDice(), version=table.version)
        await table_service.ask(table.id, opened.secret, Move("1a"), version=table.version)
        driver.wake(table.id)
        await rest(driver)
        await table_service.close()
        return table

    return asyncio.run(work())


@pytest.mark.parametrize(
    ("pace", "waits"), [(None, {KINDS[name].pace + SEEN for name in ("poussin", "hibou")}), (0.1, {0.1})]
)
def test_each_level_keeps_its_own_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: float | None, waits: set[float]
) -> None:
    waited: set[float] = set()

    async def wait(driver: BotDriver, table_id: str, seconds: float) -> None:
        waited.add(seconds)

    async def work() -> None:
        table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"), dice=VirtualDice(3))
        driver = BotDriver(table_service, pace)
        opened = await table_service.create(
            Setup("cadeau", {"zones": 1}, seats=(Chair(bot="poussin"), Chair(bot="hibou")), my_seats=())
        )
        driver.wake(opened.table.id)
        await rest(driver)
        assert opened.table.over
        await table_service.close()

    monkeypatch.setattr(BotDriver, "_wait", wait)
    asyncio.run(work())
    assert waited == waits


def test_a_bot_that_fails_is_replaced_and_the_table_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        table = played(tmp_path, broken_but("greedy"))
    assert table.acting == (0,)  # the bot has moved: it is the person's turn
    lines = [line.text.fr for line in table.story(0)]
    assert any("Tablée a eu un souci" in line for line in lines)
    assert table.seating.bot(1) == "greedy"
    assert "no locator available" in caplog.text
    store = SqliteStore(tmp_path / "tables.sqlite")  # and it stays replaced after a restart
    assert Table.fold(table.id, map(log_format.parse, store.load(table.id))).seating.bot(1) == "greedy"
    store.close()


def test_if_even_the_simple_one_fails_the_bot_gives_up(tmp_path: Path) -> None:
    table = played(tmp_path, broken_but())
    assert table.over
    assert table.outcome is not None
    assert table.outcome.winners == (1,)


def test_a_move_in_the_moment_the_bots_stop_wakes_them_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> int:
        table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"), dice=VirtualDice(3))
        opened = await table_service.create(
            Setup("cadeau", {"zones": 1}, seats=(Chair("Léa"), Chair("Tablée", bot="greedy")))
        )
        driver, looks = BotDriver(table_service, pace=0), 0

        async def play(table_id: str) -> None:
            nonlocal looks
            looks += 1
            if looks == 1:  # nothing was due; before the task has ended, somebody plays
                driver.wake(table_id)

        monkeypatch.setattr(driver, "_play", play)
        driver.wake(opened.table.id)
        await rest(driver)
        await table_service.close()
        return looks

    assert asyncio.run(work()) == 2


def test_a_bot_explains_itself_without_what_is_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[int] = []

    def says(bot: Chameleon, player: int, states: Any, events: Any) -> Text:
        lines.append(len(events))
        return Text("", "")

    monkeypatch.setattr(Chameleon, "says", says)
    with served(tmp_path, pace=60) as base, visiting(base) as client:
        table = created(client, game="laaancez", seats=[{}, {"bot": "cameleon50"}])
        for verb, choose in (("roll", False), ("move", True)):
            body = {"version": table["version"]} | ({"move": table["moves"][0]} if choose else {})
            answer = client.post(f"/api/v1/tables/{table['id']}/{verb}", json=body, headers=bearer(table["secret"]))
            table |= answer.json()
        assert table["acting"] == [1]
        assert client.get(f"/table/{table['id']}/robot/1").status_code == 200
    assert lines == [1]
