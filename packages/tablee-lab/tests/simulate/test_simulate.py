"""Batches: every game of them is a game of the plain rules, however it is played, and the figures are true."""

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

from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.record import Record
from tablee.engine import solvers
from tablee.games import cadeau
from tablee_lab import draws, runs, simulate
from tablee_lab.kernels import simulate as kernels
from tablee_lab.kernels.simulate import draws as kernel_draws
from tablee_lab.runs import Estimate
from tablee_lab.simulate.exploitability import exploitability
from tablee_lab.simulate.results import Distribution

pytestmark = pytest.mark.usefixtures("own_tables")


# --- the same draws ---------------------------------------------------------------------------------------------------

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS, st.integers(0, 2**63 - 1), st.integers(0, 10**6), st.integers(1, 2**31))
def test_draws_are_those_of_the_kernels(seed: int, index: int, number: int, count: int) -> None:

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


def winner_of(record: Record) -> int:
    assert record.outcome is not None
    return sum(record.outcome.winners)


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


# --- however it is played ---------------------------------------------------------------------------------------------


def shuffled(do: Any, job: Any, parts: Sequence[Any]) -> Any:
    yield from (do(job, part) for part in random.Random(1).sample(parts, len(parts)))


@pytest.mark.parametrize("executor", [runs.here, runs.threads(2), runs.threads(5), shuffled], ids=range(4))
@pytest.mark.parametrize("chunk", [None, 1, 97, 10_000])
def test_spreading_changes_nothing(executor: runs.Executor, chunk: int | None) -> None:
    batches: list[tuple[int, int]] = []
    usual = simulate.simulate("cadeau", {"zones": 2}, 500, 3, ("greedy", "random"), executor=runs.here)
    again = simulate.simulate(
        "cadeau",
        {"zones": 2},
        500,
        3,
        ("greedy", "random"),
        executor=executor,
        chunk=chunk,
        each=lambda first, batch: batches.append((first, len(batch.winner))),
    )
    assert again == usual
    assert [first for first, _ in batches] == [sum(count for _, count in batches[:at]) for at in range(len(batches))]
    assert sum(count for _, count in batches) == 500


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
    exact = one_zone()
    held: Counter[str] = Counter()
    for seed in range(500):
        zone = simulate.simulate("cadeau", {"zones": 1}, 150, seed, executor=runs.here)
        assert zone.decisive
        held["won"] += zone.share(1).low <= exact[1] <= zone.share(1).high
        held["drawn"] += zone.share(0).low <= exact[0] <= zone.share(0).high
        held["first"] += zone.first.low <= Fraction(1, 2) <= zone.first.high
        held["decisive"] += zone.decisive.low <= Fraction(1, 2) <= zone.decisive.high
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


@pytest.mark.parametrize("settings", [{"push": "may"}, {"mode": "solo", "single": "end"}])
def test_options_that_batches_do_not_know_are_refused_by_name(settings: dict[str, object]) -> None:
    with pytest.raises(RequestError, match=f"“blocs” cannot be computed with {[*settings][-1]}="):
        simulate.simulate("blocs", settings, 10, 1)


def test_guests_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GUESTS, "osselets", "osselets")
    for asked in (
        lambda: simulate.simulate("osselets", {}, 10, 1),
        lambda: simulate.replay("osselets", {}, 1, 0),
        lambda: exploitability("osselets", "random"),
    ):
        with pytest.raises(RequestError, match="cadeau, blocs and laaancez only; for “osselets”"):
            asked()


def test_what_is_no_whole_number_is_refused_by_name() -> None:
    for asked, name in (((10, 1.5), "seed"), (("10", 1), "games"), ((1e3, 1), "games")):
        with pytest.raises(RequestError, match=f"“{name}” is a whole number"):
            simulate.simulate("cadeau", {}, *asked)
    with pytest.raises(RequestError, match="“index” is a whole number"):
        simulate.replay("cadeau", {}, 1, "0")  # type: ignore[arg-type]
    for chunk in (0, -1):
        with pytest.raises(RequestError, match="“chunk” is at least 1"):
            simulate.simulate("cadeau", {}, 10, 1, chunk=chunk)
