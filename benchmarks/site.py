"""How fast the app that needs no server starts: `python benchmarks/site.py [--rounds 5] [--engine firefox]`.

Cold: a browser that has never been there, over the loopback. Warm: with the network cut, every file from the browser's
own keeping, and Python from the memory snapshot that the app has taken while nothing was asked. In
each round the page asks for a game at one device as soon as it has been read, rolls the dice as soon as there is a
button, and notes when the roll is shown, in milliseconds after the navigation began.

A processor four times slower, in two readings that both reach workers (Chromium's own throttling reaches the page only;
needs root). `each core`: something more urgent takes three quarters of every core away, in turns of 4 ms, as on a
machine with as many cores as this one, each four times slower. `one core`: besides, all of the browser shares a single
core. `processor` is what the browser's processes have used between navigation and roll, added up over all cores: on a
busy machine that figure holds, and the others are worse than on an idle one, though the browser goes before other work
where the system lets us (root again). Of each figure the best round counts.

With `--engine chromium`, `firefox` or `webkit`, as Debian ships them: the same roll from the link that asks for a game
at once, as the first page of a published folder has it, first cold, then from the browser's own keeping, then from the
memory snapshot. All of it on the machine as it is; the figure is when the roll is there. With `--megabits 20` the
folder comes over a line of that speed, from a host that packs what it knows as text and nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import multiprocessing
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tablee_app.build import Handler

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.engines_kit import ENGINES, Run
from tests.offline_kit import REMEMBERED, given_out, site
from tools.screenshots import FLAGS

TURN = 0.004  # seconds
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
KEPT = "async () => { await navigator.serviceWorker.ready; return Boolean(navigator.serviceWorker.controller); }"
# In the page itself, so that no time goes by between two programs; and only when something has changed: whoever looks
# at every frame makes the browser draw sixty a second.
PLAYER = """window.rolling = new Promise((rolled) => addEventListener("DOMContentLoaded", () => {
  document.querySelector("#cadeau-here").click();
  let seq = null;
  const changes = new MutationObserver(() => {
    const turn = document.querySelector("#turn");
    const roll = document.querySelector("#do-roll");
    if (seq === null && roll) { seq = turn.dataset.seq; roll.click(); }
    if (seq === null || !turn || turn.dataset.seq === seq) return;
    changes.disconnect();
    requestAnimationFrame(() => setTimeout(() => rolled(performance.now())));
  });
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ["data-seq"] });
}));"""

# For an engine that runs what it is told only once the page is there.
ROLLED = """(async () => {
  const until = async (found) => { while (!found()) await new Promise((wake) => setTimeout(wake, 5)); return found(); };
  const roll = await until(() => document.querySelector("#do-roll"));
  const seq = document.querySelector("#turn").dataset.seq;
  roll.click();
  await until(() => document.querySelector("#turn").dataset.seq !== seq);
  return performance.now();
})()"""


def processes(root: int) -> list[int]:
    """A process and all that it has started."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [root]
    while todo:
        one = todo.pop()
        found.append(one)
        todo += children.get(one, [])
    return found


def used(root: int) -> dict[int, float]:
    """Processor time so far, in milliseconds, of each process of a family; one that ends takes its own along."""
    found = {}
    for one in processes(root):
        with contextlib.suppress(OSError):
            ticks = sum(map(int, Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:13]))
            found[one] = 1000 * ticks / os.sysconf("SC_CLK_TCK")
    return found


@contextlib.contextmanager
def before_others(process: int) -> Iterator[None]:
    """A process and all that it starts go before other work, as far as the system lets us."""
    first = Path("/sys/fs/cgroup/cpu")  # version 1
    old = first.is_dir()
    folder = (first if old else first.parent) / f"tablee-{process}"
    try:
        folder.mkdir()
        (folder / ("cpu.shares" if old else "cpu.weight")).write_text("262144" if old else "10000")
        for one in processes(process):
            with contextlib.suppress(ProcessLookupError):  # ended since, or ended and not yet buried
                (folder / "cgroup.procs").write_text(str(one))
    except OSError as error:
        print(f"(the browser does not go before other work: {error.strerror})")
    yield
    with contextlib.suppress(OSError):  # as long as something in it still ends
        folder.rmdir()


