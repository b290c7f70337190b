"""Who is there: which seats have a page open right now, as the streams of changes tell.

A seat's secret is sent only to the pages of its table, a stream may serve several tables; so a browser has a name of
its own, which it gets with the first page of a table and which says nothing about anybody.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from tablee.table import Table

from ..frame.visitor import remember

GRACE = 3.0  # seconds: a page that is loaded anew has not left
MOST = 10_000
NAME = re.compile("[0-9a-f]{16}")
Waiting = asyncio.Queue[str | None]


class Presence:
    def __init__(self) -> None:
        self._seats: OrderedDict[tuple[str, int], str] = OrderedDict()  # the browser that looked last from a seat
        self._streams: dict[str, list[tuple[str, Waiting]]] = {}  # by table: browsers, and what they are told by
        self._told: dict[str, set[str]] = {}
        self._shown: OrderedDict[tuple[str, str], set[str]] = OrderedDict()  # who was there when a page was made

    def looked(self, table: str, places: tuple[int, ...], browser: str) -> None:
        for place in places:
            self._seats.pop((table, place), None)
            self._seats[table, place] = browser
        self._shown.pop((table, browser), None)
        self._shown[table, browser] = self._browsers(table) - {browser}
        for kept in (self._seats, self._shown):
            while len(kept) > MOST:
                kept.popitem(last=False)

    def here(self, table: Table) -> frozenset[int]:
        """The places whose browser follows the table now."""
        there = self._browsers(table.id)
        places = range(table.seating.people)
        return frozenset(place for place in places if self._seats.get((table.id, place)) in there)

    def came(self, table: str, browser: str, waiting: Waiting) -> None:
        others = self._browsers(table) - {browser}
        self._tell(table, {*others, browser})
        if self._shown.get((table, browser), others) != others:  # somebody came or left while the page was under way
            waiting.put_nowait(news(table))
        self._streams.setdefault(table, []).append((browser, waiting))

    def left(self, table: str, waiting: Waiting) -> None:
        self._streams[table] = [pair for pair in self._streams.get(table, []) if pair[1] is not waiting]
        if self._streams[table]:
            asyncio.get_running_loop().call_later(GRACE, lambda: self._tell(table, self._browsers(table)))
        else:
            del self._streams[table]
            self._told.pop(table, None)

    def _browsers(self, table: str) -> set[str]:
        return {browser for browser, _ in self._streams.get(table, ())}

    def _tell(self, table: str, now: set[str]) -> None:
        """Tell everybody at a table, if who is there has changed since they were told."""
        if self._told.get(table) == now:
            return
        self._told[table] = now
        for _, waiting in self._streams.get(table, ()):
            if not waiting.full():
                waiting.put_nowait(news(table))


def news(table: str) -> str:
    """What tells a page to look again though nobody has played."""
    return f"event: presence\ndata: {json.dumps({'table': table})}\n\n"


def browser_of(request: Request) -> str:
    """The name that this browser was given; empty for one that has none."""
    name = request.cookies.get("browser", "")
    return name if NAME.fullmatch(name) else ""


def note(request: Request, response: Response, table: Table, places: tuple[int, ...]) -> None:
    """This browser looks at a table from these places."""
    name = browser_of(request)
    if not name:
        name = secrets.token_hex(8)
        remember(response, request, "browser", name)
    request.app.state.presence.looked(table.id, places, name)
