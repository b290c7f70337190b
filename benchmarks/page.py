"""What a tap on the page of a table costs: the server, the network, and a slow phone.

    python benchmarks/page.py                       everything, in about four minutes
    python benchmarks/page.py taps first            processor time and bytes of a tap; bytes of the first page
    python benchmarks/page.py crowd --seconds 60    60 people in 30 games, the server at a quarter of its speed
    python benchmarks/page.py crowd --pairs 150 --share 0.75      a school of 300 in 150 games
    python benchmarks/page.py phone                 whole games in Chromium with a processor four times slower

A tap is a roll or a move as the page's script sends it. `bare` is what the same server takes in the same run for an
answer of 1 kB with nothing behind it (see `http.py`), asked every 40 taps; `opposite` is what the page of an onlooker
costs in milliseconds, which fetches each change. The crowd's server is stopped for the rest of every 4 ms; each thinks
for 2 to 6 seconds, and after every tap the other's page asks what changed, as the stream tells it to.
On the phone, an interaction counts from the touch to the next frame, a long task from its beginning.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from httpx import AsyncClient, Limits, Response
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.http import Line, Server, Tally, knock, server
from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.core.registry import load
from tools.screenshots import FLAGS

PARTS = ("taps", "first", "crowd", "phone")
GAMES: dict[str, dict[str, str]] = {"cadeau": {}, "blocs": {"mode": "duel", "first": "me"}, "laaancez": {}}
TURN = 0.004  # seconds, of which a slow server has a share
KNOCKING = 50  # connections that ask for bare answers
OFTEN = 40  # taps after which bare answers are asked for again
NEWS = 1000  # questions for news
PART = re.compile(r'data-(?:part|keep)="([\w-]{8})"')
GROUP = re.compile(r'<g(?: data-(?:part|keep)="([\w-]{8})")?(?: [^>]*)?(?<!/)>|</g>')
# Long tasks, and by interaction how long it took until something was shown.
WATCH = """window.long = []; window.touched = {};
const watch = (what, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(what);
watch({ type: "longtask" }, (one) => long.push(one.duration));
watch({ type: "event", durationThreshold: 16 }, ({ interactionId: id, duration }) => {
  if (id) touched[id] = Math.max(touched[id] ?? 0, duration);
});
window.changes = 0;
new MutationObserver(() => { window.changes += 1; }).observe(document, { subtree: true, childList: true });"""
CAN = "#do-roll, .handover button, #do-push, #panel [name=move], #board .spot.can, #offer-1, #offer-2"
# The middle of the first thing that can be touched, or nothing as long as something lies over it: to look at all of
# them again and again would be long tasks of its own.
SPOT = """(can) => {
  const usable = (one) => one.ariaDisabled !== "true" && one.checkVisibility();
  for (const one of [...document.querySelectorAll(can)].filter(usable).slice(0, 2)) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    if (one.contains(document.elementFromPoint(across, down))) return [across, down];
  }
  return null;
}"""


class Browser:
    """A page of a table as its script keeps it, without drawing it."""

    def __init__(self, port: int) -> None:
        base = f"http://127.0.0.1:{port}"
        head, limits = {"origin": base, "accept-language": "fr"}, Limits(keepalive_expiry=2)  # before the server closes
        self.client = AsyncClient(base_url=base, headers=head, timeout=60, limits=limits)
        self.table, self.has, self.fields, self.dice = "", list[str](), dict[str, str](), ""
        self.within = dict[str, list[str]]()  # what a part of a drawing holds, which comes once and stays with it

    async def open(self, path: str) -> str:
        answer = await self.client.get(path, follow_redirects=True)
        self.table = answer.url.path
        self.read(answer)
        return answer.text

    def read(self, answer: Response) -> None:
        assert answer.status_code == 200, answer.text
        outer = list[str]()
        for tag in GROUP.finditer(answer.text):
            if tag[0] == "</g>":
                outer.pop()
                continue
            for name in filter(None, outer if tag[1] else ()):
                self.within.setdefault(name, []).append(tag[1])
            outer.append(tag[1] or "")
        here = PART.findall(answer.text)
        under = self.has if 'class="handover' in answer.text else []  # the board that the card covers
        self.has = list(dict.fromkeys([*here, *(held for name in here for held in self.within.get(name, ())), *under]))
        self.fields |= dict(re.findall(r'name="(version|seq|as)" value="(\d*)"', answer.text))
        if found := re.search(r'data-dice="(\d+)"', answer.text):
            self.dice = found[1]

    async def look(self) -> None:
        self.read(await self.client.get(f"{self.table}?layout=wide", headers=self.head))

    async def tap(self, action: str, place: int, **more: str) -> int:
        """Press a button; how many bytes came back."""
        fields = {**self.fields, "as": str(place), "layout": "wide", "salt": "0123456789abcdef", **more}
        answer = await self.client.post(f"{self.table}/{action}", data=fields, headers=self.head)
        self.read(answer)
        return answer.num_bytes_downloaded

    @property
    def head(self) -> dict[str, str]:
        return {"x-tablee": "".join(self.has) or "part"}


async def step(record: Record, browser: Browser, chance: random.Random) -> tuple[Record, int]:
    """One tap of whoever is to act, and how many bytes came back."""
    game, place = record.game, record.game.players(record.state)[0] - 1
    if game.phase(record.state) == "roll":
        size = await browser.tap("roll", place)
        return record.play(Roll(tuple(map(int, browser.dice)))), size
    move = chance.choice(game.moves(record.state, place + 1))
    return record.play(move), await browser.tap("move", place, move=str(move))


def begun(name: str) -> Record:
    game = load(name)
    settings = {key: value for key, value in GAMES[name].items() if key != "first"}
    return Record(game, game.variant(settings))


async def ask_bare(plain: Server) -> tuple[float, int]:
    """How much processor time bare answers took, for a second, and how many there were."""
    tally, spent, until = Tally(), plain.processor, time.perf_counter() + 1
    await asyncio.gather(*(knock(plain.port, until, tally) for _ in range(KNOCKING)))
    return plain.processor - spent, len(tally.times)


async def taps(folder: Path, games: int) -> None:
    with server("bare", folder / "bare") as plain, server("table", folder / "taps") as running:
        await ask_bare(plain)  # the first time fills the caches
        print(f"{'taps':>18}{'cpu ms':>8}{'bare µs':>9}{'of bare':>9}{'p50 ms':>8}{'kB':>7}{'p95':>6}{'opposite':>10}")
        for name, way in GAMES.items():
            times, sizes, opposite, chance = list[float](), list[int](), 0.0, random.Random(1)
            bare = list[tuple[float, int]]()  # again and again: the machine is not always as fast
            for round_ in range(games + 1):
                browser, record = Browser(running.port), begun(name)
                form = {"game": name, "way": "here", **way}
                await browser.open((await browser.client.post("/tables", data=form)).headers["location"])
                watching = Browser(running.port)
                await watching.open(browser.table)
                if round_ == 1:
                    spent, times, sizes, opposite = running.processor, [], [], 0.0
                while record.game.phase(record.state) != "over":
                    started = time.perf_counter()
                    record, size = await step(record, browser, chance)
                    times.append(time.perf_counter() - started)
                    sizes.append(size)
                    answered = running.processor
                    await watching.look()
                    opposite += running.processor - answered
                    bare += [await ask_bare(plain)] if round_ and len(times) % OFTEN == 1 else []
                await browser.client.aclose()
                await watching.client.aclose()
            cost, look = (running.processor - spent - opposite) / len(times), 1000 * opposite / len(times)
            least = sum(taken for taken, _ in bare) / sum(count for _, count in bare)
            middle, late = 1000 * statistics.median(times), sorted(sizes)[int(0.95 * len(sizes))]
            kilo = f"{statistics.mean(sizes) / 1000:>7.1f}{late / 1000:>6.1f}{look:>10.2f}"
            of_bare = f"{1e6 * least:>9.0f}{cost / least:>9.1f}"
            print(f"{name:>10}{len(times):>8}{1000 * cost:>8.2f}{of_bare}{middle:>8.1f}{kilo}", flush=True)
        line = await Line.open(running.port)
        opened = json.loads((await line.ask("POST", "/api/v1/gatherings", {"game": "blocs"}))[1])
        member = json.loads((await line.ask("POST", "/api/v1/gatherings/join", {"code": opened["code"]}))[1])
        spent = running.processor
        for _ in range(NEWS):
            await line.ask("GET", f"/api/v1/gatherings/{opened['gathering']}", secret=member["secret"])
        line.close()
        print(f"a pupil's device that asks for news takes {1000 * (running.processor - spent) / NEWS:.2f} ms")


def slow(running: Server, share: float, until: float) -> None:
    """Stop a server for the rest of every turn: as if its core were slower."""
    while share < 1 and time.perf_counter() < until:
        os.kill(running.process.pid, signal.SIGSTOP)
        time.sleep((1 - share) * TURN)
        os.kill(running.process.pid, signal.SIGCONT)
        time.sleep(share * TURN)


async def pair(port: int, number: int, until: float, times: list[float]) -> None:
    """A game of two people, each with a page of their own, until the time is up."""
    chance, name = random.Random(number), list(GAMES)[number % len(GAMES)]
    while time.perf_counter() < until:
        browsers, record = [Browser(port), Browser(port)], begun(name)
        form = {"game": name, "way": "link", **GAMES[name]}
        page = await browsers[0].open((await browsers[0].client.post("/tables", data=form)).headers["location"])
        link = page.split('id="url-1" readonly value="', 1)[1].split('"', 1)[0]
        sat = await browsers[1].client.post(link)
        await browsers[1].open(sat.headers["location"])
        await browsers[0].look()
        while record.game.phase(record.state) != "over" and time.perf_counter() < until:
            await asyncio.sleep(chance.uniform(2, 6))
            mover = record.game.players(record.state)[0] - 1
            started = time.perf_counter()
            record, _ = await step(record, browsers[mover], chance)
            times.append(time.perf_counter() - started)
            await browsers[1 - mover].look()
            browsers[1 - mover].dice = browsers[mover].dice
        for browser in browsers:
            await browser.client.aclose()


async def crowd(folder: Path, games: int, seconds: float, share: float) -> None:
    with server("table", folder / "crowd") as running:
        times, until = list[float](), time.perf_counter() + seconds
        slowing = threading.Thread(target=slow, args=(running, share, until))
        slowing.start()
        spent = running.processor
        await asyncio.gather(*(pair(running.port, number, until, times) for number in range(games)))
        slowing.join()
        busy = (running.processor - spent) / seconds / share
    quick, ordered = statistics.mean(one < 0.3 for one in times), sorted(times)
    print(f"{2 * games} people in {games} games, the server with {share:.2f} of a core, {busy:.0%} of that busy:")
    late = ordered[int(0.99 * len(ordered))]
    print(f"{len(times)} taps, {quick:.1%} of them answered within 300 ms, p99 {1000 * late:.0f} ms")


def finish(page: Page, most: int) -> int:
    """Play by touching whatever can be touched, until the game is over; how many taps it took."""
    for tap in range(most):
        page.wait_for_timeout(60)
        if page.locator("#turn").get_attribute("data-phase") == "over":
            return tap
        before = page.evaluate("window.changes")
        while (spot := page.evaluate(SPOT, CAN)) is None:  # Playwright's own looking about would be long tasks here
            page.wait_for_timeout(30)
        page.mouse.click(*spot)
        answered = "(before) => window.changes > before && !document.querySelector('.sent')"  # and no banner just gone
        page.wait_for_function(answered, arg=before, polling=30)
    return most


def phone(folder: Path, most: int) -> None:
    found = shutil.which("chromium")
    assert found
    with server("table", folder / "phone") as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        for name in GAMES:
            context = browser.new_context(locale="fr", viewport={"width": 390, "height": 844}, has_touch=True)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{running.port}/game/{name}")
            page.locator(f"#{name}-here").click()
            page.wait_for_url("**/table/*")
            page.evaluate(WATCH)
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
            count = finish(page, most)
            touched = sorted(page.evaluate("Object.values(touched)"))
            long = sorted(page.evaluate("long")) or [0]
            late = touched[int(0.98 * len(touched))]
            print(
                f"{name:>10}: {count} taps; to the next paint p98 {late:.0f} ms, at most {touched[-1]:.0f}; "
                f"{sum(one > 100 for one in long)} tasks above 100 ms, the longest {long[-1]:.0f} ms",
                flush=True,
            )
            context.close()
        browser.close()


def first(folder: Path) -> None:
    """Bytes of the first page with all that it brings, then of a first table with all that it brings."""
    found = shutil.which("chromium")
    assert found
    with server("table", folder / "first") as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        page = browser.new_page(locale="fr")
        for path in ("/", "#cadeau-here"):
            if path == "/":
                page.goto(f"http://127.0.0.1:{running.port}/", wait_until="networkidle")
            else:
                page.goto(f"http://127.0.0.1:{running.port}/game/cadeau")
                page.locator(path).click()
                page.wait_for_url("**/table/*")
                page.wait_for_timeout(1000)
            entries = page.evaluate(
                "() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                ".map((one) => [one.name.split('/').pop() || 'page', one.encodedBodySize])"
            )
            sizes = {name: size / 1000 for name, size in entries if size}
            fonts = sum(size for name, size in sizes.items() if name.endswith((".ttf", ".woff2")))
            shown = ", ".join(f"{name} {size:.1f}" for name, size in sorted(sizes.items(), key=lambda one: -one[1])[:6])
            print(f"{path}: {sum(sizes.values()):.1f} kB on the wire, {fonts:.1f} of it fonts ({shown} …)")
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"which of {', '.join(PARTS)}; all unless told")
    parser.add_argument("--games", type=int, default=3, help="of each kind, whose taps are measured")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--share", type=float, default=0.25, help="of a core that the crowd's server gets")
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--taps", type=int, default=150, help="on the phone, at most, in a game")
    options = parser.parse_args()
    parts = options.parts or PARTS
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if "taps" in parts:
            asyncio.run(taps(folder, options.games))
        if "first" in parts:
            first(folder)
        if "crowd" in parts:
            asyncio.run(crowd(folder, options.pairs, options.seconds, options.share))
        if "phone" in parts:
            phone(folder, options.taps)


if __name__ == "__main__":
    main()
