"""The application as a browser runs it, without the browser: requests, cookies, the store, the box."""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable
from html import unescape
from typing import Any, TypeVar
from urllib.parse import quote

import pytest

from tablee.core.words import Text
from tablee.games.laaancez.sheet import parse_value, plain
from tablee.offline.asgi_bridge import Answer, Application
from tablee.offline.browser_store import FULL, REFUSED, BrowserStore
from tablee.table import Conflict, StoreError, StoreFull

FORM = {"content-type": "application/x-www-form-urlencoded"}
T = TypeVar("T")


@pytest.fixture(autouse=True)
def no_clock_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser."""
    monkeypatch.delattr(time, "thread_time")


class Memory:
    """A browser's database, for as long as a test lasts. `word`: what writing answers instead of keeping."""

    def __init__(self) -> None:
        self.entries: dict[str, list[str]] = {}
        self.kept: dict[str, str] = {}
        self.word = ""

    def load(self, table: str) -> str:
        return json.dumps(self.entries.get(table, []))

    def tables(self) -> str:
        return json.dumps([[name, 1, 2, len(found)] for name, found in self.entries.items()])

    async def append(self, table: str, first: int, entries: str, at: int, length: int) -> str:
        if self.word:
            return self.word
        if len(self.entries.get(table, [])) != length:
            return "conflict"
        self.entries.setdefault(table, [])[first:] = json.loads(entries)
        return ""

    def delete(self, table: str) -> bool:
        return self.entries.pop(table, None) is not None

    def cookies(self) -> str:
        return json.dumps(self.kept)

    async def remember(self, cookies: str) -> str:
        self.kept |= json.loads(cookies)
        return ""


class Page:
    """What a page's script does, in words."""

    def __init__(self, database: Memory) -> None:
        self.app = Application(database, "https://example.org/jeux/")

    async def get(self, path: str) -> Answer:
        return await self.app.answer("GET", path)

    async def post(self, path: str, form: str) -> Answer:
        return await self.app.answer("POST", path, FORM, form.encode())

    async def roll(self, shown: Answer) -> Answer:
        page = shown.body.decode()
        version, seq = (re.search(f'name="{name}" value="(\\d+)"', page) for name in ("version", "seq"))
        assert version
        assert seq
        return await self.post(f"{shown.path}/roll", f"version={version[1]}&seq={seq[1]}")


def run(work: Callable[[Page], Awaitable[T]], database: Memory | None = None) -> T:
    async def whole() -> T:
        page = Page(database or Memory())
        await page.app.begin()
        return await work(page)

    return asyncio.run(whole())


def test_a_game_is_opened_played_and_found_again() -> None:
    database = Memory()

    async def first(page: Page) -> Answer:
        table = await page.post("/tables", "game=cadeau&way=here")
        assert table.status == 200
        assert table.path.startswith("/table/")
        assert 'id="do-roll"' in table.body.decode()
        return await page.roll(table)

    rolled = run(first, database)
    assert rolled.status == 200
    again = run(lambda page: page.get(rolled.path), database)
    assert 'id="do-roll"' not in again.body.decode()
    home = run(lambda page: page.get("/"), database).body.decode()
    assert f'href="#{rolled.path}"' in home


def test_what_needs_a_server_is_not_offered_and_says_why() -> None:
    home = run(lambda page: page.get("/")).body.decode()
    assert 'value="link"' not in run(lambda page: page.get("/game/cadeau")).body.decode()
    assert "Sans serveur" in home

    async def table(page: Page) -> Answer:
        return await page.post("/tables", "game=cadeau&way=here")

    shown = run(table).body.decode()
    assert "/join/" not in shown
    assert 'id="watch-link"' not in shown
    assert 'id="lobby-link"' not in shown


@pytest.mark.parametrize(("word", "sentence"), [("full", FULL), ("refused", REFUSED)])
def test_a_move_that_is_not_kept_is_not_made(word: str, sentence: Text) -> None:
    database = Memory()

    async def work(page: Page) -> None:
        table = await page.post("/tables", "game=cadeau&way=here")
        before = dict(database.entries)
        database.word = word
        refused = await page.roll(table)
        assert refused.status == 503
        assert sentence.fr[:30] in refused.body.decode()
        assert database.entries == before
        begun = await page.post("/tables", "game=cadeau&way=here")  # nor does a game begin
        assert sentence.fr[:30] in begun.body.decode()
        database.word = ""
        assert (await page.roll(table)).status == 200

    run(work, database)


def test_of_two_writers_one_succeeds_and_the_store_says_what_went_wrong() -> None:
    database = Memory()

    async def work(page: Page) -> None:
        one, two = BrowserStore(database), BrowserStore(database)
        await asyncio.wrap_future(one.append("kitchen", 0, ["a"], 1))
        for word, kind in (("", Conflict), ("full", StoreFull), ("AbortError", StoreError)):
            database.word = word
            with pytest.raises(kind):
                await asyncio.wrap_future(two.append("kitchen", 0, ["b"], 1))
            with pytest.raises(kind):
                await asyncio.wrap_future(two.rewrite("kitchen", 2, ["c"], 1))
        assert two.load("kitchen") == ["a"]
        database.word = ""
        await asyncio.wrap_future(two.rewrite("kitchen", 1, ["c", "d"], 2))
        await asyncio.wrap_future(one.append("kitchen", 2, ["e"], 3))
        assert two.load("kitchen") == ["c", "d", "e"]

    run(work, database)


