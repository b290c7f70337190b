"""Where the dice of a game that is played come from: the one place where a roll is drawn, from what the rules list.
Whoever rolls brings random numbers: the system's, repeatable ones (`VirtualDice`), or those of a promise
(`tablee.core.fair`)."""

import random
import secrets
from collections.abc import Callable
from functools import lru_cache
from math import factorial, lcm, prod
from typing import Protocol

from .game import ONE_DIE, TWO_DICE, Roll, Rolls

SIDES = 6


class Dice(Protocol):
    def roll(self, rolls: Rolls) -> Roll: ...


class VirtualDice:
    """Fair dice from the system's own entropy, or a repeatable sequence when a seed is given (tests, studies)."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = secrets.SystemRandom() if seed is None else random.Random(seed)

    def roll(self, rolls: Rolls) -> Roll:
        return draw(rolls, self._random.randrange)


def draw_secret() -> str:
    """The 32 bytes that a table's dice follow from (`tablee.core.fair`), in hex."""
    return secrets.token_hex(32)


def draw(rolls: Rolls, below: Callable[[int], int]) -> Roll:
    """One of these rolls, each with its exact chance. `below(n)` gives a number from 0 to n - 1, all equally likely.
    Dice of six are rolled one by one. Of anything else one number is drawn below the least common denominator of the
    chances, and each roll in turn has as many of these numbers as its chance asks."""
    if count := dice_of_six(rolls):
        return Roll(tuple(sorted(below(SIDES) + 1 for _ in range(count))))
    whole = lcm(*(chance.denominator for _, chance in rolls))
    number = below(whole)
    for roll, chance in rolls:
        number -= int(chance * whole)
        if number < 0:
            return roll
    raise ValueError("The chances of the rolls do not add up to 1.")


def dice_of_six(rolls: Rolls) -> int:
    """How many fair six-sided dice give these rolls; 0 where they are something else."""
    if rolls is ONE_DIE or rolls is TWO_DICE:
        return len(rolls[0][0].dice)
    return _dice_of_six(rolls)


@lru_cache(maxsize=64)
def _dice_of_six(rolls: Rolls) -> int:
    count = len(rolls[0][0].dice) if rolls else 0
    # Each roll stands in the list once, and together they are 1: none can be missing.
    return count * all(
        roll.dice == tuple(sorted(roll.dice))
        and len(roll.dice) == count
        and set(roll.dice) <= set(range(1, SIDES + 1))
        and chance * SIDES**count * prod(map(factorial, map(roll.dice.count, set(roll.dice)))) == factorial(count)
        for roll, chance in rolls
    )
