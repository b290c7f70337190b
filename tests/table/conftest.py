"""Tests of the table may be coroutines, with a table service that is closed after them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablee.table import TableService
from tests.table_kit import open_service


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def table_service(home: str | Path, anyio_backend: str) -> AsyncIterator[TableService]:
    made = open_service(home)
    yield made
    await made.close()
