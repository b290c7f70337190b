"""Luck that is taken off games has mean 0, however wrong the estimates are."""

import random
from typing import Any

import pytest

from tablee.core.registry import load
from tablee.engine import solvers
from tablee.engine.solution import Advice
from tablee.games import cadeau
from tablee_lab.arena.match import points
from tablee_lab.draws import shares
from tablee_lab.simulate.exploitability import exploitability
from tools import luckless


class Every:
    """Stands for chance, and makes everything come once, with its likelihood."""

    def __init__(self) -> None:
        self.path, self.widths = list[int](), list[int]()
        self.at, self.likely = 0, 1.0

    def choices(self, there: Any, weights: Any) -> Any:
        if self.at == len(self.path):
            self.path.append(0)
            self.widths.append(len(there))
        came = self.path[self.at]
        self.at, self.likely = self.at + 1, self.likely * weights[came]
        return [there[came]]

    def __iter__(self) -> Any:
        while True:
            self.at, self.likely = 0, 1.0
            yield self
            while self.path and self.path[-1] == self.widths[-1] - 1:
                del self.path[-1], self.widths[-1]
            if not self.path:
                return
            self.path[-1] += 1


def test_luck_that_is_taken_off_has_mean_nothing_however_wrong_the_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that can come in the last three turns of a game: the mean of the scores is that of the results."""

    def wrong(state: Any, *_: Any, **__: Any) -> Any:
        chance = random.Random(str(state))
        moves = cadeau.moves(state, cadeau.players(state)[0])
        return Advice(1, False, tuple((move, chance.random()) for move in moves))

    def won(state: Any) -> float:
        if cadeau.phase(state) == "over":
            return points(load("cadeau"), state)[0]
        if cadeau.phase(state) == "roll":
            return sum(float(weight) * won(cadeau.play(state, roll)) for roll, weight in cadeau.rolls(state))
        (player,) = cadeau.players(state)
        mixture = shares(seated[player - 1], load("cadeau"), state, player)
        return sum(share * won(cadeau.play(state, move)) for move, share in mixture.items())

    seated, sides = ("renard", "lapin"), ((4, 4, 0, 6, 1, 3), (5, 0, 0, 2, 2, 1))
    start = cadeau.State(cadeau.variant({"zones": 2}), sides, 0)
    monkeypatch.setattr(solvers.solver("cadeau"), "advise", wrong)
    chance: Any = Every()
    scores = [(luckless.score(start, seated, once, once), once.likely) for once in chance]
    assert sum(likely for _, likely in scores) == pytest.approx(1.0, abs=1e-12)
    assert sum(score * likely for score, likely in scores) == pytest.approx(won(start), abs=1e-12)
    assert max(scores)[0] > 1.1  # they are far from the results


def test_a_bound_of_few_games_is_sharp_where_a_bot_thinks() -> None:
    truth = exploitability("cadeau", "renard", {"zones": 2}).value
    value, low = luckless.bound({"zones": 2}, "renard", 30)
    assert low < truth
    assert value > 0.5 * truth
    assert value - low < 0.01  # of a hundred games, the mere results leave 0.07
    assert luckless.bound({"zones": 2}, "hibou", 2) == (0.0, -0.75)  # who plays alike in two games proves nothing
