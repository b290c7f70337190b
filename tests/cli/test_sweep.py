"""`tablee sweep` deletes old unfinished games, and only those."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from tablee.cli import main
from tablee.table import Chair, Hall, Setup, SqliteStore, data_file
from tablee.table.verbs import Resign

DAY = 86_400.0
Made = TypeVar("Made")


def apart(work: Callable[[], Made]) -> Made:
    """Do it in a thread of its own: a browser test may have left an event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def opened(folder: Path, at: float, *, over: bool = False) -> str:
    """A table that was last touched at that time; `over`: somebody has resigned there."""

    async def make() -> str:
        hall = Hall(SqliteStore(data_file(folder)), clock=lambda: at)
        made = await hall.create(Setup("cadeau", {"zones": 1}, seats=(Chair(), Chair()), here=(0, 1)))
        if over:
            await hall.ask(made.table.id, made.secret, Resign(0), version=made.table.version)
        await hall.close()
        return made.table.id

    return apart(lambda: asyncio.run(make()))


def sweep(*words: str) -> int:
    return apart(lambda: main(list(words)))


def test_old_unfinished_games_go_and_finished_ones_if_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long_ago = time.time() - 100 * DAY
    opened(tmp_path, long_ago), opened(tmp_path, long_ago, over=True)
    new = opened(tmp_path, time.time())
    assert sweep("--lang", "en", "sweep", "--days", "120", "--data", str(tmp_path)) == 0
    assert capsys.readouterr().out == "Deleted: 0 games left unfinished.\n"
    assert sweep("--lang", "fr", "sweep", "--data", str(tmp_path)) == 0
    assert capsys.readouterr().out == "Effacé : 1 partie sans fin.\n"
    assert sweep("--lang", "en", "sweep", "--finished", "--data", str(tmp_path)) == 0
    assert capsys.readouterr().out == "Deleted: 1 game.\n"
    store = SqliteStore(data_file(tmp_path))
    assert [summary.table for summary in store.tables()] == [new]
    store.close()


@pytest.mark.parametrize("words", [["--days", "0"], ["--days", "-3"], ["--days", "nan"], []])
def test_a_wrong_number_or_an_empty_place_is_a_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", "--data", str(tmp_path), *words]) == 2
    assert "tablee:" in capsys.readouterr().err
