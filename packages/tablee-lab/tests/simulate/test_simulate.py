"""Batches: every game of them is a game of the plain rules, however it is played, and the figures are true."""

from __future__ import annotations

import doctest
import random
import statistics
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core import draws
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.engine import solvers
from tablee.games import blocs, cadeau, laaancez
from tablee_lab import runs, simulate
from tablee_lab.kernels import simulate as kernels
from tablee_lab.kernels.simulate import draws as kernel_draws
from tablee_lab.runs import Estimate
from tablee_lab.simulate import Results, Tally
from tablee_lab.simulate.results import Distribution
from tests.positions import study_sheet

SMALL: dict[str, object] = laaancez.settings(laaancez.Variant(study_sheet((2, 1, 1))))
MODES = ("duel", "solo", "fast")  # whose tables are solved in a moment
pytestmark = pytest.mark.usefixtures("own_tables")


# --- the same draws ---------------------------------------------------------------------------------------------------

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS, st.integers(0, 2**63 - 1), st.integers(0, 10**6), st.integers(1, 2**31))
def test_draws_are_those_of_the_kernels(seed: int, index: int, number: int, count: int) -> None:
    import numpy as np

    key = draws.stream(seed, index)
    assert key == int(kernel_draws.stream(np.uint64(seed), np.uint64(index)))
    drawn = draws.draw(key, number)
    assert drawn == int(kernel_draws.draw(np.uint64(key), number))
    assert draws.below(drawn, count) == int(kernel_draws.below(np.uint64(drawn), count)) < count


def test_splitmix_is_splitmix() -> None:
    """The published first numbers of splitmix64 with the state 1234567."""
    state = 1234567
    assert [draws.draw(state, number) for number in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


# --- the same games ---------------------------------------------------------------------------------------------------


def check_games(name: str, settings: dict[str, object], policies: tuple[str, ...], indexes: Sequence[int]) -> None:
    """The batch knows how each of its games ends when the twin plays it through the rules."""
    game, seed = load(name), 2**63 + 11
    work = simulate.prepare(simulate.plan(name, settings, 1, seed, policies))
    for index in indexes:
        record = simulate.replay(name, settings, seed, index, policies)
        batch = kernels.play(work.job, seed, index, 1)
        assert (int(batch.winner[0]), int(batch.events[0])) == (winner_of(record), len(record.events))
        assert tuple(batch.scores[0].tolist()) == scores_of(game, record)


def winner_of(record: Record) -> int:
    assert record.outcome is not None
    return sum(record.outcome.winners)


def scores_of(game: AnyGame, record: Record) -> tuple[int, ...]:
    assert record.outcome is not None
    return tuple(score for _, score in sorted(record.outcome.scores.items()))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("mode", MODES)
def test_games_of_the_owl(mode: str, level: int) -> None:
    settings: dict[str, object] = {"mode": mode, "level": level}
    check_games("blocs", settings, ("hibou",) * (1 if mode == "solo" else 2), range(8))
    if mode != "solo":
        check_games("blocs", settings, ("greedy", "hibou"), range(8))


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "people"), [("three", 3), ("four", 4)])
def test_games_of_several_owls(mode: str, people: int) -> None:
    check_games("blocs", {"mode": mode, "level": 1}, ("hibou",) * people, range(20))
    check_games("blocs", {"mode": mode, "level": 1}, ("hibou", *("greedy",) * (people - 1)), range(20))


@given(WORDS, st.integers(0, 2**63 - 2))
def test_any_seed_and_any_index(seed: int, index: int) -> None:
    work = prepared("blocs", "duel")
    record = simulate.replay("blocs", {}, seed, index)
    batch = kernels.play(work.job, seed, index, 1)
    assert (int(batch.winner[0]), int(batch.events[0])) == (winner_of(record), len(record.events))


@cache
def prepared(name: str, mode: str) -> simulate.Work:
    return simulate.prepare(simulate.plan(name, {"mode": mode}, 1, 0))


def test_the_examples_of_the_package() -> None:
    tried = doctest.testmod(simulate)
    assert tried.attempted > 3
    assert tried.failed == 0


def test_a_whole_batch_is_its_games() -> None:
    """Counts of a batch, recounted game by game through the rules."""
    results = simulate.simulate("blocs", {"mode": "solo", "level": 2}, 300, 5, chunk=64)
    played = [simulate.replay("blocs", {"mode": "solo", "level": 2}, 5, index) for index in range(300)]
    assert results.wins == {1: sum(map(winner_of, played))}
    assert results.length.counts == Counter(len(record.events) for record in played)
    assert results.tally.scores == Counter(scores_of(blocs, record) for record in played)


