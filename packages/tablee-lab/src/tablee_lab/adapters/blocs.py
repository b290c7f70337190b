"""Pousse-blocs as numbers: a move for each set of one to three blocks, the blocks in front of every seat. Where nobody
has to push (B6), not to push is the last move."""

import itertools
from collections.abc import Iterator
from functools import cache

from tablee.games import blocs as rules
from tablee_lab.adapters.space import FACES, UNBOUNDED, Fields, Longest, Numbers, face, flag, one_hot, pack

MOST = 3  # B12
PUSHES = tuple(
    rules.Push(blocks) for size in range(1, MOST + 1) for blocks in itertools.combinations(rules.BLOCKS, size)
)


class Board:
    def __init__(self, variant: rules.Variant) -> None:
        mode, may = rules.MODES[variant.mode], variant.push == "may"
        self._events = (*PUSHES, rules.NO_PUSH) if may else PUSHES
        self._people = mode.people
        self._seats = {player: _seats_from(mode, player) for player in range(1, mode.people + 1)}
        self.fields: Fields = (
            *((f"blocks_{index}", len(rules.BLOCKS)) for index in range(len(mode.order))),
            ("turn", len(mode.order)),
            ("low_die", FACES),
            ("high_die", FACES),
            ("opened", 1),
            ("to_choose", 1),
            ("player", mode.people),
        )
        # Blocks that never come back (B14, B17) are pushed once; throws that pass the turn have no limit (B8, B10).
        waits = may and mode.people > 1
        pushes = UNBOUNDED if mode.facing or waits else len(rules.BLOCKS) * sum(mode.full)
        self.longest = Longest(pushes, UNBOUNDED)

    def events(self, player: int) -> tuple[rules.Push, ...]:
        return self._events

    def numbers(self, state: rules.State, player: int) -> Iterator[Numbers]:
        """The blocks in front of each seat, one's own first, on in the order of turns; whose turn it is."""
        seats = self._seats[player]
        for seat in seats:
            yield _mark_blocks(state.seats[seat])
        yield one_hot(seats.index(state.seat), len(seats))
        low, high = state.dice or (0, 0)
        yield face(low)
        yield face(high)
        yield flag(state.opened)  # B8
        yield flag(rules.phase(state) == "move" and player in rules.players(state))
        yield one_hot(player - 1, self._people)

    def lines(self, state: rules.State) -> list[str]:
        """`1: 2 3 12` for each seat, a star before the one whose turn it is; then the dice if they are thrown."""
        lines = [
            f"{'*' if seat == state.seat else ' '}{seat + 1}: {' '.join(map(str, rules.numbers(blocks))) or '-'}"
            for seat, blocks in enumerate(state.seats)
        ]
        return lines + (["d" + "".join(map(str, state.dice))] if state.dice else [])


@cache
def _mark_blocks(mask: int) -> Numbers:
    """One for each block of a set, zero for the others."""
    return pack(float(mask >> block & 1) for block in rules.BLOCKS)


def _seats_from(mode: rules.Mode, player: int) -> tuple[int, ...]:
    """The seats in the order of turns, from the first that this player holds."""
    own = next(index for index, seat in enumerate(mode.order) if mode.holder[seat] == player)
    return mode.order[own:] + mode.order[:own]
