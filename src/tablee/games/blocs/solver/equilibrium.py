"""Best play for three and four players of Pousse-blocs, each for their own chance (B15, B16).

With more than two players a value is a point of balance: nobody gains by choosing otherwise, given what all others
do. `settle` improves every seat's play, turn by turn, until nothing changes. Where that goes round in circles,
because no fixed choice can be best for everybody, the few choices concerned are tossed between two pushes, with
the odds that make both worth the same (`Play.balance`). The largest gain that any one other push would bring, over
all positions, is measured in the end and published: it is the certificate.
"""

import math
import struct
from bisect import bisect_right
from dataclasses import dataclass

from tablee.core.words import Text
from tablee.engine import runtime
from tablee.engine.runtime import Buffer, make_buffer, part, reshape, zeros
from tablee.engine.solution import Progress
from tablee.games.blocs.push_tables import FULL, SETS, STRIP, STRIPS, pushes

kernel = runtime.module("blocs", large=True)
Spot = tuple[int, int, int, int]  # seat, strip, choice and place

SETTLED = 1e-14  # the values of two rounds agree
CLOSE = 1e-6  # the values have nearly settled: from here on it is cheaper to follow the policy than to choose
WATCH = 24  # rounds after which the changes must have become smaller
GAINS = (1e-8, 1e-12)  # what counts as a gain worth another push: roughly at first, then down to rounding
MOST_ROUNDS = 2000


@dataclass(frozen=True, slots=True)
class Seat:
    """How a seat hands the turn on: to which seat, and how the other's position and values read from here. A position
    is the mover's `own` set and a set that `stays`: the one at the seat of the other pair that moves sooner. Values are
    those of the mover and of one or two others; the remaining player has what is left of 1."""

    follower: int
    crossed: bool  # the follower plays with the other set of blocks
    flip_own: int
    flip_stays: int
    constant: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]


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
    """A position in which a seat tosses between two pushes; `choices` are the rolls concerned."""

    seat: int
    strip: int
    own: int
    index: int
    usual: int
    other: int
    choices: tuple[int, ...]
    share: float = 0.5  # of the other push


