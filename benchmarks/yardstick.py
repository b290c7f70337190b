"""How much our searchers of cadeau lose a decision where nobody has a table: four zones, and the end of five.

    python benchmarks/yardstick.py [--every 20]

Four zones: the positions of `tablee_lab.yardstick`, every twentieth of them. Five zones: positions with
7 to 9 dice to come, from seeded games, held against a search to the very end (which is what the strongest bot does
there, so it is not listed). A loss is a difference of chances to win, a draw counting one half, in thousandths.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tablee.core.game import Roll
from tablee.games import cadeau
from tablee.games.cadeau import State, Variant, Write
from tablee.games.cadeau.solver import QUICK, estimate
from tablee.games.cadeau.solver.search import MOST
from tablee_lab.yardstick import positions

SEARCHERS = {"the trained value alone": 1, f"{QUICK:,} positions": QUICK, f"{MOST:,} positions": MOST}
FIVE = 150
"""Positions of five zones."""

Sample = Iterator[tuple[State, dict[Write, float]]]


def endings(straights: str) -> Sample:
    """Positions of five zones with 7 to 9 dice to come, each move's value by a search to the end."""
    for game in range(FIVE):
        chance = random.Random(f"five {straights} {game}")
        state = cadeau.start(Variant(5, straights))
        for _ in range(30 - 9 + game % 3):
            state = cadeau.play(state, Roll((chance.randint(1, 6),)))
            player = cadeau.players(state)[0]
            guided = chance.random() < 0.8
            choices = [estimate(state, player, 1).moves[0][0]] if guided else list(cadeau.moves(state, player))
            state = cadeau.play(state, chance.choice(choices))
        state = cadeau.play(state, Roll((chance.randint(1, 6),)))
        advice = estimate(state, cadeau.players(state)[0], 10**9)
        assert advice.exact
        yield state, dict(advice.moves)


def losses(sample: Sample, most: int) -> dict[int, list[float]]:
    """What the searcher's choice gives away, by the third of the game it is asked in."""
    found: dict[int, list[float]] = defaultdict(list)
    for state, worth in sample:
        move = estimate(state, cadeau.players(state)[0], most).moves[0][0]
        dice = sum(die > 0 for side in state.sides for die in side)
        found[3 * dice // sum(map(len, state.sides))].append(max(worth.values()) - worth[move])
    return found


def line(lost: list[float]) -> str:
    best = sum(loss < 1e-9 for loss in lost) / len(lost)
    error = statistics.stdev(lost) / len(lost) ** 0.5
    return (
        f"{1000 * statistics.fmean(lost):.3f} ± {1000 * error:.3f} | {1000 * max(lost):.1f} | {best:.1%} | {len(lost)}"
    )


def rows(asked: tuple[int, str, str, int]) -> list[str]:
    zones, straights, searcher, every = asked
    sample = positions(straights, every) if zones == 4 else endings(straights)
    return [
        f"| {zones} | {straights} | {third + 1} | {searcher} | {line(lost)} |"
        for third, lost in sorted(losses(sample, SEARCHERS[searcher]).items())
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=20, help="take every so many positions of the yardstick")
    every = parser.parse_args().every
    print("| zones | straights | third of the game | searcher | loss, thousandths | worst | best move | positions |")
    print("|---|---|---|---|---|---|---|---|")
    asked = [
        (zones, straights, name, every) for zones in (4, 5) for straights in ("any", "ordered") for name in SEARCHERS
    ]
    with ProcessPoolExecutor() as pool:
        for found in pool.map(rows, [each for each in asked if each[0] == 4 or SEARCHERS[each[2]] < MOST]):
            print("\n".join(found), flush=True)


if __name__ == "__main__":
    main()
