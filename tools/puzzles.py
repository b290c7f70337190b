"""Puzzles from exact tables: positions of played games in which one move is best by a clear margin.

    .venv/bin/python tools/puzzles.py            make src/tablee/games/*/puzzles.txt anew
    .venv/bin/python tools/puzzles.py --check    prove every one of them again (exit code 1 if one does not hold)
    .venv/bin/python tools/puzzles.py --table    how often each level of bot misses the puzzles of each level

Games are played by simple bots with a fixed seed. A position is kept if player 1 alone has to choose, among three moves
at least; the best one is ahead by the margin, does not simply end the game, and something that we count speaks for it.
They are sorted by how many of the five bots are to be expected to miss them: the sum of their chances to. In each
level's set failure falls from bot to bot; so positions in which the greedy move is wrong are a part of the hardest
level, and no more.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path

from tablee import bots, puzzles
from tablee.bots.simple import Greedy
from tablee.core.game import AnyGame, State
from tablee.core.registry import load
from tablee.puzzles.making import MARGIN_ALONE, PLAYER, SEED, find_positions, format_line, prove, rate_levels
from tablee.review import find_reasons

GAMES = Path(puzzles.__file__).parents[1] / "games"
SETTINGS: dict[str, list[dict[str, object]]] = {
    "blocs": [{"mode": mode, "level": level} for mode in ("duel", "fast", "solo") for level in (1, 2, 3)],
    "cadeau": [{"zones": zones, "straights": straights} for zones in (3, 2) for straights in ("ordered", "any")],
    "laaancez": [{}],
}
MARGIN = {"blocs": 0.03, "cadeau": 0.02, "laaancez": 0.03}  # of the chances of winning
LEAST_MOVES = 3
TRAPS = 0.7  # of the hardest level: the greedy move is wrong


@dataclass(frozen=True, slots=True)
class Found:
    line: str
    misses: float  # how many of the five levels miss it, to be expected
    trap: bool  # a greedy player misses it for sure


def found(game: AnyGame, state: State) -> Found | None:
    """The puzzle that a position is, if it is one."""
    proof = prove(game, state) if len(game.moves(state, PLAYER)) >= LEAST_MOVES else None
    if proof is None or proof.margin < (MARGIN[game.NAME] if game.seats(state.variant) > 1 else MARGIN_ALONE):
        return None
    answer, second = game.parse(proof.answer), game.parse(proof.second)
    if game.phase(game.play(state, answer)) == "over" or not find_reasons(game, state, PLAYER, answer, second):
        return None
    missed = rate_levels(game, state, proof.answer)
    trap = answer not in Greedy(game).best(state, PLAYER)
    return Found(format_line(game, state, proof), sum(missed.values()), trap)


def make(name: str) -> list[str]:
    """The lines of a game's file: level after level, each under its name and shuffled."""
    game, chance = load(name), random.Random(SEED)
    total = len(bots.LEVELS) * puzzles.COUNT
    wanted = {True: round(TRAPS * puzzles.COUNT)}
    wanted[False] = total - wanted[True]
    kept: dict[str, Found] = {}
    for state in find_positions(game, [game.variant(settings) for settings in SETTINGS[name]], chance):
        one = found(game, state)
        if one is None or not wanted[one.trap] or one.line in kept:
            continue
        kept[one.line] = one
        wanted[one.trap] -= 1
        if not sum(wanted.values()):
            break
        if len(kept) % 50 == 0:
            print(name, len(kept), wanted, file=sys.stderr)
    ranked = sorted(kept.values(), key=lambda one: (one.misses, one.line))
    lines = []
    for begin, name in zip(range(0, total, puzzles.COUNT), bots.LEVELS, strict=True):
        level = [one.line for one in ranked[begin : begin + puzzles.COUNT]]
        chance.shuffle(level)
        lines += [f"[{name}]", *level]
    return lines


def check() -> int:
    """How many puzzles do not hold."""
    wrong = 0
    for name in SETTINGS:
        for level in puzzles.list_levels(name):
            for number in range(1, puzzles.COUNT + 1):
                puzzle = puzzles.find(name, level, number)
                proof = prove(puzzle.rules, puzzle.state)
                if proof is None or proof.answer != puzzle.answer or abs(proof.margin - puzzle.margin) > 1e-6:
                    print(f"{name} {level} {number}: {proof}")
                    wrong += 1
    return wrong


def table() -> None:
    print("game      puzzles of  " + "".join(f"{name:>10}" for name in bots.LEVELS))
    for name in SETTINGS:
        for level in puzzles.list_levels(name):
            shelf = [puzzles.find(name, level, number) for number in range(1, puzzles.COUNT + 1)]
            missed = [rate_levels(puzzle.rules, puzzle.state, puzzle.answer) for puzzle in shelf]
            means = (sum(one[bot] for one in missed) / len(missed) for bot in bots.LEVELS)
            print(f"{name:9} {level:10}  " + "".join(f"{100 * mean:8.1f} %" for mean in means))


def main(words: list[str]) -> int:
    if words == ["--check"]:
        return int(bool(check()))
    if words == ["--table"]:
        table()
        return 0
    for name in words or SETTINGS:
        lines = make(name)
        (GAMES / name / "puzzles.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
        print(f"{name}: {len(lines)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
