"""Where a user's games are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.core.errors import RequestError
from tablee.core.extras import install_command
from tablee.core.paths import data_directory, lasting_directory
from tablee.core.plugins import plugins

if TYPE_CHECKING:
    from .store import Store

FILE = "tables.sqlite"


def data_file(directory: str | Path | None = None) -> Path:
    """The database of the tables in that directory; without a word, in one that can be written."""
    folder = data_directory(directory)
    explicit = directory is not None or os.environ.get("TABLEE_DATA")
    return (folder if explicit else lasting_directory(folder)) / FILE


def is_address(where: str | Path) -> bool:
    return "://" in str(where)


def store_at(where: str | Path) -> Store:
    """The store there: a database by its address, any other word is the file of an SQLite one.

    RequestError: no installed package opens such an address.
    """
    if not is_address(where):
        from .sqlite import SqliteStore

        return SqliteStore(where)
    scheme = str(where).partition("://")[0]
    plugin = plugins("stores").get(scheme)
    if plugin is None:
        raise RequestError(
            f"Une base {scheme}:// demande un autre paquet ; pour PostgreSQL, à taper : {install_command('postgres')}",
            f"A database {scheme}:// needs another package; for PostgreSQL, type: {install_command('postgres')}",
        )
    from .store import Store

    store: Store = plugin.load()(str(where))
    missing = [name for name in vars(Store) if not name.startswith("_") and not hasattr(store, name)]
    if missing:
        raise RequestError(
            f"Ce qui ouvre une base {scheme}:// n’est pas un Store de tablee.table : il manque {', '.join(missing)}.",
            f"What opens a database {scheme}:// is no Store of tablee.table: it lacks {', '.join(missing)}.",
        )
    return store
