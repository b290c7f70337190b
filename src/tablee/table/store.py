"""What a store of tables is. SQLite fills it in `sqlite`; another database can fill it as well.

A store keeps lines of text in order, under the name of a table. It knows nothing of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from tablee.core.errors import TableeError
from tablee.core.words import Text


class StoreError(TableeError):
    """The store cannot do it. Nothing that was answered before is lost, and nothing of this was kept."""


class Conflict(StoreError):  # noqa: N818
    """Somebody else has written there first."""

    def __init__(self) -> None:
        super().__init__(
            Text(
                "Quelqu’un a écrit à cette table au même moment.",
                "Somebody has written at this table at the same moment.",
            )
        )


class StoreFull(StoreError):  # noqa: N818
    pass


class StoreReadOnly(StoreError):  # noqa: N818
    pass


class StoreLocked(StoreError):  # noqa: N818
    pass


class StoreNewer(StoreError):  # noqa: N818
    pass


class StoreDamaged(StoreError):  # noqa: N818
    pass


@dataclass(frozen=True, slots=True)
class Summary:
    """A table in the store: when it was made and last touched (seconds since 1970), and how many entries it has."""

    table: str
    made: int
    touched: int
    length: int


class Store(Protocol):
    def append(self, table: str, first: int, entries: Sequence[str], at: int) -> Future[None]:
        """Keep these entries as numbers `first`, `first + 1`, … of a table.

        The future is done once they are durable. It fails with Conflict, having kept none of them, unless the table
        has exactly `first` entries by then: of any number of racing writers one succeeds.
        """

    def load(self, table: str) -> list[str]:
        """All entries of a table in order, [] if there is none."""

    def tables(self) -> list[Summary]:
        """All tables, the last touched first."""

    def delete(self, table: str) -> bool:
        """Forget a table; was there one?"""

    def close(self) -> None:
        """Finish what was accepted, and let go."""
