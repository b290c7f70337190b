"""How long a first answer takes: fresh processes on an empty cache, each beside a bare Python.

    python benchmarks/start.py            every game, an empty cache, then a warm one
    python benchmarks/start.py --runs 9   the median of more runs
    python benchmarks/start.py --python DIR/bin/python   with another environment, such as the family's
    python benchmarks/start.py --moves    also the first move of every level, as the web table asks for it

A first answer is one line through `tablee advise`. Where a table takes long to build the first answer is not exact;
`--long` builds these tables, too, and so measures how fast they answer once they are there. Modules are compiled to
bytecode before, as installing does.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Question = tuple[str, Mapping[str, object], str]
QUESTIONS: dict[str, Question] = {
    "laaancez": ("laaancez", {}, "d3"),
    "cadeau, 1 zone": ("cadeau", {"zones": 1}, "d3"),
    "cadeau, 2 zones": ("cadeau", {"zones": 2}, "d3"),
    "cadeau, 5 zones": ("cadeau", {"zones": 5}, "d3"),
    "cadeau, 9 zones": ("cadeau", {"zones": 9}, "d3"),
    "blocs solo": ("blocs", {"mode": "solo"}, "d56"),
    "blocs duel": ("blocs", {"mode": "duel"}, "d56"),
    "blocs fast": ("blocs", {"mode": "fast"}, "d56"),
    "blocs solo, level 3": ("blocs", {"mode": "solo", "level": 3}, "d56"),
    "blocs duel, level 3": ("blocs", {"mode": "duel", "level": 3}, "d56"),
    "blocs fast, level 3": ("blocs", {"mode": "fast", "level": 3}, "d56"),
}
LONG: dict[str, Question] = {
    "cadeau, 3 zones": ("cadeau", {"zones": 3}, "d3"),
    "cadeau, 3 zones, any": ("cadeau", {"zones": 3, "straights": "any"}, "d3"),
    "blocs three": ("blocs", {"mode": "three"}, "d56"),
    "blocs three, level 3": ("blocs", {"mode": "three", "level": 3}, "d56"),
    "blocs four": ("blocs", {"mode": "four"}, "d56"),
    "blocs four, level 3": ("blocs", {"mode": "four", "level": 3}, "d56"),
}
ADVISE = "import sys; from tablee.cli import main; sys.exit(main(['advise']))"
WAIT = "import sys; from tablee.cli import main; sys.exit(main(['advise', '--wait']))"
MOVE = """
import json, sys
from tablee import bots
from tablee.core import registry as games
asked = json.load(sys.stdin)
game = games.load(asked["game"])
state = game.play(game.start(game.variant(asked["variant"])), game.parse(asked["events"][0]))
bots.make(sys.argv[1], game, seed=1).choose(game.view(state, 1), 1)
"""
LEVELS = ("poussin", "lapin", "ecureuil", "renard", "hibou")


def seconds(python: str, script: str, asked: Question | None, cache: Path, *words: str) -> tuple[float, float]:
    """How long one process takes from its start to its end, and how long the processor worked for it."""
    environment = os.environ | {
        "TABLEE_CACHE": str(cache),
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(cache.parent / "bytecode"),
    }
    line = json.dumps({"game": asked[0], "variant": asked[1], "events": [asked[2]]}) if asked else ""
    began, before = time.perf_counter(), os.times()
    command = [python, "-c", script, *words]
    subprocess.run(command, input=line, env=environment, capture_output=True, text=True, check=True)
    after = os.times()
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, worked


def median(runs: list[tuple[float, float]]) -> str:
    wall, worked = (statistics.median(times) for times in zip(*runs, strict=True))
    return f"{wall:6.2f} s ({worked:.2f} s of work)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--long", action="store_true", help="also build the tables that take a while")
    parser.add_argument("--moves", action="store_true", help="also first moves of every level")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bare = [seconds(asked.python, "pass", None, Path(folder) / "none") for _ in range(asked.runs)]
        print(f"{'python -c pass':24} {median(bare)}")
        for name, question in (QUESTIONS | LONG).items():
            seconds(asked.python, ADVISE, question, Path(folder) / "bytecode-only")
            first, again = [], []
            for run in range(asked.runs):
                cache = Path(folder) / f"{name}-{run}"
                first.append(seconds(asked.python, ADVISE, question, cache))
                if name in QUESTIONS:
                    again.append(seconds(asked.python, ADVISE, question, cache))
            if name in LONG and asked.long:
                built = seconds(asked.python, WAIT, question, cache)
                again = [seconds(asked.python, ADVISE, question, cache) for _ in range(asked.runs)]
                print(f"{name:24} built {median([built])}")
            print(f"{name:24} first {median(first)}" + (f", again {median(again)}" if again else ""), flush=True)
            for level in LEVELS if asked.moves else ():
                moves = [
                    seconds(asked.python, MOVE, question, Path(folder) / f"{name}-{level}-{run}", level)
                    for run in range(asked.runs)
                ]
                print(f"{name:24} first move of {level} {median(moves)}", flush=True)


if __name__ == "__main__":
    main()
