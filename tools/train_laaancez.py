"""Learns the value of a Laaancez recruitment from exact combats, and writes it beside the solver.

    .venv/bin/python tools/train_laaancez.py [--rows 5,5,3,3,1] [--rounds 60] [--games 1000] [--seed 1] [--output FILE]

The value plays against itself: every joint choice is the solution of a matrix game over the value, every finished
recruitment is fought out exactly. Positions near the end learn from combats, earlier ones from later ones. The sheet
takes about ten minutes on one core (set OMP_NUM_THREADS=1); the same numbers give the same file on one machine.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from tablee.engine import tablebase
from tablee.games import laaancez as rules
from tablee.games.laaancez.solver.codes import LAYERS, Codes, codes_of, name_of
from tablee_lab.kernels.laaancez import recruitment as kernel

Array = np.ndarray[Any, np.dtype[Any]]
BATCH = 512
FADE = 0.8
SAVE = 20  # rounds after which the file is written on the way
DATA = Path(__file__).parents[1] / "src" / "tablee" / "engine" / "data"
KEEP = 8  # rounds whose positions are still learned from


class Learner:
    """A network of two hidden layers under Adam; its weights are the tuple that the kernel takes."""

    def __init__(self, inputs: int, wide: int, narrow: int, dice: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Array:
            return dice.normal(0.0, scale, (rows, columns)).astype(np.float32)

        self.weights: list[Array] = [
            layer(inputs, wide, 0.05),
            layer(inputs, wide, 0.05),
            np.zeros(wide, np.float32),
            layer(wide, narrow, (2.0 / wide) ** 0.5),
            np.zeros(narrow, np.float32),
            np.zeros(narrow, np.float32),
            np.zeros(1, np.float32),
        ]
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]
        self.mean = [weight.copy() for weight in self.weights]
        self.steps = 0

    @property
    def net(self) -> tuple[Array, ...]:
        """The running mean of the weights: steadier than the last step."""
        return tuple(self.mean)

    def step(self, one: Array, two: Array, target: Array, rate: float) -> float:
        """One step down the cross entropy of a batch; returns it."""
        a, b, bias, second, second_bias, third, third_bias = self.weights
        outer = np.maximum(one @ a + two @ b + bias, 0.0)
        inner = np.maximum(outer @ second + second_bias, 0.0)
        logit = inner @ third + third_bias[0]
        chance = 1.0 / (1.0 + np.exp(-logit))
        slope = ((chance - target) / target.size).astype(np.float32)
        down = np.outer(slope, third) * (inner > 0)
        up = (down @ second.T) * (outer > 0)
        slopes = [
            one.T @ up,
            two.T @ up,
            up.sum(0),
            outer.T @ down,
            down.sum(0),
            inner.T @ slope,
            slope.sum(keepdims=True),
        ]
        self.steps += 1
        fade1, fade2 = 1.0 - 0.9**self.steps, 1.0 - 0.999**self.steps
        mix = min(0.998, self.steps / (self.steps + 10.0))
        for weight, slope_, m, v, mean in zip(self.weights, slopes, self.first, self.second, self.mean, strict=True):
            m += 0.1 * (slope_ - m)
            v += 0.001 * (slope_ * slope_ - v)
            weight -= (rate / fade1) * m / (np.sqrt(v / fade2) + 1e-8)
            mean += (1.0 - mix) * (weight - mean)
        clipped = np.clip(chance, 1e-6, 1 - 1e-6)
        return float(-(target * np.log(clipped) + (1 - target) * np.log(1 - clipped)).mean())


def arrays(codes: Codes) -> tuple[tuple[Array, ...], Array, Array, Array]:
    """The numbers of a sheet as the compiled kernels take them."""
    return (
        tuple(map(np.asarray, codes.kinds)),
        np.asarray(codes.faces),
        np.asarray(codes.rows),
        np.asarray(codes.candle),
    )


def features(codes: Codes, sheets: Array) -> Array:
    out = np.empty((len(sheets), len(codes.rows) * (len(codes.kinds[0]) - 1 + kernel.EXTRA)), np.float32)
    kernel.looks(sheets, *arrays(codes)[::2], out)
    return out


def crossed(
    codes: Codes, ends1: Array, ends2: Array, count: int, dice: np.random.Generator
) -> tuple[Array, Array, Array]:
    """Combats between finished sheets of different games, either way round: cheap exact labels."""
    pool = np.concatenate([ends1, ends2])
    one, two = pool[dice.integers(len(pool), size=count)], pool[dice.integers(len(pool), size=count)]
    whole = (one != 0).all(1) | (two != 0).all(1)  # L6: a combat needs one complete sheet
    one, two = np.ascontiguousarray(one[whole]), np.ascontiguousarray(two[whole])
    result = np.empty(len(one), np.float32)
    kinds, _, rows, candle = arrays(codes)
    kernel.fights(one, two, kinds, rows, candle, result)
    return one, two, result


def train(sheet: rules.Sheet, seed: int, games: int, wide: int, narrow: int, rounds: int, path: Path) -> None:
    codes = codes_of(sheet)
    kinds, faces, rows, candle = arrays(codes)
    dice = np.random.default_rng(seed)
    inputs = len(codes.rows) * (len(codes.kinds[0]) - 1 + kernel.EXTRA)
    learner = Learner(inputs, wide, narrow, dice)
    kept: list[tuple[Array, Array, Array]] = []
    started = time.perf_counter()
    for turn in range(rounds):
        kernel.seed(int(dice.integers(2**31)))
        wander = 1.0 if turn == 0 else 0.25 if turn < 3 else 0.06
        sheets1, sheets2, targets, share = kernel.self_play(
            games, wander, kinds, faces, rows, candle, learner.net, FADE
        )
        ends = (sheets1 != 0).all(1) | (sheets2 != 0).all(1)
        extra = crossed(codes, sheets1[ends], sheets2[ends], 2 * games, dice)
        kept.append(
            (
                np.concatenate([sheets1, extra[0]]),
                np.concatenate([sheets2, extra[1]]),
                np.concatenate([targets, extra[2]]),
            )
        )
        kept = kept[-KEEP:]
        pool1, pool2, goal = (np.concatenate([part[k] for part in kept]) for k in range(3))
        rate = 2e-3 * (1.0 - turn / rounds) + 1e-4
        losses = []
        new = len(kept[-1][2])
        for _ in range(max(1, 3 * new // BATCH)):
            pick = dice.integers(len(goal), size=BATCH)
            losses.append(learner.step(features(codes, pool1[pick]), features(codes, pool2[pick]), goal[pick], rate))
        exact = crossed(codes, sheets1[ends], sheets2[ends], 400, dice)
        guess = np.array(
            [kernel.value(one, two, kinds, rows, learner.net) for one, two in zip(exact[0], exact[1], strict=True)]
        )
        print(
            f"round {turn:3d}  {time.perf_counter() - started:6.0f} s  player 1 wins {share:.3f}"
            f"  loss {np.mean(losses):.4f}  combats guessed right {np.mean((guess > 0.5) == (exact[2] > 0.5)):.3f}",
            flush=True,
        )
        if (turn + 1) % SAVE == 0 or turn + 1 == rounds:
            weights = {name: weight.astype(np.float32) for name, weight in zip(LAYERS, learner.net, strict=True)}
            tablebase.write(path, tablebase.assemble("laaancez", codes.fingerprint, 1, 0.0, 0.0, weights))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="5,5,3,3,1")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--wide", type=int, default=96)
    parser.add_argument("--narrow", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args()
    noel = rules.load_shipped("noel")
    rows = tuple(int(width) for width in asked.rows.split(","))
    sheet = rules.Sheet(noel.name, noel.candle, noel.objects, noel.faces, rows)
    path = asked.output or DATA / f"{name_of(sheet)}.table"
    train(sheet, asked.seed, asked.games, asked.wide, asked.narrow, asked.rounds, path)
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
