"""A match of several games between the same people.

A match is the best of 3, 5 or 7 games; everybody moves one seat further after each game, and the log of every table
tells the score that it began with.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.words import Text, or_list, untranslated

from .entry import Naming

LENGTHS = (3, 5, 7)  # games that a match may be the best of


@dataclass(frozen=True, slots=True)
class Score:
    """How a match stands: `played` games of `best_of` are over, and `won` counts those of each seat."""

    best_of: int
    played: int
    won: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the match is decided, or has no games left."""
        return self.played >= self.best_of or 2 * max(self.won) > self.best_of

    def after(self, winners: tuple[int, ...]) -> Score:
        """Returns the score after one more game; `winners` is empty for a draw."""
        won = tuple(games + (seat in winners) for seat, games in enumerate(self.won))
        return Score(self.best_of, self.played + 1, won)

    def describe(self, name: Naming, *, begins: bool = True) -> Text:
        """The score in a sentence, the highest first; `begins`: a game is about to be played."""
        order = sorted(range(len(self.won)), key=lambda seat: -self.won[seat])
        games = or_list((name(seat) + untranslated(f" {self.won[seat]}") for seat in order), last=Text(", ", ", "))
        if not self.over:
            match = Text(f"Match au meilleur des {self.best_of} parties", f"Match, best of {self.best_of}")
            if begins:
                match += Text(f", partie {self.played + 1}", f", game {self.played + 1}")
            return match + Text(" : ", ": ") + games + untranslated(".")
        if self.won.count(max(self.won)) > 1:
            return Text("Match nul : ", "The match is drawn: ") + games + untranslated(".")
        return name(order[0]) + Text(" gagne le match : ", " wins the match: ") + games + untranslated(".")
