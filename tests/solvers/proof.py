"""Proofs about what is solved, by other means than those that solved it.

`matrix_value` is what a matrix game is worth, by linear programming.

`duel_in_fractions` freezes the best pushes of a duel, solves the 1,024 linear equations of that policy exactly, and
checks in whole numbers that no push is better than the frozen one. `best_response` lets one player of three or
four choose freely against the policy of the others.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]

from tablee.games.blocs.push_tables import FULL, SETS, SEVENS, STRIP, STRIPS, Pushes, pushes
from tablee.games.blocs.solver.equilibrium import FOUR, Play
from tablee_lab.kernels import blocs as kernel

Array = np.ndarray[Any, np.dtype[Any]]

PRIME = (1 << 31) - 1


def matrix_value(payoff: Array) -> float:
    """The value of a zero-sum matrix game to the player who chooses the row."""
    low, high = payoff.min(1).max(), payoff.max(0).min()
    if high - low < 1e-14:
        return float(low)
    rows, columns = payoff.shape
    found = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-payoff.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.success, found.message
    return float(found.x[-1])


# A duel in fractions


@dataclass(frozen=True, slots=True)
class ExactDuel:
    """The mover's chance with each set of blocks in front: numerators over one denominator.

    `better`: how many throws have a push that is worth more than the frozen one. None, if the policy is perfect.
    """

    numerators: tuple[int, ...]
    denominator: int
    better: int

    def value(self, own: int) -> Fraction:
        return Fraction(self.numerators[own], self.denominator)

    @property
    def start(self) -> Fraction:
        """Player 1's chance before the first throw, in which a seven is thrown again (B8)."""
        sevens = SEVENS
        return (36 * self.value(FULL) - sevens * (1 - self.value(0))) / (36 - sevens)


def duel_in_fractions(level: int, value: Array) -> ExactDuel:
    """The exact chances of the policy that is best by `value`, a solved table of floating-point numbers."""
    known = pushes(level)
    policy = _greedy(known, value)
    matrix, right = _equations(known, policy)
    numerators, denominator = _solved(matrix, right)
    return ExactDuel(numerators, denominator, _improvable(known, policy, numerators, denominator))


def _options(known: Pushes, own: int, choice: int) -> list[int]:
    """The sets that may be left in front after a push."""
    sets = list(known.option[known.option_first[choice] : known.option_first[choice + 1]])
    if known.choice_free[choice]:
        sets += list(known.free[known.free_first[own] : known.free_first[own + 1]])
    return [own ^ int(pushed) for pushed in sets]


def _choices(known: Pushes) -> list[tuple[int, int]]:
    first = known.choice_first
    return [(own, choice) for own in range(SETS) for choice in range(first[own], first[own + 1])]


def _greedy(known: Pushes, value: Array) -> list[int]:
    """For each choice, the set left by the best push."""
    worth = value.tolist()
    worth[0] = 1.0  # nothing left: won (B11)
    return [max(_options(known, own, choice), key=worth.__getitem__) for own, choice in _choices(known)]


def _equations(known: Pushes, policy: list[int]) -> tuple[Array, Array]:
    """Whole numbers with matrix @ chances = right, 36 times the equations of the policy."""
    matrix, right = 36 * np.eye(SETS, dtype=np.int64), np.zeros(SETS, np.int64)

    def end(own: int, left: int, weight: int) -> None:
        """The turn ends with `left` in front: the other moves, with the blocks across."""
        matrix[own, FULL ^ left] += weight
        right[own] += weight

    for (own, choice), left in zip(_choices(known), policy, strict=True):
        weight = int(known.choice_weight[choice])
        if left:
            matrix[own, left] -= weight
        else:
            right[own] += weight
    for own in range(1, SETS):
        end(own, own, SEVENS + int(known.none[own]))
        for at in range(known.last_first[own], known.last_first[own + 1]):
            left, weight = own ^ int(known.last[at]), int(known.last_weight[at])
            if left:
                end(own, left, weight)
            else:
                right[own] += weight
    end(0, 0, 36)
    return matrix, right


def _solved(matrix: Array, right: Array) -> tuple[tuple[int, ...], int]:
    """Solve in fractions: one digit after the other to the base PRIME, then back to fractions, then checked."""
    inverse = _inverted(matrix)
    digits: list[Array] = []
    rest = right.copy()
    wanted = 64
    while True:
        while len(digits) < wanted:
            digits.append((inverse * (rest % PRIME) % PRIME).sum(axis=1) % PRIME)
            rest = (rest - matrix @ digits[-1]) // PRIME
        numerators, denominator = _reconstructed(digits)
        if denominator and _holds(matrix, right, numerators, denominator):
            return numerators, denominator
        wanted *= 2


def _inverted(matrix: Array) -> Array:
    """The inverse modulo PRIME, by Gauss and Jordan."""
    size = len(matrix)
    both = np.hstack([matrix % PRIME, np.eye(size, dtype=np.int64)])
    for at in range(size):
        pivot = at + int(np.flatnonzero(both[at:, at])[0])
        both[[at, pivot]] = both[[pivot, at]]
        both[at] = both[at] * pow(int(both[at, at]), -1, PRIME) % PRIME
        rows = np.flatnonzero(both[:, at])
        rows = rows[rows != at]
        both[rows] = (both[rows] - both[rows, at, None] * both[at]) % PRIME
    return both[:, size:]


