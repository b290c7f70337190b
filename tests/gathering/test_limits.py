"""What classes may not do: fill the memory, or move for the other side."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tablee.gathering import rooms
from tablee.gathering.gathering import LIFETIME
from tablee.gathering.rooms import EMPTY, Gatherings
from tablee.table import Hall, Refused, SqliteStore, UnknownTable, new_secret


def test_a_class_that_nobody_came_into_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST", 2)
    now = [0.0]

    async def run() -> None:
        hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
        found = Gatherings(hall, lambda: now[0])
        full, _ = found.create("class", "blocs", {})
        full.join(new_secret(), 0.0)
        empty, _ = found.create("class", "blocs", {})
        with pytest.raises(Refused):
            found.create("class", "blocs", {})
        now[0] = EMPTY
        made, _ = found.create("class", "blocs", {})
        assert found.find(full.id) is full
        assert found.find(made.id) is made
        with pytest.raises(UnknownTable):
            found.find(empty.id)
        await hall.close()

    asyncio.run(run())


def test_tables_of_classes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 3)

    async def run() -> None:
        hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
        found = Gatherings(hall)
        one, _ = found.create("class", "blocs", {})
        other, _ = found.create("class", "blocs", {})
        for _ in range(3):
            one.join(new_secret(), 0.0)
        other.join(new_secret(), 0.0)
        await found.begin_round(one, "same-dice", {"mode": "solo"}, {})
        with pytest.raises(Refused, match="Too many tables"):
            await found.begin_round(other, "pairs", {}, {})
        await found.erase(one)
        await found.begin_round(other, "pairs", {}, {})
        await hall.close()

    asyncio.run(run())


def test_trouble_in_one_class_is_logged_and_does_not_end_the_sweep(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]

    async def run() -> None:
        hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
        found = Gatherings(hall, lambda: now[0])
        broken, other = (found.create("class", "blocs", {})[0] for _ in range(2))
        broken.members = None  # type: ignore[assignment]
        now[0] = LIFETIME
        await found.sweep()
        now[0] = 0.0
        with pytest.raises(UnknownTable):
            found.find(other.id)
        await hall.close()

    asyncio.run(run())
    assert "could not be swept" in caplog.text


def test_nobody_proposes_a_move_of_the_other_side(tmp_path: Path) -> None:
    async def run() -> None:
        hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
        found = Gatherings(hall)
        made, _ = found.create("class", "laaancez", {})
        member = made.join(new_secret(), found.clock())
        await found.begin_round(made, "together", {}, {})
        table = await found.play_on(made)  # both choose by the die that lies there
        mine, others = (str(table.game.moves(table.state, player)[0]) for player in (1, 2))
        with pytest.raises(Refused, match="not the class"):
            await found.propose(made, member, others)
        await found.propose(made, member, mine)
        await found.play_on(made)
        await hall.close()

    asyncio.run(run())
