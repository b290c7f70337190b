"""One site for all tests of it. What was compiled before is not compiled again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.site.build import Built, build, write


@pytest.fixture(scope="session")
def built() -> Built:
    return build()


@pytest.fixture(scope="session")
def folder(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    write(built, made)
    return made
