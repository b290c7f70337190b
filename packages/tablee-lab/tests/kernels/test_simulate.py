"""The simulation kernels against the readable rules: every game ends as its draws make it end."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from tablee.core.errors import RequestError
from tablee.core.game import Outcome, Roll
from tablee.core.registry import load
from tablee.games import blocs
from tablee.games.blocs.solver import modes
from tablee_lab import draws
from tablee_lab.draws import choose_by_draw
from tablee_lab.kernels import simulate
from tablee_lab.simulate import replay
from tests.positions import BATCHED, parameters

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
ALL = [
    *parameters((*BATCHED, *(("cadeau", {"zones": zones, "straights": "any"}) for zones in (5, 6, 9)))),
    *(("laaancez", settings) for settings in SHEETS),
    *(("blocs", {"mode": mode, "given": "3,10"}) for mode in ("solo", "duel", "fast")),  # B18
]


def agree(batch: simulate.Batch, at: int, outcome: Outcome | None, events: int) -> None:
    """A row of a batch tells how a game ended."""
    assert outcome is not None
    assert batch.winner[at] == (outcome.winners or (0,))[0]
    assert batch.events[at] == events
    assert batch.scores[at].tolist() == [outcome.scores[player] for player in sorted(outcome.scores)]


@pytest.mark.parametrize(("name", "settings"), ALL)
def test_games_end_as_they_do_through_the_rules(name: str, settings: dict[str, object]) -> None:
    variant, first = load(name).variant(settings), 2**40
    seats = load(name).seats(variant)
    for policies in (("random",) * seats, ("greedy",) * seats, ("random", "greedy", "greedy", "random")[:seats]):
        batch = simulate.play(simulate.prepare(name, variant, policies), 2024, first, 12)
        for at in range(12):
            record = replay(name, variant, 2024, first + at, policies)
            agree(batch, at, record.outcome, len(record.events))


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
    variant, solved, seed = blocs.variant({"mode": mode, "level": level}), made_up(mode), 3
    people, sign = blocs.seats(variant), -1 if mode == "solo" else 1  # alone, the smallest sum is best
    for policies in (("hibou",) * people, ("hibou", "greedy", "random", "hibou")[:people]):
        batch = simulate.play(simulate.prepare("blocs", variant, policies, solved), seed, 0, 12)
        for index in range(12):
            state, key, events = blocs.start(variant), draws.stream(seed, index), 0
            while blocs.phase(state) != "over":
                player, number = blocs.players(state)[0], draws.draw(key, events)
                event: blocs.Event
                if blocs.phase(state) == "roll":
                    event = Roll(tuple(sorted(die + 1 for die in divmod(draws.below(number, 36), 6))))
                elif policies[player - 1] == "hibou":
                    after = {move: blocs.play(state, move) for move in blocs.moves(state, player)}
                    worth = {move: sign * modes.worth(solved, end, player) for move, end in after.items()}
                    event = max(worth, key=lambda move: worth[move])
                else:
                    event = choose_by_draw(policies[player - 1], load("blocs"), state, player, number)
                state, events = blocs.play(state, event), events + 1
            agree(batch, index, blocs.outcome(state), events)


# Batches


# Draws


@pytest.mark.parametrize("step", [(0, 0, 1), (0, 1, 0), (1, 0, 0)], ids=["events", "games", "seeds"])
def test_draws_and_their_neighbours_are_even(step: tuple[int, int, int]) -> None:
    """A chi-square over pairs of neighbouring draws: of one game, of two games, of two seeds."""
    keys = [draws.stream(31 + at * step[0], 57 + at * step[1]) for at in range(40_000)]
    line = [draws.draw(key, at * step[2]) for at, key in enumerate(keys)]
    for count in (2, 6, 7, 36):
        pairs = np.zeros((count, count))
        for one, two in zip(line[::2], line[1::2], strict=True):
            pairs[draws.below(one, count), draws.below(two, count)] += 1
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
