"""A small agent learns Pousse-blocs alone from nothing, and is judged by the exact tables.

    ./tablee install lab && .venv/bin/python examples/learn.py [--episodes 10000] [--level 1]

It keeps one number for each set of blocks: minus the sum it expects to be left with, nothing at first, so that it tries
what it does not know. It learns them by temporal differences from games in the Gymnasium environment, mostly taking the
push it likes best and now and then another. What it has
learnt is not sampled but worked out, through the plain rules: what it leaves on average against perfect play.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import cache

import gymnasium
import numpy as np

import tablee_lab.adapters.gymnasium  # registers the environments
from tablee.engine import solvers
from tablee.games import blocs
from tablee_lab.simulate import simulate

Value = dict[int, float]  # by set of blocks, as the rules write it: bit n stands for block n


def learn(level: int, episodes: int, seed: int = 1, explore: float = 0.1) -> Value:
    env = gymnasium.make("tablee/Blocs-v0", mode="solo", level=level)
    seat = env.unwrapped
    assert isinstance(seat, tablee_lab.adapters.gymnasium.Seat)
    pushes = [sum(1 << int(block) for block in token.split(",")) for token in seat.episode.space.actions]
    chance, value, visits = np.random.default_rng(seed), dict[int, float](), Counter[int]()

    def towards(left: int, found: float) -> None:
        """Move a value towards what was found, by a smaller step each time."""
        visits[left] += 1
        value[left] = value.get(left, 0.0) + (found - value.get(left, 0.0)) / visits[left] ** 0.6

    for episode in range(episodes):
        seen, info = env.reset(seed=seed + episode)
        left, over = 0, False  # `left`: the set after the last push
        while not over:
            own = sum(1 << block for block, there in zip(blocs.BLOCKS, seen, strict=False) if there)
            legal = np.flatnonzero(info["action_mask"])
            after = [value.get(own & ~pushes[action], 0.0) for action in legal]
            best = int(np.argmax(after))
            if left:
                towards(left, after[best])
            choice = int(chance.integers(legal.size)) if chance.random() < explore else best
            left = own & ~pushes[legal[choice]]
            seen, reward, over, _, info = env.step(int(legal[choice]))
        towards(left, float(reward))
    return value


def exactly(level: int, value: Value) -> float:
    """The sum that is left on average by whoever always takes the push of the greatest value: no dice, no sample."""

    @cache
    def expected(own: int) -> float:
        if not own:
            return 0.0
        total = seven = 0.0
        for roll, weight in blocs.rolls(blocs.start(blocs.Variant("solo", level))):
            pushes = blocs.pushes(level, own, roll.dice)
            if sum(roll.dice) == 7:
                seven += float(weight)  # B17: thrown again
            elif pushes:
                after = [own & ~blocs.mask_of(push) for push in pushes]
                total += float(weight) * expected(max(after, key=lambda left: value.get(left, 0.0)))
            else:
                total += float(weight) * sum(blocs.numbers(own))
        return total / (1.0 - seven)

    return expected(blocs.ALL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--level", type=int, default=1, choices=(1, 2, 3))
    args = parser.parse_args()
    settings = {"mode": "solo", "level": args.level}
    left = simulate("blocs", settings, 100_000, seed=1).score(1)
    assert left is not None
    chance = left.mean
    print(f"random   leaves {chance.value:6.3f}   (95% interval {chance.low:.3f} to {chance.high:.3f})")
    print(f"learnt   leaves {exactly(args.level, learn(args.level, args.episodes)):6.3f}   (exact)")
    print(f"perfect  leaves {solvers.solve('blocs', settings).value[1]:6.3f}   (exact)")


if __name__ == "__main__":
    main()
