"""How fast the app that needs no server starts, in Chromium: `python benchmarks/site.py [--rounds 5]`.

Cold: a browser that has never been there, over the loopback. Warm: with the network cut, every file from the browser's
own keeping, and Python from the memory that the app has made of it while nobody asked for anything. Each round opens
the first page, asks for a game at one device as soon as the page is there, rolls the dice as soon as there is a button,
and says when the roll is shown, in milliseconds after the navigation began.

A processor four times slower: all processes of the browser together, workers and all, get a quarter of one core from
the system (a control group; needs root. Chromium's own throttling reaches the page only, not its workers). A slow
machine with several cores would do better. `processor` is what the browser's processes have used between navigation
and roll, added up over all cores: on a busy machine that figure holds, and the others are worse than on an idle one.
Of each figure the best round counts.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.site_kit import REMEMBERED, given_out, site
from tools.screenshots import FLAGS

PERIOD = 10_000  # microseconds
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
KEPT = "async () => { await navigator.serviceWorker.ready; return Boolean(navigator.serviceWorker.controller); }"
ROLLED = "(seq) => document.querySelector('#turn').dataset.seq !== seq && performance.now()"


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


class Group:
    """A control group of the system, for a process and all that it starts from now on."""

    def __init__(self, process: int) -> None:
        first = Path("/sys/fs/cgroup/cpu")  # version 1
        self._old = first.is_dir()
        self._folder = (first if self._old else first.parent) / f"tablee-{process}"
        self._folder.mkdir()
        for one in processes(process):
            (self._folder / "cgroup.procs").write_text(str(one))

    def allow(self, share: float | None) -> None:
        """So much of one core, or as much as there is."""
        part = None if share is None else int(share * PERIOD)
        if self._old:
            (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self._folder / "cpu.cfs_quota_us").write_text(str(part or -1))
        else:
            (self._folder / "cpu.max").write_text(f"{part or 'max'} {PERIOD}")

    def close(self) -> None:
        with contextlib.suppress(OSError):  # as long as something in it still ends
            self._folder.rmdir()


def round_of(context: BrowserContext, base: str, root: int) -> tuple[float, float, float]:
    """When the roll was shown, when the first page could be read, and what the browser had worked by then."""
    before = used(root)
    page: Page = context.new_page()
    page.goto(base, wait_until="domcontentloaded")
    page.locator("#cadeau-here").click()
    page.locator("#do-roll").wait_for()
    seq = page.locator("#turn").get_attribute("data-seq")
    page.locator("#do-roll").click()
    rolled = float(page.wait_for_function(ROLLED, arg=seq).json_value())
    worked = sum(spent - before.get(one, 0.0) for one, spent in used(root).items())
    painted = float(page.evaluate(PAINTED) or 0)
    page.close()
    return rolled, painted, worked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    found = shutil.which("chromium")
    assert found
    print(f"{'':22}{'readable':>10}{'rolled':>10}{'processor':>11}   (milliseconds; load {os.getloadavg()[0]:.1f})")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = site(Path(folder) / "site")
        context = playwright.chromium.launch_persistent_context(
            Path(folder) / "browser", executable_path=found, args=FLAGS, locale="fr", reduced_motion="reduce"
        )
        context.set_default_timeout(300_000)
        root = next(one for one in processes(os.getpid()) if "--user-data-dir" in command(one))

        def told(title: str, base: str, count: int) -> None:
            results = [round_of(context, base, root) for _ in range(count)]
            rolled, painted, processor = map(min, zip(*results, strict=True))
            print(f"{title:22}{painted:10.0f}{rolled:10.0f}{processor:11.0f}", flush=True)

        with given_out(made) as base:
            told("cold", base, 1)
            page = context.new_page()
            page.goto(base)
            page.wait_for_function(KEPT, polling=200)
            while not page.evaluate(REMEMBERED):
                page.wait_for_timeout(500)
            page.wait_for_timeout(2000)
            page.close()
        told("warm, no network", base, rounds)
        try:
            group = Group(root)
        except OSError as error:
            print(f"a slower processor: not measured, the system does not let us ({error.strerror})")
            context.close()
            return
        group.allow(1 / 4)
        told("warm, 4 times slower", base, rounds)
        group.allow(None)
        context.close()
        group.close()


def command(process: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    return ""


if __name__ == "__main__":
    main()
