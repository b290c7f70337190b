"""Somebody leaves and takes along what they have told of themselves: from the log itself, and from every memory."""

import asyncio
from pathlib import Path

import pytest

from tablee.table import Chair, Conflict, SeatError, Setup, Store, Table, TableService, UnknownTable
from tablee.table.data import store_at
from tablee.table.verbs import Agree, Decline, Erase, Move, Rename, RollDice, Take, Undo
from tests.table_kit import notices, open_service, snapshot

pytestmark = pytest.mark.anyio
WORDS = ("Mirabelle", "Mimi", "panda-vert")


async def shared_game(table_service: TableService) -> tuple[Table, str, str]:
    """A table of two, with much said, an undo that was granted and one that was not."""
    opened = await table_service.create(Setup("cadeau", {"zones": 2}, (Chair("Tom"), Chair(WORDS[0], badge=WORDS[2]))))
    tom, table = opened.secret, opened.table
    mimi = (await table_service.take(table.id, Take(1, opened.invitations[1], WORDS[0]))).secret
    await table_service.ask(table.id, mimi, Rename(1, WORDS[1], WORDS[2]))
    for secret, cell, answer in ((tom, "1a", Decline()), (mimi, "1b", Agree())):
        await table_service.ask(table.id, secret, RollDice())
        await table_service.ask(table.id, secret, Move(cell))
        await table_service.ask(table.id, secret, Undo())
        await table_service.ask(table.id, mimi if secret == tom else tom, answer)
    return table, tom, mimi


def test_the_name_goes_and_the_moves_stay(home: str | Path) -> None:
    async def run() -> None:
        table_service = open_service(home)
        table, tom, mimi = await shared_game(table_service)
        events, version = table.events, table.version
        with pytest.raises(SeatError):
            await table_service.ask(table.id, "stranger", Erase())
        table = await table_service.ask(table.id, mimi, Erase())
        assert table.events == events
        assert table.version == version, "nobody's page is stale"
        assert table.find_seats(mimi) == ()
        assert table.seating.free == (1,)
        assert "Somebody has left" in table.story(0)[-1].text.en
        for shown in (
            repr(table.view(0)),
            repr(table.story(0)),
            str(table.record()),
            repr(table_service._store.load(table.id)),
        ):
            assert not any(word in shown for word in WORDS)
            assert "Tom" in shown
        if isinstance(home, Path):  # nor does the write-ahead log, of a table that stays open
            assert not any(word.encode() in file.read_bytes() for file in home.parent.iterdir() for word in WORDS)
        await table_service.close()
        again = open_service(home)
        assert snapshot(await again.open(table.id)) == snapshot(table)
        await again.ask(table.id, tom, Rename(0, "Thomas"))
        await again.close()

    asyncio.run(run())
    if isinstance(home, Path):
        written = b"".join(file.read_bytes() for file in home.parent.iterdir())
        assert not any(word.encode() in written for word in WORDS), "the file does not hold it either"
        assert b"Thomas" in written


async def test_who_begins_is_told_without_the_name_afterwards(table_service: TableService) -> None:
    opened = await table_service.create(Setup("blocs", {"mode": "duel"}, (Chair("Tom"), Chair(WORDS[0])), dice="typed"))
    table, mimi = opened.table, (await table_service.take(opened.table.id, Take(1, opened.invitations[1]))).secret
    await table_service.ask(table.id, opened.secret, RollDice("d1"))
    await table_service.ask(table.id, mimi, RollDice("d6"))
    assert table.story()[-1].text.fr.endswith(f"{WORDS[0]} commence.")
    assert WORDS[0] not in repr((await table_service.ask(table.id, mimi, Erase())).story())


async def test_where_nobody_else_sits_the_table_goes(home: str | Path) -> None:
    table_service = open_service(home)
    opened = await table_service.create(Setup("cadeau", {}, (Chair("Mimi"), Chair(bot="greedy")), my_seats=(0,)))
    heard = notices(table_service, opened.table.id)
    await table_service.ask(opened.table.id, opened.secret, Erase())
    assert (await heard.get()).resync
    with pytest.raises(UnknownTable):
        await table_service.open(opened.table.id)
    assert table_service._store.tables() == []
    await table_service.close()


async def test_another_process_forgets_it_as_well(database_server: object) -> None:
    home = database_server.new_database()  # type: ignore[attr-defined]
    here, there = open_service(home), open_service(home)
    table, tom, mimi = await shared_game(here)
    other = await there.open(table.id)
    assert WORDS[1] in repr(other.view(0))
    table = await here.ask(table.id, mimi, Erase())
    other = await there.open(table.id)
    assert snapshot(other) == snapshot(table)
    assert not any(word in repr(other.story(0)) for word in WORDS)
    await there.ask(table.id, tom, Rename(0, "Thomas"))
    await here.close()
    await there.close()


def test_a_store_writes_anew_all_or_nothing(home: str | Path) -> None:
    store: Store = store_at(home)
    store.append("a", 0, ["one", "two"], 10).result()
    with pytest.raises(Conflict):
        store.rewrite("a", 3, ["un"], 11).result()
    assert store.load("a") == ["one", "two"]
    store.rewrite("a", 2, ["un", "deux", "trois"], 12).result()
    assert store.load("a") == ["un", "deux", "trois"]
    store.append("a", 3, ["quatre"], 13).result()
    assert store.load("a")[3] == "quatre"
    store.close()
