"""What runs before the memory snapshot is taken: one table of each game is opened, and its dice are rolled once.

After that a first roll needs no further import. No game stays in memory, and no dice: those of a table come from the
system, and `reseed` is called after each start from a snapshot.
"""

import asyncio
import gc
import json
import random
import re

from tablee.core.registry import names
from tablee.core.words import LANGS

from .asgi_bridge import Application

FORM = {"content-type": "application/x-www-form-urlencoded"}
PART = {"x-tablee": "part"}  # as a page's script asks


class MemoryDatabase:
    """A `Database` that forgets everything at its end."""

    def __init__(self) -> None:
        self._entries: dict[str, list[str]] = {}

    def load(self, table: str) -> str:
        return json.dumps(self._entries.get(table, []))

    def tables(self) -> str:
        return json.dumps([[name, 0, 0, len(entries)] for name, entries in self._entries.items()])

    async def append(self, table: str, first: int, entries: str, at: int, length: int) -> str:
        self._entries.setdefault(table, [])[first:] = json.loads(entries)
        return ""

    def delete(self, table: str) -> bool:
        return self._entries.pop(table, None) is not None

    def cookies(self) -> str:
        return "{}"

    async def remember(self, cookies: str) -> str:
        return ""


async def warm_up() -> None:
    """Play a first roll of each game, and drop the games again."""
    await _first_rolls()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await asyncio.sleep(0)


def collect() -> None:
    gc.collect()


async def _first_rolls() -> None:
    app = await Application(MemoryDatabase(), "./").begin()
    for name in names():
        for path in ("/", f"/game/{name}"):  # what they read lies in an archive that a snapshot has closed
            await app.answer("GET", path)
        page = await app.answer("POST", "/tables", FORM, f"game={name}&way=here".encode())
        fields = [re.search(f'name="{key}" value="(\\d+)"', page.body.decode()) for key in ("version", "seq")]
        version, seq = (match[1] if match else "" for match in fields)
        body = f"version={version}&seq={seq}&layout=wide&salt=0123456789abcdef"
        await app.answer("POST", f"{page.path}/roll", FORM | PART, body.encode())
        heard = asyncio.Queue[str]()
        app.listen(name, f"/events?table={page.path.rpartition('/')[2]}", heard.put_nowait)
        await heard.get()
        app.stop(name)
        await app.answer("GET", f"{page.path}?layout=wide", PART)
    for lang in LANGS:
        await app.answer("GET", "/by-ear", {"accept-language": lang})
    await app.end()


def reseed() -> None:
    """Seed Python's own generator anew: two starts from one snapshot must not draw the same."""
    random.seed()