def _reconstructed(digits: list[Array]) -> tuple[tuple[int, ...], int]:
    """Numerators over one denominator that agree with the digits; denominator 0 when there are too few."""
    modulus = PRIME ** len(digits)
    bound = isqrt(modulus // 2)
    columns = [_joined([int(digit[row]) for digit in digits], 0, len(digits)) for row in range(len(digits[0]))]
    denominator = 1
    for residue in columns:
        scaled = residue * denominator % modulus
        if min(scaled, modulus - scaled) <= bound:
            continue
        # Euclid, stopped half way: scaled = top / bottom modulo the modulus, both small.
        old, new, below, bottom = modulus, scaled, 0, 1
        while new > bound:
            quotient = old // new
            old, new = new, old - quotient * new
            below, bottom = bottom, below - quotient * bottom
        denominator *= abs(bottom)
        if denominator > bound:
            return (), 0
    numerators = [residue * denominator % modulus for residue in columns]
    centred = [top - modulus if top > modulus // 2 else top for top in numerators]
    common = gcd(denominator, *centred)
    return tuple(top // common for top in centred), denominator // common


def _joined(digits: list[int], first: int, stop: int) -> int:
    """The number of these digits, lowest first, in halves so that the long products are few."""
    if stop - first == 1:
        return digits[first]
    middle = (first + stop) // 2
    shift: int = PRIME ** (middle - first)
    return _joined(digits, first, middle) + _joined(digits, middle, stop) * shift


def _holds(matrix: Array, right: Array, numerators: tuple[int, ...], denominator: int) -> bool:
    """Whether the fractions solve the equations, in whole numbers."""
    for row, wanted in zip(matrix, right.tolist(), strict=True):
        entries = np.nonzero(row)[0].tolist()
        if sum(int(row[column]) * numerators[column] for column in entries) != wanted * denominator:
            return False
    return True


def _improvable(known: Pushes, policy: list[int], numerators: tuple[int, ...], denominator: int) -> int:
    worth = [denominator, *numerators[1:]]  # nothing left: won
    return sum(
        1
        for (own, choice), frozen in zip(_choices(known), policy, strict=True)
        if max(worth[left] for left in _options(known, own, choice)) > worth[frozen]
    )


# One player against the policy of the others


def best_response(play: Play, holders: tuple[int, ...], deviator: int) -> float:
    """The most that one player gains in any position by choosing freely, all others following the policy.

    `holders`: the player of each seat, in the order of turns. Four seats share one policy, seen from the mover.
    """
    alike = play.seats is FOUR
    size = len(holders)
    follower = [(seat + 1) % size for seat in range(size)]
    hand = [play.seats[0 if alike else seat] for seat in range(size)]
    own_policy = [0 if alike else seat for seat in range(size)]
    shape = (2, STRIPS, SETS, STRIP)
    chances = [np.zeros(shape) for _ in range(size)]  # the deviator's: kind 0 at their own seats, else kind 1
    scratch, policy = np.empty(shape), np.empty_like(np.asarray(play.policy[0]))
    tables = tuple(map(np.asarray, play.tables))
    kind = [0 if holder == deviator else 1 for holder in holders]
    for _ in range(2000):
        change = 0.0
        for seat in reversed(range(size)):
            shares = np.zeros((2, 2))
            shares[kind[seat], kind[follower[seat]]] = 1.0
            at = hand[seat]
            kernel.pass_on(
                chances[follower[seat]], scratch, at.crossed, at.flip_own, at.flip_stays, np.zeros(2), shares
            )
            new = np.empty(shape)
            if kind[seat] == 0:
                kernel.turn(tables, scratch, new, policy)
            else:
                mixed, followed = (
                    np.asarray(play.pack_coins(own_policy[seat])),
                    np.asarray(play.policy[own_policy[seat]]),
                )
                kernel.follow(tables, scratch, new, followed, mixed)
                new[0] = 0.0  # the mover's own chance: not asked for
            change = max(change, float(kernel.distance(new, chances[seat])))
            chances[seat] = new
        if change < 1e-14:
            break
    return max(
        float((chances[seat][kind[seat]] - known_chance(play, holders, seat, deviator)).max()) for seat in range(size)
    )


def known_chance(play: Play, holders: tuple[int, ...], seat: int, player: int) -> Array:
    """The chance of a player by the policy, in every position of a seat to move: [strip, own, place]."""
    if play.seats is FOUR:
        values, kind = np.asarray(play.values[0]), (holders.index(player) - seat) % 4
        known = [0, 1, 2]
    else:
        values = np.asarray(play.values[seat])
        known = [[1, 2], [2, 1], [3, 1], [3, 1]][seat]
        kind = player
    if kind in known:
        chance: Array = values[known.index(kind)]
        return chance
    rest: Array = 1.0 - values.sum(axis=0)
    return rest
