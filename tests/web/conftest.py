"""One server for the tests of a file, and a browser of its own for each test."""

from collections.abc import Iterator

import pytest
from httpx import Client

from tests.web_kit import served, visiting


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("web")) as address:
        yield address


@pytest.fixture
def client(base: str) -> Iterator[Client]:
    with visiting(base) as made:
        yield made