class Play:
    """The values and the policy of every seat, while they are being worked out."""

    def __init__(self, level: int, seats: tuple[Seat, ...], may: bool = False, kernel: runtime.Module = kernel) -> None:
        self.seats, self.kernel = seats, kernel
        self.tables = pushes(level, may)
        kinds = len(seats[0].constant)
        self._shape = (kinds, STRIPS, SETS, STRIP)
        even = struct.pack("d", 1.0 / (kinds + 1)) * math.prod(self._shape)
        self.values = [reshape(bytearray(even), "d", self._shape) for _ in seats]
        self.policy = [zeros("h", STRIPS, len(self.tables.choice_weight), STRIP) for _ in seats]
        self.coins: list[Coin] = []
        self._next = zeros("d", *self._shape)

    def hand(self, seat: int) -> tuple[object, ...]:
        """How a seat hands the turn on, and the values it hands it to, as the kernels take them."""
        hand, kinds = self.seats[seat], len(self.seats[seat].constant)
        shares = make_buffer("d", [share for line in hand.shares for share in line], kinds, kinds)
        passing = hand.crossed, hand.flip_own, hand.flip_stays, make_buffer("d", hand.constant), shares
        return passing, self.values[hand.follower]

    def value_of_end(self, seat: int, strip: int, own: int, cell: int) -> float:
        """What the end of a turn of this seat is worth to it in one position: `pass_on` of the kernels, there only."""
        hand, stays = self.seats[seat], strip * STRIP + cell
        own, stays = (stays, own) if hand.crossed else (own, stays)
        own, stays = own ^ hand.flip_own, stays ^ hand.flip_stays
        following = self.values[hand.follower]
        worth = hand.constant[0]
        for kind, share in enumerate(hand.shares[0]):
            worth += share * following[kind, stays // STRIP, own, stays % STRIP]
        return worth

    def _replace(self, seat: int) -> None:
        """Put the values just computed in their place."""
        self.values[seat], self._next = self._next, self.values[seat]

    def improve(self) -> float:
        """One turn of every seat, each choosing best; the largest change of a value."""
        change = 0.0
        for seat in reversed(range(len(self.seats))):
            values, policy = self.values[seat], self.policy[seat]
            change = max(change, self.kernel.improve(self.tables, *self.hand(seat), values, policy, self._next))
            self._replace(seat)
        return change

    def evaluate(self, within: float = SETTLED) -> float:
        """The values of the policy as it stands; the last change."""
        change, best = 1.0, 2.0
        for _ in range(MOST_ROUNDS):
            change = 0.0
            for seat in reversed(range(len(self.seats))):
                given = self.values[seat], self.policy[seat], self.pack_coins(seat), self._next
                change = max(change, self.kernel.evaluate(self.tables, *self.hand(seat), *given))
                self._replace(seat)
            if change <= within or (change < 1e-13 and change >= best):
                break  # as close as rounding lets it come
            best = min(best, change)
        return change

    def pack_coins(self, seat: int) -> Buffer:
        """The coins of a seat, one line a choice, as `follow` of the kernels reads them."""
        weight = self.tables.choice_weight
        lines = [
            (coin.strip, coin.own, coin.index, weight[choice], coin.usual, coin.other, coin.share)
            for coin in self.coins
            if coin.seat == seat
            for choice in coin.choices
        ] or [(-1,) * 7]  # a buffer has at least one line: of no strip
        return make_buffer("d", [number for line in lines for number in line], len(lines), 7)

    def better(self, seat: int, gain: float) -> tuple[list[list[int]], float]:
        """Every push that another beats by more than `gain` (strip, choice, place, the other), and the largest gain."""
        mine = part(self.values[seat], 0)
        most, gaps = self.kernel.contest(self.tables, *self.hand(seat), mine, self.policy[seat], gain)
        return gaps.tolist(), most

    def regret(self) -> float:
        """The largest gain that one other push would bring to the mover, over all seats, positions and rolls."""
        largest = max(self.better(seat, 1.0)[1] for seat in range(len(self.seats)))
        return max([largest, *(abs(self.edge(coin)) for coin in self.coins)])

    def edge(self, coin: Coin) -> float:
        """How much better the other push of a coin is than its usual one."""
        usual, alternative = (
            self.values[coin.seat][0, coin.strip, coin.own ^ push, coin.index]
            if push
            else self.value_of_end(coin.seat, coin.strip, coin.own, coin.index)  # of no push (B6)
            for push in (coin.usual, coin.other)
        )
        return float(alternative - usual)

    # Choices that cannot be fixed

    def contest(self, gain: float) -> dict[Spot, set[int]]:
        """Let all who gain more than `gain` by it change their push, until the same policy comes back. The choices that
        kept changing, as (seat, strip, choice, place) with the pushes they took; none when everybody came to rest."""
        moved: dict[Spot, int] = {}
        met: list[dict[Spot, int]] = []
        taken: list[dict[Spot, set[int]]] = []
        while moved not in met:
            met.append(dict(moved))
            self.evaluate(gain / 100)
            changes: dict[Spot, set[int]] = {}
            for seat in range(len(self.seats)):
                for strip, choice, cell, push in self.better(seat, gain)[0]:
                    spot = (seat, strip, choice, cell)
                    changes[spot] = {push, self.policy[seat][strip, choice, cell]}
                    moved[spot] = self.policy[seat][strip, choice, cell] = push
            if not changes:
                return {}
            taken.append(changes)
        circle: dict[Spot, set[int]] = {}
        for changes in taken[met.index(moved) :]:
            for spot, pair in changes.items():
                circle.setdefault(spot, set()).update(pair)
        return circle

    def toss(self, contested: dict[Spot, set[int]]) -> None:
        """Put a coin on every position whose choice cannot be fixed; the same coin for all its rolls."""
        first = self.tables.choice_first
        grouped: dict[tuple[int, int, int, int, int, int], list[int]] = {}
        for (seat, strip, choice, cell), tried in contested.items():
            own = bisect_right(first, choice) - 1
            usual, alternative = sorted(tried)[:2]
            self.policy[seat][strip, choice, cell] = usual
            grouped.setdefault((seat, strip, own, cell, usual, alternative), []).append(choice)
        self.coins += [Coin(*spot, choices=tuple(choices)) for spot, choices in grouped.items()]

    def balance(self, progress: Progress, rounds: int = 12) -> None:
        """Find the odds of all coins at which both pushes of each are worth the same (Broyden's method)."""

        def edges(shares: list[float], within: float) -> list[float]:
            for coin, share in zip(self.coins, shares, strict=True):
                coin.share = share
            self.evaluate(within)
            return [self.edge(coin) for coin in self.coins]

        places = range(len(self.coins))
        shares = [coin.share for coin in self.coins]
        here = edges(shares, 1e-9)
        slope = [[0.0] * len(shares) for _ in places]
        for column in places:
            there = edges([share + 0.25 * (index == column) for index, share in enumerate(shares)], 1e-9)
            for row in places:
                slope[row][column] = (there[row] - here[row]) / 0.25
        for turn in range(rounds):
            progress(0.6 + 0.4 * turn / rounds, BALANCING)
            wanted = [
                min(max(share - by, 0.0), 1.0) for share, by in zip(shares, solve_linear(slope, here), strict=True)
            ]
            step = [new - old for new, old in zip(wanted, shares, strict=True)]
            # No more exactly than the odds deserve: the next step is a thousandfold better.
            there = edges(wanted, max(SETTLED, 1e-3 * max(map(abs, here))))
            if max(map(abs, there)) < GAINS[-1] / 4 or not any(step):
                break
            length = _dot(step, step)
            for row in places:
                missed = (there[row] - here[row] - _dot(slope[row], step)) / length
                slope[row] = [figure + missed * by for figure, by in zip(slope[row], step, strict=True)]
            shares, here = wanted, there


def solve_linear(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The numbers x with matrix @ x = right; one that the equations leave open is 0."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(lines)
    pivots: dict[int, int] = {}
    for column in range(size):
        rest = [row for row in range(size) if row not in pivots.values()]
        pivot = max(rest, key=lambda row: abs(lines[row][column]))
        if abs(lines[pivot][column]) < 1e-12:
            continue
        pivots[column] = pivot
        for row in range(size):
            if row != pivot and (factor := lines[row][column] / lines[pivot][column]):
                lines[row] = [value - factor * by for value, by in zip(lines[row], lines[pivot], strict=True)]
    return [lines[pivots[c]][size] / lines[pivots[c]][c] if c in pivots else 0.0 for c in range(size)]


def _dot(first: list[float], second: list[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


SETTLING = Text("chacun améliore son jeu", "every seat improves its play")
BALANCING = Text("quelques coups se tirent au sort", "a few moves are chosen by lot")


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
        while contested := play.contest(gain):
            play.toss(contested)
            play.balance(progress)
    rest = play.evaluate()
    regret = max(play.regret(), rest)
    runtime.release("blocs")
    return play, regret


def join_strips(values: Buffer) -> bytearray:
    """Values as they lie by kind, own set and the set that stays, out of the strips."""
    kinds, flat, width = values.shape[0], values.cast("B"), STRIP * values.itemsize
    starts = (
        ((kind * STRIPS + strip) * SETS + own) * width
        for kind in range(kinds)
        for own in range(SETS)
        for strip in range(STRIPS)
    )
    return bytearray().join(flat[start : start + width] for start in starts)
