"""An opening roll (B2), where a game has one: everybody rolls one die, ties for the highest roll again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opening:
    """`rolls`: every (seat, die) so far, in the order they fell."""

    people: int
    rolls: tuple[tuple[int, int], ...] = ()

    @property
    def rounds(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The rolls round by round: everybody first, then those who tied for the highest."""
        rounds, rest, size = [], self.rolls, self.people
        while rest:
            rounds.append(rest[:size])
            rest = rest[size:]
            if len(rounds[-1]) == size:
                size = len(_highest(rounds[-1]))
        return tuple(rounds)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that still have to roll, in any order."""
        due = tuple(range(self.people))
        for thrown in self.rounds:
            if len(thrown) < len(due):
                return tuple(seat for seat in due if seat not in dict(thrown))
            due = _highest(thrown)
        return due if len(due) > 1 else ()

    @property
    def done(self) -> bool:
        return not self.waiting

    @property
    def order(self) -> tuple[int, ...]:
        """Once done, the seats in the order of play: the highest roll first, then the others to the left."""
        first = _highest(self.rounds[-1])[0]
        return tuple((first + step) % self.people for step in range(self.people))

    def roll(self, seat: int, die: int) -> Opening:
        return Opening(self.people, (*self.rolls, (seat, die)))

    def correct(self, die: int) -> Opening:
        """The last die was mistyped."""
        return Opening(self.people, (*self.rolls[:-1], (self.rolls[-1][0], die)))


def _highest(rolls: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    most = max(die for _, die in rolls)
    return tuple(sorted(seat for seat, die in rolls if die == most))
