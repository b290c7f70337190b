"""How long a first answer takes: fresh processes on an empty cache, each beside a bare Python.

    python benchmarks/start.py            every game, an empty cache, then a warm one
    python benchmarks/start.py --runs 9   the median of more runs
    python benchmarks/start.py --python DIR/bin/python   with another environment, such as the family's

A first answer is one line through `tablee advise`; a first move is the Owl's, as the web table asks for it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUESTIONS = {
    "laaancez": '{"game": "laaancez", "events": ["d3"]}',
    "cadeau, 1 zone": '{"game": "cadeau", "variant": {"zones": 1}, "events": ["d3"]}',
    "cadeau, 2 zones": '{"game": "cadeau", "variant": {"zones": 2}, "events": ["d3"]}',
    "cadeau, 5 zones": '{"game": "cadeau", "variant": {"zones": 5}, "events": ["d3"]}',
    "cadeau, 9 zones": '{"game": "cadeau", "variant": {"zones": 9}, "events": ["d3"]}',
    "blocs solo": '{"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56"]}',
    "blocs duel": '{"game": "blocs", "variant": {"mode": "duel"}, "events": ["d56"]}',
    "blocs fast": '{"game": "blocs", "variant": {"mode": "fast"}, "events": ["d56"]}',
}
LONG = {
    "cadeau, 3 zones, any": '{"game": "cadeau", "variant": {"zones": 3, "straights": "any"}, "events": ["d3"]}',
    "blocs three": '{"game": "blocs", "variant": {"mode": "three"}, "events": ["d56"]}',
    "blocs four": '{"game": "blocs", "variant": {"mode": "four"}, "events": ["d56"]}',
}
ADVISE = "import sys; from tablee.cli import main; sys.exit(main(['advise']))"


def seconds(python: str, script: str, question: str, cache: Path) -> tuple[float, float]:
    """How long one process takes from its start to its end, and how long the processor worked for it."""
    environment = os.environ | {"TABLEE_CACHE": str(cache), "PYTHONPATH": str(ROOT / "src")}
    began, before = time.perf_counter(), os.times()
    subprocess.run([python, "-c", script], input=question, env=environment, capture_output=True, text=True, check=True)
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
    parser.add_argument("--long", action="store_true", help="also the tables that take a while")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bare = [seconds(asked.python, "pass", "", Path(folder)) for _ in range(asked.runs)]
        print(f"{'python -c pass':24} {median(bare)}")
        for name, question in (QUESTIONS | LONG if asked.long else QUESTIONS).items():
            first, again = [], []
            for run in range(asked.runs):
                cache = Path(folder) / f"{name}-{run}"
                first.append(seconds(asked.python, ADVISE, question, cache))
                again.append(seconds(asked.python, ADVISE, question, cache))
            print(f"{name:24} first {median(first)}, again {median(again)}", flush=True)


if __name__ == "__main__":
    main()
