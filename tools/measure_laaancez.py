"""Measures the play of Laaancez: combat times, matches against the greedy bot, exploitability on small sheets.

    .venv/bin/python tools/measure_laaancez.py combat [--games 400]
    .venv/bin/python tools/measure_laaancez.py match [--games 200] [--ours best] [--against greedy] [--seed 2]
    .venv/bin/python tools/measure_laaancez.py nashconv --rows 2,1 [--value FILE] [--plain]

`nashconv` needs a value learned on those rows: tools/train_laaancez.py --rows 2,1 --out FILE. One core, seeded.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tablee.bots import make
from tablee.core.game import Roll
from tablee.core.registry import load
from tablee.engine import runtime, tables
from tablee.engine.runtime import Buffer, filled
from tablee.games import laaancez as rules
from tablee.games.laaancez import solver as solver
from tablee.games.laaancez.solver import recruitment, reduced
from tablee.games.laaancez.solver.codes import Codes, codes_of
from tablee.games.laaancez.solver.value import of
from tablee_lab.kernels.laaancez import reduced as reduced_kernel

kernel = runtime.module("laaancez.recruitment", large=True)
Array = np.ndarray[Any, np.dtype[Any]]
NOEL = rules.shipped("noel")

# How far a way of recruiting is from perfect, on sheets of a few cells: best responses from both seats. NashConv is
# what the two players could gain, together, by answering the other's mixtures as well as can be. It is 0 for a solution
# and nothing hides from it: every pair of sheets and every face of the die is asked.

Way = Callable[[Buffer, Buffer, Buffer], recruitment.Game]
"""A way of recruiting: from two sheets and the options of a face to both players' mixtures."""


@dataclass(frozen=True, slots=True)
class Exploit:
    """Player 1's chance of winning: in a solution, when both go that way, and when one of them answers it best."""

    solved: float
    both: float
    best1: float  # player 1 answers player 2's mixtures
    best2: float  # player 2 answers player 1's mixtures

    @property
    def nash_conv(self) -> float:
        return self.best1 - self.best2


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Sheets, mirror images left out, and where the choices of each face lead; see the kernel for the shapes."""

    shapes: Array
    canon: Array
    first: Array
    count: Array
    to: Array
    reached: Array

    @classmethod
    def of(cls, codes: Codes) -> Graph:
        types, up = len(codes.kinds[0]), np.asarray(codes.kinds[3])
        shapes, canon = reduced_kernel.shapes(codes.cells, types, np.asarray(codes.rows), up)
        first, count, to = reduced_kernel.moves(shapes, canon, np.asarray(codes.faces), up, types)
        return cls(shapes, canon, first, count, to, reduced_kernel.reach(first, count, to, shapes))


def exploit(sheet: rules.Sheet, way: Way) -> Exploit:
    """Backward induction against a fixed way of recruiting."""
    codes, solved = codes_of(sheet), reduced.table_of(sheet)
    graph = Graph.of(codes)
    size = len(graph.shapes)
    worth: dict[int, Array] = {}  # both, best1, best2 by pair
    for key in np.flatnonzero(graph.reached)[::-1].tolist():
        one, two = divmod(key, size)
        sheet1, sheet2 = filled("b", graph.shapes[one]), filled("b", graph.shapes[two])
        if graph.reached[one, two] == 2:
            worth[key] = np.full(3, solved.value(sheet1, sheet2))
            continue
        total, faces = np.zeros(3), 0
        for face, options in enumerate(codes.options):
            if reduced_kernel.stays(one, two, face, graph.first, graph.count, graph.to):
                continue
            game = way(sheet1, sheet2, options)
            to1 = [
                solved.shape(recruitment.after(sheet1, *choice))
                for choice in recruitment.choices(codes, sheet1, options)
            ]
            to2 = [
                solved.shape(recruitment.after(sheet2, *choice))
                for choice in recruitment.choices(codes, sheet2, options)
            ]
            next_ = np.array([[worth[i * size + j] for j in to2] for i in to1])
            shares1, shares2 = np.array(game.shares1), np.array(game.shares2)
            total += (
                shares1 @ next_[:, :, 0] @ shares2,
                (next_[:, :, 1] @ shares2).max(),
                (shares1 @ next_[:, :, 2]).min(),
            )
            faces += 1
        worth[key] = total / faces
    empty = codes.read(sheet.empty)
    both, best1, best2 = worth[0].tolist()
    return Exploit(solved.value(empty, empty), both, best1, best2)


def drawn(state: rules.State, player: int, dice: random.Random) -> Any:
    moves, shares = zip(*solver.policy(state, player), strict=True)
    return dice.choices(moves, shares)[0]


def told(name: str, seconds: list[float]) -> None:
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
            while not rules.fighting(state):
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
        told(f"{name}, every throw", seconds[1:])
        told(f"{name}, first throw", opening[1:])


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
    told("recruitment choice, by the clock", choosing[1:])
    told("recruitment choice, of one core", working[1:])


def conv(rows: tuple[int, ...], path: Path, plain: bool) -> None:
    """Best responses from both seats to the learned value, tables off; with --plain without the deeper look."""
    sheet = rules.Sheet(NOEL.name, NOEL.candle, NOEL.objects, NOEL.faces, rows)
    codes, net = codes_of(sheet), of(tables.read(path), sheet)
    if net is None:
        raise SystemExit(f"{path} was not learned on rows {rows}")

    def deep(one: Buffer, two: Buffer, options: Buffer) -> recruitment.Game:
        return recruitment.by_value(codes, net, one, two, options)

    def shallow(one: Buffer, two: Buffer, options: Buffer) -> recruitment.Game:
        payoff, kept1, kept2, _, _, twin1, _, _, twin2 = kernel.decision(
            one, two, options, codes.kinds, codes.rows, net
        )
        row, column = [0.0] * len(twin1), [0.0] * len(twin2)
        _, part1, part2 = recruitment.solved(payoff.tolist())
        for choice, share in zip(kept1, part1, strict=True):
            row[choice] = share
        for choice, share in zip(kept2, part2, strict=True):
            column[choice] = share
        return recruitment.Game(row, row, column, column, False)

    def anything(one: Buffer, two: Buffer, options: Buffer) -> recruitment.Game:
        sizes = [len(recruitment.choices(codes, side, options)) for side in (one, two)]
        row, column = ([1.0 / size] * size for size in sizes)
        return recruitment.Game(row, row, column, column, False)

    def rough(one: Buffer, two: Buffer, options: Buffer) -> recruitment.Game:
        return recruitment.by_strength(codes, one, two, options)

    ways: dict[str, Way] = {"value alone": shallow, "rough": rough, "random": anything}
    if not plain:
        ways = {"value, deeper look": deep, **ways}
    for name, way in ways.items():
        found = exploit(sheet, way)
        print(
            f"rows {rows}, {name}: NashConv {found.nash_conv:.5f} (solved {found.solved:.5f}, both {found.both:.5f},"
            f" best reply of player 1 {found.best1:.5f}, of player 2 {found.best2:.5f})",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("combat", "match", "nashconv"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ours", default="best")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--rows", default="2,1")
    parser.add_argument("--value", type=Path)
    parser.add_argument("--plain", action="store_true")
    asked = parser.parse_args()
    if asked.what == "combat":
        combats(asked.games)
    elif asked.what == "match":
        match(asked.games, asked.ours, asked.against, asked.seed)
    else:
        conv(tuple(int(width) for width in asked.rows.split(",")), asked.value, asked.plain)


if __name__ == "__main__":
    main()
