"""Measures the play of Laaancez: combat times, matches against the greedy bot.

    .venv/bin/python tools/measure_laaancez.py combat [--games 400]
    .venv/bin/python tools/measure_laaancez.py match [--games 200] [--ours best] [--against greedy] [--seed 2]

One core, seeded.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np

from tablee.bots import make
from tablee.core.game import Roll
from tablee.core.registry import load
from tablee.engine import runtime
from tablee.games import laaancez as rules
from tablee.games.laaancez import solver as solver
from tablee.games.laaancez.solver import recruitment

kernel = runtime.module("laaancez.recruitment", large=True)
Array = np.ndarray[Any, np.dtype[Any]]
NOEL = rules.load_shipped("noel")


def drawn(state: rules.State, player: int, dice: random.Random) -> Any:
    moves, shares = zip(*solver.policy(state, player), strict=True)
    return dice.choices(moves, shares)[0]


def report(name: str, seconds: list[float]) -> None:
    marks = np.percentile(np.array(seconds) * 1000.0, [50, 90, 99, 100])
    print(f"{name}: p50 {marks[0]:.1f} ms, p90 {marks[1]:.1f}, p99 {marks[2]:.1f}, longest {marks[3]:.1f}")


def combats(games: int) -> None:
    """Full combat decisions (every throw valued) on sheets recruited at random, greedily, and by our own policy."""
    dice = random.Random(1)
    game = load("laaancez")
    for name in ("random", "greedy", "best"):
        seconds: list[float] = []
        opening: list[float] = []
        for number in range(games):
            state = rules.start(rules.Variant(NOEL))
            bots = [None if name == "best" else make(name, game, seed=10 * number + seat) for seat in (0, 1)]
            while not rules.fights(state):
                state = rules.play(state, Roll((dice.randint(1, 6),)))
                for player in (1, 2):
                    bot = bots[player - 1]
                    seen = rules.view(state, player)
                    state = rules.play(state, bot.choose(seen, player) if bot else drawn(seen, player, dice))
            first = True
            while not rules.winner(state):
                started = time.perf_counter()
                advice = solver.advise(state, state.turn)
                seconds.append(time.perf_counter() - started)
                if first:
                    opening.append(seconds[-1])
                first = False
                state = rules.play(state, advice.moves[0][0])
        report(f"{name}, every throw", seconds[1:])
        report(f"{name}, first throw", opening[1:])


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: it stays honest at 0 and at 1."""
    share, z = wins / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return middle - half, middle + half


def match(games: int, ours: str, against: str, seed: int) -> None:
    """Paired games, the same dice from both seats. A bot against itself is the control: it has to come out even."""
    dice = random.Random(seed)
    game = load("laaancez")
    wins = [0, 0]
    choosing: list[float] = []
    working: list[float] = []
    for number in range(games // 2):
        rolls = [dice.randint(1, 6) for _ in range(200)]
        for seat in (1, 2):
            bot = make(against, game, seed=1000 * seed + 2 * number)
            own = None if ours == "best" else make(ours, game, seed=1000 * seed + 2 * number + 1)
            state, turn = rules.start(rules.Variant(NOEL)), 0
            while not rules.winner(state):
                if rules.phase(state) == "roll":
                    state, turn = rules.play(state, Roll((rolls[turn],))), turn + 1
                    continue
                player = rules.players(state)[0]
                seen = rules.view(state, player)
                recruitment.joint.cache_clear()  # the other may have asked the same
                started, worked = time.perf_counter(), time.process_time()
                if player != seat:
                    move = bot.choose(seen, player)
                else:
                    move = own.choose(seen, player) if own else drawn(seen, player, dice)
                if player == seat and seen.die:
                    choosing.append(time.perf_counter() - started)
                    working.append(time.process_time() - worked)
                state = rules.play(state, move)
            wins[seat - 1] += rules.winner(state) == seat
    half = games // 2
    low, high = interval(sum(wins), 2 * half)
    print(
        f"{ours} against {against}: {sum(wins)} of {2 * half}, 95 % interval {low:.3f} to {high:.3f}"
        f" (as player 1 {wins[0]} of {half}, as player 2 {wins[1]} of {half})"
    )
    report("recruitment choice, by the clock", choosing[1:])
    report("recruitment choice, of one core", working[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("combat", "match"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ours", default="best")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--seed", type=int, default=2)
    asked = parser.parse_args()
    if asked.what == "combat":
        combats(asked.games)
    else:
        match(asked.games, asked.ours, asked.against, asked.seed)


if __name__ == "__main__":
    main()
