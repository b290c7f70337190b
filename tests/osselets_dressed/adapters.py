"""Osselets as numbers."""

from collections.abc import Iterator

import osselets

from tablee_lab.adapters.space import UNBOUNDED, Fields, Longest, Numbers, flag, pack


class Board:
    def __init__(self, variant: osselets.Variant) -> None:
        self.fields: Fields = (("scores", 2), ("pot", 1), ("to_choose", 1))
        self.longest = Longest(UNBOUNDED, UNBOUNDED)
        self._goal = variant.goal

    def events(self, player: int) -> tuple[osselets.Choice, ...]:
        return osselets.HOLD, osselets.AGAIN

    def numbers(self, state: osselets.State, player: int) -> Iterator[Numbers]:
        own, other = state.scores[player - 1], state.scores[2 - player]
        yield pack(min(1.0, points / self._goal) for points in (own, other, state.pot))
        yield flag(state.choosing and player == state.turn)

    def lines(self, state: osselets.State) -> list[str]:
        return [osselets.position(state)]
