"""Random games a second on a CUDA device, beside all cores of the same machine; and that they are the same games.

    pip install '.[solve,gpu]' && python benchmarks/gpu.py [--games 100000000]

Three figures each: the device alone, with every game's result left on it; the same with the results brought home; and
the processor, one thread a core. The first games of the run are compared one by one with the processor's.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import cuda

from tablee.core.registry import load
from tablee_lab.kernels import simulate
from tablee_lab.kernels.simulate import Job, gpu

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("cadeau", {}, 1),
    ("cadeau", {"zones": 3, "straights": "any"}, 1),
    ("blocs", {"mode": "duel", "level": 1}, 1),
    ("blocs", {"mode": "four", "level": 3}, 1),
    ("laaancez", {}, 10),
)
SEED = 1
SAME = 200_000  # games that are compared one by one
CHUNK = 1 << 24  # games on the device at a time


def best(rounds: int, play: Any) -> float:
    """The shortest time of several."""
    spent = []
    for _ in range(rounds):
        begin = time.perf_counter()
        play()
        spent.append(time.perf_counter() - begin)
    return min(spent)


def device_rate(job: Job, games: int) -> float:
    """Games a second, the results staying on the device."""
    chunk = min(CHUNK, games)
    batch = gpu.empty(job, chunk)

    def play() -> None:
        for first in range(0, games, chunk):
            gpu.launch(job, SEED, first, batch)
        cuda.synchronize()

    play()  # compiles
    return -(-games // chunk) * chunk / best(3, play)


def home_rate(job: Job, games: int) -> float:
    """Games a second, every result brought home."""
    chunk = min(CHUNK, games)
    return chunk / best(3, lambda: gpu.play(job, SEED, 0, chunk))


def processor_rate(job: Job, games: int, threads: int) -> float:
    part = games // (4 * threads)

    def play() -> None:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda number: simulate.play(job, SEED, number * part, part), range(4 * threads)))

    return 4 * threads * part / best(2, play)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000_000)
    wanted = parser.parse_args().games
    if not cuda.is_available():
        sys.exit("no CUDA device answers here")
    name = cuda.get_current_device().name
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    print(f"{name.decode() if isinstance(name, bytes) else name}, {threads} processor threads")
    print(f"{'':34} {'device':>16} {'results home':>16} {'processor':>16}   games/s")
    for game, settings, weight in GAMES:
        rules = load(game)
        variant = rules.variant(settings)
        job = simulate.prepare(game, variant, ("random",) * rules.seats(variant))
        mine, other = simulate.play(job, SEED, 0, SAME), gpu.play(job, SEED, 0, SAME)
        assert all(np.array_equal(a, b) for a, b in zip(mine, other, strict=True)), f"{game}: not the same games"
        games = wanted // weight
        rates = (
            device_rate(job, games),
            home_rate(job, games),
            processor_rate(job, games // 20, threads),
        )
        label = " ".join((game, *(f"{key}={value}" for key, value in settings.items())))
        print(f"{label:34} " + " ".join(f"{rate:16,.0f}" for rate in rates), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
