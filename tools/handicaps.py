"""Search head starts of games for two, even chances first, and print what `tablee.engine.handicap` looks up.

    .venv/bin/python tools/handicaps.py             print every line (minutes, and gigabytes for three zones)
    .venv/bin/python tools/handicaps.py cadeau      of one game
    .venv/bin/python tools/handicaps.py --check     compare with what is shipped; exit code 1 if it is not the same

For every variant for two that is solved from the first position to the last, a stated family of other beginnings is
searched, all of it, for each target: what the side that is better off wins, half the games (even chances), 60 or 75 of
100 (head starts; not laaancez, whose small sheets no class plays). Of those near a target the simplest is kept; where
none is, that is proved too, and a head start is the nearest there is.

blocs       blocks given to player 2 (B18): every set of them; fast, also as if the game were under way (a 7 passes the
            turn from the first throw on): player 1 without some blocks, player 2 without these and some more
cadeau      one die each, written before the start: any two faces, in any cells; or two each, both in cells a and b
            of the first zone: any faces, the smaller one in a
laaancez    the first recruitments laid down, up to three: faces and both choices; sheets of two cells or three

Every beginning is a position: one that the settings alone lead to, or one of a table that begins there. Whoever throws
first stays player 1: to change who begins would only change the numbers of the seats. A combat of laaancez has no
chance in it: it is won or lost from its first throw on, so none is even.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from tablee.core import registry as games
from tablee.core.game import AnyGame, State, Variant
from tablee.engine import solvers
from tablee.engine.handicap import EVEN, LARGE, NEAR, SMALL, Handicap, distance, load_handicaps
from tablee.games import blocs, cadeau, laaancez

ROUNDS = 3  # recruitments laid down
SHEETS = ((1, 1), (2, 1), (1, 1, 1))  # the rows of the small sheets, with the objects of the usual one

# --- the families: every beginning, those that are equally simple together, the simplest first -----------------------


def _given(variant: blocs.Variant) -> Iterator[list[State]]:
    sizes = range(len(blocs.BLOCKS))
    for size in sizes:
        gifts = (",".join(map(str, blocks)) for blocks in combinations(blocs.BLOCKS, size))
        yield [blocs.start(replace(variant, given=gift)) for gift in gifts]
    if blocs.MODES[variant.mode].facing:
        return  # what one does not have the other has
    start = replace(blocs.start(variant), opened=True)
    for missing in range(2 * len(blocs.BLOCKS) - 1):
        yield [
            replace(start, seats=(mine, theirs))
            for both in sizes
            for mine in _without(blocs.ALL, both)
            for theirs in _without(mine, missing - 2 * both)
        ]


def _without(mask: int, size: int) -> list[int]:
    """What is left of blocks without so many of them, in every way; one stays at least."""
    blocks = blocs.numbers(mask)
    if not 0 <= size < len(blocks):
        return []
    return [mask & ~sum(1 << block for block in gone) for gone in combinations(blocks, size)]


def _written(variant: cadeau.Variant) -> Iterator[list[State]]:
    """Zones are alike, so the Lutins' die is in the first, the Gnomes' in the first or the second."""
    yield [cadeau.start(variant)]
    cells = 3 * variant.zones
    found = []
    for one, two, mine, theirs in product(range(1, 7), range(1, 7), range(3), range(min(6, cells))):
        lutins, gnomes = (
            tuple(die * (cell == place) for cell in range(cells)) for die, place in ((one, mine), (two, theirs))
        )
        found.append(replace(cadeau.start(variant), sides=(lutins, gnomes)))
    yield found
    twos = [faces + (0,) * (cells - 2) for faces in combinations_with_replacement(range(1, 7), 2)]
    yield [replace(cadeau.start(variant), sides=sides) for sides in product(twos, twos)]


def _recruited(variant: laaancez.Variant) -> Iterator[list[State]]:
    states = [laaancez.start(variant)]
    yield states
    for _ in range(ROUNDS):
        after: dict[State, None] = {}
        for state in states:
            if laaancez.phase(state) != "roll":
                continue  # the combat has begun
            for roll, _ in laaancez.rolls(state):
                thrown = laaancez.play(state, roll)
                for one, two in product(laaancez.moves(thrown, 1), laaancez.moves(thrown, 2)):
                    after[laaancez.play(laaancez.play(thrown, one), two)] = None
        states = list(after)
        yield states


TARGETS = {blocs.NAME: (EVEN, SMALL, LARGE), cadeau.NAME: (EVEN, SMALL, LARGE), laaancez.NAME: (EVEN,)}
FAMILIES: dict[str, Callable[[Any], Iterator[list[State]]]] = {
    blocs.NAME: _given,
    cadeau.NAME: _written,
    laaancez.NAME: _recruited,
}


def variants() -> dict[str, list[Variant]]:
    """Every variant for two whose families are searched."""
    noel = laaancez.load_shipped("noel")
    return {
        blocs.NAME: [
            blocs.variant({"mode": mode, "level": level, "push": push})
            for push, mode, level in product(("must", "may"), ("duel", "fast"), (1, 2, 3))
        ],
        cadeau.NAME: [
            cadeau.variant({"zones": zones, "straights": straights})
            for zones, straights in product((1, 2, 3), ("ordered", "any"))
        ],
        laaancez.NAME: [laaancez.Variant(replace(noel, name="small", rows=rows)) for rows in SHEETS],
    }


def search(game: AnyGame, variant: Variant) -> list[Handicap]:
    """Try every beginning of the family of a variant; for each target, of equally simple ones the nearest is kept."""
    start, name = game.position(game.start(variant)), game.NAME
    groups = []
    for group in FAMILIES[name](variant):
        worths = [solvers.values(name, state) for state in group]
        assert all(worth.exact for worth in worths)
        groups.append([(worth.players[1], game.position(state)) for worth, state in zip(worths, group, strict=True)])
    every = [one for group in groups for one in group]
    found = []
    for target in TARGETS[name]:

        def far(one: tuple[float, str], target: float = target) -> tuple[float, str]:
            return round(distance(one[0], target), 12), one[1]

        near = [fair for group in groups if (fair := [one for one in group if distance(one[0], target) <= NEAR])]
        nearest = min(near[0] if near else every if target != EVEN else [(0.0, "")], key=far)
        plain = solvers.values(name, game.start(variant)).players[1]
        found.append(Handicap(start, target, plain, len(every), sum(map(len, near)), nearest[1], nearest[0]))
    return found


def line(found: Handicap) -> str:
    return " ".join(
        (
            found.start,
            f"{found.target}",
            f"{found.plain:.9f}",
            str(found.tried),
            str(found.fair),
            found.position or "-",
            f"{found.value:.9f}",
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=list(FAMILIES))
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    same = True
    for name in [args.game] if args.game else FAMILIES:
        game = games.load(name)
        for variant in variants()[name]:
            for found in search(game, variant):
                print(line(found), flush=True)
                kept = load_handicaps(found.target).get(found.start)
                same = same and kept is not None and line(kept) == line(found)
    return 0 if same or not args.check else 1


if __name__ == "__main__":
    sys.exit(main())
