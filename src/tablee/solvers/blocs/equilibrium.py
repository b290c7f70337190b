"""Best play for three and four players of Pousse-blocs, each for their own chance (B15, B16).

With more than two players a value is a point of balance: nobody gains by choosing otherwise, given what all others
do. `settle` improves every seat's play, turn by turn, until nothing changes. Where that goes round in circles,
because no fixed choice can be best for everybody, the few choices concerned are tossed between two pushes, with
the odds that make both worth the same (`Play.balance`). The largest gain that any one other push would bring, over
all positions, is measured in the end and published: it is the certificate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee.core.words import Text
from tablee.kernels import blocs as kernel
from tablee.solvers.solution import Progress

Array = np.ndarray[Any, np.dtype[Any]]

SETTLED = 1e-14  # the values of two rounds agree
CLOSE = 1e-6  # the values have nearly settled: from here on it is cheaper to follow the policy than to choose
WATCH = 24  # rounds after which the changes must have become smaller
GAINS = (1e-8, 1e-12)  # what counts as a gain worth another push: roughly at first, then down to rounding
MOST_ROUNDS = 2000


@dataclass(frozen=True, slots=True)
class Seat:
    """How a seat hands the turn on: to which seat, and how the other's position and values read from here.

    A position is the mover's `own` set and a set that `stays`: the one at the seat of the other pair that moves
    sooner. Values are those of the mover and of one or two others; the remaining player has what is left of 1.
    """

    follower: int
    crossed: bool  # the follower plays with the other set of blocks
    flip_own: int
    flip_stays: int
    constant: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]


FULL = kernel.FULL

# Seen from the mover all four seats are alike: mover, next, facing, and the fourth with the rest. After a turn the
# next seat moves, with its own blocks; the one after it faces the old mover, with the old mover's pushed blocks.
FOUR = (Seat(0, True, 0, FULL, (1, 0, 0), ((-1, -1, -1), (1, 0, 0), (0, 1, 0))),)

# In the order of turns: seats 1, 2, 4 and 3. Values: (1, 2), (2, 1), (3, 1), (3, 1).
THREE = (
    Seat(1, True, 0, 0, (0, 0), ((0, 1), (1, 0))),
    Seat(2, False, FULL, 0, (1, 0), ((-1, -1), (0, 1))),
    Seat(3, True, FULL, FULL, (0, 0), ((1, 0), (0, 1))),
    Seat(0, False, FULL, 0, (1, 0), ((-1, -1), (1, 0))),
)


@dataclass(slots=True)
class Coin:
    """A position in which a seat tosses between two pushes; `choices` are the throws concerned."""

    seat: int
    strip: int
    own: int
    place: int
    usual: int
    other: int
    choices: tuple[int, ...]
    share: float = 0.5  # of the other push


class Play:
    """The values and the policy of every seat, while they are being worked out."""

    def __init__(self, level: int, seats: tuple[Seat, ...], may: bool = False) -> None:
        self.seats = seats
        self.tables = kernel.pushes(level, may).arrays()
        kinds = len(seats[0].constant)
        shape = (kinds, kernel.STRIPS, kernel.SETS, kernel.STRIP)
        self.values = [np.full(shape, 1.0 / (kinds + 1)) for _ in seats]
        choices = (kernel.STRIPS, len(self.tables[4]), kernel.STRIP)
        self.policy = [np.zeros(choices, np.int16) for _ in seats]
        self.coins: list[Coin] = []
        self._after, self._next = np.empty(shape), np.empty(shape)

    def after(self, seat: int) -> Array:
        """What the end of a turn of this seat is worth, into a buffer that the next call uses again."""
        hand = self.seats[seat]
        kernel.pass_on(
            self.values[hand.follower],
            self._after,
            hand.crossed,
            hand.flip_own,
            hand.flip_stays,
            np.array(hand.constant, np.float64),
            np.array(hand.shares, np.float64),
        )
        return self._after

    def _replace(self, seat: int) -> float:
        """Put the values just computed in their place; how far they are from the old ones."""
        change = float(kernel.distance(self._next, self.values[seat]))
        self.values[seat], self._next = self._next, self.values[seat]
        return change

    def improve(self) -> float:
        """One turn of every seat, each choosing best; the largest change of a value."""
        change = 0.0
        for seat in reversed(range(len(self.seats))):
            kernel.turn(self.tables, self.after(seat), self._next, self.policy[seat])
            change = max(change, self._replace(seat))
        return change

    def evaluate(self, within: float = SETTLED) -> float:
        """The values of the policy as it stands; the last change."""
        change, best = 1.0, 2.0
        for _ in range(MOST_ROUNDS):
            change = 0.0
            for seat in reversed(range(len(self.seats))):
                mixed = self.mixed(seat)
                kernel.follow(self.tables, self.after(seat), self._next, self.policy[seat], mixed)
                change = max(change, self._replace(seat))
            if change <= within or (change < 1e-13 and change >= best):
                break  # as close as rounding lets it come
            best = min(best, change)
        return change

    def mixed(self, seat: int) -> Array:
        """The coins of a seat, one line a choice, as `kernel.follow` reads them."""
        weight = self.tables[4]
        lines = [
            (coin.strip, coin.own, coin.place, weight[choice], coin.usual, coin.other, coin.share)
            for coin in self.coins
            if coin.seat == seat
            for choice in coin.choices
        ]
        return np.array(lines, np.float64).reshape(-1, 7)

    def better(self, seat: int, gain: float) -> tuple[Array, float]:
        """The policy with every push replaced that another beats by more than `gain`, and the largest gain."""
        better, largest = np.empty_like(self.policy[seat]), np.empty(kernel.STRIPS)
        after = self.after(seat)[0]
        kernel.regrets(self.tables, after, self.values[seat][0], self.policy[seat], gain, better, largest)
        return better, float(largest.max())

    def regret(self) -> float:
        """The largest gain that one other push would bring to the mover, over all seats, positions and throws."""
        largest = max(self.better(seat, 1.0)[1] for seat in range(len(self.seats)))
        return max([largest, *(abs(self.edge(coin)) for coin in self.coins)])

    def edge(self, coin: Coin) -> float:
        """How much better the other push of a coin is than its usual one."""
        value = self.values[coin.seat][0, coin.strip, :, coin.place].copy()
        if 0 in (coin.usual, coin.other):
            value[coin.own] = self.after(coin.seat)[0, coin.strip, coin.own, coin.place]  # of no push (B6)
        return float(value[coin.own ^ coin.other] - value[coin.own ^ coin.usual])

    # Choices that cannot be fixed

    def contested(self, gain: float) -> dict[tuple[int, int, int, int], set[int]]:
        """Let all who gain more than `gain` by it change their push, until the same policy comes back.

        The choices that kept changing, as (seat, strip, choice, place) with the pushes they took; none when
        everybody came to rest.
        """
        moved: dict[tuple[int, int, int, int], int] = {}
        met: list[dict[tuple[int, int, int, int], int]] = []
        taken: list[dict[tuple[int, int, int, int], set[int]]] = []
        while moved not in met:
            met.append(dict(moved))
            self.evaluate(gain / 100)
            changes: dict[tuple[int, int, int, int], set[int]] = {}
            for seat in range(len(self.seats)):
                better, _ = self.better(seat, gain)
                for strip, choice, place in np.argwhere(better != self.policy[seat]).tolist():
                    spot = (seat, strip, choice, place)
                    push = int(better[strip, choice, place])
                    changes[spot] = {push, int(self.policy[seat][strip, choice, place])}
                    moved[spot] = push
                self.policy[seat] = better
            if not changes:
                return {}
            taken.append(changes)
        circle: dict[tuple[int, int, int, int], set[int]] = {}
        for changes in taken[met.index(moved) :]:
            for spot, pushes in changes.items():
                circle.setdefault(spot, set()).update(pushes)
        return circle

    def toss(self, contested: dict[tuple[int, int, int, int], set[int]]) -> None:
        """Put a coin on every position whose choice cannot be fixed; the same coin for all its throws."""
        first = self.tables[3]
        grouped: dict[tuple[int, int, int, int, int, int], list[int]] = {}
        for (seat, strip, choice, place), pushes in contested.items():
            own = int(np.searchsorted(first, choice, side="right")) - 1
            usual, other = sorted(pushes)[:2]
            self.policy[seat][strip, choice, place] = usual
            grouped.setdefault((seat, strip, own, place, usual, other), []).append(choice)
        self.coins += [Coin(*spot, choices=tuple(choices)) for spot, choices in grouped.items()]

    def balance(self, progress: Progress, rounds: int = 12) -> None:
        """Find the odds of all coins at which both pushes of each are worth the same (Broyden's method)."""

        def edges(shares: Array, within: float) -> Array:
            for coin, share in zip(self.coins, shares.tolist(), strict=True):
                coin.share = share
            self.evaluate(within)
            return np.array([self.edge(coin) for coin in self.coins])

        shares = np.array([coin.share for coin in self.coins])
        here = edges(shares, 1e-9)
        slope = np.empty((len(shares), len(shares)))
        for column in range(len(shares)):
            step = np.zeros(len(shares))
            step[column] = 0.25
            slope[:, column] = (edges(shares + step, 1e-9) - here) / 0.25
        for turn in range(rounds):
            progress(0.6 + 0.4 * turn / rounds, BALANCING)
            wanted = np.clip(shares - np.linalg.lstsq(slope, here, rcond=None)[0], 0.0, 1.0)
            step = wanted - shares
            # No more exactly than the odds deserve: the next step is a thousandfold better.
            there = edges(wanted, max(SETTLED, 1e-3 * float(np.abs(here).max())))
            if np.abs(there).max() < GAINS[-1] / 4 or not step.any():
                break
            slope += np.outer(there - here - slope @ step, step) / (step @ step)
            shares, here = wanted, there


SETTLING = Text(fr="chacun améliore son jeu", en="every seat improves its play")
BALANCING = Text(fr="quelques coups se tirent au sort", en="a few moves are tossed for")


def settle(level: int, seats: tuple[Seat, ...], progress: Progress, may: bool = False) -> tuple[Play, float]:
    """Play in which nobody gains by another push, and the largest gain there would be; `may`: or by none (B6)."""
    play = Play(level, seats, may)
    changes = [1.0]
    while changes[-1] > CLOSE:
        changes.append(play.improve())
        progress(0.6 * min(1.0, math.log(changes[-1] + CLOSE) / math.log(CLOSE)), SETTLING)
        if len(changes) > 2 * WATCH and changes[-1] > 0.5 * changes[-1 - WATCH]:
            break  # round in circles
    for gain in GAINS:
        while contested := play.contested(gain):
            play.toss(contested)
            play.balance(progress)
    rest = play.evaluate()
    return play, max(play.regret(), rest)
