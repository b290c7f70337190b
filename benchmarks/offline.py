"""The bots of the app beside those at home: the same moves, and how long each takes there.

    python benchmarks/offline.py [--positions 12]
    python benchmarks/offline.py --build           what the large tables would cost there, on one core

Every level of every game is asked for its move in seeded positions of random games, with a seed of its own, once here
and once by the app's archive in the app's Python on the app's kind of WebAssembly (node has Chromium's engine). Equal
moves everywhere mean equal strength: not a single game has to be played for it. The time is that of the
whole choice, in seconds, the longest and the mean; the first question of a game is asked apart, since it brings tables.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tablee.site import archive, build, runtime

# What both sides run: for each variant and level, the moves and the seconds they took.
ASKED = """
import json, random, time
from tablee import bots, solvers
from tablee.bots.oracle import _decisions
from tablee.games import load
from tablee.solvers.background import at_once

def asked(variants, positions):
    told = []
    for name, settings in variants:
        game = load(name)
        variant = game.variant(settings)
        with at_once():  # what takes minutes to build is played by search, there as here until it is built
            bots.prepare("hibou", game, variant)
        for level in bots.LEVELS:
            chance = random.Random(f"{name}{settings}")
            found = []
            while len(found) < positions:
                found += _decisions(game, variant, chance)
            chance.shuffle(found)
            moves, took = [], []
            for place, (view, player) in enumerate(found[:positions]):
                bot = bots.make(level, game, place)
                began = time.perf_counter()
                moves.append(str(bot.choose(view, player)))
                took.append(time.perf_counter() - began)
            told.append([name, settings, level, moves, took, bots.exact(level, game, variant)])
    return json.dumps(told)
"""
BUILT = """
import json
from tablee import solvers
from tablee.solvers import background, exactness, tables

def asked(name, settings):
    background._at_once.set(False)  # here we wait, as no browser does
    exactness.PATIENT = True
    found = solvers.solve(name, settings, lambda done, doing: None)
    return json.dumps([max(one.stat().st_size for one in tables.folder().iterdir()), found.value])
"""
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [runtime, library, application, program, asked, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime, stdLibURL: library, env: { HOME: "/home" } });
python.FS.writeFile("/tablee.zip", readFileSync(application));
python.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
python.pyimport("tablee.site.quick").use("/tablee.zip");
python.runPython(readFileSync(program, "utf8"));
writeFileSync(to, python.runPython(`asked(*json.loads(${JSON.stringify(readFileSync(asked, "utf8"))}))`));
const { maxRSS, userCPUTime } = process.resourceUsage();
writeFileSync(`${to}.cost`, JSON.stringify([maxRSS / 1e3, userCPUTime / 1e6]));
"""
VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("cadeau", {"zones": 1}),
    ("cadeau", {"zones": 2}),
    ("cadeau", {"zones": 3}),
    ("cadeau", {"zones": 4, "straights": "any"}),
    ("blocs", {"mode": "solo", "level": 3}),
    ("blocs", {"mode": "duel", "level": 3}),
    ("blocs", {"mode": "fast", "level": 3}),
    ("blocs", {"mode": "three", "level": 3}),
    ("blocs", {"mode": "four", "level": 3}),
    ("laaancez", {}),
)
LARGE: tuple[tuple[str, dict[str, object]], ...] = (
    ("blocs", {"mode": "four", "level": 1}),
    ("cadeau", {"zones": 3, "straights": "any"}),
    ("blocs", {"mode": "three", "level": 1}),
    ("cadeau", {"zones": 3, "straights": "ordered"}),
)
Told = list[tuple[str, dict[str, object], str, list[str], list[float], bool]]


def at_home(asked: str) -> Told:
    """In a process of its own, with tables of its own: what it has to work out, it works out."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{ASKED}\nimport sys\nprint(asked(*json.loads(sys.argv[1])))"
        words = ["env", f"TABLEE_CACHE={folder}", sys.executable, "-c", program, asked]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: Told = json.loads(done.stdout)
    return found


def offline(asked: str, program: str = ASKED) -> tuple[Any, list[float]]:
    """By what a browser gets: what it answers, and the most memory (MB) and the processor time (s) that it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {"library.zip": archive.library()}
        files["tablee.zip"] = archive.quickened(archive.application(build.templates()))
        files |= {"run.mjs": SCRIPT.encode(), "asked.py": program.encode(), "asked.json": asked.encode()}
        for file, body in files.items():
            (folder / file).write_bytes(body)
        given = [str(folder / file) for file in ("library.zip", "tablee.zip", "asked.py", "asked.json", "told.json")]
        runtime.run([*runtime.tool("node"), str(folder / "run.mjs"), str(runtime.package()), *given], folder)
        return json.loads((folder / "told.json").read_text()), json.loads((folder / "told.json.cost").read_text())


def build_tables() -> None:
    for name, settings in LARGE:
        (size, values), (memory, took) = offline(json.dumps([name, settings]), BUILT)
        told = " ".join([name, *(f"{key}={value}" for key, value in settings.items())])
        print(f"{told:38}{took:8.0f} s{size / 1e6:8.0f} MB{memory:8.0f} MB of memory   {values}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--build", action="store_true", help="build the large tables instead")
    wish = parser.parse_args()
    if wish.build:
        build_tables()
        return
    asked = json.dumps([VARIANTS, wish.positions])
    print(f"{'game':38}{'level':12}{'equal':>8}{'longest':>9}{'mean':>7}{'at home':>9}   exact")
    for (name, settings, level, moves, took, sure), home in zip(offline(asked)[0], at_home(asked), strict=True):
        equal = sum(one == other for one, other in zip(moves, home[3], strict=True))
        told = " ".join([name, *(f"{key}={value}" for key, value in settings.items())])
        figures = f"{equal:>5}/{len(moves)}{max(took):9.2f}{sum(took) / len(took):7.2f}{max(home[4]):9.2f}"
        print(f"{told:38}{level:12}{figures}   {'yes' if sure else 'no'}", flush=True)


if __name__ == "__main__":
    main()
