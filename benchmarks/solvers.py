"""Seconds and peak memory of every solved table, and our sweeps beside the same sweeps in C.

    python benchmarks/solvers.py [--games blocs ...] [--tables] [--sweeps] [--rounds 7]

Each game has a module in `sweeps/` and a C file in `c/`, compiled here with `cc -O3` when there is a compiler:

    SOURCE              the C file
    TABLES              the settings of the tables to build, each in a process of its own with an empty cache
    sweeps(library)     (name, our sweep, the same in C or None): both return an array, and the two must agree

Rounds of ours and of C alternate and the best of each counts, so that other work on the machine slows them alike.
The ratio is ours over C: below 2 is the aim.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")

BUILD = """
import json, resource, sys, time
from tablee.engine import solvers
started = time.perf_counter()
solution = solvers.solve(sys.argv[1], json.loads(sys.argv[2]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "darwin" else 1 / 1024)
spent = [solution.seconds, time.perf_counter() - started, time.process_time()]
print(json.dumps([*spent, peak / 1e6, solution.residual]))
"""


def compiled(source: Path, folder: Path) -> ctypes.CDLL | None:
    """The C file as a library; with OpenMP where the compiler knows it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print(f"no C compiler: {source.name} is not compared", file=sys.stderr)
        return None
    library = folder / f"{source.stem}.so"
    for threads in (("-fopenmp",), ()):
        command = [compiler, *FLAGS, *threads, str(source), "-o", str(library)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return ctypes.CDLL(str(library))
    print(f"{source.name} does not compile:\n{done.stderr}", file=sys.stderr)
    return None


def best_of(rounds: int, *sweeps: Callable[[], Any]) -> list[float]:
    """The best time of each, their rounds alternating."""
    best = [float("inf")] * len(sweeps)
    for _ in range(rounds):
        for place, sweep in enumerate(sweeps):
            started = time.perf_counter()
            sweep()
            best[place] = min(best[place], time.perf_counter() - started)
    return best


def compare(game: str, module: Any, rounds: int, folder: Path) -> float:
    """Print every sweep of a game; the largest ratio."""
    worst = 0.0
    for name, ours, other in module.sweeps(compiled(HERE / "c" / module.SOURCE, folder)):
        mine = np.array(ours(), copy=True)  # compiles, too
        if other is None:
            print(f"{name:36} {best_of(rounds, ours)[0]:10.4f} s")
            continue
        assert np.allclose(mine, other(), rtol=0.0, atol=1e-9), f"{name}: C computes something else"
        seconds, theirs = best_of(rounds, ours, other)
        worst = max(worst, seconds / theirs)
        print(f"{name:36} {seconds:10.4f} s   C {theirs:10.4f} s   ratio {seconds / theirs:5.2f}", flush=True)
    return worst


def build(game: str, settings: dict[str, object]) -> None:
    """Build one table in a process of its own and print what it cost."""
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-c", BUILD, game, json.dumps(settings)],
            env={**os.environ, "TABLEE_CACHE": cache},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    seconds, whole, busy, peak, residual = json.loads(done.stdout)
    title = " ".join([game, *map(str, settings.values())])
    spent = f"{seconds:8.2f} s   {whole:8.2f} s with imports   {busy:8.2f} s of processor"
    print(f"{title:16} {spent}   {peak:6.0f} MB   certified to {residual:.1e}", flush=True)


def main() -> None:
    known = sorted(path.stem for path in (HERE / "sweeps").glob("*.py"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=known, default=known)
    parser.add_argument("--tables", action="store_true", help="build the tables only")
    parser.add_argument("--sweeps", action="store_true", help="compare the sweeps only")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    sys.path.insert(0, str(HERE))
    for game in args.games:
        module = importlib.import_module(f"sweeps.{game}")
        if not args.tables:
            with tempfile.TemporaryDirectory() as folder:
                worst = compare(game, module, args.rounds, Path(folder))
            print(f"{game}: largest ratio {worst:.2f}")
        if not args.sweeps:
            for settings in module.TABLES:
                build(game, settings)


if __name__ == "__main__":
    main()
