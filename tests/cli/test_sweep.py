"""`tablee sweep` deletes old unfinished games, and only those."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.table import Chair, Hall, Setup, SqliteStore, data_file

DAY = 86_400.0


def opened(folder: Path, at: float) -> str:
    """A table that was last touched at that time."""

    async def make() -> str:
        hall = Hall(SqliteStore(data_file(folder)), clock=lambda: at)
        made = await hall.create(Setup("cadeau", {"zones": 1}, seats=(Chair(), Chair()), here=(0, 1)))
        await hall.close()
        return made.table.id

    return asyncio.run(make())


def test_old_unfinished_games_go_and_new_ones_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import time

    old, new = opened(tmp_path, time.time() - 100 * DAY), opened(tmp_path, time.time())
    assert main(["--lang", "en", "sweep", "--days", "120", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Deleted: 0 games left unfinished.\n"
    assert main(["--lang", "fr", "sweep", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Effacé : 1 partie sans fin.\n"
    store = SqliteStore(data_file(tmp_path))
    assert [summary.table for summary in store.tables()] == [new] != [old]
    store.close()


@pytest.mark.parametrize("words", [["--days", "0"], ["--days", "-3"], ["--days", "nan"], []])
def test_a_wrong_number_or_an_empty_place_is_a_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", "--data", str(tmp_path), *words]) == 2
    assert "tablee:" in capsys.readouterr().err
