"""Batches with a mind of one's own: functions and every bot, the games of the rules, each of them again."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from tablee.core.errors import RequestError
from tablee.core.record import Record
from tablee.core.registry import load
from tablee_lab import simulate
from tablee_lab.adapters.space import Space
from tablee_lab.cli.options import policy_of
from tablee_lab.draws import DRAWN, choose_by_draw, draw, shares, stream
from tests.positions import BATCHED, parameters


@njit
def last(observation: Any, mask: Any, drawn: Any) -> int:
    """The last legal action."""
    chosen = 0
    for action in range(mask.size):
        if mask[action]:
            chosen = action
    return chosen


@njit
def any_one(observation: Any, mask: Any, drawn: Any) -> int:
    """One of the legal actions by the draw, by another road than the kernels'."""
    left = np.int64(drawn % np.uint64(mask.sum()))
    for action in range(mask.size):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return -1


def all_last(observations: Any, masks: Any, drawn: Any) -> Any:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def by_seeing(observations: Any, masks: Any, drawn: Any) -> Any:
    """Something that depends on all that is seen."""
    weights = np.arange(1, observations.shape[1] + 1, dtype=np.float32)
    wish = (observations @ weights).astype(np.int64)[:, None] + np.arange(masks.shape[1])
    return np.where(masks == 1, wish % 31, -1).argmax(axis=1)


def ends(results: simulate.Results) -> tuple[Any, ...]:
    return results.wins, results.draws, results.length.counts, results.tally.scores


def end(record: Record) -> int:
    assert record.outcome is not None
    return sum(record.outcome.winners)


@pytest.mark.parametrize(("name", "settings"), parameters(BATCHED))
def test_a_compiled_function_and_one_of_arrays_play_alike(name: str, settings: dict[str, object]) -> None:
    compiled, arrays = (simulate.simulate(name, settings, 60, 3, one, chunk=25) for one in (last, all_last))
    assert ends(compiled) == ends(arrays)


@pytest.mark.parametrize(("name", "settings"), parameters(BATCHED))
def test_a_game_is_replayed_as_it_was_played(name: str, settings: dict[str, object]) -> None:
    """What a function was shown in a batch is what the rules and the numbering say of the replayed game."""
    game = load(name)
    seats = game.seats(game.variant(settings))
    policies = [by_seeing, any_one, "greedy", "lapin"][:seats]
    winners: list[int] = []
    simulate.simulate(name, settings, 8, 9, policies, each=lambda _, batch: winners.extend(batch.winner.tolist()))
    space = Space.of(game, game.variant(settings))
    for index, winner in enumerate(winners):
        record = simulate.replay(name, settings, 9, index, policies)
        assert end(record) == winner
        state, key = game.start(record.variant), stream(9, index)
        for place, event in enumerate(record.events):
            if game.phase(state) == "move" and (player := game.players(state)[0]) <= 2:
                mask = np.append(space.mask(state, player), np.int8(0))[None]
                given = space.observe(state, player)[None], mask, np.array([draw(key, place)], np.uint64)
                expected = by_seeing(*given)[0] if player == 1 else any_one(*(one[0] for one in given))
                assert space.event(int(expected), player) == event
            state = game.play(state, event)


CHEAP: tuple[tuple[str, dict[str, object]], ...] = (("cadeau", {"zones": 1}), ("blocs", {"level": 3}))


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize(("game", "settings"), CHEAP, ids=str)
def test_every_bot_plays_in_batches(game: str, settings: dict[str, object], name: str) -> None:
    winners: list[int] = []
    policies = (name, any_one)
    simulate.simulate(game, settings, 40, 4, policies, each=lambda _, batch: winners.extend(batch.winner.tolist()))
    assert winners[:9] == [end(simulate.replay(game, settings, 4, index, policies)) for index in range(9)]


def test_the_owl_recruits_in_a_batch() -> None:
    """Laaancez: the owl is asked through the rules, and takes its mixtures from the draw."""
    results = simulate.simulate("laaancez", {}, 1, 1, ("hibou", "random"))
    record = simulate.replay("laaancez", {}, 1, 0, ("hibou", "random"))
    assert results.length.counts == {len(record.events): 1}


def test_a_bot_by_draws_moves_as_often_as_it_says() -> None:
    game = load("cadeau")
    state = game.from_position("cadeau/zones=2:34./6..:5../22.:d4")
    for name in DRAWN:
        stated = shares(name, game, state, 1)
        assert sum(stated.values()) == pytest.approx(1.0)
        found = [choose_by_draw(name, game, state, 1, draw(7, number)) for number in range(4000)]
        for move, share in stated.items():
            assert found.count(move) / 4000 == pytest.approx(share, abs=0.035)
        assert set(found) <= set(stated)


# --- what is refused ------------------------------------------------------------------------------------------------


def test_whoever_is_no_policy_is_refused_by_name() -> None:
    for wrong, wording in ((3, "3"), ("merle", "merle"), ("cameleon50", "cameleon50"), (["greedy"] * 3, "3 names")):
        with pytest.raises(RequestError, match=wording):
            simulate.simulate("cadeau", {}, 10, 1, wrong)  # type: ignore[arg-type]


def test_an_illegal_action_names_policy_game_and_player() -> None:
    def stubborn(observations: Any, masks: Any, drawn: Any) -> Any:
        return np.zeros(len(masks), np.int64)

    with pytest.raises(RequestError, match=r"stubborn: game 0, player 2, action 0 is not legal; these are: 1, 2, 3"):
        simulate.simulate("cadeau", {}, 10, 1, ("random", stubborn))
    for wrong in (lambda seen, masks, drawn: masks, lambda seen, masks, drawn: masks.argmax(1).astype(float)):
        with pytest.raises(RequestError, match="a whole number for each game"):
            simulate.simulate("cadeau", {}, 10, 1, wrong)


def test_a_policy_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(observations, masks, draws):\n    return masks.argmax(axis=1)\n")
    assert simulate.simulate("cadeau", {}, 20, 1, policy_of(f"{path}:choose")).games == 20
    assert policy_of("renard") == "renard"
    for wrong, wording in ((f"{path}:other", "other"), (f"{tmp_path}/none.py:choose", "none.py")):
        with pytest.raises(RequestError, match=wording):
            policy_of(wrong)
    path.write_text("1 / 0\n")
    with pytest.raises(RequestError, match="ZeroDivisionError"):
        policy_of(f"{path}:choose")
