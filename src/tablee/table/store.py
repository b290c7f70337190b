"""What a store of tables is: `Store`, filled by SQLite in `sqlite`; `SharedStore`, by PostgreSQL in tablee-postgres.

A store keeps lines of text in order, under the name of a table. It knows nothing of games.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tablee.core.errors import TableeError
from tablee.core.words import Text


class StoreError(TableeError):
    """The store failed. Nothing of this request was written; earlier answers are safe."""

    private = True  # its sentence names a file, which is nobody's business on a network


class Conflict(StoreError):
    """Another process has written these entries first."""

    def __init__(self) -> None:
        super().__init__(
            "Quelqu’un d’autre a joué à cette table au même moment.",
            "Somebody else played at this table at the same moment.",
        )


class StoreFull(StoreError):
    pass


class StoreReadOnly(StoreError):
    pass


class StoreLocked(StoreError):
    pass


class StoreNewer(StoreError):
    """`other`: what else can be chosen."""

    def __init__(self, name: object, version: int, newest: int, other: Text) -> None:
        super().__init__(
            f"{name} vient d’une Tablée plus récente (version {version}, ici {newest}). "
            f"Rien n’y a été changé : mettez Tablée à jour, ou choisissez {other.fr}.",
            f"{name} comes from a newer Tablée (version {version}, here {newest}). "
            f"Nothing in it was changed: update Tablée, or choose {other.en}.",
        )


class StoreDamaged(StoreError):
    pass


def closed_error() -> StoreError:
    return StoreError("La table est fermée.", "The table is closed.")


@dataclass(frozen=True, slots=True)
class Summary:
    """A table in the store: when it was made and last touched (seconds since 1970), and how many entries it has."""

    table: str
    made: int
    touched: int
    length: int


@dataclass(frozen=True, slots=True)
class Attendee:
    """A browser at a table: the places it looked from last, as one word, and whether it follows the table now."""

    table: str
    browser: str
    seats: str
    follows: bool


class Store(Protocol):
    @property
    def name(self) -> str:
        """What people know it by: a file, an address without its password."""

    def append(self, table: str, first: int, entries: Sequence[str], at: int) -> Future[None]:
        """Keep these entries as numbers `first`, `first + 1`, … of a table.

        The future is done once they are durable. It fails with Conflict, having kept none of them, unless the table
        has exactly `first` entries by then: of any number of racing writers one succeeds.
        """

    def rewrite(self, table: str, length: int, entries: Sequence[str], at: int) -> Future[None]:
        """Replace all entries of a table by these.

        It fails with Conflict, having changed nothing, unless the table has exactly `length` entries by then.
        """

    def load(self, table: str) -> list[str]:
        """All entries of a table in order, [] if there is none.

        TableDamaged: they are not the ones that were written. A store finds that out by the links of `hash_chain`,
        which it keeps beside its entries; the error has those that stand before the first that does not fit.
        """

    def tables(self) -> list[Summary]:
        """All tables, the last touched first."""

    def delete(self, *tables: str) -> int:
        """Forget these tables; how many of them there were."""

    def close(self) -> None:
        """Write what was accepted, then release the store."""


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store that several processes have open at once, each with tables of it in memory."""

    def follow(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard`, from a thread, with a table that another process has changed and how many entries it has now;
        with ("", 0) where anything may have changed unheard. Only a hint: what is true is in the store.
        """

    def since(self, table: str, first: int) -> list[str] | None:
        """Returns the entries from that number on; None if the table was replaced meanwhile."""

    def claim(self, table: str) -> bool:
        """Is it ours to play the bots of a table? One process has that until it lets go, stops or dies."""

    def release(self, table: str) -> None:
        """Let another process play them."""

    def meet(self, tables: Sequence[str], attendees: Sequence[Attendee] | None = None) -> list[Attendee]:
        """Who is at these tables by other processes. `attendees`: all at any table by this one, if they are told;
        what was told is forgotten after seconds, unless it is told again.
        """
