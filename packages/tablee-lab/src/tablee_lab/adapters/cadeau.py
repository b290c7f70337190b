"""Cadeau as numbers: a move for each cell of one's own side, the dice of both sides one-hot."""

from collections.abc import Iterator

from tablee.games import cadeau as rules
from tablee_lab.adapters.space import FACES, Fields, Longest, Numbers, face, flag, one_hot

DICE = tuple(map(face, range(FACES + 1)))


class Board:
    def __init__(self, variant: rules.Variant) -> None:
        cells = 3 * variant.zones
        self.fields: Fields = (
            ("own_cells", cells * FACES),
            ("other_cells", cells * FACES),
            ("die", FACES),
            ("to_choose", 1),
            ("player", 2),
        )
        self.longest = Longest(2 * cells, 2 * cells)  # C4
        self._writes = rules.WRITES[:cells]

    def events(self, player: int) -> tuple[rules.Write, ...]:
        return self._writes

    def numbers(self, state: rules.State, player: int) -> Iterator[Numbers]:
        """The dice of one's own cells, then of the other's, zone after zone."""
        for side in (state.sides[player - 1], state.sides[2 - player]):
            yield b"".join([DICE[die] for die in side])
        yield face(state.die)
        yield flag(state.die and player in rules.players(state))
        yield one_hot(player - 1, 2)

    def lines(self, state: rules.State) -> list[str]:
        """`1: 345 6..`, a dot where empty, for each side; then the die if it is rolled."""
        lines = [f"{player}: {_zones(side)}" for player, side in enumerate(state.sides, 1)]
        return lines + ([f"d{state.die}"] if state.die else [])


def _zones(side: tuple[int, ...]) -> str:
    cells = "".join(str(die) if die else "." for die in side)
    return " ".join(cells[start : start + 3] for start in range(0, len(cells), 3))
