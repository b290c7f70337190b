"""Games and cookies in a browser's database, which the worker's script holds open (`static/database.js`)."""

import asyncio
import json
from collections.abc import Awaitable, Mapping, Sequence
from concurrent.futures import Future
from http.cookies import SimpleCookie
from typing import Protocol

from tablee.core.words import Text
from tablee.table import Conflict, StoreError, StoreFull, Summary


class Database(Protocol):
    """The interface of `database.js`, in JSON. Writes return an error word, or "" once they are durable."""

    def load(self, table: str) -> str:
        """The entries of a table."""

    def tables(self) -> str:
        """Table, made, touched and length of each."""

    def append(self, table: str, first: int, entries: str, at: int, length: int) -> Awaitable[str]:
        """Replace what follows the first entries of a table that has exactly `length`, in one transaction."""

    def delete(self, table: str) -> bool: ...

    def cookies(self) -> str: ...

    def remember(self, cookies: str) -> Awaitable[str]: ...


FULL = Text(
    "La place que le navigateur donne à Tablée est pleine : ce coup n’est pas enregistré, tous les précédents le sont. "
    "Oubliez de vieilles parties dans « Mes parties », puis rejouez.",
    "The space the browser gives Tablée is full: this move is not saved, all earlier ones are. "
    "Forget old games in “My games”, then play again.",
)
REFUSED = Text(
    "Le navigateur n’a pas enregistré ce coup ; les précédents le sont. Rechargez la page.",
    "The browser did not save this move; earlier ones are saved. Reload the page.",
)


class BrowserStoreError(StoreError):
    private = False  # it names nothing but the browser


class BrowserStoreFullError(BrowserStoreError, StoreFull):
    pass


def error_for(word: str) -> StoreError:
    if word == "conflict":
        return Conflict()
    return BrowserStoreFullError(FULL) if word == "full" else BrowserStoreError(REFUSED)


class BrowserStore:
    """The `Store` of `tablee.table`. One worker writes; of two, the database lets one succeed.

    It keeps no links: the browser looks after its database, and nobody else reaches it.
    """

    name = "IndexedDB"

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writing: set[asyncio.Task[None]] = set()

    def append(self, table: str, first: int, entries: Sequence[str], at: int) -> Future[None]:
        return self._write(table, first, entries, at, first)

    def rewrite(self, table: str, length: int, entries: Sequence[str], at: int) -> Future[None]:
        return self._write(table, 0, entries, at, length)

    def _write(self, table: str, first: int, entries: Sequence[str], at: int, length: int) -> Future[None]:
        done: Future[None] = Future()

        async def write() -> None:
            word = await self._database.append(table, first, json.dumps(list(entries)), at, length)
            done.set_exception(error_for(word)) if word else done.set_result(None)

        task = asyncio.ensure_future(write())
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return done

    async def write_table(self, table: str, entries: Sequence[str], at: int) -> None:
        await asyncio.wrap_future(self.append(table, 0, entries, at))

    def load(self, table: str) -> list[str]:
        entries: list[str] = json.loads(self._database.load(table))
        return entries

    def tables(self) -> list[Summary]:
        summaries = [Summary(*row) for row in json.loads(self._database.tables())]
        return sorted(summaries, key=lambda summary: summary.touched, reverse=True)

    def delete(self, *tables: str) -> int:
        return sum(self._database.delete(table) for table in tables)

    def close(self) -> None:
        pass


class CookieJar:
    """Cookies: by path and name, as a browser would send them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cookies: dict[str, str] = json.loads(database.cookies())

    def header(self, path: str) -> str:
        pairs = ((*key.rpartition(" "), value) for key, value in self._cookies.items())
        return "; ".join(
            f"{name}={value}"
            for under, _, name, value in pairs
            if under == "/" or path == under or path.startswith(f"{under}/")
        )

    async def update(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Remember the cookies that an answer sets."""
        fresh: dict[str, str] = {}
        for name, value in headers:
            if name.lower() == b"set-cookie":
                for key, morsel in SimpleCookie(value.decode("latin-1")).items():
                    gone = morsel["max-age"] == "0"
                    fresh[f"{morsel['path'] or '/'} {key}"] = "" if gone else morsel.coded_value
        await self.put(fresh)

    async def put(self, cookies: Mapping[str, str]) -> None:
        """Remember these as well, by path and name."""
        if cookies:
            self._cookies |= cookies
            await self._database.remember(json.dumps(cookies))

    def all(self) -> dict[str, str]:
        return dict(self._cookies)

    def get(self, name: str) -> str:
        """One of the cookies that every page gets, or ""."""
        return self._cookies.get(f"/ {name}", "")
