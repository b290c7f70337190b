"""A store that fulfils `Store` and nothing else serves tables, pages and `check-data`."""

from collections.abc import Sequence
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from httpx import ASGITransport, AsyncClient

from tablee.cli import main
from tablee.core.dice import VirtualDice
from tablee.core.errors import RequestError
from tablee.table import Conflict, Setup, Store, Summary, TableDamaged, TableService
from tablee.table.data import store_at
from tablee.table.hash_chain import next_link, valid_prefix
from tablee.table.verbs import RollDice
from tablee.web.app import create_app
from tests.web_kit import FREE

Row = tuple[int, str, str]  # number, entry, link


class DictStore:
    """All that a store promises, over a dictionary."""

    def __init__(self, address: str) -> None:
        self.name = address
        self.logs: dict[str, tuple[int, int, list[Row]]] = {}  # when a table was made and last touched, its log

    def append(self, table: str, first: int, entries: Sequence[str], at: int) -> Future[None]:
        made, _, rows = self.logs.get(table, (at, at, []))
        return self._keep(table, first, len(rows), made, at, [*rows], entries)

    def rewrite(self, table: str, length: int, entries: Sequence[str], at: int) -> Future[None]:
        made, _, rows = self.logs.get(table, (at, at, []))
        return self._keep(table, length, len(rows), made, at, [], entries)

    def _keep(
        self, table: str, expected: int, found: int, made: int, at: int, rows: list[Row], entries: Sequence[str]
    ) -> Future[None]:
        done: Future[None] = Future()
        if expected != found:
            done.set_exception(Conflict())
            return done
        for entry in entries:
            rows.append((len(rows), entry, next_link(rows[-1][2] if rows else "", table, entry)))
        self.logs[table] = made, at, rows
        done.set_result(None)
        return done

    def load(self, table: str) -> list[str]:
        rows = self.logs[table][2] if table in self.logs else []
        entries, _ = valid_prefix(table, rows)
        if len(entries) < len(rows):
            error = TableDamaged("abîmée", "damaged")
            error.whole = entries
            raise error
        return entries

    def tables(self) -> list[Summary]:
        found = [Summary(table, made, touched, len(rows)) for table, (made, touched, rows) in self.logs.items()]
        return sorted(found, key=lambda summary: summary.touched, reverse=True)

    def delete(self, *tables: str) -> int:
        return sum(self.logs.pop(table, None) is not None for table in tables)

    def close(self) -> None:
        pass


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> DictStore:
    """What the address `dict://here` opens."""
    made = DictStore("dict://here")
    entry = SimpleNamespace(load=lambda: lambda address: made)
    monkeypatch.setattr("tablee.table.data.plugins", lambda group: {"dict": entry})
    return made


@pytest.mark.anyio
async def test_a_table_is_played_and_found_again(store: DictStore) -> None:
    kept: Store = store_at("dict://here")
    service = TableService(kept, dice=VirtualDice(7))
    opened = await service.create(Setup("cadeau", {"zones": 1}, my_seats=(0, 1)))
    table = await service.ask(opened.table.id, opened.secret, RollDice())
    assert [summary.length for summary in kept.tables()] == [table.seq]
    assert (await TableService(kept).open(table.id)).events == table.events


@pytest.mark.anyio
async def test_its_pages_are_served(store: DictStore) -> None:
    app = create_app(TableService(store_at("dict://here")), limits=FREE)
    asked = AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1")
    async with app.router.lifespan_context(app), asked as client:
        table = (await client.post("/tables", data={"game": "blocs", "mode": "solo"})).headers["location"]
        page = await client.get(table.removesuffix("/seats"))
    assert page.status_code == 200
    assert [summary.length for summary in store.tables()] == [len(store.load(store.tables()[0].table))]


@pytest.mark.anyio
async def test_check_data_finds_what_was_changed(store: DictStore, capsys: pytest.CaptureFixture[str]) -> None:
    service = TableService(store_at("dict://here"), dice=VirtualDice(7))
    opened = [await service.create(Setup("cadeau", {"zones": 1}, my_seats=(0, 1))) for _ in range(2)]
    tables = [await service.ask(made.table.id, made.secret, RollDice()) for made in opened]
    check = ["--lang", "en", "check-data", "--store", "dict://here"]
    assert main(check) == 0
    assert "2 tables, 0 damaged" in capsys.readouterr().out
    rows = store.logs[tables[1].id][2]
    number, entry, link = rows[-1]
    rows[-1] = number, entry.replace('"at":', '"at":1'), link
    assert main(check) == 1
    assert f"{tables[1].id}: damaged, {len(rows) - 1} good lines of {len(rows)}" in capsys.readouterr().out


def test_what_a_store_lacks_is_said_when_it_is_opened(store: DictStore) -> None:
    del store.name
    with pytest.raises(RequestError, match="lacks name"):
        store_at("dict://here")
