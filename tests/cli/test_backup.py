"""Copies of the games: taken while people play, put back while a server goes on serving."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.table import Chair, Hall, Setup, SqliteStore, StaleMove, backup, data_file
from tablee.table.verbs import Move, Roll
from tests.cli.test_sweep import apart

SETUP = Setup("cadeau", {"zones": 1}, seats=(Chair(), Chair()), here=(0, 1))


def test_a_copy_goes_back_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"

    async def work() -> tuple[list[str], list[str]]:
        hall = Hall(SqliteStore(data_file(data)))
        opened = await hall.create(SETUP)
        table, secret = opened.table, opened.secret
        await hall.ask(table.id, secret, Roll(), version=table.version)
        rolled = [str(event) for event in table.events]
        assert await asyncio.to_thread(main, ["--lang", "en", "backup", str(copy), "--data", str(data)]) == 0
        await hall.ask(table.id, secret, Move("1a"), version=table.version)
        lost = await hall.create(SETUP)
        assert await asyncio.to_thread(main, ["--lang", "en", "restore", str(copy), "--data", str(data)]) == 0
        with pytest.raises(StaleMove):  # the table in memory is ahead of its log: it is read anew
            await hall.ask(table.id, secret, Roll(), version=table.version)
        again = await hall.open(table.id)
        await hall.ask(again.id, secret, Move("1b"), version=again.version)
        await hall.close()
        return rolled, [str(event) for event in again.events] + [lost.table.id]

    rolled, (first, second, lost) = apart(lambda: asyncio.run(work()))
    assert [first] == rolled
    assert second == "1b"
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{copy}: 1 game."
    assert said[1] == f"1 game in {data_file(data)}."
    kept = Path(said[2].removeprefix("What was there is kept in ").rstrip("."))
    with sqlite3.connect(kept) as before:
        assert {lost} < {name for (name,) in before.execute("SELECT id FROM game")}
    before.close()


def test_a_copy_by_a_relative_path_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    SqliteStore(data_file(tmp_path)).close()
    monkeypatch.chdir(tmp_path)
    assert main(["--lang", "en", "backup", "copies/monday.sqlite", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'copies' / 'monday.sqlite'}: 0 games.\n"


@pytest.mark.parametrize("content", ["", "hello", None])
def test_what_is_no_copy_changes_nothing(
    tmp_path: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite"
    if content is not None:
        copy.write_text(content)
    assert main(["--lang", "en", "restore", str(copy), "--data", str(tmp_path / "data")]) == 2
    assert str(copy) in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_place_that_takes_no_copy_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 2
    assert "there are no games" in capsys.readouterr().err
    SqliteStore(data_file(tmp_path)).close()
    (tmp_path / "file").touch()
    assert main(["--lang", "en", "backup", str(tmp_path / "file" / "copy"), "--data", str(tmp_path)]) == 2
    assert f"{tmp_path / 'file'}: no folder here" in capsys.readouterr().err


def test_a_copy_is_read_where_nothing_can_be_written_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(data_file(tmp_path / "data")).close()
    copy = tmp_path / "copy.sqlite"
    assert main(["--lang", "en", "backup", str(copy), "--data", str(tmp_path / "data")]) == 0
    monkeypatch.setattr(backup, "writable", lambda folder: False)
    assert main(["--lang", "en", "restore", str(copy), "--data", str(tmp_path / "new")]) == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy.sqlite"]  # no lock
    capsys.readouterr()
    assert main(["--lang", "en", "restore", str(copy), "--data", f"{copy}/below"]) == 2
    assert f"{copy}/below" in capsys.readouterr().err  # the place that is wrong, not the copy


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
    assert (new.stat().st_mode & 0o777, data_file(new).stat().st_mode & 0o777) == (0o700, 0o600)
    again = SqliteStore(data_file(new))
    assert again.load("a") == ["entry"]
    again.close()
    capsys.readouterr()
