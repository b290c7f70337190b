"""How often the five levels win against the bot that adapts, for each wish.

    python tools/wishes.py GAME [KEY=VALUE …] [--games N] [--levels NAME …]

Every cell is so many games, seats swapped, on the dice that the arena throws. At the end of a row stands what can be
reached at all: how often this level wins against the best bot, and against one that always plays the worst move. A dot
marks a wish that is out of reach, an exclamation mark one that is within reach and was missed by more than 4 points.
"""

from __future__ import annotations

import argparse
from functools import lru_cache
from typing import Any

from tablee import arena, bots, solvers
from tablee.bots import chameleon
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.games import load

GAMES, SEED = 2000, 1
NEAR = 4.0  # points


class Worst:
    """Always the move that is worth least."""

    pace = 0.0

    def __init__(self, kind: bots.Kind, game: AnyGame, seed: int | None = None) -> None:
        self._game = game

    def choose(self, view: State, player: int, *so_far: object) -> Event:
        move: Event = solvers.swift(self._game.NAME, view, player).moves[-1][0]
        return move


def won(game: AnyGame, variant: Variant, bot: str, level: str, games: int, seed: int = SEED) -> float:
    """How often, in a hundred, the level wins against that bot; a draw counts one half."""
    contest = arena.contest(game, variant, (bot, level), games, seed)
    points = played = 0.0
    for bout in contest.bouts:
        for result in arena.play(contest, bout).games:
            points += result[bout.bots.index(level)]
            played += 1
    return 100 * points / played


def remembering(name: str) -> None:
    """Let a solver remember its advice: the same positions come up again and again."""
    solver: Any = solvers.solver(name)
    known = lru_cache(maxsize=1 << 19)(solver.advise)
    solver.advise = lambda state, player, progress=solvers.quiet: known(state, player)


def reach(game: AnyGame, variant: Variant, level: str, games: int) -> tuple[float, float]:
    """How often a level wins against the best, and against the worst."""
    other = "hibou" if level != "hibou" else ""
    least = won(game, variant, other, level, games) if other else 50.0
    chosen = chameleon.Chameleon
    chameleon.Chameleon = Worst  # type: ignore[assignment,misc]
    try:
        return least, won(game, variant, "cameleon50", level, games)
    finally:
        chameleon.Chameleon = chosen  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("settings", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--levels", nargs="+", default=bots.LEVELS, choices=bots.LEVELS)
    args = parser.parse_args()
    game = load(args.game)
    options = {option.key: option for option in game.OPTIONS}
    pairs = (pair.partition("=") for pair in args.settings)
    variant = game.variant({key: options[key].read(value) for key, _, value in pairs})
    remembering(game.NAME)
    print(f"{'wins of':10}" + "".join(f"{percent:>8} %" for percent in bots.WISHES.values()) + "   within reach")
    for level in args.levels:
        least, most = reach(game, variant, level, args.games)
        row = ""
        for name, wish in bots.WISHES.items():
            found = won(game, variant, name, level, args.games)
            mark = " " if abs(found - wish) <= NEAR else "!" if least <= wish <= most else "·"
            row += f"{found:8.1f} {mark}"
        print(f"{level:10}{row}   {least:.0f} – {most:.0f}", flush=True)


if __name__ == "__main__":
    main()
