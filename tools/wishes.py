"""How often the five levels win against the bot that adapts, for each wish.

    python tools/wishes.py GAME [KEY=VALUE …] [--games N] [--levels NAME …] [--fair]
    python tools/wishes.py GAME [KEY=VALUE …] --tune [--games N] [--rounds N]

Every cell is so many games, seats swapped, on the dice that the arena throws; with three or four at the table all the
others are bots that adapt. At the end of a row stands what can be reached at all: how often this level wins against the
best bot, and against one that always plays the worst move. A dot marks a wish that is out of reach, an exclamation mark
one that is within reach and was missed by more than 4 points.

`--fair` takes the luck of the dice out of every game: an even share, and what each choice did to it by the values that
the bot knows. Where these are exact the mean is the same, and far fewer games tell it; else it is an estimate, too.

`--tune` plays other games, finds what the bot has to give away before it is owed, and writes it to its table.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from tablee import arena, bots, solvers
from tablee.arena.match import course, points
from tablee.bots import chameleon
from tablee.core.dice import VirtualDice
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.games import load

GAMES, SEED = 2000, 1
NEAR = 4.0  # points
WORST = "worst"
TUNED, ROUNDS, FIRST_SEED = 150, 8, 1000  # games of a cell in each round of tuning, and their seeds
STEP, FAR = 0.02, 3.0  # of a sum for each point that was missed; the largest


class Quick(chameleon.Chameleon):
    """One that sits at one table only, so that it need not reckon from the start every time."""

    so_far: chameleon.Account | None = None

    def account(
        self, states: Sequence[State], events: Sequence[Event], player: int, begun: chameleon.Account | None = None
    ) -> chameleon.Account:
        self.so_far = super().account(states, events, player, self.so_far)
        return self.so_far


class Worst:
    """Always the move that is worth least."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: State, player: int) -> Event:
        move: Event = solvers.swift(self._game.NAME, view, player).moves[-1][0]
        return move


def _bot(name: str, game: AnyGame, seed: int) -> bots.Bot:
    if name == WORST:
        return Worst(game)
    return Quick(bots.KINDS[name], game, seed) if name in bots.WISHES else bots.make(name, game, seed)


def played(
    game: AnyGame, variant: Variant, bot: str, level: str, games: int, seed: int
) -> Iterator[tuple[list[State], list[Event], int]]:
    """Games of a level against that bot in all other seats: every state and event, and which player the level was."""
    others = game.seats(variant) - 1
    contest = arena.contest(game, variant, (*[bot] * others, level), games, seed)
    names = (level, *[bot] * others)
    for number in range(contest.rounds):
        for seating in contest.seatings(number):
            dice = [VirtualDice(contest.derived("dice", number, seat)) for seat in range(len(seating))]
            players = [_bot(names[who], game, contest.derived("bot", number, names[who], who)) for who in seating]
            yield *course(game, variant, dice, players), seating.index(0) + 1


def result(game: AnyGame, states: Sequence[State], events: Sequence[Event], player: int, fair: bool) -> float:
    """What a game brought to a player; a draw counts one half. `fair`: without the luck."""
    if not fair:
        return points(game, states[-1])[player - 1]
    account = chameleon.Chameleon(bots.KINDS["cameleon50"], game).account(states, events, player)
    return 1.0 / game.seats(states[0].variant) + account.gifts - account.given


def won(
    game: AnyGame, variant: Variant, bot: str, level: str, games: int, seed: int = SEED, fair: bool = False
) -> tuple[float, float]:
    """How often, in a hundred, the level wins against that bot, and how sure that is: 95 % of the time so near."""
    found = [100 * result(game, *each, fair) for each in played(game, variant, bot, level, games, seed)]
    return statistics.fmean(found), 1.96 * statistics.stdev(found) / len(found) ** 0.5


def remembering(name: str) -> None:
    """Let a solver remember its advice: the same positions come up again and again."""
    solver: Any = solvers.solver(name)
    known = lru_cache(maxsize=1 << 19)(solver.advise)
    solver.advise = lambda state, player, progress=solvers.quiet: known(state, player)


def reach(game: AnyGame, variant: Variant, level: str, games: int, seed: int, fair: bool) -> tuple[float, float]:
    """How often a level wins against the best, and against the worst."""
    even = 100 / game.seats(variant)
    least = even if level == "hibou" else won(game, variant, "hibou", level, games, seed, fair)[0]
    return least, won(game, variant, WORST, level, games, seed, fair)[0]


def tune(game: AnyGame, variant: Variant, games: int, rounds: int) -> None:
    """From the sums that are known move each by what its games missed, less and less, and write the table anew."""
    rows = {}
    for level, known in chameleon.plan(game, variant).items():
        rows[level] = chameleon.Plan(*reach(game, variant, level, 2 * games, FIRST_SEED, fair=True), {**known.ahead})
    chameleon.plans()[chameleon.named(game, variant)] = rows
    for number in range(rounds):
        missed = {
            (level, wish): won(game, variant, name, level, games, FIRST_SEED + number, fair=True)[0]
            - min(max(wish, row.least), row.most)
            for level, row in rows.items()
            for name, wish in bots.WISHES.items()
        }
        for (level, wish), by in missed.items():
            ahead = rows[level].ahead[wish] - STEP * by / (1 + number / 3)
            rows[level].ahead[wish] = min(max(ahead, -FAR), FAR)
        print(f"round {number + 1}: missed by", *(f"{by:.1f}" for by in missed.values()), flush=True)
    lines = [
        f"{name} {level} {row.least:.1f} {row.most:.1f} " + " ".join(f"{ahead:.3f}" for ahead in row.ahead.values())
        for name, found in sorted(chameleon.plans().items())
        for level, row in found.items()
    ]
    Path(str(chameleon.SHELF)).write_text("\n".join(lines) + "\n", encoding="ascii")


def measure(game: AnyGame, variant: Variant, levels: Sequence[str], games: int, fair: bool) -> None:
    print(f"{'wins of':10}" + "".join(f"{percent:>8} %" for percent in bots.WISHES.values()) + "   within reach")
    for level in levels:
        least, most = reach(game, variant, level, games, SEED, fair)
        row, widest = "", 0.0
        for name, wish in bots.WISHES.items():
            found, wide = won(game, variant, name, level, games, SEED, fair)
            mark = " " if abs(found - wish) <= NEAR else "!" if least <= wish <= most else "·"
            row, widest = row + f"{found:8.1f} {mark}", max(widest, wide)
        print(f"{level:10}{row}   {least:.0f} – {most:.0f}   ± {widest:.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("settings", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--games", type=int)
    parser.add_argument("--levels", nargs="+", default=bots.LEVELS, choices=bots.LEVELS)
    parser.add_argument("--fair", action="store_true")
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = parser.parse_args()
    game = load(args.game)
    options = {option.key: option for option in game.OPTIONS}
    pairs = (pair.partition("=") for pair in args.settings)
    variant = game.variant({key: options[key].read(value) for key, _, value in pairs})
    remembering(game.NAME)
    if args.tune:
        tune(game, variant, args.games or TUNED, args.rounds)
    else:
        measure(game, variant, args.levels, args.games or GAMES, args.fair)


if __name__ == "__main__":
    main()
