"""`tablee prune` deletes old unfinished games, and only those."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from tablee.table import Chair, Setup, SqliteStore, TableService, data_file
from tablee.table.verbs import Resign
from tests.cli.conftest import Call

DAY = 86_400.0
Made = TypeVar("Made")


def apart(work: Callable[[], Made]) -> Made:
    """Do it in a thread of its own: a browser test may have left an event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def opened(folder: Path, at: float, *, over: bool = False) -> str:
    """A table that was last touched at that time; `over`: somebody has resigned there."""

    async def make() -> str:
        table_service = TableService(SqliteStore(data_file(folder)), clock=lambda: at)
        made = await table_service.create(Setup("cadeau", {"zones": 1}, seats=(Chair(), Chair()), my_seats=(0, 1)))
        if over:
            await table_service.ask(made.table.id, made.secret, Resign(0), version=made.table.version)
        await table_service.close()
        return made.table.id

    return apart(lambda: asyncio.run(make()))


def test_old_unfinished_games_go_and_finished_ones_if_asked(tmp_path: Path, tablee: Call) -> None:
    long_ago = time.time() - 100 * DAY
    opened(tmp_path, long_ago), opened(tmp_path, long_ago, over=True)
    new = opened(tmp_path, time.time())
    for words, lang, sentence in (
        ("--days 120", "en", "Deleted: 0 games left unfinished.\n"),
        ("", "fr", "Effacé : 1 partie sans fin.\n"),
        ("--finished", "en", "Deleted: 1 game.\n"),
    ):
        assert apart(partial(tablee, f"prune {words} --data {tmp_path}", lang=lang)) == (0, sentence, "")
    store = SqliteStore(data_file(tmp_path))
    assert [summary.table for summary in store.tables()] == [new]
    store.close()
