"""What can be pushed in Pousse-blocs, as tables over the 1,024 sets of blocks that a player may have in front. A set of
blocks is a number below 1,024: bit i stands for the i-th of the ten blocks. What can be pushed depends on a player's
own blocks, the level and the roll only, so it is worked out once."""

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tablee.engine.runtime import Buffer, make_buffer
from tablee.games.blocs.calculation import reach

BLOCKS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)  # B1
SETS = 1 << len(BLOCKS)
FULL = SETS - 1
STRIP = 128
STRIPS = SETS // STRIP
SEVENS = 6  # rolls of 36


@cache
def pack(mask: int) -> int:
    """The kernel's number of a set in which bit n stands for block n, as the rules write it."""
    return sum(1 << index for index, block in enumerate(BLOCKS) if mask >> block & 1)


class Pushes(NamedTuple):
    """The pushes of one level, for each of the 1,024 sets of blocks a player may have in front, as the kernels take
    them. Weights are rolls out of 36. Rolls that allow the same pushes are one `choice`. A double allows the `free`
    pushes (B7) and perhaps more; what all doubles of a set have in common is kept once."""

    none: Buffer  # [set] rolls, sevens apart, that allow no push (B10)
    free_first: Buffer  # [set + 1] where the free pushes of a set begin
    free: Buffer  # pushed sets
    choice_first: Buffer  # [set + 1] where the choices of a set begin
    choice_weight: Buffer  # [choice]
    choice_free: Buffer  # [choice] 1: the free pushes are allowed as well
    option_first: Buffer  # [choice + 1] where the pushes of a choice begin
    option: Buffer  # pushed sets; the turn goes on (B6)
    last_first: Buffer  # [set + 1] where the pushes that end the turn begin (B9)
    last_weight: Buffer  # [last]
    last: Buffer  # pushed sets
    may: Buffer  # [0] 1: the mover may leave any push, those of B9 too (B6)


def _list_allowed(sets: set[int]) -> list[tuple[int, ...]]:
    """For each set of blocks, those of `sets` that lie within it, ascending."""
    highest: list[list[int]] = [[] for _ in range(len(BLOCKS) + 1)]
    for pushed in sorted(sets):
        highest[pushed.bit_length()].append(pushed)
    allowed: list[tuple[int, ...]] = [()]
    for own in range(1, SETS):  # as without its highest block, and then what needs that block
        rest = own ^ 1 << own.bit_length() - 1
        allowed.append(allowed[rest] + tuple([pushed for pushed in highest[own.bit_length()] if not pushed & ~own]))
    return allowed


@lru_cache(maxsize=6)
def pushes(level: int, may: bool = False) -> Pushes:
    """The pushes of a level; `may`: the mover may also not push."""
    # For each number that the dice can ask for, the sets of one to three blocks that make it (B4).
    making: dict[int, set[int]] = {goal: set() for goal in range(1, 37)}
    for blocks in (blocks for size in (1, 2, 3) for blocks in combinations(BLOCKS, size)):
        for goal in making.keys() & reach(level, blocks):
            making[goal].add(pack(sum(1 << block for block in blocks)))
    pairs = {1 << a | 1 << b for a, b in combinations(range(len(BLOCKS)), 2)}
    freely = _list_allowed(pairs)
    throws = []  # (weight, double, by own set the pushed sets that make a target, sets of the dice's single blocks)
    for low, high in combinations_with_replacement(range(1, 7), 2):
        if low + high == 7:
            continue  # B8: weight SEVENS, nothing to push
        goals = {low + high} | ({low * high} if level == 3 else set())  # B3
        double = low == high
        making_a_goal = set[int]().union(*(making[goal] for goal in goals)) - (pairs if double else set())  # B7
        singles = [pack(1 << die) for die in (low, high) if die in BLOCKS]
        throws.append((1 if double else 2, double, _list_allowed(making_a_goal), singles))

    none = [0] * SETS
    free: list[int] = []
    choices: list[tuple[int, int]] = []
    options: list[int] = []
    lasts: list[tuple[int, int]] = []
    free_first, choice_first, option_first, last_first = [0], [0], [0], [0]
    for own in range(SETS):
        alone = own.bit_count() == 1
        free += [own] if alone else freely[own]  # B7
        shared: dict[tuple[bool, tuple[int, ...]], int] = {}  # choices, with their weight
        ending: dict[int, int] = {}
        for weight, double, allowed, singles in throws:
            by_dice = allowed[own]
            if double and own:
                more = () if alone else by_dice
                shared[True, more] = shared.get((True, more), 0) + weight
            elif by_dice:
                shared[False, by_dice] = shared.get((False, by_dice), 0) + weight
            elif standing := [single for single in singles if single & own]:
                (single,) = standing  # B9: with both there, their sum would be made
                ending[single] = ending.get(single, 0) + weight
            else:
                none[own] += weight
        for (with_free, sets), weight in shared.items():
            choices.append((weight, int(with_free)))
            options += (*sets, 0) if may else sets
            option_first.append(len(options))
        lasts += list(ending.items())
        free_first.append(len(free))
        choice_first.append(len(choices))
        last_first.append(len(lasts))

    return Pushes(
        none=make_buffer("q", none),
        free_first=make_buffer("q", free_first),
        free=make_buffer("q", free),
        choice_first=make_buffer("q", choice_first),
        choice_weight=make_buffer("q", [weight for weight, _ in choices]),
        choice_free=make_buffer("q", [with_free for _, with_free in choices]),
        option_first=make_buffer("q", option_first),
        option=make_buffer("q", options),
        last_first=make_buffer("q", last_first),
        last_weight=make_buffer("q", [weight for _, weight in lasts]),
        last=make_buffer("q", [pushed for pushed, _ in lasts]),
        may=make_buffer("q", [may]),
    )
