"""Tests of the table may be coroutines, with a hall that is closed after them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablee.table import Hall
from tests.table_kit import a_hall


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def hall(home: str | Path, anyio_backend: str) -> AsyncIterator[Hall]:
    made = a_hall(home)
    yield made
    await made.close()
