"""One's own games put together: margins that hold what they promise, and mistakes that are mistakes."""

import random
import statistics
from math import inf
from typing import Any

import pytest

from tablee.core.record import Record
from tablee.core.registry import load
from tablee.engine import solvers
from tablee.puzzles import find_mistakes
from tablee.review import review
from tablee.review.own_games import OwnGame, estimate_cost, estimate_mean, quantile, summarise
from tablee.review.review import Entry, Review

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
        found = estimate_mean([rng.gauss(3.0, 1.0) for _ in range(games)])
        held += found.low <= 3.0 <= found.high
    assert 0.935 < held / 2000 < 0.965


def test_quantiles_fall_towards_that_of_the_normal_law() -> None:
    found = [quantile(freedom) for freedom in range(1, 400)]
    assert found == sorted(found, reverse=True)
    assert quantile(16) == pytest.approx(2.120, abs=0.002)
    assert quantile(60) == pytest.approx(2.000, abs=0.002)


def noted(*choices: tuple[float, float]) -> OwnGame:
    """A game of which only what its choices lost is known, and what the worst move would have lost."""
    entries = tuple(Entry("move", 1, loss, {}, {}, stake=stake) for loss, stake in choices)
    return OwnGame(Record(BLOCS, BLOCS.variant({})), Review({1: 0.5, 2: 0.5}, None, entries, exact=True), 1)


def test_a_mistake_not_made_yet_widens_the_interval() -> None:
    spotless = estimate_cost([noted((0.0, 0.2), (0.0, 0.1))] * 5)
    assert (spotless.mean, spotless.low) == (0.0, 0.0)
    dear = (0.2**2 + 0.1**2) / 0.3  # a unit of stakes falls on 0.2 twice as often
    assert spotless.high == pytest.approx(3.689 * dear / 10, rel=0.01)  # of the exponential law, 97.5 %
    assert estimate_cost([noted((0.0, 0.2), (0.0, 0.1))] * 50).high == pytest.approx(spotless.high / 10)
    assert estimate_cost([noted((0.0, 0.4), (0.0, 0.2))] * 5).high == pytest.approx(spotless.high * 2)


def test_a_loss_per_choice_is_taken_over_games() -> None:
    alike, apart = ([noted(*[(loss, 0.3)] * 10) for loss in losses] for losses in ((0.1, 0.1), (0.2, 0.0)))
    assert estimate_cost(alike).mean == estimate_cost(apart).mean == pytest.approx(0.1)
    assert estimate_cost(apart).low < estimate_cost(alike).low
    assert estimate_cost(apart).high > estimate_cost(alike).high
    assert estimate_cost(alike[:1]).high == estimate_cost([noted(), noted()]).high == inf


def chosen(name: str, settings: dict[str, Any], share: float, games: int) -> list[OwnGame]:
    """Games of two who move at random in a share of their choices, and else as best they can."""
    game, rng, known = load(name), random.Random(1), dict[Any, list[tuple[Any, float]]]()
    found = []
    for _ in range(games):
        state, choices = game.start(game.variant(settings)), []
        while game.phase(state) != "over":
            if rolls := game.rolls(state):
                event: Any = rng.choices([roll for roll, _ in rolls], [float(weight) for _, weight in rolls])[0]
            else:
                if state not in known:
                    advice = solvers.advise(name, state).moves
                    known[state] = [(move, advice[0][1] - value) for move, value in advice]
                event, loss = rng.choice(known[state]) if rng.random() < share else known[state][0]
                if game.players(state) == (1,):
                    choices.append((loss, known[state][-1][1]))
            state = game.play(state, event)
        found.append(noted(*choices))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.02, 0.05, 0.2, 0.45, 0.85])
@pytest.mark.parametrize(("name", "settings"), [("blocs", {"mode": "duel", "level": 1}), ("cadeau", {"zones": 2})])
def test_intervals_hold_the_truth_of_good_and_bad_players(name: str, settings: dict[str, Any], share: float) -> None:
    """Players are drawn from many games, whose mean loss is the truth of each."""
    every, rng = chosen(name, settings, share, 2000), random.Random(2)
    truth = estimate_cost(every).mean
    for games in (5, 12, 20, 50):
        found = [estimate_cost(rng.choices(every, k=games)) for _ in range(1000)]
        held = sum(one.low <= truth <= one.high for one in found)
        wide = statistics.median(one.high - one.low for one in found)
        print(f"{name} {share:.0%} at random, {games} games: {held / 10} %, {100 * truth:.2f}, width {100 * wide:.2f}")
        assert held >= 930


def test_few_games_give_no_verdict() -> None:
    (summary,) = summarise(GAMES)
    assert summary.solo
    assert summary.exact
    assert summary.verdict.en.startswith("With 8 games nobody can tell yet: a choice costs between ")
    assert summary.part(GAMES[:1]).verdict.en == "One game is not enough to tell."
    low, high = (f"{value:.1f}" for value in (summary.loss.low, summary.loss.high))
    assert summary.show(summary.loss).en.endswith(f" ({low} to {high})")
    assert sum(one.loss for one in GAMES) / sum(len(one.choices) for one in GAMES) == summary.loss.mean


def test_luck_alone_lowers_the_sum_left() -> None:
    (summary,) = summarise(GAMES)
    low, high = (f"{value:+.1f}".replace("-", "−") for value in (-summary.luck.high, -summary.luck.low))
    assert summary.show(summary.luck, sign=True).fr.endswith(f" (entre {low} et {high})".replace(".", ","))


def test_the_stake_is_what_the_worst_move_would_have_lost() -> None:
    for one in GAMES:
        for entry, state in zip(one.review.entries, one.record.states, strict=False):
            if entry.open:
                values = [value for _, value in solvers.advise("blocs", state).moves]
                assert entry.stake == pytest.approx(max(values) - min(values))
                assert entry.stake >= entry.amount - 1e-9


def test_luck_and_loss_add_up_to_the_result_of_each_game() -> None:
    for one in GAMES:
        assert one.result == pytest.approx(one.review.start[1] + one.loss - one.luck)
    duel = played(3, "duel")
    others = duel.review.players[2].loss
    assert duel.result == pytest.approx(duel.review.start[1] + duel.luck - duel.loss + others)


def test_mistakes_cost_something_and_their_answers_nothing() -> None:
    found = find_mistakes(GAMES)
    assert len(found) > 5
    for one in found:
        moves = {str(move) for move in BLOCS.moves(one.state, 1)}
        assert one.played in moves - set(one.answers)
        assert set(one.answers) <= moves
        assert one.loss >= 1
    ranked = [(one.times, one.loss) for one in found]
    assert ranked == sorted(ranked, reverse=True)


def test_a_position_that_came_again_stands_first() -> None:
    found = find_mistakes([*GAMES, GAMES[-1]])
    again = [one for one in found if one.times == 2]
    assert again
    assert (found[: len(again)], len({one.state for one in found})) == (again, len(found))
