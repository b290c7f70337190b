"""A file that an early Tablée wrote is opened by this one: the same tables, the same games, and play goes on."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tablee.table import SqliteStore, Table, log_format, verbs

HERE = Path(__file__).parent
TABLES: list[dict[str, Any]] = json.loads((HERE / "first.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The log of each table in the file."""
    file = tmp_path_factory.mktemp("first") / "tables.sqlite"
    shutil.copy(HERE / "first.sqlite", file)
    store = SqliteStore(file)
    found = {summary.table: store.load(summary.table) for summary in store.tables()}
    store.close()
    return found


def test_every_kind_of_entry_of_that_time_is_there(logs: dict[str, list[str]]) -> None:
    kinds = {json.loads(text)["kind"] for log in logs.values() for text in log}
    assert kinds == set(verbs.VERB_BY_KIND) - {"replaced", "tutored", "erased", "unsealed"}  # which came later


@pytest.mark.parametrize("early", TABLES, ids=lambda early: str(early["table"]))
def test_an_early_table_is_as_it_was(logs: dict[str, list[str]], early: dict[str, Any]) -> None:
    table = Table.fold(early["table"], map(log_format.parse, logs[early["table"]]))
    assert table.seq == early["seq"]
    assert table.version == early["version"]
    assert str(table.record()) == early["record"]
    named = [json.loads(text).get("request", "").partition(" ")[0] for text in logs[early["table"]]]
    assert sorted(name for _, name in table.requests) == sorted(filter(None, named))
    assert all(len(asked) == 16 for asked in table.requests.values())
