"""A class of 35 devices through three rounds of each activity: how long a tap takes until it is answered.

    python benchmarks/lesson.py                          30 devices by the API and 5 real browsers, about four minutes
    python benchmarks/lesson.py --browsers 0 --seconds 5

The server is a process of its own with its usual limits, and all devices share one address. A device taps every two to
four seconds and asks for news every three, as its page does. 99 taps of 100 shall be answered within 300 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
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
        self.http = httpx.AsyncClient(base_url=f"{base}/api/v1", timeout=30, limits=httpx.Limits(max_connections=100))
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
            mine = (await self.http.get(self.url, headers=who)).json()
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
        elif table.get("moves") and table["place"] in table["acting"]:
            await self.tap(f"{url}/move", {"version": table["version"], "move": random.choice(table["moves"])}, held)

    async def browser(self, page: Page, until: float) -> None:
        """One real browser: taps whatever its page offers; how long each took, the browser itself has measured."""
        await page.goto(f"{self.base}/c/{self.code}")
        await page.locator(".pick").first.click()
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


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


async def run(base: str, devices: int, browsers: int, seconds: float) -> None:
    lesson = Lesson(base)
    await lesson.open()
    until = time.monotonic() + 8 + seconds * ROUNDS * len(ACTIVITIES)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=shutil.which("chromium")) if browsers else None
        pages = [await (await chromium.new_context()).new_page() for _ in range(browsers)] if chromium else []
        work = [lesson.device(until) for _ in range(devices)] + [lesson.browser(page, until) for page in pages]
        together = asyncio.gather(*work)
        await asyncio.sleep(8)
        await lesson.lead(seconds)
        await together
        if chromium:
            await chromium.close()
    await lesson.http.aclose()
    taps = sorted(lesson.taps)
    within = sum(one <= GOAL for one in taps) / len(taps)
    last = taps[int(len(taps) * 0.99)]
    print(f"{len(taps)} taps of {devices} devices and {browsers} browsers; load {os.getloadavg()[0]:.1f}")
    print(f"median {statistics.median(taps) * 1000:.0f} ms, 99 %: {last * 1000:.0f} ms, within 300 ms: {within:.1%}")
    print(f"refused or failed: {lesson.refused}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=30)
    parser.add_argument("--browsers", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15, help="of each round")
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
            began = time.monotonic()
            asyncio.run(run(base, args.devices, args.browsers, args.seconds))
            fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
            spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            print(f"the server's processor time: {spent:.1f} s of {time.monotonic() - began:.0f} s")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
