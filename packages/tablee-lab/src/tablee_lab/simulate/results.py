"""What the games of a batch say, each figure with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tablee_lab.runs import Estimate, share, wilson

from .plan import Plan
from .tally import Distribution, Tally


@dataclass(frozen=True, slots=True)
class Results:
    """The figures of the games played so far of a plan: always its first ones, so a run cut short is a shorter run."""

    plan: Plan
    tally: Tally

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def complete(self) -> bool:
        return self.games == self.plan.games

    @property
    def alone(self) -> bool:
        """One player: a win is a perfect game (B17)."""
        return self.plan.seats == 1

    @property
    def wins(self) -> dict[int, int]:
        """By player, the games they won."""
        return {player: self.tally.winners[player] for player in range(1, self.plan.seats + 1)}

    @property
    def draws(self) -> int:
        """Games that nobody won; alone, those that were not perfect."""
        return self.tally.winners[0]

    def share(self, player: int) -> Estimate:
        """The share of all games that a player won; 0 stands for nobody."""
        return share(self.tally.winners[player], self.games)

    @property
    def first(self) -> Estimate:
        """The share of player 1, a draw counting one half."""
        games, won, draws = self.games, self.tally.winners[1], self.draws
        centre = (won + draws / 2) / games
        # A draw varies less than a win or a loss; Wilson's interval shrinks as much as the variance.
        most, spread = centre * (1 - centre), (won + draws / 4) / games - centre * centre
        return wilson(centre, games, max(spread / most, 1 / games) if most else 1.0)

    @property
    def decisive(self) -> Estimate | None:
        """The share of player 1 in the games that somebody won; none if nobody ever did."""
        won = self.games - self.draws
        return share(self.tally.winners[1], won) if won else None

    @property
    def length(self) -> Distribution:
        """The number of events of a game: every roll and every choice."""
        return Distribution(self.tally.lengths)

    def score(self, player: int) -> Distribution | None:
        """Cadeau: the zones that a player won; blocs alone: the sum left. None where the game keeps no score."""
        if not self.tally.scores:
            return None
        counts: Counter[int] = Counter()
        for scores, games in self.tally.scores.items():
            counts[scores[player - 1]] += games
        return Distribution(counts)
