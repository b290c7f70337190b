"""Several games of one person: what their choices gave away and what the dice gave them, and how sure that is.

Every figure is a mean with its 95 % interval over games. Luck has Student's. Losses are rare and lopsided, and a
mistake that has not happened yet may: theirs is the gamma interval of Fay and Feuer (1997), whose upper end counts one
more mistake, as dear as the worst moves at those very choices would have been. It supposes that choices are about as
good from game to game. Never a rank: with few games the interval is wide, and the words say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt

from tablee.core.game import AnyGame
from tablee.core.record import Record
from tablee.core.words import Text, count_noun, decimal

from .report import format_gain, format_worth
from .review import Entry, Review

SURE = 20  # games, from which on a figure is told without a warning
T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
"""Student's 97.5 % quantiles for 1, 2, … degrees of freedom."""
NORMAL = 1.96


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game under review that somebody played as `player`."""

    record: Record
    review: Review
    player: int
    link: str = ""  # where it can be seen again

    @property
    def luck(self) -> float:
        """What all dice did for them: their own, less those of the others where there are two."""
        tallies = self.review.players
        others = sum(tally.luck for player, tally in tallies.items() if player != self.player)
        return tallies[self.player].luck - (others if len(tallies) == 2 else 0.0)

    @property
    def loss(self) -> float:
        return self.review.players[self.player].loss

    @property
    def choices(self) -> list[Entry]:
        """The events at which they had something to decide."""
        return [entry for entry in self.review.entries if entry.open and entry.player == self.player]

    @property
    def result(self) -> float:
        """1 for a win, half for a draw, 0; solo the sum left."""
        result = self.review.result
        return 0.0 if result is None else result[self.player]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval; infinite where there is one game only."""

    mean: float
    low: float = -inf
    high: float = inf


def quantile(freedom: int) -> float:
    """Student's 97.5 % quantile; beyond the table an approximation that is right to 0.002."""
    return T[freedom - 1] if freedom <= len(T) else 1.96 + 2.4 / freedom + 2.6 / freedom**2


def estimate_mean(values: Sequence[float]) -> Estimate:
    """The mean of figures of whole games, with Student's interval."""
    games = len(values)
    average = fsum(values) / games
    if games == 1:
        return Estimate(average, -inf, inf)
    variance = fsum((value - average) ** 2 for value in values) / (games - 1)
    margin = quantile(games - 1) * sqrt(variance / games)
    return Estimate(average, average - margin, average + margin)


def estimate_cost(games: Sequence[OwnGame]) -> Estimate:
    """The mean loss of a choice. Choices of a game may be alike, so the spread is that over games if it is larger."""
    choices = [entry for game in games for entry in game.choices]
    lost, stakes = sum(game.loss for game in games), sum(entry.stake for entry in choices)
    if len(games) < 2 or not choices:
        return Estimate(lost / max(1, len(choices)))
    average = lost / len(choices)
    over_games = sum((game.loss - average * len(game.choices)) ** 2 for game in games) * len(games) / (len(games) - 1)
    spread = max(over_games, sum(entry.amount**2 for entry in choices))
    unseen = sum(entry.stake**2 for entry in choices) / stakes
    low, high = _gamma(lost, spread, -NORMAL), _gamma(lost + unseen, spread + unseen**2, NORMAL)
    return Estimate(average, low / len(choices), high / len(choices))


def _gamma(mean: float, variance: float, normal: float) -> float:
    """The quantile of a gamma law where a normal one has `normal` (Wilson and Hilferty)."""
    part = variance / (9 * mean**2) if mean else 1.0
    return mean * max(0.0, 1 - part + normal * sqrt(part)) ** 3


