"""Who is there: which seats have a page open right now, as the streams of changes tell.

A seat's secret is sent only to the pages of its table, a stream may serve several tables; so a browser has a name of
its own, which it gets with the first page of a table and which says nothing about anybody.

Where several processes share a store, a page may come from one and its stream from another: each tells the others once
a second who is at its tables, and asks before it shows a table.
"""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.bounded_dict import BoundedDict
from tablee.core.errors import TableeError
from tablee.table import Table
from tablee.table.store import Attendee, SharedStore

from ..frame.visitor import browser_of, remember
from .stream import Stream

log = logging.getLogger("tablee.web")

SHARING = 1.0  # seconds between two words to the other processes
LOOKED = 5.0  # seconds for which they are told of a page that has no stream here
GRACE = 3.0  # seconds: a page that is loaded anew has not left
MOST = 10_000


class Presence:
    def __init__(self, shared: SharedStore | None = None) -> None:
        self._shared = shared
        self._elsewhere: dict[str, set[str]] = {}  # by table: browsers whose stream another process has
        self._looks: OrderedDict[tuple[str, str], float] = OrderedDict()  # when a browser was shown a table
        self._seats: BoundedDict[tuple[str, int], str] = BoundedDict(MOST)  # the browser that looked last from a seat
        self._streams: dict[str, list[tuple[str, Stream]]] = {}  # by table: browsers, and what they are told by
        self._announced: dict[str, set[str]] = {}
        self._shown: BoundedDict[tuple[str, str], set[str]] = BoundedDict(MOST)  # who was there when a page was made

    def note_visit(self, table: str, seats: tuple[int, ...], browser: str) -> None:
        for seat in seats:
            self._seats.pop((table, seat), None)
            self._seats[table, seat] = browser
        if self._shared is not None:
            self._looks.pop((table, browser), None)
            self._looks[table, browser] = time.monotonic()
        self._shown.pop((table, browser), None)
        self._shown[table, browser] = self._browsers(table) - {browser}

    def find_present(self, table: Table) -> frozenset[int]:
        """The places whose browser follows the table now."""
        there = self._browsers(table.id)
        seats = range(table.seating.people)
        return frozenset(seat for seat in seats if self._seats.get((table.id, seat)) in there)

    def note_arrival(self, table: str, browser: str, stream: Stream) -> None:
        others = self._browsers(table) - {browser}
        self._tell(table, {*others, browser})
        unheard = others if self._shared is None else None  # the page may come from another process
        if self._shown.get((table, browser), unheard) != others:  # somebody came or left while it was under way
            stream.news(table)
        self._streams.setdefault(table, []).append((browser, stream))

    def note_leaving(self, table: str, stream: Stream) -> None:
        self._streams[table] = [pair for pair in self._streams.get(table, []) if pair[1] is not stream]
        if self._streams[table]:
            asyncio.get_running_loop().call_later(GRACE, lambda: self._tell(table, self._browsers(table)))
        else:
            del self._streams[table]
            self._announced.pop(table, None)

    def _browsers(self, table: str) -> set[str]:
        return {browser for browser, _ in self._streams.get(table, ())} | self._elsewhere.get(table, set())

    def _tell(self, table: str, now: set[str]) -> None:
        """Tell everybody at a table, if who is there has changed since they were told."""
        if self._announced.get(table) == now:
            return
        self._announced[table] = now
        for _, stream in self._streams.get(table, ()):
            stream.news(table)

    # --- several processes ------------------------------------------------------------------------------------

    async def share(self) -> None:
        """Exchange presence with the other processes until cancelled."""
        while self._shared is not None:
            await asyncio.sleep(SHARING)
            attendees = self._attendees()
            await self._meet({attendee.table for attendee in attendees}, attendees)

    async def refresh(self, table: str) -> None:
        """Fetch who is at a table by other processes."""
        if self._shared is not None:
            await self._meet({table})

    async def _meet(self, tables: set[str], attendees: list[Attendee] | None = None) -> None:
        assert self._shared is not None
        try:
            met = await asyncio.to_thread(self._shared.meet, list(tables), attendees)
        except TableeError as error:  # another time
            log.warning("who is there is not shared just now: %s", error)
            return
        self._on_news(tables, met)

    def _attendees(self) -> list[Attendee]:
        since = time.monotonic() - LOOKED
        while self._looks and next(iter(self._looks.values())) < since:
            self._looks.popitem(last=False)
        following = {(table, browser) for table, pairs in self._streams.items() for browser, _ in pairs}
        seats: dict[tuple[str, str], str] = {}
        for (table, seat), browser in self._seats.items():
            seats[table, browser] = f"{seats.get((table, browser), '')}{seat}"
        return [Attendee(*key, seats.get(key, ""), key in following) for key in following | set(self._looks)]

    def _on_news(self, tables: set[str], met: list[Attendee]) -> None:
        """Where somebody came or left elsewhere, those who follow the table here are told."""
        there: dict[str, set[str]] = {table: set() for table in tables}
        for attendee in met:
            if attendee.follows:
                there[attendee.table].add(attendee.browser)
        self._elsewhere = {**self._elsewhere, **there}
        for attendee in met:
            for seat in attendee.seats:
                if self._seats.get((attendee.table, int(seat))) not in self._browsers(attendee.table):
                    self._seats[attendee.table, int(seat)] = attendee.browser
        for table in tables:
            if not self._elsewhere[table]:
                del self._elsewhere[table]
            if table in self._streams:
                self._tell(table, self._browsers(table))


def note(request: Request, response: Response, table: Table, seats: tuple[int, ...]) -> None:
    """This browser looks at a table from these places."""
    name = browser_of(request)
    if not name:
        name = secrets.token_hex(8)
        remember(response, request, "browser", name)
    request.app.state.presence.note_visit(table.id, seats, name)
