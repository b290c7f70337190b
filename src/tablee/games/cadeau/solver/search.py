"""Strong play beyond the tables: expectimax over the trained value, and to the very end where that is near. The search
deepens die by die until it would have looked at more than `MOST` positions in all; it counts them, not seconds, so the
same question has the same answer on every machine. Positions are kept in a memory by what they are, so zones that are
alike and dice written in another order cost nothing. A search that reaches the end of the game is exact."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from tablee.core.words import Text
from tablee.engine import runtime
from tablee.engine.runtime import Buffer, make_buffer, zeros
from tablee.engine.solution import Progress, quiet

from .position import Zone
from .trained_values import Numbering, net
from .zones import dice_in

kernel = runtime.module("cadeau_value")
MOST = 60_000  # the most positions one decision may look at
SLOTS = 1 << 18  # room in the memory of a search, a power of two and a few times `MOST`
ENDING = 11  # with at most so many dice to come the end of the game is within reach: the search goes there at once
GAMES = 12_000  # zones times games that estimate the value of a start: a few seconds, whatever the number of zones


@dataclass(frozen=True)
class Found:
    """The Lutins' value of each position asked for, and how many dice ahead of them the search saw."""

    values: tuple[float, ...]
    depth: int
    exact: bool


def search(straights: str, positions: Sequence[Sequence[Zone]], most: int = MOST) -> Found:
    """The values of positions of one layer, before their roll; at least the bare estimates."""
    numbering, trained = Numbering.of(straights), net(straights)
    zones = len(positions[0])
    rows = [numbering.first[kind] + number for position in positions for kind, number in position]
    dice = sum(map(sum, (dice_in(kind) for kind, _ in positions[0])))
    ahead = horizons(dice, 6 * zones)
    values = zeros("d", len(positions))
    done = kernel.search(
        trained,
        numbering.choices,
        make_buffer("q", rows, len(positions), zones),
        dice,
        make_buffer("q", ahead),
        most,
        salt(trained.chance.shape[1]),
        min(SLOTS, 1 << (4 * most).bit_length()),  # a small search clears a small memory
        values,
    )
    return Found(tuple(values), ahead[done - 1] - dice, ahead[done - 1] == 6 * zones)


def horizons(dice: int, last: int) -> tuple[int, ...]:
    """The depths of iterative deepening, in dice written."""
    if last - dice <= ENDING:
        return tuple(sorted({dice, min(dice + 2, last), last}))
    return tuple(range(dice, last + 1))


@lru_cache(maxsize=2)
def salt(classes: int) -> Buffer:
    """A random number for each class; the key of a position in the memory is their sum."""
    chance = random.Random(classes)
    return make_buffer("Q", [chance.getrandbits(64) | 1 for _ in range(classes)])


def games_against_itself(straights: str, zones: int, progress: Progress = quiet) -> tuple[float, float]:
    """The Lutins' mean result when both sides play by the bare estimates, and its standard error. The luck of the dice
    is taken out of every game, so a few thousand games say as much as a few hundred thousand."""
    trained, numbering = net(straights), Numbering.of(straights)
    chance, parts = random.Random(zones), 20
    games = GAMES // zones // parts
    results: list[float] = []
    for part in range(parts):
        progress(part / parts, PLAYING)
        dice = make_buffer("b", chance.choices(range(6), k=games * 6 * zones), games, 6 * zones)
        out = zeros("d", games)
        kernel.matches(trained, trained, numbering.choices, numbering.first[0], dice, out)
        results += out
    progress(1.0, PLAYING)
    mean = fsum(results) / len(results)
    return mean, (fsum((result - mean) ** 2 for result in results) / (len(results) - 1) / len(results)) ** 0.5


PLAYING = Text("Parties d’essai…", "Playing trial games…")
