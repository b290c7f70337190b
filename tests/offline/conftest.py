"""One site for all tests of it."""

import pytest

from tablee.offline.build import Built, build


@pytest.fixture(scope="session")
def built() -> Built:
    return build()
