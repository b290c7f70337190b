"""A visitor of the table that a test file has opened as its `base`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from httpx import Client

from tests.web_kit import visiting


@pytest.fixture
def client(base: str) -> Iterator[Client]:
    with visiting(base) as made:
        yield made
