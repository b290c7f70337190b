"""The five modes of Pousse-blocs as solved tables: how each is built, and how a position is looked up in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tablee.core.bounded_dict import BoundedDict
from tablee.core.game import TWO_DICE
from tablee.engine import runtime
from tablee.engine.runtime import Buffer, make_buffer, reshape, zeros
from tablee.engine.solution import Progress
from tablee.engine.tablebase import Header, Tablebase
from tablee.games import blocs
from tablee.games.blocs.push_tables import BLOCKS, SETS, STRIP, Pushes, pack, pushes

from . import equilibrium

kernel = runtime.module("blocs")
Arrays = Mapping[str, Buffer]


@dataclass(frozen=True, slots=True)
class Mode:
    """`build(variant, progress)` makes the arrays; `worth(arrays, state, player)` reads a state before a roll."""

    build: Callable[[blocs.Variant, Progress], dict[str, Buffer]]
    worth: Callable[[Arrays, blocs.State, int], float]


# Alone


def _tables(variant: blocs.Variant) -> Pushes:
    return pushes(variant.level, variant.push == "may")


def _build_solo(variant: blocs.Variant, progress: Progress) -> dict[str, Buffer]:
    tables, again = pushes(variant.level), variant.single == "again"
    left = [sum(block for index, block in enumerate(BLOCKS) if own >> index & 1) for own in range(SETS)]
    sums, perfect = zeros("d", SETS), zeros("d", SETS)
    # The smallest sum is the largest negative.
    kernel.alone(tables, make_buffer("d", [-each for each in left]), again, sums)
    kernel.alone(tables, make_buffer("d", [float(own == 0) for own in range(SETS)]), again, perfect)
    return {"sum": make_buffer("d", [-each for each in sums]), "perfect": perfect}


# Two players


def _build_duel(variant: blocs.Variant, progress: Progress) -> dict[str, Buffer]:
    lower, upper = zeros("d", SETS), make_buffer("d", [1.0] * SETS)
    kernel.duel(_tables(variant), lower, upper, 10_000)
    bounds = list(zip(lower, upper, strict=True))
    middle = make_buffer("d", [(low + high) / 2 for low, high in bounds])
    return {"value": middle, "residual": max(abs(high - low) for low, high in bounds)}


def _duel(arrays: Arrays, state: blocs.State, player: int) -> float:
    chance = float(arrays["value"][pack(state.seats[state.seat])])
    return chance if player == state.seat + 1 else 1.0 - chance


def _build_fast(variant: blocs.Variant, progress: Progress) -> dict[str, Buffer]:
    value = zeros("d", SETS, SETS)
    kernel.fast(_tables(variant), value)
    return {"value": value}


def _fast(arrays: Arrays, state: blocs.State, player: int) -> float:
    own, opponent = (pack(state.seats[seat]) for seat in (state.seat, 1 - state.seat))
    chance = float(arrays["value"][own, opponent])
    return chance if player == state.seat + 1 else 1.0 - chance


# Three and four players


def _build_many(seats: tuple[equilibrium.Seat, ...]) -> Callable[[blocs.Variant, Progress], dict[str, Buffer]]:
    def build(variant: blocs.Variant, progress: Progress) -> dict[str, Buffer]:
        play, regret = equilibrium.settle(variant.level, seats, progress, may=variant.push == "may")
        coins = [
            (coin.seat, coin.own, coin.strip * STRIP + coin.index, coin.usual, coin.other, coin.share)
            for coin in play.coins
        ]
        return {
            "value": _values(play),
            "coins": reshape(
                make_buffer("d", [number for coin in coins for number in coin]).cast("B"), "d", (len(coins), 6)
            ),
            "residual": regret,
        }

    return build


DRAFTED = {"three": equilibrium.THREE, "four": equilibrium.FOUR}
TURNS = {1: 8, 2: 4, 3: 4}
"""By level, how many turns ahead a draft looks: within two seconds, and each seat as often as the others."""


@lru_cache(maxsize=2)
def draft(variant: blocs.Variant) -> Tablebase:
    """What the table of three or four would be if the game stopped after a few turns, nobody being ahead."""
    seats = DRAFTED[variant.mode]
    play = equilibrium.Play(variant.level, seats, may=variant.push == "may", kernel=kernel)
    for _ in range(TURNS[variant.level] // len(seats)):
        play.improve()
    runtime.release("blocs")
    return Tablebase(Header(blocs.NAME, variant.mode, 0, "", 0.0, 1.0, ()), {"value": _values(play)})


def _values(play: equilibrium.Play) -> Buffer:
    seats = play.seats
    joined = bytearray().join(map(equilibrium.join_strips, play.values))
    return reshape(joined, "d", (len(seats), len(seats[0].constant), SETS, SETS))


def _four(arrays: Arrays, state: blocs.State, player: int) -> float:
    own, stays = (pack(state.seats[seat]) for seat in (state.seat, (state.seat + 1) % 4))
    values = [arrays["value"][0, kind, own, stays] for kind in range(3)]
    kind = (player - 1 - state.seat) % 4
    return float(values[kind] if kind < 3 else 1.0 - sum(values))


# By seat: its place in the order of turns, the seat whose blocks stay, whose chances the table holds.
_THREE = {0: (0, 1, (1, 2)), 1: (1, 0, (2, 1)), 3: (2, 0, (3, 1)), 2: (3, 1, (3, 1))}


def _three(arrays: Arrays, state: blocs.State, player: int) -> float:
    row, fixed, kinds = _THREE[state.seat]
    own, stays = pack(state.seats[state.seat]), pack(state.seats[fixed])
    values = [arrays["value"][row, kind, own, stays] for kind in range(2)]
    return float(values[kinds.index(player)] if player in kinds else 1.0 - sum(values))


MODES = {
    "solo": Mode(_build_solo, lambda arrays, state, player: float(arrays["sum"][pack(state.seats[0])])),
    "duel": Mode(_build_duel, _duel),
    "fast": Mode(_build_fast, _fast),
    "three": Mode(_build_many(equilibrium.THREE), _three),
    "four": Mode(_build_many(equilibrium.FOUR), _four),
}


def worth(arrays: Arrays, state: blocs.State, player: int) -> float:
    """The value to a player of a state before a roll, or after the end."""
    mode = state.variant.mode
    outcome = blocs.outcome(state)
    if outcome is not None:
        return float(outcome.scores[1] if mode == "solo" else player in outcome.winners)
    if state.opened or mode == "solo":
        return MODES[mode].worth(arrays, state, player)
    key = state.variant, "coins" in arrays  # which a draft has not
    cached = _OPENINGS.get(key)
    if cached is None:
        cached = _OPENINGS[key] = _opening(arrays, state.variant)
    return cached[state.seat][player - 1]


_OPENINGS: BoundedDict[tuple[blocs.Variant, bool], dict[int, list[float]]] = BoundedDict(1024)


def _opening(arrays: Arrays, variant: blocs.Variant) -> dict[int, list[float]]:
    """By seat to move, the value to every player of the start, as long as no block has been pushed.

    Sevens are rolled again (B8); a roll that is not used hands the turn on, with all as it was. So each seat's values
    are a sum over the rolls it uses, and a share of the next seat's: a circle that is solved at once. Whoever may
    wait (B6) does where the next seat's values are better for them; then the circle is solved again.
    """
    mode, start, people = blocs.MODES[variant.mode], blocs.start(variant), range(1, blocs.seats(variant) + 1)
    throws: dict[int, list[tuple[int, list[float]]]] = {}  # weight, and what the best push is worth to everybody
    for seat in mode.order:
        mover, throws[seat] = mode.holder[seat] - 1, []
        for roll, weight in TWO_DICE:
            thrown = replace(start, seat=seat, dice=roll.dice)
            pushes = blocs.pushes(variant.level, start.seats[seat], roll.dice)
            ends = [[worth(arrays, blocs.play(thrown, push), player) for player in people] for push in pushes]
            if ends:
                throws[seat].append((int(36 * weight), max(ends, key=lambda end: end[mover])))
    used = throws
    while True:
        values, share = [0.0 for _ in people], 1.0
        for seat in mode.order:
            values = [
                value + share * sum(weight * end[index] for weight, end in used[seat]) / 30
                for index, value in enumerate(values)
            ]
            share *= 1 - sum(weight for weight, _ in used[seat]) / 30
        values = [value / (1 - share) for value in values]
        opening = {}
        wanted = {}
        for seat in reversed(mode.order):
            mover = mode.holder[seat] - 1
            wanted[seat] = [
                throw for throw in throws[seat] if variant.push == "must" or throw[1][mover] > values[mover] - 1e-13
            ]
            rest = 1 - sum(weight for weight, _ in used[seat]) / 30
            values = [
                sum(weight * end[index] for weight, end in used[seat]) / 30 + rest * value
                for index, value in enumerate(values)
            ]
            opening[seat] = values
        if wanted == used:
            return opening
        used = wanted
