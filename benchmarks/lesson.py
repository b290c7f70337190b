"""A class of 35 devices through three rounds of each activity: how long a tap takes until it is answered.

    python benchmarks/lesson.py                          30 devices by the API and 5 real browsers, about four minutes
    python benchmarks/lesson.py --browsers 0 --seconds 5
    python benchmarks/lesson.py --browsers 0 --classes 10 --share 0.5     a school on half a core
    python benchmarks/lesson.py --pictures FOLDER        a lesson as a new teacher gives it, with six browsers

The server is a process of its own with its usual limits, and all devices share one address. A device taps every two to
four seconds and asks for news every three, as its page does. 99 taps of 100 shall be answered within 300 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Page, async_playwright

GOAL = 0.3  # seconds
ACTIVITIES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pairs", {}),
    ("same-dice", {"mode": "solo"}),
    ("sums", {"level": 2}),
    ("together", {}),
)
SUMS = ("5+4", "6+3", "9", "10-2", "4*2", "12/2", "3+2", "8+2", "12-5", "11")
ROUNDS = 3


class Lesson:
    def __init__(self, base: str) -> None:
        limits = httpx.Limits(max_connections=100, keepalive_expiry=2)  # before the server closes a quiet one
        self.http = httpx.AsyncClient(base_url=f"{base}/api/v1", timeout=30, limits=limits)
        self.base, self.taps, self.refused = base, list[float](), 0
        self.teacher: dict[str, str] = {}
        self.url = self.code = ""

    async def open(self) -> None:
        made = (await self.http.post("/gatherings", json={"game": "blocs"})).json()
        self.url, self.code, self.teacher = f"/gatherings/{made['gathering']}", made["code"], bearer(made["secret"])

    async def tap(self, path: str, body: dict[str, Any], who: dict[str, str]) -> None:
        began = time.perf_counter()
        answer = await self.http.post(path, json=body, headers=who)
        self.taps.append(time.perf_counter() - began)
        self.refused += answer.status_code in (429, 500, 503)

    async def device(self, until: float) -> None:
        """One device: it comes in, and does whatever the round asks for."""
        await asyncio.sleep(random.random() * 3)
        who = bearer((await self.http.post("/gatherings/join", json={"code": self.code})).json()["secret"])
        while time.monotonic() < until:
            await asyncio.sleep(2 + 2 * random.random())
            answer = await self.http.get(self.url, headers=who)
            if answer.status_code != 200:  # too much at once
                self.refused += 1
                continue
            mine = answer.json()
            if mine["activity"] == "sums":
                await self.tap(f"{self.url}/sums", {"calculation": random.choice(SUMS)}, who)
            elif mine["activity"] == "together":
                table = (await self.http.get(f"/tables/{mine['table']}")).json() if mine["table"] else {}
                if table.get("phase") == "move":
                    await self.tap(f"{self.url}/proposal", {"move": random.choice(("2,3", "4,5", "8", "9"))}, who)
            elif mine["table"]:
                await self.play(f"/tables/{mine['table']}", bearer(mine["table_secret"]))

    async def play(self, url: str, held: dict[str, str]) -> None:
        table = (await self.http.get(url, headers=held)).json()
        if table.get("may_roll"):
            await self.tap(f"{url}/roll", {"version": table["version"]}, held)
        elif table.get("moves") and table["seat"] in table["acting"]:
            await self.tap(f"{url}/move", {"version": table["version"], "move": random.choice(table["moves"])}, held)

    async def browser(self, page: Page, until: float) -> None:
        """One real browser: taps whatever its page offers; how long each took, the browser itself has measured."""
        await page.goto(f"{self.base}/c/{self.code}")
        await page.click("#come-in")
        while time.monotonic() < until:
            await asyncio.sleep(2 + 2 * random.random())
            button = page.locator("#do-roll, #do-push, .spot.can, .moves button, [data-key='9'], #add").first
            try:
                await button.click(timeout=1000)
                spent = await page.evaluate(
                    """() => { const all = performance.getEntriesByType('resource').filter((one) =>
                    one.initiatorType === 'fetch' && /\\/table\\/\\w+\\//.test(one.name));
                    performance.clearResourceTimings(); return all.map((one) => one.duration / 1000); }"""
                )
                self.taps += spent
            except Exception:  # nothing to tap just now, or the page has just moved on
                continue

    async def lead(self, seconds: float) -> None:
        """The adult: three rounds of each activity."""
        for activity, settings in ACTIVITIES:
            for _ in range(ROUNDS):
                begun = time.monotonic()
                await self.tap(f"{self.url}/rounds", {"activity": activity, "settings": settings}, self.teacher)
                while time.monotonic() - begun < seconds:
                    await asyncio.sleep(2)
                    await self.http.get(self.url, headers=self.teacher)
                    if activity == "together":
                        await self.tap(f"{self.url}/play", {}, self.teacher)


def slow(server: subprocess.Popen[str], share: float) -> None:
    """Stop the server for the rest of every 4 ms: as if its core were slower."""
    while server.poll() is None:
        server.send_signal(signal.SIGSTOP)
        time.sleep((1 - share) * 0.004)
        server.send_signal(signal.SIGCONT)
        time.sleep(share * 0.004)


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


async def run(base: str, classes: int, devices: int, browsers: int, seconds: float) -> None:
    """Give the lesson in so many classes at once; the browsers are in the first one."""
    lessons = [Lesson(base) for _ in range(classes)]
    for lesson in lessons:
        await lesson.open()
    until = time.monotonic() + 8 + seconds * ROUNDS * len(ACTIVITIES)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=shutil.which("chromium")) if browsers else None
        pages = [await (await chromium.new_context()).new_page() for _ in range(browsers)] if chromium else []
        work = [lesson.device(until) for lesson in lessons for _ in range(devices)]
        together = asyncio.gather(*work, *(lessons[0].browser(page, until) for page in pages))
        await asyncio.sleep(8)
        await asyncio.gather(*(lesson.lead(seconds) for lesson in lessons))
        await together
        if chromium:
            await chromium.close()
    for lesson in lessons:
        await lesson.http.aclose()
    taps = sorted(tap for lesson in lessons for tap in lesson.taps)
    within = sum(one <= GOAL for one in taps) / len(taps)
    last = taps[int(len(taps) * 0.99)]
    crowd = f"{classes} x {devices} devices and {browsers} browsers"
    print(f"{len(taps)} taps of {crowd}; load {os.getloadavg()[0]:.1f}")
    print(f"median {statistics.median(taps) * 1000:.0f} ms, 99 %: {last * 1000:.0f} ms, within 300 ms: {within:.1%}")
    print(f"refused or failed: {sum(lesson.refused for lesson in lessons)}")


SIZES = {"phone": (360, 640), "low": (740, 360), "pc": (1366, 768), "small-wall": (1280, 720), "wall": (1920, 1080)}


async def tour(base: str, folder: Path, lang: str, game: str) -> None:
    """A lesson by its buttons: six pupils and their adult, every activity; a picture of each page at its sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=shutil.which("chromium"))

        async def visit(path: str, size: str) -> Page:
            width, height = SIZES[size]
            context = await chromium.new_context(
                base_url=base, locale=lang, viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            page = await context.new_page()
            await page.goto(path)
            return page

        async def shoot(page: Page, name: str, *sizes: str) -> None:
            for size in sizes:
                await page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # type: ignore[arg-type]
                await page.wait_for_timeout(300)
                await page.screenshot(path=folder / f"{name}-{size}.png")
                if name.startswith("adult"):
                    await page.screenshot(path=folder / f"{name}-{size}-whole.png", full_page=True)

        async def play(kids: list[Page], taps: int) -> None:
            """Every pupil plays some steps at the table of their page, by the API."""
            for kid in kids * taps:
                where = kid.url.rpartition("/")[2]
                held = next(one["value"] for one in await kid.context.cookies() if one["path"] == f"/table/{where}")
                await lesson.play(f"/tables/{where}", bearer(held))

        lesson = Lesson(base)
        adult = await visit("/class", "pc")
        await shoot(adult, "open", "phone", "pc")
        await adult.select_option("#class-game", game)
        await adult.click("#open-class")
        home = adult.url
        wall = await adult.context.new_page()
        await wall.goto(f"{home}/projector")
        await shoot(wall, "wall-empty", "small-wall", "wall")
        code = await adult.locator(".code-tiles").text_content()
        kids = [await visit(f"/c/{code}", "phone") for _ in range(5)]
        await shoot(kids[0], "coming-in", "phone", "pc")
        for kid in kids:
            await kid.click("#come-in")
        await shoot(kids[0], "waiting", "phone")
        await wall.wait_for_timeout(2500)
        await shoot(wall, "wall-here", "small-wall", "wall")
        await shoot(adult, "adult-first", "phone", "pc")
        for activity, taps in (("sums", 0), ("same-dice", 6), ("pairs", 4), ("together", 0)):
            await adult.set_viewport_size({"width": 1366, "height": 768})
            if not await adult.locator(f"#begin-{activity}").count():
                continue  # no sums in this game
            await adult.click(f"#begin-{activity}")
            if await adult.locator("#ask-round .strong").count():
                await adult.click("#ask-round .strong")
            if activity == "pairs":
                kids.append(await visit(f"/c/{code}", "phone"))
                await kids[-1].click("#come-in")
            if activity in ("pairs", "same-dice"):
                for kid in kids:
                    await kid.wait_for_url("**/table/**")
                await play(kids, taps)
            elif activity == "sums":
                for kid, typed in zip(kids, ("5+4", "9", "6+3", "8", "12-5"), strict=False):
                    await kid.wait_for_selector("#calculation")
                    await kid.fill("#calculation", typed)
                    await kid.click("#add")
            else:
                await adult.click("form[action$='/do/play'] button")
                for kid in kids:
                    await kid.wait_for_selector(".moves")
                    if await kid.locator(".moves select").count():
                        await kid.locator(".moves select").select_option(index=1)
                    await kid.locator(".moves button").last.click()
            await wall.wait_for_timeout(3500)
            await shoot(kids[0], f"pupil-{activity}", "phone", "low", "pc")
            await shoot(wall, f"wall-{activity}", "small-wall", "wall")
            await shoot(adult, f"adult-{activity}", "phone", "pc")
            await adult.locator("form[action$='/do/end'] button").click()
            await wall.wait_for_timeout(3500)
            await shoot(wall, f"wall-{activity}-end", "small-wall", "wall")
            if activity == "same-dice":
                await adult.locator("form[action$='/do/step'] .strong").click()
                await wall.wait_for_timeout(3500)
                await shoot(wall, "wall-same-dice-choices", "small-wall", "wall")
            await shoot(adult, f"adult-{activity}-end", "pc")
        await adult.goto(f"{home}/end")
        await shoot(adult, "end", "phone", "pc")
        await chromium.close()
        await lesson.http.aclose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classes", type=int, default=1, help="at once, behind one address")
    parser.add_argument("--share", type=float, default=1.0, help="of a core that the server gets")
    parser.add_argument("--devices", type=int, default=30, help="of a class")
    parser.add_argument("--browsers", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15, help="of each round")
    parser.add_argument("--pictures", type=Path, help="a folder: take pictures of a whole lesson instead")
    parser.add_argument("--lang", default="fr", choices=("fr", "en"), help="of the pictures")
    parser.add_argument("--game", default="blocs", help="of the pictures")
    parser.add_argument("--port", type=int, default=8769)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "tablee", "class", "--no-browser", "--port", str(args.port), "--data", folder]
        server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        server.stdout.readline()
        try:
            base = f"http://127.0.0.1:{args.port}"
            while True:
                try:
                    httpx.get(f"{base}/health")
                    break
                except httpx.TransportError:
                    time.sleep(0.2)
            if args.pictures:
                asyncio.run(tour(base, args.pictures, args.lang, args.game))
                return
            began = time.monotonic()
            if args.share < 1:
                threading.Thread(target=slow, args=(server, args.share), daemon=True).start()
            asyncio.run(run(base, args.classes, args.devices, args.browsers, args.seconds))
            fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
            spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            print(f"the server's processor time: {spent:.1f} s of {time.monotonic() - began:.0f} s")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
