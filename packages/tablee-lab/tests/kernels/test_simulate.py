"""The simulation kernels against the readable rules: every event of a game is the one that its draw picks."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Event, Roll, State
from tablee.core.registry import load, part
from tablee.games import blocs
from tablee.games.blocs.solver import modes
from tablee_lab.kernels import simulate
from tablee_lab.kernels.simulate import draws
from tests.positions import VARIANTS

Tables = Mapping[str, np.ndarray[Any, np.dtype[Any]]]


def sheet(rows: list[int], **objects: dict[str, object]) -> dict[str, object]:
    """A sheet whose faces offer a tick twice, then these objects and a tick by turns, and the last object twice."""
    names = ["+", "+", *itertools.islice(itertools.cycle([*objects, "+"]), 8), *2 * [*objects][-1:]]
    faces = {str(face): names[2 * face - 2 : 2 * face] for face in range(1, 7)}
    candle = {"hits": 3, "damage": 2}
    return {"sheet": {"name": "own", "rows": rows, "candle": candle, "objects": objects, "faces": faces}}


SHEETS: tuple[dict[str, object], ...] = (
    sheet([1, 1], stone={"hits": 9, "damage": 0}),  # nothing to tick
    sheet([2, 4, 1], wall={"hits": 2, "damage": 0, "shield": True}, ball={"hits": 1, "damage": 1, "limit": 3}),
    sheet([3, 1, 1], guard={"hits": 3, "damage": 1, "limit": 9, "shield": True}, pin={"hits": 1, "damage": 9}),
    sheet([9] * 8 + [1], ball={"hits": 2, "damage": 1, "limit": 2}, wall={"hits": 1, "damage": 0, "shield": True}),
)
ALL = (
    *((name, settings) for name, settings in VARIANTS if "push" not in settings and "single" not in settings),
    *(("cadeau", {"zones": zones, "straights": "any"}) for zones in (5, 6, 9)),
    *(("laaancez", settings) for settings in SHEETS),
)


# The draws, in plain whole numbers

GOLDEN, WHOLE = 0x9E3779B97F4A7C15, 2**64


def mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WHOLE
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WHOLE
    return z ^ z >> 31


def draw(seed: int, index: int, n: int) -> int:
    key = mix((mix((seed + GOLDEN) % WHOLE) + (index + 1) * GOLDEN) % WHOLE)
    return mix((key + (n + 1) * GOLDEN) % WHOLE)


def below(drawn: int, count: int) -> int:
    return (drawn >> 32) * count >> 32


def rolled(dice: int, drawn: int) -> Roll:
    if dice == 1:
        return Roll((below(drawn, 6) + 1,))
    first, second = divmod(below(drawn, 36), 6)
    return Roll(tuple(sorted((first + 1, second + 1))))


def considered(game: AnyGame, state: State, player: int, policy: str, solved: Tables | None) -> tuple[Event, ...]:
    """The moves among which a policy leaves the choice to chance."""
    moves = game.moves(state, player)
    if policy == "greedy":
        worths = [
            part(game.NAME, "worth").worth(state, player, move)  # type: ignore[union-attr]
            for move in moves
        ]
        return tuple(move for move, worth in zip(moves, worths, strict=True) if worth == max(worths))
    if policy == "hibou":
        assert solved is not None
        sign = -1 if state.variant.mode == "solo" else 1  # alone, the smallest sum is best
        return (max(moves, key=lambda move: sign * modes.worth(solved, game.play(state, move), player)),)
    return moves


def played(
    game: AnyGame, start: State, policies: tuple[str, ...], seed: int, index: int, solved: Tables | None = None
) -> Iterator[tuple[Event, State]]:
    """A game through the rules: every event, and the state after it."""
    state = start
    for n in itertools.count():
        if game.phase(state) == "over":
            return
        drawn = draw(seed, index, n)
        event: Event
        if game.phase(state) == "roll":
            event = rolled(len(game.rolls(state)[0][0].dice), drawn)
        else:
            player = game.players(state)[0]
            moves = considered(game, state, player, policies[player - 1], solved)
            event = moves[below(drawn, len(moves))]
        state = game.play(state, event)
        yield event, state


def agree(
    name: str, settings: dict[str, object], policies: tuple[str, ...], seed: int, first: int, count: int,
    solved: Tables | None = None,
) -> None:  # fmt: skip
    """The kernel and the rules play the same games."""
    game = load(name)
    variant = game.variant(settings)
    job = simulate.prepare(name, variant, policies, solved)
    batch = simulate.play(job, seed, first, count)
    for at, index in enumerate(range(first, first + count)):
        *_, (_, end) = events = list(played(game, game.start(variant), policies, seed, index, solved))
        assert simulate.trace(job, seed, index) == tuple(str(event) for event, _ in events)
        outcome = game.outcome(end)
        assert outcome is not None
        assert batch.winner[at] == (outcome.winners or (0,))[0]
        assert batch.events[at] == len(events)
        assert batch.scores[at].tolist() == [outcome.scores[player] for player in sorted(outcome.scores)]


def seats(name: str, settings: dict[str, object]) -> int:
    return load(name).seats(load(name).variant(settings))


@pytest.mark.parametrize(("name", "settings"), ALL, ids=str)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_every_event_is_the_one_drawn(name: str, settings: dict[str, object], policy: str) -> None:
    agree(name, settings, (policy,) * seats(name, settings), seed=2024, first=0, count=12)


@pytest.mark.parametrize("policies", [("random", "greedy"), ("greedy", "random")], ids=str)
@pytest.mark.parametrize("name", simulate.POLICIES)
def test_each_player_has_a_policy_of_their_own(name: str, policies: tuple[str, ...]) -> None:
    agree(name, {}, policies, seed=7, first=1000, count=12)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", simulate.POLICIES)
@given(seed=st.integers(0, WHOLE - 1), index=st.integers(0, 2**62))
def test_any_seed_and_any_game(name: str, policy: str, seed: int, index: int) -> None:
    agree(name, {}, (policy, policy), seed, index, 1)


# The best player of blocs, by values made up at random: what is tested is where it looks for them

SHAPES = {
    "solo": (1024,),
    "duel": (1024,),
    "fast": (1024, 1024),
    "three": (4, 2, 1024, 1024),
    "four": (1, 3, 1024, 1024),
}


@cache
def made_up(mode: str) -> Tables:
    values = np.random.default_rng(5).integers(0, 50, SHAPES[mode]) / 50.0  # many are equal
    return {"sum" if mode == "solo" else "value": values}


@pytest.mark.parametrize("mode", blocs.MODES)
@pytest.mark.parametrize("level", [1, 3])
def test_the_best_player_goes_by_the_solved_table(mode: str, level: int) -> None:
    settings: dict[str, object] = {"mode": mode, "level": level}
    people = seats("blocs", settings)
    agree("blocs", settings, ("hibou",) * people, seed=3, first=0, count=12, solved=made_up(mode))
    others = ("hibou", "greedy", "random", "hibou")[:people]
    agree("blocs", settings, others, seed=4, first=0, count=6, solved=made_up(mode))


# Batches

ARRAYS = simulate.Batch._fields


@pytest.mark.parametrize("name", simulate.POLICIES)
def test_how_games_are_cut_into_batches_does_not_matter(name: str) -> None:
    job = simulate.prepare(name, load(name).variant({}), ("random", "greedy"))
    whole = simulate.play(job, 11, 500, 300)
    parts = [(500, 1), (501, 0), (501, 122), (623, 177)]
    again = pickle.loads(pickle.dumps(job))
    with ThreadPoolExecutor(2) as pool:
        batches = list(pool.map(lambda part: simulate.play(again, 11, *part), parts))
    for field in ARRAYS:
        joined = np.concatenate([getattr(batch, field) for batch in batches])
        assert np.array_equal(joined, getattr(whole, field))
        assert joined.dtype == getattr(whole, field).dtype
    assert not np.array_equal(whole.winner, simulate.play(job, 12, 500, 300).winner)


def test_the_arrays_are_as_promised() -> None:
    for name, settings, scores in (
        ("cadeau", {}, 2),
        ("blocs", {}, 0),
        ("blocs", {"mode": "solo"}, 1),
        ("laaancez", {}, 0),
    ):
        variant = load(name).variant(settings)
        job = simulate.prepare(name, variant, ("random",) * load(name).seats(variant))
        winner, events, kept = simulate.play(job, 1, 0, 7)
        assert [array.dtype.name for array in (winner, events, kept)] == ["uint8", "int32", "int16"]
        assert (winner.shape, events.shape, kept.shape) == ((7,), (7,), (7, scores))


# Draws


def test_the_draws_are_those_of_the_plain_numbers() -> None:
    for seed, index in ((0, 0), (1, 2**40), (WHOLE - 1, 12345), (WHOLE // 2, 2**62)):
        key = np.uint64(draws.stream(np.uint64(seed), np.uint64(index)))
        for n in (0, 1, 500):
            drawn = int(draws.draw(key, n))
            assert drawn == draw(seed, index, n)
            for count in (1, 2, 6, 36, 27, 175):
                assert draws.below(np.uint64(drawn), count) == below(drawn, count)


@pytest.mark.parametrize("step", [(0, 0, 1), (0, 1, 0), (1, 0, 0)], ids=["events", "games", "seeds"])
def test_draws_and_their_neighbours_are_even(step: tuple[int, int, int]) -> None:
    """A chi-square over pairs of neighbouring draws: of one game, of two games, of two seeds."""
    line = [draw(31 + at * step[0], 57 + at * step[1], at * step[2]) for at in range(40_000)]
    for count in (2, 6, 7, 36):
        pairs = np.zeros((count, count))
        for one, two in zip(line[::2], line[1::2], strict=True):
            pairs[below(one, count), below(two, count)] += 1
        mean, freedom = pairs.mean(), count**2 - 1
        assert abs(((pairs - mean) ** 2 / mean).sum() - freedom) < 3.5 * (2 * freedom) ** 0.5


# What cannot be played


@pytest.mark.parametrize(
    ("policies", "word"),
    [(("random", "hibou"), "hibou"), (("random",), "2"), (("random",) * 3, "2"), (("", "random"), "greedy")],
    ids=str,
)
def test_policies_that_cannot_be_played_are_refused(policies: tuple[str, ...], word: str) -> None:
    with pytest.raises(RequestError) as refused:
        simulate.prepare("cadeau", load("cadeau").variant({}), policies)
    assert word in refused.value.text.fr
    assert word in refused.value.text.en


def test_the_best_player_asks_for_its_table() -> None:
    with pytest.raises(RequestError):
        simulate.prepare("blocs", blocs.variant({}), ("hibou", "random"))
