"""Copies of the games: taken while people play, put back while a server goes on serving."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.table import Chair, Setup, SqliteStore, StaleMove, TableService, backup, data_file
from tablee.table.verbs import Move, RollDice
from tests.cli.conftest import Call
from tests.cli.test_prune import apart

SETUP = Setup("cadeau", {"zones": 1}, seats=(Chair(), Chair()), my_seats=(0, 1))


def test_a_copy_goes_back_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"

    async def work() -> tuple[list[str], list[str]]:
        table_service = TableService(SqliteStore(data_file(data)))
        opened = await table_service.create(SETUP)
        table, secret = opened.table, opened.secret
        await table_service.ask(table.id, secret, RollDice(), version=table.version)
        rolled = [str(event) for event in table.events]
        assert await asyncio.to_thread(main, ["--lang", "en", "backup", str(copy), "--data", str(data)]) == 0
        await table_service.ask(table.id, secret, Move("1a"), version=table.version)
        lost = await table_service.create(SETUP)
        assert await asyncio.to_thread(main, ["--lang", "en", "restore", str(copy), "--data", str(data)]) == 0
        with pytest.raises(StaleMove):  # the table in memory is ahead of its log: it is read anew
            await table_service.ask(table.id, secret, RollDice(), version=table.version)
        again = await table_service.open(table.id)
        await table_service.ask(again.id, secret, Move("1b"), version=again.version)
        await table_service.close()
        return rolled, [str(event) for event in again.events] + [lost.table.id]

    rolled, (first, second, lost) = apart(lambda: asyncio.run(work()))
    assert [first] == rolled
    assert second == "1b"
    output = capsys.readouterr().out.splitlines()
    assert output[0] == f"{copy}: 1 game."
    assert output[1] == f"1 game in {data_file(data)}."
    kept = Path(output[2].removeprefix("What was there is saved in ").rstrip("."))
    with sqlite3.connect(kept) as before:
        assert {lost} < {name for (name,) in before.execute("SELECT id FROM game")}
    before.close()


def test_a_copy_by_a_relative_path_says_where_it_is_and_where_it_cannot_be(tmp_path: Path, tablee: Call) -> None:
    SqliteStore(data_file(tmp_path)).close()
    output = f"{tmp_path / 'copies' / 'monday.sqlite'}: 0 games.\n"
    assert tablee("backup copies/monday.sqlite --data .") == (0, output, "")
    Path("file").touch()
    code, _, err = tablee("backup file/copy --data .")
    assert code == 2
    assert f"{tmp_path / 'file'}: no folder here" in err


@pytest.mark.parametrize("content", ["", "hello", None])
def test_what_is_no_copy_changes_nothing(content: str | None, tablee: Call) -> None:
    if content is not None:
        Path("copy.sqlite").write_text(content)
    code, _, err = tablee("restore copy.sqlite --data data")
    assert code == 2
    assert "copy.sqlite" in err
    assert not Path("data").exists()


def test_a_copy_is_read_where_nothing_can_be_written_beside_it(tablee: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore(data_file(Path("data"))).close()
    assert tablee("backup copy.sqlite --data data")[0] == 0
    monkeypatch.setattr(backup, "writable", lambda folder: False)
    assert tablee("restore copy.sqlite --data new")[0] == 0
    assert [path.name for path in Path().iterdir() if path.name.startswith("copy")] == ["copy.sqlite"]  # no lock
    code, _, err = tablee("restore copy.sqlite --data copy.sqlite/below")
    assert code == 2
    assert "copy.sqlite/below" in err  # the place that is wrong, not the copy


def test_games_and_copies_are_for_their_owner_and_leave_nothing_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also of a file that all could read, and of a copy taken while the table was open."""
    data, copies_of, new = (tmp_path / name for name in ("data", "copies", "new"))
    copies_of.mkdir()
    SqliteStore(data_file(data)).close()
    data_file(data).chmod(0o644)
    store = SqliteStore(data_file(data))
    store.append("a", 0, ["entry"], 1).result()
    copy = copies_of / "copy.sqlite"
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    modes = {path.name: path.stat().st_mode & 0o777 for path in (*data.iterdir(), *copies_of.iterdir())}
    store.close()
    assert set(modes.values()) == {0o600}
    assert {"tables.sqlite-wal", "copy.sqlite"} < set(modes)
    assert main(["restore", str(copy), "--data", str(new)]) == 0
    assert [path.name for path in copies_of.iterdir()] == ["copy.sqlite"]
    assert new.stat().st_mode & 0o777 == 0o700
    assert data_file(new).stat().st_mode & 0o777 == 0o600
    again = SqliteStore(data_file(new))
    assert again.load("a") == ["entry"]
    again.close()
    capsys.readouterr()