# --- however it is played ---------------------------------------------------------------------------------------------


def shuffled(do: Any, job: Any, parts: Sequence[Any]) -> Any:
    yield from (do(job, part) for part in random.Random(1).sample(parts, len(parts)))


@pytest.mark.parametrize("executor", [runs.here, runs.threads(2), runs.threads(5), shuffled], ids=range(4))
@pytest.mark.parametrize("chunk", [None, 1, 97, 10_000])
def test_spreading_changes_nothing(executor: runs.Executor, chunk: int | None) -> None:
    told: list[tuple[int, int]] = []
    usual = simulate.simulate("cadeau", {"zones": 2}, 500, 3, ("greedy", "random"), executor=runs.here)
    again = simulate.simulate(
        "cadeau",
        {"zones": 2},
        500,
        3,
        ("greedy", "random"),
        executor=executor,
        chunk=chunk,
        each=lambda first, batch: told.append((first, len(batch.winner))),
    )
    assert again == usual
    assert [first for first, _ in told] == [sum(count for _, count in told[:at]) for at in range(len(told))]
    assert sum(count for _, count in told) == 500


def test_processes_give_the_same() -> None:
    usual = simulate.simulate("blocs", {"mode": "three"}, 2_000, 3)
    assert simulate.simulate("blocs", {"mode": "three"}, 2_000, 3, executor=runs.processes(2), chunk=600) == usual


def test_the_first_games_are_the_batch_of_fewer() -> None:
    work = simulate.prepare(simulate.plan("cadeau", {}, 1_000, 8), chunk=100)
    tally = Tally()
    for piece in simulate.played(work, shuffled):
        tally.add(piece.tally)
        fewer = simulate.simulate("cadeau", {}, tally.games, 8, executor=runs.here)
        assert Results(fewer.plan, tally) == fewer


# --- figures ----------------------------------------------------------------------------------------------------------


def near(found: Estimate, exact: float | Fraction) -> bool:
    """Within four deviations: of ten thousand right figures one is further off."""
    return abs(found.value - exact) < 4 / 1.96 * max(found.high - found.value, found.value - found.low)


@cache
def endings(state: cadeau.State) -> tuple[int, ...]:
    """In how many ways random play can go on to each winner (0: nobody): all are as likely, whatever was played."""
    outcome = cadeau.outcome(state)
    if outcome is not None:
        return tuple(int(winner == sum(outcome.winners)) for winner in range(3))
    thrown = [cadeau.play(state, roll) for roll, _ in cadeau.rolls(state)]
    player = cadeau.players(state)[0]
    ends = [endings(cadeau.play(after, move)) for after in thrown for move in cadeau.moves(after, player)]
    return tuple(map(sum, zip(*ends, strict=True)))


@cache
def one_zone() -> tuple[Fraction, ...]:
    ways = endings(cadeau.start(cadeau.Variant(1)))
    return tuple(Fraction(count, sum(ways)) for count in ways)


def test_one_zone_by_hand() -> None:
    exact = one_zone()
    assert exact[1] == exact[2] > exact[0] > 0  # both fill three cells by chance
    found = simulate.simulate("cadeau", {"zones": 1}, 400_000, 21)
    assert all(near(found.share(winner), exact[winner]) for winner in range(3))
    assert near(found.first, Fraction(1, 2))
    assert found.decisive is not None
    assert near(found.decisive, Fraction(1, 2))
    assert found.first.high - found.first.low < found.decisive.high - found.decisive.low  # a draw varies less


@cache
def alone(state: blocs.State) -> tuple[Fraction, Fraction]:
    """The exact mean of the sum left in a solo game of random pushes, and the chance of a perfect one."""
    outcome = blocs.outcome(state)
    if outcome is not None:
        return Fraction(outcome.scores[1]), Fraction(len(outcome.winners))
    if blocs.phase(state) == "move":
        after = [(Fraction(1), blocs.play(state, move)) for move in blocs.moves(state, 1)]
    else:
        after = [(weight, blocs.play(state, roll)) for roll, weight in blocs.rolls(state)]
    after = [(weight, follower) for weight, follower in after if follower != state]  # B17: a seven is thrown again
    whole = sum(weight for weight, _ in after)
    ends = [(weight / whole, alone(follower)) for weight, follower in after]
    mean, perfect = (sum((weight * end[place] for weight, end in ends), Fraction(0)) for place in range(2))
    return mean, perfect


