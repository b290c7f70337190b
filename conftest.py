"""What all tests share. Every usual run is the same run: Hypothesis draws its examples from the test's own name.

In the slow run it draws them at random, and keeps an example that fails (`.hypothesis/`) for the next run.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.postgres_kit import Server

UNHEALTHY = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
settings.register_profile("usual", derandomize=True, deadline=None, suppress_health_check=UNHEALTHY)
settings.register_profile("slow", deadline=None, suppress_health_check=UNHEALTHY, print_blob=True)
# A run in the background is deaf to Ctrl-C; what it starts is not to be.
signal.signal(signal.SIGINT, signal.default_int_handler)


LONG = ("test_screens.py", "test_felt.py", "test_offline.py", "test_layout.py")
"""Of the browsers' files those that take longest, the longest first."""


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("usual" if config.option.markexpr == "not slow" else "slow")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers last: Playwright leaves a loop running in its thread, and then no other test can run one of its own.

    Among them the long files first, or one process would wait for the other at the end.
    """

    def turn(item: pytest.Item) -> int:
        if "browser" not in item.path.parts:
            return -1
        return LONG.index(item.path.name) if item.path.name in LONG else len(LONG)

    items.sort(key=turn)


@pytest.fixture(scope="session")
def database_server() -> Iterator[Server]:
    """One PostgreSQL server for all the tests of this process that want one."""
    from tests.postgres_kit import server

    with server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where tables are kept: what one store does, the other does too."""
    if request.param == "sqlite":
        return tmp_path / "deep" / "down" / "tables.sqlite"
    made: str = request.getfixturevalue("database_server").new_database()
    return made


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def own_tables(tables_folder: Path) -> Iterator[None]:
    """Solved tables of this run's own, each built once: what a user has cached must not decide a test."""
    from tablee.engine import tablebase

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEE_CACHE", str(tables_folder))
        tablebase.forget()
        yield
    tablebase.forget()
