"""How many different calculations? All that a roll allows with the blocks in front, and a score for variety. Two
calculations that differ only by the order of their terms or by needless brackets are one. Those with as many blocks and
the same signs are of one family: the first of a family counts three points, any other one."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Any

from tablee.core.errors import CalculationError, TableeError
from tablee.core.words import Text, count_noun
from tablee.games import blocs
from tablee.games.blocs import pretty as pretty
from tablee.puzzles.catalogue import COUNT, find, find_of_week, list_levels
from tablee.puzzles.puzzle import Puzzle

from .calculation import OPERATIONS
from .calculation import SIGN_NAMES as SIGN_NAMES
from .calculation import equation as equation
from .calculation import normal as normal
from .calculation import value as value
from .coach import calculations
from .reader import read_move

FIRST, OTHER = 3, 1  # points of a calculation: the first of its family, and any other
FAIR = range(6, 41)  # so many are worth counting, and can be found
FOR_A_CLASS = range(3, 31)  # level 1 never has more than six
TRIES = 100  # at a new roll for a class
Family = tuple[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Sums:
    """What somebody has found so far: calculations in their normal form, each once; what was none, and why."""

    found: tuple[str, ...]
    refused: tuple[tuple[str, Text], ...]
    all: int
    most: int

    @property
    def points(self) -> int:
        return score(self.found)

    @property
    def families(self) -> int:
        return len(set(map(family, self.found)))

    @property
    def summary(self) -> Text:
        """How many were found, and their points."""
        found_count, points = count_noun(len(self.found), "trouvé", "found"), count_noun(self.points, "point", "point")
        return Text(
            f"{found_count.fr} sur {self.all} · {points.fr} sur {self.most}",
            f"{len(self.found)} of {self.all} found · {self.points} out of {self.most} points",
        )


def every(state: blocs.State) -> tuple[str, ...]:
    """Every calculation that makes a target with blocks in front, each once, in its normal form."""
    return tuple(calculations(state))


def countable(state: blocs.State) -> bool:
    """Whether the calculations of a position are worth counting, and can all be found."""
    return len(every(state)) in FAIR


def draw_roll(level: int, random: Random, before: Iterable[tuple[int, ...]] = ()) -> blocs.State:
    """A position alone whose roll leaves a class a fair number of calculations to find, some for each target; dice
    that were not rolled `before`, while there are any. Where there would be too many, blocks are gone.
    """
    start, thrown = blocs.start(blocs.variant({"mode": "solo", "level": level})), set(before)
    plain = [roll.dice for roll, _ in blocs.rolls(start) if len(set(roll.dice)) == len(roll.dice)]  # see B7
    for attempt in itertools.count():
        state = replace(start, dice=random.choice(plain))
        away = random.sample(blocs.BLOCKS, len(blocs.BLOCKS))
        while len(every(state)) >= FOR_A_CLASS.stop:
            state = replace(state, seats=(state.seats[0] & ~(1 << away.pop()),), opened=True)
        fair = len(every(state)) in FOR_A_CLASS and set(map(value, every(state))) == set(keys(state)[2])
        if fair and (state.dice not in thrown or attempt > TRIES):
            return state
    raise AssertionError("some throw of every level is fair")


def keys(state: blocs.State) -> tuple[tuple[int, ...], tuple[str, ...], tuple[int, ...]]:
    """The blocks in front, the signs of the level, and the targets."""
    level = state.variant.level
    signs = OPERATIONS[level] + ("()" if "*" in OPERATIONS[level] else "")
    return blocs.numbers(state.seats[state.seat]), tuple(signs), blocs.targets(level, state.dice)


def count_blocks(state: blocs.State) -> tuple[int, ...]:
    """How many blocks lie in front of each seat."""
    return tuple(mask.bit_count() for mask in state.seats)


def simplest(state: blocs.State, push: blocs.Push) -> str:
    """The calculation that was stated for a push, else the simplest one; empty for a free push."""
    return push.calculation or next(iter(blocs.ways(state, push)), "")


def is_well_formed(state: blocs.State, typed: str) -> bool:
    """Whether this is a calculation with blocks in front and the signs of the level, where any makes a target."""
    try:
        push, (mine, _, _), level = read_move(state, 1, typed), keys(state), state.variant.level
        goals: Any = (value(calculation := push.calculation or " ".join(map(str, push.blocks))),)
        works = set(push.blocks) <= set(mine) and blocs.goes_on(level, state.seats[state.seat], state.dice)
        return works and bool(blocs.check(level, push.blocks, goals, calculation))
    except TableeError:
        return False


def richest(level: str, number: int) -> Puzzle:
    """The first puzzle of a level, from that number on, whose roll allows a fair number of calculations."""
    shelf = [find(blocs.NAME, level, (number + step - 1) % COUNT + 1) for step in range(COUNT)]
    return next(
        (puzzle for puzzle in shelf if countable(puzzle.state)), max(shelf, key=lambda puzzle: len(every(puzzle.state)))
    )


def richest_of_week(day: date) -> Puzzle:
    """The one of the week, everywhere: of the middle level."""
    level = list_levels(blocs.NAME)[len(list_levels(blocs.NAME)) // 2]
    return richest(level, find_of_week(blocs.NAME, level, day).number)


def family(calculation: str) -> Family:
    """How many blocks a calculation uses, and which signs."""
    signs = frozenset(calculation) & frozenset("+-*/")
    return len("".join(" " if char in "+-*/()" else char for char in calculation).split()), signs


def score(calculations: Iterable[str]) -> int:
    listed = list(calculations)
    families = len(set(map(family, listed)))
    return FIRST * families + OTHER * (len(listed) - families)


def sums(state: blocs.State, calculations: Iterable[str]) -> Sums:
    """What these are worth. One that was found before counts once."""
    possible = every(state)
    mine = set(blocs.numbers(state.seats[state.seat]))
    level, goals = state.variant.level, blocs.targets(state.variant.level, state.dice)
    right: dict[str, None] = {}
    refused = []
    for text in calculations:
        try:
            push = read_move(state, 1, text)
            absent = [block for block in push.blocks if block not in mine]
            if absent:
                raise CalculationError(f"Pas de bloc {absent[0]} à pousser.", f"{absent[0]} is not in front of you.")
            calculation = push.calculation or " ".join(map(str, push.blocks))
            written = blocs.normal(blocs.check(level, push.blocks, goals, calculation))
            assert written in possible  # `every` leaves none out
            right[written] = None
        except TableeError as error:
            refused.append((text, error.text))
    return Sums(tuple(right), tuple(refused), len(possible), score(possible))
