"""The games of the GPU path: the same as the processor's, one by one, and as they are through the plain rules.

There is no GPU here: numba's CUDA simulator runs the device's program, thread by thread. `python benchmarks/gpu.py`
makes the first of these comparisons on a real device, over many more games.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tablee.core.registry import load
from tablee_lab.kernels import simulate
from tablee_lab.simulate import replay
from tablee_lab.simulate import simulate as play_batch

PROGRAM = """
import json, sys
from tablee.core.registry import load
from tablee_lab.kernels import simulate
from tablee_lab.kernels.simulate import gpu
from tablee_lab.simulate import simulate as play_batch
for name, settings, policies, seed, first, count in json.load(sys.stdin):
    job = simulate.prepare(name, load(name).variant(settings), tuple(policies))
    print(json.dumps([array.tolist() for array in gpu.play(job, seed, first, count)]))
print(json.dumps(list(play_batch("cadeau", {"zones": 1}, 20, 3, device="gpu").wins.values())))
"""
SEED, FIRST, COUNT = 2**63 + 11, 2**33, 9
JOBS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("cadeau", {}, ("random", "random")),
    ("cadeau", {"zones": 9, "straights": "any"}, ("greedy", "random")),
    ("blocs", {"mode": "duel", "level": 1}, ("random", "random")),
    ("blocs", {"mode": "solo", "level": 3}, ("greedy",)),
    ("blocs", {"mode": "three", "level": 2}, ("random", "greedy", "random")),
    ("laaancez", {}, ("random", "random")),
    ("laaancez", {}, ("greedy", "random")),
]
MANY = 600  # of a small variant, to be compared as a sample


@pytest.fixture(scope="module")
def simulated() -> list[list[Any]]:
    """What the device's program makes of the jobs, and of a sample."""
    jobs: list[Any] = [(*job, SEED, FIRST, COUNT) for job in JOBS]
    jobs.append(("cadeau", {"zones": 1}, ("greedy", "random"), 3, 0, MANY))
    done = subprocess.run(
        # The draws wrap around on purpose; only without numba's compiler does NumPy remark on it.
        [sys.executable, "-W", "error", "-W", "ignore:overflow encountered:RuntimeWarning", "-c", PROGRAM],
        input=json.dumps(jobs),
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_same_games_as_the_processor_and_the_rules(simulated: list[list[Any]]) -> None:
    for (name, settings, policies), found in zip(JOBS, simulated, strict=False):
        job = simulate.prepare(name, load(name).variant(settings), policies)
        for ours, theirs in zip(simulate.play(job, SEED, FIRST, COUNT), found, strict=True):
            assert np.array_equal(ours, np.array(theirs).reshape(ours.shape)), (name, policies)
        for row in range(0, COUNT, 4):
            record = replay(name, settings, SEED, FIRST + row, policies)
            assert record.outcome is not None
            assert (found[0][row], found[1][row]) == (sum(record.outcome.winners), len(record.events))


def test_a_batch_is_the_same_on_either_device(simulated: list[list[Any]]) -> None:
    assert simulated[-1] == list(play_batch("cadeau", {"zones": 1}, 20, 3).wins.values())
