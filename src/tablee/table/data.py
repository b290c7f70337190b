"""Where a user's games are kept."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.core.errors import RequestError
from tablee.core.extras import installing
from tablee.core.places import data_directory, lasting

if TYPE_CHECKING:
    from .grouped import Grouped

FILE = "tables.sqlite"
SERVERS = ("postgresql://", "postgres://")


def data_file(given: str | Path | None = None) -> Path:
    """The database of the tables in that directory; without a word, in one that can be written."""
    folder = data_directory(given)
    named = given is not None or os.environ.get("TABLEE_DATA")
    return (folder if named else lasting(folder)) / FILE


def store_at(where: str | Path) -> Grouped:
    """The store there: a PostgreSQL database by its address, any other word is the file of an SQLite one."""
    if not str(where).startswith(SERVERS):
        from .sqlite import SqliteStore

        return SqliteStore(where)
    if importlib.util.find_spec("psycopg") is None:
        raise RequestError(
            f"PostgreSQL demande un paquet de plus ; à taper : {installing('postgres')}",
            f"PostgreSQL needs one more package; type: {installing('postgres')}",
        )
    from .postgres import PostgresStore

    return PostgresStore(str(where))