SOLO = blocs.start(blocs.Variant("solo", 1))


def test_alone_by_hand() -> None:
    found = simulate.simulate("blocs", {"mode": "solo"}, 400_000, 22)
    left, (mean, perfect) = found.score(1), alone(SOLO)
    assert left is not None
    assert near(left.mean, mean)
    assert near(found.share(1), perfect)
    assert left.counts[0] == found.wins[1]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_best_play_is_worth_what_the_solver_says(level: int) -> None:
    settings = {"mode": "duel", "level": level}
    found = simulate.simulate("blocs", settings, 300_000, 23, "hibou")
    assert near(found.first, solvers.solve("blocs", settings).value[1])
    settings["mode"] = "solo"
    left, solved = simulate.simulate("blocs", settings, 300_000, 23, "hibou").score(1), solvers.solve("blocs", settings)
    assert left is not None
    assert near(left.mean, solved.value[1])


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    exact, mean = one_zone(), alone(SOLO)[0]
    held: Counter[str] = Counter()
    for seed in range(500):
        zone = simulate.simulate("cadeau", {"zones": 1}, 150, seed, executor=runs.here)
        left = simulate.simulate("blocs", {"mode": "solo"}, 150, seed, executor=runs.here).score(1)
        assert zone.decisive
        assert left
        held["won"] += zone.share(1).low <= exact[1] <= zone.share(1).high
        held["drawn"] += zone.share(0).low <= exact[0] <= zone.share(0).high
        held["first"] += zone.first.low <= Fraction(1, 2) <= zone.first.high
        held["decisive"] += zone.decisive.low <= Fraction(1, 2) <= zone.decisive.high
        held["left"] += left.mean.low <= mean <= left.mean.high
    assert all(0.925 <= count / 500 <= 0.975 for count in held.values()), held


def test_a_distribution() -> None:
    found = Distribution(Counter({2: 3, 5: 1, 9: 4}))
    assert (found.total, found.least, found.greatest, found.quartiles) == (8, 2, 9, (2, 5, 9))
    assert found.mean.value == pytest.approx(47 / 8)
    assert found.mean.high - found.mean.value == pytest.approx(
        1.959964 * statistics.stdev([2, 2, 2, 5, 9, 9, 9, 9]) / 8**0.5
    )
    one = Distribution(Counter({4: 1}))
    assert (one.mean.low, one.mean.high, one.quartiles) == (4, 4, (4, 4, 4))


# --- numbers of every kind ----------------------------------------------------------------------------------------


def test_numbers_of_numpy_are_numbers() -> None:
    plain = simulate.simulate("cadeau", {"zones": 1}, 10, 3)
    assert simulate.simulate("cadeau", {"zones": 1}, np.int64(10), np.uint64(3)) == plain
    assert simulate.replay("cadeau", {}, np.int64(3), np.int64(5)).events == simulate.replay("cadeau", {}, 3, 5).events


@pytest.mark.parametrize("settings", [{"push": "may"}, {"mode": "solo", "single": "end"}])
def test_options_that_batches_do_not_know_are_refused_by_name(settings: dict[str, object]) -> None:
    with pytest.raises(RequestError, match=f"does not know this setting of “blocs”: {[*settings][-1]}="):
        simulate.simulate("blocs", settings, 10, 1)


@pytest.mark.parametrize("mode", ["solo", "duel", "fast"])
def test_given_blocks_are_another_start(mode: str) -> None:
    """B18: every event of a game is one that the rules allow from there."""
    record = simulate.replay("blocs", {"mode": mode, "level": 1, "given": "3,10"}, 7, 0)
    assert blocs.outcome(record.state) is not None
    assert record.states[0] == blocs.start(blocs.variant({"mode": mode, "given": "3,10"}))


def test_what_is_no_whole_number_is_refused_by_name() -> None:
    for asked, name in (((10, 1.5), "seed"), (("10", 1), "games"), ((1e3, 1), "games")):
        with pytest.raises(RequestError, match=f"“{name}” is a whole number"):
            simulate.simulate("cadeau", {}, *asked)
    with pytest.raises(RequestError, match="“index” is a whole number"):
        simulate.replay("cadeau", {}, 1, "0")  # type: ignore[arg-type]
    for chunk in (0, -1):
        with pytest.raises(RequestError, match="“chunk” is at least 1"):
            simulate.simulate("cadeau", {}, 10, 1, chunk=chunk)
