"""One's own games put together: margins that hold what they promise, and mistakes that are mistakes."""

from __future__ import annotations

import random

import pytest

from tablee.core.record import Record
from tablee.core.registry import load
from tablee.puzzles import mistakes
from tablee.review import review
from tablee.review.own_games import OwnGame, mean, quantile, ratio, summaries

BLOCS = load("blocs")


def played(seed: int, mode: str = "solo") -> OwnGame:
    """A game of fair dice and of any moves, reviewed for player 1."""
    rng = random.Random(seed)
    record = Record(BLOCS, BLOCS.variant({"mode": mode}))
    while BLOCS.phase(record.state) != "over":
        rolls = BLOCS.rolls(record.state)
        chance = [roll for roll, _ in rolls], [float(weight) for _, weight in rolls]
        event = (
            rng.choices(*chance)[0] if rolls else rng.choice(BLOCS.moves(record.state, BLOCS.players(record.state)[0]))
        )
        record = record.play(event)
    return OwnGame(record, review(BLOCS, record.states, record.events), 1, f"table{seed}")


GAMES = [played(seed) for seed in range(8)]


@pytest.mark.parametrize("games", [2, 5, 12, 40])
def test_a_margin_holds_the_true_mean_19_times_in_20(games: int) -> None:
    rng = random.Random(games)
    held = 0
    for _ in range(2000):
        found = mean([rng.gauss(3.0, 1.0) for _ in range(games)])
        held += found.low <= 3.0 <= found.high
    assert 0.935 < held / 2000 < 0.965


def test_quantiles_fall_towards_that_of_the_normal_law() -> None:
    found = [quantile(freedom) for freedom in range(1, 400)]
    assert found == sorted(found, reverse=True)
    assert quantile(16) == pytest.approx(2.120, abs=0.002)
    assert quantile(60) == pytest.approx(2.000, abs=0.002)
    assert quantile(0) == float("inf")


def test_a_loss_per_choice_is_taken_over_games() -> None:
    found = ratio([1.0, 0.0], [10.0, 10.0])
    assert found.mean == pytest.approx(0.05)
    assert found.margin == pytest.approx(12.706 * 0.05)
    assert ratio([1.0], [4.0]).margin == float("inf")
    assert ratio([], []).margin == float("inf")


def test_few_games_give_no_verdict() -> None:
    (summary,) = summaries(GAMES)
    assert summary.alone
    assert summary.exact
    assert summary.verdict.en.startswith("With 8 games nobody can tell yet: a choice costs between ")
    assert summary.part(GAMES[:1]).verdict.en == "With one game nobody can tell anything."
    assert " ± " in summary.show(summary.loss).fr
    assert sum(one.loss for one in GAMES) / summary.choices == pytest.approx(summary.loss.mean)


def test_luck_and_loss_add_up_to_the_result_of_each_game() -> None:
    for one in GAMES:
        assert one.result == pytest.approx(one.review.start[1] + one.loss - one.luck)
    duel = played(3, "duel")
    others = duel.review.players[2].loss
    assert duel.result == pytest.approx(duel.review.start[1] + duel.luck - duel.loss + others)


def test_mistakes_cost_something_and_their_answers_nothing() -> None:
    found = mistakes(GAMES)
    assert len(found) > 5
    for one in found:
        moves = {str(move) for move in BLOCS.moves(one.state, 1)}
        assert one.played in moves - set(one.answers)
        assert set(one.answers) <= moves
        assert one.loss >= 1
    ranked = [(one.times, one.loss) for one in found]
    assert ranked == sorted(ranked, reverse=True)


def test_a_position_that_came_again_stands_first() -> None:
    found = mistakes([*GAMES, GAMES[-1]])
    again = [one for one in found if one.times == 2]
    assert again
    assert found[: len(again)] == again
    assert len({one.state for one in found}) == len(found)