def take(core: int, share: float) -> None:
    """Take a share of a core away from everybody else, for good."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    while True:
        until = time.monotonic() + share * TURN
        while time.monotonic() < until:
            pass
        time.sleep((1 - share) * TURN)


@contextlib.contextmanager
def slower(root: int, share: float, cores: set[int]) -> Iterator[bool]:
    """Only these cores for a process and all that it has started, and of each only this share for anybody."""
    everywhere, fork = os.sched_getaffinity(0), multiprocessing.get_context("fork")
    takers = [fork.Process(target=take, args=(core, 1 - share), daemon=True) for core in cores]
    pin(root, cores)
    try:
        for taker in takers:
            taker.start()
        time.sleep(0.5)
        yield all(taker.is_alive() for taker in takers)
    finally:
        for taker in takers:
            taker.kill()
        pin(root, everywhere)


def pin(root: int, cores: set[int]) -> None:
    for one in processes(root):
        for thread in Path(f"/proc/{one}/task").glob("*"):
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread.name), cores)


def round_of(context: BrowserContext, base: str, root: int) -> tuple[float, float, float]:
    """When the roll was shown, when the first page could be read, and what the browser had worked by then."""
    page: Page = context.new_page()
    page.add_init_script(PLAYER)
    before = used(root)
    page.goto(base, wait_until="commit")
    rolled = float(page.evaluate("() => window.rolling"))
    worked = sum(spent - before.get(one, 0.0) for one, spent in used(root).items())
    painted = float(page.evaluate(PAINTED) or 0)
    page.close()
    return rolled, painted, worked


class Line:
    """So many megabits a second, shared by all that is on its way."""

    def __init__(self, megabits: float) -> None:
        self.rate, self.lock, self.free = megabits * 125_000, threading.Lock(), 0.0

    def take(self, count: int) -> None:
        with self.lock:
            self.free = max(self.free, time.monotonic()) + count / self.rate
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


class Throttled(Handler):
    def __init__(self, line: Line, *args: object, **settings: object) -> None:
        self.line = line
        super().__init__(*args, **settings)  # type: ignore[arg-type]

    def do_GET(self) -> None:  # noqa: N802
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        kind, body = self.guess_type(path), path.read_bytes()
        packed = kind.startswith(("text/", "application/json", "image/svg"))
        body = gzip.compress(body, 6) if packed else body
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the visitor has left
            for start in range(0, len(body), 16_384):
                part = body[start : start + 16_384]
                self.line.take(len(part))
                self.wfile.write(part)


@contextlib.contextmanager
def over_a_line(folder: Path, megabits: float) -> Iterator[str]:
    handler = partial(Throttled, Line(megabits), directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/"
        serving.shutdown()


@contextlib.contextmanager
def chromium(folder: Path) -> Iterator[Run]:
    """Chromium as `ENGINES` have the others."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium")
        context = playwright.chromium.launch_persistent_context(folder, executable_path=found, args=FLAGS, locale="fr")
        page = context.new_page()
        page.set_default_timeout(300_000)
        yield lambda script: page.goto(script) if script.startswith("http://") else page.evaluate(script)
        context.close()


def measure(engine: str, rounds: int, megabits: float | None) -> None:
    """Cold, from the files that the browser has kept, and from a snapshot where it keeps one."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))  # WebKit ends late
        made = site(folder / "site")
        base = stack.enter_context(over_a_line(made, megabits) if megabits else given_out(made))
        stack.enter_context(before_others(os.getpid()))
        print(f"{'':26}{'rolled':>10}   ({engine}, milliseconds; load {os.getloadavg()[0]:.1f})")

        def first_roll(run: Run) -> float:
            run(f"{base}?play=cadeau-here")
            return float(run(ROLLED))

        def until(run: Run, condition: str) -> None:
            while not run(f"({condition})()"):
                time.sleep(0.5)

        found: dict[str, list[float]] = {"cold": [], "warm, from files": [], "warm, from a snapshot": []}
        for number in range(rounds):
            own = folder / f"browser-{number}"
            own.mkdir()
            with (ENGINES | {"chromium": chromium})[engine](own) as run:
                found["cold"].append(first_roll(run))
                until(run, KEPT)
                found["warm, from files"].append(first_roll(run))
                if number == rounds - 1:
                    until(run, REMEMBERED)
                    found["warm, from a snapshot"] += [first_roll(run) for _ in range(rounds)]
        for title, times in found.items():
            if times:
                print(f"{title:26}{min(times):10.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--engine", choices=["chromium", *ENGINES])
    parser.add_argument("--megabits", type=float, help="a second, with --engine")
    args = parser.parse_args()
    if args.engine:
        measure(args.engine, args.rounds, args.megabits)
        return
    rounds = args.rounds
    found = shutil.which("chromium")
    assert found
    print(f"{'':26}{'readable':>10}{'rolled':>10}{'processor':>11}   (milliseconds; load {os.getloadavg()[0]:.1f})")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = site(Path(folder) / "site")
        context = playwright.chromium.launch_persistent_context(
            Path(folder) / "browser", executable_path=found, args=FLAGS, locale="fr", reduced_motion="reduce"
        )
        context.set_default_timeout(300_000)
        root = next(one for one in processes(os.getpid()) if "--user-data-dir" in command(one))

        def report(title: str, base: str, count: int) -> None:
            results = [round_of(context, base, root) for _ in range(count)]
            rolled, painted, processor = map(min, zip(*results, strict=True))
            print(f"{title:26}{painted:10.0f}{rolled:10.0f}{processor:11.0f}", flush=True)

        cores = os.sched_getaffinity(0)
        with before_others(root):
            with given_out(made) as base:
                report("cold", base, 1)
                page = context.new_page()
                page.goto(base)
                page.wait_for_function(KEPT, polling=200)
                while not page.evaluate(REMEMBERED):
                    page.wait_for_timeout(500)
                page.close()
            report("warm, no network", base, rounds)
            for title, some in (("each core 4 times slower", cores), ("one core, 4 times slower", {min(cores)})):
                with slower(root, 1 / 4, some) as slow:
                    if slow:
                        report(title, base, rounds)
                    else:
                        print(f"{title}: not measured, the system does not let us")
            context.close()


def command(process: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    return ""


if __name__ == "__main__":
    main()
