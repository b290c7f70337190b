"""A rehearsal: a game of each kind is opened and the dice are rolled once, for nobody.

A browser keeps Python's memory as it is after that, and begins from there the next time. Nothing of the games stays
in it, and no dice: those of a table come from the system, and what else draws is sown anew (`waken`).
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import re
from asyncio import base_events, events
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple, Unpack

from tablee.games import names

from .inside import Application

FORM = {"content-type": "application/x-www-form-urlencoded"}
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
PART = {"x-tablee": "part"}  # as a page's script asks


class Nowhere:
    """A database for as long as it lasts."""

    def __init__(self) -> None:
        self._entries: dict[str, list[str]] = {}

    def load(self, table: str) -> str:
        return json.dumps(self._entries.get(table, []))

    def tables(self) -> str:
        return json.dumps([[name, 0, 0, len(entries)] for name, entries in self._entries.items()])

    async def append(self, table: str, first: int, entries: str, at: int) -> str:
        self._entries.setdefault(table, []).extend(json.loads(entries))
        return ""

    def delete(self, table: str) -> bool:
        return self._entries.pop(table, None) is not None

    def cookies(self) -> str:
        return "{}"

    async def remember(self, cookies: str) -> str:
        return ""


class Loop(base_events.BaseEventLoop):
    """A loop that waits for nothing outside: what runs in it leaves no trace in the browser's own."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[Any]:
        return []

    def _process_events(self, found: list[Any]) -> None: ...

    def _write_to_self(self) -> None: ...

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        done = self.create_future()
        done.set_result(func(*args))
        return done


def rehearse() -> None:
    outside = events._get_running_loop()
    events._set_running_loop(None)
    loop = Loop()
    loop.run_until_complete(_games())
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    events._set_running_loop(outside)
    gc.collect()


async def _games() -> None:
    app = await Application(Nowhere(), "./").begin()
    for name in names():
        await app.answer("GET", "/")
        shown = await app.answer("POST", "/tables", FORM, f"game={name}&way=here".encode())
        fields = [re.search(f'name="{key}" value="(\\d+)"', shown.body.decode()) for key in ("version", "seq")]
        version, seq = (found[1] if found else "" for found in fields)
        told = f"version={version}&seq={seq}&layout=wide&salt=0123456789abcdef"
        await app.answer("POST", f"{shown.path}/roll", FORM | PART, told.encode())
        heard = asyncio.Queue[str]()
        app.listen(name, f"/events?table={shown.path.rpartition('/')[2]}", heard.put_nowait)
        await heard.get()
        app.stop(name)
        await app.answer("GET", f"{shown.path}?layout=wide", PART)
    await app.end()


def waken() -> None:
    """Two that begin from the same memory must not draw the same."""
    random.seed()
