"""The bots of the app beside those at home: the same moves, and how long each takes there.

    python benchmarks/offline.py [--positions 12]
    python benchmarks/offline.py --build           the same of the owl by its large tables, and what they cost there

Every level of every game is asked for its move in seeded positions of random games, with a seed of its own, once here
and once by the app's archive in the app's Python on the app's kind of WebAssembly (node has Chromium's engine). Equal
moves everywhere mean equal strength: not a single game has to be played for it. The time is that of the
whole choice, in seconds, the longest and the mean; the first question of a game is asked apart, since it brings tables.

With `--build` the tables that take long are built there as the app's other worker builds them, and here: their arrays
must be equal byte by byte, and so must the owl's moves by them. Time is the processor's, on one core; memory is the
most of the whole process, start included.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tablee_app import archive, build, runtime

# What both sides run: for each variant and level, the moves and the seconds they took.
ASKED = """
import json, random, time
from tablee import bots
from tablee.engine import solvers
from tablee.bots.simple import Random, play_out
from tablee.core.registry import load
from tablee.engine.solution import no_wait

def asked(variants, positions, levels=bots.LEVELS):
    answers = []
    for name, settings in variants:
        game = load(name)
        variant = game.variant(settings)
        with no_wait():  # what takes minutes to build is played by search, there as here until it is built
            bots.prepare("hibou", game, variant)
        for level in levels:
            chance = random.Random(f"{name}{settings}")
            players, found = [Random(game, 1)] * game.seats(variant), []
            while len(found) < positions:
                course = play_out(game, game.start(variant), players, chance)
                found += [(game.view(state, player), player) for state, player, _ in course]
            chance.shuffle(found)
            moves, took = [], []
            for place, (view, player) in enumerate(found[:positions]):
                bot = bots.make(level, game, place)
                began = time.perf_counter()
                moves.append(str(bot.choose(view, player)))
                took.append(time.perf_counter() - began)
            answers.append([name, settings, level, moves, took, bots.exact(level, game, variant)])
    return json.dumps(answers)
"""
BUILT = f"""
import hashlib
from pathlib import Path
from tablee.offline import tablebase_builder
from tablee.engine import tablebase
{ASKED.replace("def asked", "def moved")}
def asked(name, settings, positions):
    game = load(name)
    path = solvers.find_unbuilt(name, game.variant(settings))
    path = Path(tablebase_builder.build(name, json.dumps(settings), path.name, lambda done: None))
    tablebase.forget()  # it is read and checked, as by whoever did not build it
    began = time.perf_counter()
    version = next(table.header.version for table in tablebase.list_tablebases() if table.path == path)
    found = tablebase.at_hand(name, path.name.split(".")[1], version)
    reading = time.perf_counter() - began
    digest = hashlib.sha256(b"".join(bytes(found[key]) for key in sorted(found))).hexdigest()
    built = not tablebase_builder.too_large(name, settings)
    (moves,) = json.loads(moved([[name, settings]], positions, ["hibou"]))
    return json.dumps([path.stat().st_size, reading, built, digest, moves])
"""
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [runtime, library, application, program, asked, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime, stdLibURL: library, env: { HOME: "/home" } });
python.FS.writeFile("/tablee.zip", readFileSync(application));
python.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
python.runPython(readFileSync(program, "utf8"));
writeFileSync(to, python.runPython(`asked(*json.loads(${JSON.stringify(readFileSync(asked, "utf8"))}))`));
const { maxRSS, userCPUTime } = process.resourceUsage();
writeFileSync(`${to}.cost`, JSON.stringify([maxRSS / 1e3, userCPUTime / 1e6]));
"""
Variants = tuple[tuple[str, dict[str, Any]], ...]
VARIANTS: Variants = (
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
LARGE: Variants = (
    ("cadeau", {"zones": 3, "straights": "any"}),
    *(("blocs", {"mode": mode, "level": level}) for mode in ("three", "four") for level in (1, 2, 3)),
    ("cadeau", {"zones": 3, "straights": "ordered"}),  # which the app does not build
)


def is_at_home(asked: str, program: str = ASKED) -> Any:
    """In a process of its own, with tables of its own: what it has to work out, it works out."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{program}\nimport sys\nprint(asked(*json.loads(sys.argv[1])))"
        words = ["env", f"TABLEE_CACHE={folder}", sys.executable, "-c", program, asked]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def offline(asked: str, program: str = ASKED) -> tuple[Any, list[float]]:
    """By what a browser gets: what it answers, and the most memory (MB) and the processor time (s) that it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {"library.zip": archive.pack_library()}
        files["tablee.zip"] = archive.pack_application(build.compile_templates())
        files |= {"run.mjs": SCRIPT.encode(), "asked.py": program.encode(), "asked.json": asked.encode()}
        for file, body in files.items():
            (folder / file).write_bytes(body)
        given = [str(folder / file) for file in ("library.zip", "tablee.zip", "asked.py", "asked.json", "told.json")]
        runtime.run([*runtime.find_tool("node"), str(folder / "run.mjs"), str(runtime.fetch_package()), *given], folder)
        return json.loads((folder / "told.json").read_text()), json.loads((folder / "told.json.cost").read_text())


def build_tables(positions: int) -> None:
    titles = f"{'processor':>10}{'table':>9}{'memory':>9}{'read':>8}{'same':>6}{'moves':>8}{'longest':>9}"
    print(f"{'game':38}{titles}   in the app")
    for name, settings in LARGE:
        asked = json.dumps([name, settings, positions])
        (size, reading, built, digest, there), (memory, took) = offline(asked, BUILT)
        *_, known, home = is_at_home(asked, BUILT)
        equal = sum(one == other for one, other in zip(there[3], home[3], strict=True))
        figures = (
            f"{took:8.0f} s{size / 1e6:6.0f} MB{memory:6.0f} MB{reading:6.1f} s{'yes' if digest == known else 'NO':>6}"
        )
        moves = f"{equal:>5}/{positions}{max(there[4]):9.2f}"
        print(
            f"{label_game(name, settings):38}{figures}{moves}   {'exact' if built and there[5] else 'not built'}",
            flush=True,
        )


def label_game(name: str, settings: dict[str, Any]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in settings.items())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--build", action="store_true", help="build the large tables instead")
    wish = parser.parse_args()
    if wish.build:
        build_tables(wish.positions)
        return
    asked = json.dumps([VARIANTS, wish.positions])
    print(f"{'game':38}{'level':12}{'equal':>8}{'longest':>9}{'mean':>7}{'at home':>9}   exact")
    for (name, settings, level, moves, took, sure), home in zip(offline(asked)[0], is_at_home(asked), strict=True):
        equal = sum(one == other for one, other in zip(moves, home[3], strict=True))
        figures = f"{equal:>5}/{len(moves)}{max(took):9.2f}{sum(took) / len(took):7.2f}{max(home[4]):9.2f}"
        print(f"{label_game(name, settings):38}{level:12}{figures}   {'yes' if sure else 'no'}", flush=True)


if __name__ == "__main__":
    main()
