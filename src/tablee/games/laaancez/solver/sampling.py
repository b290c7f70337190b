"""Recruitment on a sheet of which nothing was learned: every choice is played on to the combat, which is solved. The
rest of the recruitment is drawn: the same dice for every choice, and both players copy what looks strongest more often
than not. Choices that win least are given up by halves, so that most combats are fought for those that matter. A
position always draws the same, so the same question has the same answer."""

import random
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

from tablee.engine import runtime
from tablee.engine.runtime import make_buffer
from tablee.games import laaancez as rules

from .codes import TICK, Cells, Codes, after, choices, codes_of, load_net

kernel = runtime.module("laaancez.recruitment")
MOST, LEAST = 300, 24
"""Combats fought for one choice; where fewer can be had in the time, a plain measure serves as well."""

EACH, MORE = 0.3, 1.8e-5  # milliseconds of a combat: at least, and for each pair of states of its widest rows
SPENT = 130.0  # milliseconds to spend on one choice: a game takes one second or two

LIKED = (0.9, 0.8, 0.75)
"""How often a drawn choice copies though it could tick, copies the stronger object, and fills the front first."""

Path = list[list[int]]


def combats(codes: Codes) -> int:
    """How many combats can be fought for one choice; 0 if too few to say anything."""
    tough = sum(codes.kinds[0]) / max(1, len(codes.kinds[0]) - 1)
    pairs = (tough + 1.0) ** (2 * max(codes.rows, default=0))
    count = int(SPENT / (EACH + MORE * pairs))
    return min(MOST, count) if count >= LEAST else 0


@lru_cache(maxsize=64)
def applies_to(sheet: rules.Sheet) -> bool:
    """Whether choices on this sheet are worked out so: nothing was learned, and its combats are quickly fought."""
    return load_net(sheet) is None and combats(codes_of(sheet)) > 0


@lru_cache(maxsize=64)
def sample(
    sheet: rules.Sheet, sheets: tuple[Cells, Cells], die: int, player: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What each choice of a player is worth, by drawn games, and which is made: one alone."""
    codes = codes_of(sheet)
    here, options = codes.at(sheet, die), codes.options[die - 1]
    own, opposing = codes.encode(sheets[player - 1]), codes.encode(sheets[2 - player])
    afters = [after(own, *choice).tolist() for choice in choices(here, own, options)]
    replies = [after(opposing, *choice).tolist() for choice in choices(here, opposing, options)]
    alike: dict[object, int] = {}
    twin = [alike.setdefault(_canonical(codes, cells), index) for index, cells in enumerate(afters)]
    alive, chance = list(alike.values()), random.Random(crc32(bytes([*own, *opposing, die, player])))
    won, fought = dict.fromkeys(alive, 0.0), dict.fromkeys(alive, 0)
    future = Future(sheet, codes)
    stage, left = combats(codes) // max(1, len(alive).bit_length()), combats(codes)
    while left > 0:
        spent = 0
        while spent < stage:
            dice, seed = [chance.randrange(6) for _ in range(4 * codes.cells)], chance.getrandbits(32)
            theirs = future.play(chance.choice(replies), dice, random.Random(seed + 1))
            for index in alive:
                mine = future.play(afters[index], dice, random.Random(seed))
                won[index] += wins(codes, mine, theirs, player)
                fought[index] += 1
            spent += len(alive)
        left -= spent
        alive = sorted(alive, key=lambda index: -won[index] / fought[index])[: max(1, (len(alive) + 1) // 2)]
        if len(alive) == 1:
            break
    mean = {index: (won[index] + 0.5) / (fought[index] + 1.0) for index in won}
    best = alive[0]
    values = tuple(min(mean[index], mean[best]) for index in twin)
    return values, tuple(float(index == best) for index in range(len(afters)))


def wins(codes: Codes, mine: Path, theirs: Path, player: int) -> float:
    """1.0 if a player wins the combat that begins when the first of two sheets is complete."""
    last = min(len(mine), len(theirs)) - 1
    pair = (mine[last], theirs[last]) if player == 1 else (theirs[last], mine[last])
    first: float = kernel.fought(*(make_buffer("b", sheet) for sheet in pair), codes.kinds, codes.rows, codes.candle)
    return first if player == 1 else 1.0 - first


def _canonical(codes: Codes, cells: list[int]) -> object:
    """The same for sheets that play alike: in a row without Shields the order does not matter, else its mirror."""
    rows, begin = [], 0
    for width in codes.rows:
        row = cells[begin : begin + width]
        guarded = any(codes.kinds[2][code] for code in row) or (0 in row and any(codes.kinds[2]))
        rows.append(tuple(min(row, row[::-1]) if guarded else sorted(row)))
        begin += width
    return tuple(rows)


class Future:
    """Recruitments that are drawn to their end, by such chances."""

    def __init__(self, sheet: rules.Sheet, codes: Codes, chances: tuple[float, float, float] = LIKED) -> None:
        self.chances = chances
        hits, damage = codes.kinds[0].tolist(), codes.kinds[1].tolist()
        self.strength = [hit + harm for hit, harm in zip(hits, damage, strict=True)]
        self.faces = codes.faces.tolist()
        self.up = [codes.at(sheet, face).kinds[3].tolist() for face in range(1, len(self.faces) + 1)]

    def play(self, cells: list[int], dice: Sequence[int], chance: random.Random) -> Path:
        """The sheet after each roll, until it is complete or the dice are used up."""
        copying, strongest, front = self.chances
        path = [cells]
        for die in dice:
            free = [cell for cell, code in enumerate(cells) if not code]
            if not free:
                break
            cells = cells.copy()
            path.append(cells)
            options, up = self.faces[die], self.up[die]
            copies = [option for option in options if option != TICK]
            ticks = [cell for cell, code in enumerate(cells) if up[code]] if len(copies) < len(options) else []
            if copies and (not ticks or chance.random() < copying):
                strong = chance.random() < strongest
                code = max(copies, key=self.strength.__getitem__) if strong else chance.choice(copies)
                cells[free[0] if chance.random() < front else chance.choice(free)] = code
            elif ticks:
                cell = ticks[0] if chance.random() < front else chance.choice(ticks)
                cells[cell] = up[cells[cell]]
        return path
