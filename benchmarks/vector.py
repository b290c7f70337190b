"""Steps a second of the vector environment beside the single one, in one run on one core, and their ratio.

    .venv/bin/python benchmarks/vector.py [--envs 4096] [--seconds 3]

Both choose the first legal action against the same opponent; a step is an action of the learner with all that follows
from it: the opponent's move, dice, observation, mask, and a new game where one has ended.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import tablee_lab.adapters.gymnasium  # noqa: F401 (registers the environments)

CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Cadeau", {"opponent": "random", "zones": 5}),
    ("Cadeau", {"opponent": "random", "zones": 3}),
    ("Cadeau", {"opponent": "greedy", "zones": 3}),
    ("Blocs", {"opponent": "random"}),
    ("Blocs", {"opponent": "hibou"}),
    ("Laaancez", {"opponent": "random"}),
)


def measured(step: Callable[[], int], seconds: float) -> float:
    """Steps a second of this process's own processor time, best of three: other programs do not count."""
    step()
    rates = []
    for _ in range(3):
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds / 3:
            steps += step()
        rates.append(steps / (time.process_time() - began))
    return max(rates)


def many(name: str, envs: int, given: dict[str, Any]) -> Callable[[], int]:
    made = gymnasium.make_vec(f"tablee/{name}-v0", num_envs=envs, **given)
    infos = made.reset(seed=1)[1]

    def step() -> int:
        nonlocal infos
        *_, infos = made.step(np.argmax(infos["action_mask"], axis=1))
        return envs

    return step


def one(name: str, given: dict[str, Any]) -> Callable[[], int]:
    made = gymnasium.make(f"tablee/{name}-v0", disable_env_checker=True, **given)
    info, over = made.reset(seed=1)[1], False

    def step() -> int:
        nonlocal info, over
        if over:
            info, over = made.reset()[1], False
        else:
            *_, over, _, info = made.step(int(np.argmax(info["action_mask"])))
        return 1

    return step


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    print("| steps a second, one core | many | one | ratio |\n|---|---:|---:|---:|")
    for name, given in CASES:
        fast, slow = measured(many(name, args.envs, given), args.seconds), measured(one(name, given), args.seconds)
        settings_text = ", ".join(f"{key} {value}" for key, value in given.items())
        print(f"| {name.lower()}, {settings_text} | {fast:,.0f} | {slow:,.0f} | {fast / slow:.0f} |", flush=True)


if __name__ == "__main__":
    main()
