"""Where a user's games are kept."""

from __future__ import annotations

from pathlib import Path

from tablee.core.places import data_directory

FILE = "tables.sqlite"


def data_file(given: str | Path | None = None) -> Path:
    """The database of the tables in that directory."""
    return data_directory(given) / FILE