@dataclass(frozen=True, slots=True)
class Summary:
    """A player's statistics in one game: chances of winning against others, the sum left alone."""

    game: AnyGame
    solo: bool
    games: tuple[OwnGame, ...]

    @property
    def exact(self) -> bool:
        return all(game.review.exact for game in self.games)

    @property
    def loss(self) -> Estimate:
        return estimate_cost(self.games)

    @property
    def luck(self) -> Estimate:
        return estimate_mean([game.luck for game in self.games])

    @property
    def halves(self) -> tuple[tuple[OwnGame, ...], tuple[OwnGame, ...]]:
        """The unluckier and the luckier half of the games."""
        ranked = sorted(self.games, key=lambda game: game.luck)
        return tuple(ranked[: len(ranked) // 2]), tuple(ranked[len(ranked) - len(ranked) // 2 :])

    def part(self, games: Sequence[OwnGame]) -> Summary:
        return Summary(self.game, self.solo, tuple(games))

    @property
    def result(self) -> Text:
        """The share of these games won, a draw half; solo the mean sum left. It is no estimate: so it was."""
        return format_worth(fsum(game.result for game in self.games) / len(self.games), self.solo)

    def show(self, estimate: Estimate, *, sign: bool = False) -> Text:
        """A figure with its interval: `1,2 point (entre 0,8 et 1,9)`; of one game, only that nobody can tell."""
        value = self.gain(estimate.mean) if sign else _amount(estimate.mean, self.solo)
        if estimate.high == inf:
            return value + Text(" (un seul exemple)", " (one example only)")
        unit = (-1 if sign else 1) if self.solo else 100
        ends = sorted((unit * estimate.low, unit * estimate.high))
        low, high = (decimal(end, "+.1f" if sign else ".1f") for end in ends)
        return value + Text.fill(" (entre {low} et {high})", " ({low} to {high})", low=low, high=high)

    def gain(self, value: float) -> Text:
        """A figure of one game, which has no margin, with its sign."""
        return format_gain(value, self.solo)

    @property
    def verdict(self) -> Text:
        """Returns a sentence about the choices, as far as the interval supports it."""
        count, loss = count_noun(len(self.games), "partie", "game"), self.loss
        if loss.high == inf:
            return Text("Avec une seule partie, on ne peut rien dire.", "One game is not enough to tell.")
        french = "Sur {count}, un choix coûte en moyenne entre {low} et {high}."
        english = "Over {count} a choice costs between {low} and {high} on average."
        if len(self.games) < SURE:
            french = "Avec {count}, on ne peut pas encore le dire : un choix coûte entre {low} et {high}."
            english = "With {count} nobody can tell yet: a choice costs between {low} and {high}."
        low, high = (_amount(value, self.solo) for value in (loss.low, loss.high))
        return Text.fill(french, english, count=count, low=low, high=high)

    @property
    def chance(self) -> Text:
        """Whether the dice were anything but chance."""
        luck = self.luck
        if luck.low <= 0.0 <= luck.high or luck.high == inf:
            return Text("Vos dés : ni chance ni malchance, rien d’inhabituel.", "Your dice: well within normal luck.")
        good = luck.mean > 0
        return Text(
            f"Vos dés ont été {'meilleurs' if good else 'moins bons'} que la moyenne. Cela arrive une fois sur vingt, "
            "et cela ne dit rien des dés à venir.",
            f"Your dice were {'better' if good else 'worse'} than average. That happens one time in twenty, and says "
            "nothing about the dice to come.",
        )


def _amount(value: float, solo: bool) -> Text:
    return format_worth(value, True) if solo else count_noun(100 * value, "point", "point", ".1f")


def summarise(games: Sequence[OwnGame]) -> list[Summary]:
    """A summary for each game and way of measuring, those with most games first."""
    groups: dict[tuple[str, bool], list[OwnGame]] = {}
    for game in games:
        groups.setdefault((game.record.game.NAME, game.review.left), []).append(game)
    result = [Summary(mine[0].record.game, solo, tuple(mine)) for (_, solo), mine in groups.items()]
    return sorted(result, key=lambda game: -len(game.games))
