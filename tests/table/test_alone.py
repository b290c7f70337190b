"""A table without hall, store or loop."""

from __future__ import annotations

import subprocess
import sys

import tablee.table
from tablee.table import Setup, Table, ask
from tablee.table.requests import Move, Roll


def test_a_table_alone_loads_no_loop_and_no_database() -> None:
    program = (
        "import sys, tablee.table, tablee.terminal.sitting\n"
        "print(*sorted({'asyncio', 'sqlite3', 'socket', 'ssl', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


def test_everything_it_offers_is_there() -> None:
    assert all(getattr(tablee.table, name) is not None for name in tablee.table.__all__)
    assert not hasattr(tablee.table, "Hell")


def test_asked_and_applied() -> None:
    table = Table.fold("kitchen", Setup("cadeau", {"zones": 1}, here=(0, 1)).checked().log("us"))
    for cell in ("1a", "1a", "1b", "1b", "1c", "1c"):
        for request in (Roll(), Move(cell)):
            for entry in ask(table, request, "us", version=table.version):
                table.apply(entry)
    assert table.over