def multipart(text: str) -> tuple[dict[str, str], bytes]:
    body = (
        '--x\r\nContent-Disposition: form-data; name="box"; filename="b.json"\r\n'
        f"Content-Type: application/json\r\n\r\n{text}\r\n--x--\r\n"
    )
    return {"content-type": "multipart/form-data; boundary=x"}, body.encode()


def test_everything_travels_in_one_file() -> None:
    async def make(page: Page) -> tuple[str, str]:
        table = await page.post("/tables", "game=cadeau&way=here")
        await page.roll(table)
        await page.post("/by-message", "game=cadeau&name=Zoé")
        box = await page.get("/box")
        assert box.name == "tablee-box.json"
        return table.path, box.body.decode()

    path, box = run(make)

    async def bring(page: Page) -> None:
        own = await page.post("/tables", "game=blocs&way=here")
        await page.post("/by-message", "game=cadeau&name=Tom")
        headers, body = multipart(box)
        for _ in range(2):  # twice changes nothing
            mine = await page.app.answer("POST", "/box", headers, body)
            assert mine.path == "/mine"
            assert mine.body.decode().count('class="kept-game') == 2
            assert (await page.get("/by-message")).body.decode().count('class="chip"') == 2
            assert page.app.jar.get("messages").count("-cadeau-0") == 2
        shown = (await page.get(path)).body.decode()
        assert "À vous" in shown
        assert (await page.get(own.path)).status == 200

    run(bring)


@pytest.mark.parametrize("cut", ["", "{}", "[1]", '{"form": "tablee-box-1"}', None])
def test_half_a_box_changes_nothing(cut: str | None) -> None:
    database = Memory()

    async def work(page: Page) -> None:
        await page.post("/tables", "game=cadeau&way=here")
        whole = (await page.get("/box")).body.decode()
        headers, body = multipart(whole[: len(whole) // 2] if cut is None else cut)
        before: tuple[Any, Any] = (json.dumps(database.entries), json.dumps(database.kept))
        refused = await page.app.answer("POST", "/box", headers, body)
        assert refused.status == 422
        assert "rien n’a changé" in refused.body.decode()
        assert (json.dumps(database.entries), json.dumps(database.kept)) == before

    run(work, database)


def test_what_is_kept_is_shown_and_erased_inside_the_browser_too() -> None:
    database = Memory()

    async def work(page: Page) -> None:
        await page.post("/profile", "badge=panda-vert&name=Mirabelle")
        await page.post("/tables", "game=cadeau&way=here")
        forgotten = await page.post("/tables", "game=blocs&way=here")
        await page.post("/mine/forget", f"table={forgotten.path.rpartition('/')[2]}")
        assert len(database.entries) == 1, "forgetting gives the room back"
        shown = (await page.get("/mine/kept")).body.decode()
        assert "<code>guise</code>" in shown
        assert "dans ce navigateur aussi" in shown
        assert 'action="/mine/erase"' in shown
        saved = await page.get("/mine/kept.json")
        assert saved.name == "tablee-kept.json"
        assert json.loads(saved.body)["cookies"]["guise"] == "panda-vert.Mirabelle"
        gone = await page.post("/mine/erase", "")
        assert "ne savent plus rien de vous" in gone.body.decode()

    run(work, database)
    assert database.entries == {}
    assert not database.kept["/ guise"]


def test_paper_is_printed_with_the_settings_of_the_game_being_played_and_with_ones_own_sheet() -> None:
    async def work(page: Page) -> None:
        table = (await page.post("/tables", "game=cadeau&way=here&zones=3")).body.decode()
        link = re.search(r'id="on-paper" href="#(/paper[^"]+)"', table)
        assert link
        paper = (await page.get(unescape(link[1]))).body.decode()
        assert '<option value="3" selected>' in paper
        assert paper.count('class="set-sheet') == 2
        assert ">9G<" in paper
        assert ">10L<" not in paper
        assert 'id="print-now"' in paper
        sheet: dict[str, Any] = plain(parse_value("noel")) | {"name": "maison"}
        sheet["objects"]["renne"]["fr"] = "le chat du voisin"
        await page.app.jar.update([(b"set-cookie", f"sheet={quote(json.dumps(sheet))}; Path=/".encode())])
        offered = (await page.get("/paper?game=laaancez")).body.decode()
        value = re.search(r'<option value="([^"]{99,})">', offered)
        assert value
        own = (await page.get(f"/paper?game=laaancez&what=card&sheet={quote(unescape(value[1]))}")).body.decode()
        assert "le chat du voisin = renne" in own
        assert "selected>la mienne" in own

    run(work)
