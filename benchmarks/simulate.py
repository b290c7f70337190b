"""Random games a second of the simulation kernels, beside the same games in C.

    python benchmarks/simulate.py [--games 200000] [--rounds 9]

Ours and C play the same games of the same seed on one core each, and must agree game by game. Their rounds alternate
and the best of each counts, so that other work on the machine slows them alike. The ratio is C's speed over ours:
below 2 is the aim. The last column is ours with two threads.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from tablee.core.registry import load
from tablee_lab.kernels import simulate
from tablee_lab.kernels.simulate import Batch, Job

solvers = importlib.import_module("solvers")  # beside this file: how C is compiled, and how rounds are timed

SEED = 2024
WANTED = {"cadeau": 1_500_000, "blocs": 1_000_000, "laaancez": 150_000}  # games a second


def _cadeau(tables: Any, winner: Any, events: Any, scores: Any) -> list[Any]:
    return [tables.zones, tables.strength, tables.unit, winner, events, scores]


def _blocs(tables: Any, winner: Any, events: Any, scores: Any) -> list[Any]:
    return [tables.allowed, tables.option, winner, events]


def _laaancez(tables: Any, winner: Any, events: Any, scores: Any) -> list[Any]:
    return [tables.rows.size - 1, tables.rows, tables.face, tables.thing, len(tables.thing) - 1, winner, events]


ARGUMENTS: dict[str, Callable[..., list[Any]]] = {"cadeau": _cadeau, "blocs": _blocs, "laaancez": _laaancez}


def in_c(library: ctypes.CDLL, job: Job, games: int) -> Callable[[], Batch]:
    """The function of the C file that plays a job."""
    columns = simulate.kernel(job.game).scores(job.variant)
    batch = Batch(np.empty(games, np.uint8), np.empty(games, np.int32), np.empty((games, columns), np.int16))
    arguments = [
        ctypes.c_void_p(given.ctypes.data) if isinstance(given, np.ndarray) else ctypes.c_int(given)
        for given in ARGUMENTS[job.game](job.tables, *batch)
    ]

    def run() -> Batch:
        library[job.game](ctypes.c_uint64(SEED), ctypes.c_uint64(0), ctypes.c_int64(games), *arguments)
        return batch

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = solvers.compiled(solvers.HERE / "c" / "simulate.c", Path(folder))
        print(f"{'game':10} {'ours':>12} {'C':>12} {'ratio':>6} {'wanted':>12} {'2 threads':>12}   games a second")
        for name, wanted in WANTED.items():
            compare(name, wanted, library, args.games, args.rounds)


def compare(name: str, wanted: int, library: ctypes.CDLL | None, games: int, rounds: int) -> None:
    """Print one line."""
    job = simulate.prepare(name, load(name).variant({}), ("random", "random"))

    def ours() -> Batch:
        return simulate.play(job, SEED, 0, games)

    def threads() -> None:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda first: simulate.play(job, SEED, first, games), (0, games)))

    mine = ours()  # compiles, too
    runs: list[Callable[[], object]] = [ours, threads]
    if library is not None:
        other = in_c(library, job, games)
        for field, array, theirs in zip(Batch._fields, mine, other(), strict=True):
            assert np.array_equal(array, theirs), f"{name}: C plays other games ({field})"
        runs.append(other)
    seconds, both, *theirs = solvers.best_of(rounds, *runs)
    c, ratio = (f"{games / theirs[0]:12,.0f}", f"{seconds / theirs[0]:6.2f}") if theirs else (" " * 12, " " * 6)
    print(f"{name:10} {games / seconds:12,.0f} {c} {ratio} {wanted:12,} {2 * games / both:12,.0f}", flush=True)


if __name__ == "__main__":
    main()
