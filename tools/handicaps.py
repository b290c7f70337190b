"""Search the head starts that make a game for two even, and print what `tablee.engine.handicap` looks up.

    .venv/bin/python tools/handicaps.py             print every line (minutes, and gigabytes for three zones)
    .venv/bin/python tools/handicaps.py cadeau      of one game
    .venv/bin/python tools/handicaps.py --check     compare with what is shipped; exit code 1 if it is not the same

For every variant for two that is solved from the first position to the last, a stated family of other beginnings is
searched, all of it: where one is fair, the simplest is kept; where none is, that is proved too.

blocs       blocks given to player 2 (B18): every set of them; fast, also as if the game were under way (a 7 passes the
            turn from the first throw on): player 1 without some blocks, player 2 without these and some more
cadeau      one die each, written before the start: any two faces, in any cells
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
from itertools import combinations, product
from typing import Any

from tablee.core import registry as games
from tablee.core.game import AnyGame, State, Variant
from tablee.engine import solvers
from tablee.engine.handicap import NEAR, Handicap, known
from tablee.games import blocs, cadeau, laaancez

ROUNDS = 3  # recruitments laid down
SMALL = ((1, 1), (2, 1), (1, 1, 1))  # the rows of the small sheets, with the objects of the usual one

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


FAMILIES: dict[str, Callable[[Any], Iterator[list[State]]]] = {
    blocs.NAME: _given,
    cadeau.NAME: _written,
    laaancez.NAME: _recruited,
}


def variants() -> dict[str, list[Variant]]:
    """Every variant for two whose families are searched."""
    noel = laaancez.shipped("noel")
    return {
        blocs.NAME: [
            blocs.variant({"mode": mode, "level": level, "push": push})
            for push, mode, level in product(("must", "may"), ("duel", "fast"), (1, 2, 3))
        ],
        cadeau.NAME: [
            cadeau.variant({"zones": zones, "straights": straights})
            for zones, straights in product((1, 2, 3), ("ordered", "any"))
        ],
        laaancez.NAME: [laaancez.Variant(replace(noel, name="small", rows=rows)) for rows in SMALL],
    }


def search(game: AnyGame, variant: Variant) -> Handicap:
    """Try every beginning of the family of a variant. Of equally simple ones the nearest to one half is kept."""
    start = game.start(variant)
    plain, tried, fair = solvers.values(game.NAME, start).players[1], 0, 0
    best: tuple[float, str] | None = None
    for group in FAMILIES[game.NAME](variant):
        found = []
        for state in group:
            worth = solvers.values(game.NAME, state)
            assert worth.exact
            if abs(worth.players[1] - 0.5) <= NEAR:
                found.append((worth.players[1], game.position(state)))
        tried, fair = tried + len(group), fair + len(found)
        if best is None and found:
            best = min(found, key=lambda one: (round(abs(one[0] - 0.5), 12), one[1]))
    value, position = best or (0.0, "")
    return Handicap(game.position(start), plain, tried, fair, position, value)


def line(found: Handicap) -> str:
    return " ".join(
        (
            found.start,
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
            found = search(game, variant)
            print(line(found), flush=True)
            same = same and line(known()[found.start]) == line(found)
    return 0 if same or not args.check else 1


if __name__ == "__main__":
    sys.exit(main())
