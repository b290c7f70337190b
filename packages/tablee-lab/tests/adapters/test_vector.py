"""Thousands of games a step: the games of the single environment, and Gymnasium's contract for many at once."""

import random
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import tablee_lab.adapters.gymnasium
from tablee.core.registry import NAMES, load
from tablee_lab.adapters.vector import Seats
from tests.positions import BATCHED, parameters


def single(name: str, **arguments: Any) -> Any:
    return tablee_lab.adapters.gymnasium.Seat(name, **arguments)


def chosen(masks: Any, chance: random.Random) -> Any:
    """Any legal action of each environment; there is one, always."""
    return np.array([chance.choice(np.flatnonzero(mask).tolist()) for mask in masks])


def steps(envs: Any, seed: int, count: int) -> Iterator[tuple[Any, ...]]:
    """What can be seen of so many steps of legal actions."""
    chance = random.Random(seed)
    observations, infos = envs.reset(seed=seed)
    yield observations, infos["action_mask"], infos["_action_mask"]
    for _ in range(count):
        observations, rewards, ended, cut, infos = envs.step(chosen(infos["action_mask"], chance))
        last = infos.get("final_obs", np.full(envs.num_envs, None))
        finals = [None if one is None else one.tobytes() for one in last]
        masks = infos["final_info"]["action_mask"] if "final_info" in infos else np.zeros(0)
        yield observations, infos["action_mask"], rewards, ended, cut, finals, masks


def check(name: str, settings: dict[str, Any], mode: AutoresetMode, seat: int, opponent: Any, count: int = 30) -> None:
    given = {"seat": seat, "opponent": opponent, **settings}
    ours = Seats(name, 5, autoreset_mode=mode, **given)
    theirs: Any = SyncVectorEnv([lambda: single(name, **given)] * 5, autoreset_mode=mode)
    for one, other in zip(steps(ours, 8, count), steps(theirs, 8, count), strict=True):
        for mine, expected in zip(one, other, strict=True):
            assert np.array_equal(mine, expected)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == mode


@pytest.mark.parametrize(("name", "settings"), parameters(BATCHED))
def test_many_play_as_each_would_alone(name: str, settings: dict[str, Any]) -> None:
    """Against greed and chance, at the first seat and at the last, by Gymnasium's own way of making one of many."""
    seats = load(name).seats(load(name).variant(settings))
    check(name, settings, AutoresetMode.NEXT_STEP, 1, "lapin")
    check(name, settings, AutoresetMode.SAME_STEP, seats, "random")


@pytest.mark.parametrize("name", NAMES)
def test_without_a_new_game_by_itself(name: str) -> None:
    envs = Seats(name, 4, autoreset_mode="Disabled", opponent="greedy")
    alone = [single(name, opponent="greedy") for _ in range(4)]
    _, infos = envs.reset(seed=[5, 6, 7, 8])
    for seed, one in enumerate(alone, 5):
        one.reset(seed=seed)
    chance, over = random.Random(2), np.zeros(4, np.bool_)
    while not over.any():
        actions = chosen(infos["action_mask"], chance)
        seen, _, over, _, infos = envs.step(actions)
        expected = [one.step(action) for one, action in zip(alone, actions, strict=True)]
        assert all(np.array_equal(mine, other[0]) for mine, other in zip(seen, expected, strict=True))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(chosen(infos["action_mask"], chance))
    seen, infos = envs.reset(options={"reset_mask": over})
    assert infos["_action_mask"].tolist() == over.tolist()
    for place in np.flatnonzero(over):
        assert np.array_equal(seen[place], alone[place].reset()[0])  # the next game of the same seed


def test_functions_take_the_other_seats() -> None:
    """A function of arrays that plays what the single environment's bot plays gives the same games."""
    game = load("cadeau")

    class Last:
        def choose(self, view: Any, player: int) -> Any:
            return game.moves(view, player)[-1]

    def last(observations: Any, masks: Any, draws: Any) -> Any:
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    ours = Seats("cadeau", 3, seat=2, opponent=last, zones=2)
    theirs: Any = SyncVectorEnv([lambda: single("cadeau", seat=2, opponent=Last(), zones=2)] * 3)
    for one, other in zip(steps(ours, 3, 40), steps(theirs, 3, 40), strict=True):
        assert all(np.array_equal(mine, expected) for mine, expected in zip(one, other, strict=True))


def test_a_level_that_asks_a_solver() -> None:
    check("cadeau", {"zones": 1}, AutoresetMode.NEXT_STEP, 2, "renard", 8)
    check("blocs", {"level": 3}, AutoresetMode.NEXT_STEP, 1, "hibou", 8)


# --- the contract -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_made_by_its_name(name: str) -> None:
    envs = gymnasium.make_vec(f"tablee/{name.capitalize()}-v0", num_envs=7, opponent="random")
    assert isinstance(envs.unwrapped, Seats)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert observations.dtype == np.float32
    kept = observations.copy()
    again, rewards, *_ = envs.step(chosen(infos["action_mask"], random.Random(1)))
    assert np.array_equal(observations, kept)  # what was given stays as it was
    assert again in envs.observation_space
    assert rewards.shape == (7,)


def test_an_illegal_action_is_refused_before_anything_is_played() -> None:
    envs = Seats("cadeau", 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(3, np.int64))
    _, infos = envs.reset(seed=1)
    rows = envs.steps.rows.copy()
    for wrong in ([0, 0, 15], [0, -1, 0], [0, 0], [0.0, 0.0, 0.0], [0, 0, 99]):
        with pytest.raises(gymnasium.error.InvalidAction):
            envs.step(np.array(wrong))
    assert np.array_equal(envs.steps.rows, rows)
    for wrong_seed in (-1, [1, 2], [1, 2, -3]):
        with pytest.raises(gymnasium.error.Error):
            envs.reset(seed=wrong_seed)
    for arguments, sentence in (({"seat": 3}, "seat"), ({"opponent": "merle"}, "merle"), ({"zones": 12}, "zones")):
        with pytest.raises(gymnasium.error.Error, match=sentence):
            Seats("cadeau", 3, **arguments)
    assert infos["action_mask"].any(axis=1).all()


def test_a_legal_action_in_place_of_an_illegal_one() -> None:
    """The same one as the single environment takes."""
    given: dict[str, Any] = {"illegal": "random", "opponent": "random", "zones": 2}
    ours = Seats("cadeau", 4, **given)
    theirs: Any = SyncVectorEnv([lambda: single("cadeau", **given)] * 4)
    ours.reset(seed=2)
    theirs.reset(seed=2)
    for _ in range(30):
        mine, expected = ours.step(np.full(4, 3)), theirs.step(np.full(4, 3))
        assert np.array_equal(mine[0], expected[0])
        assert np.array_equal(mine[1], expected[1])
        assert np.array_equal(mine[2], expected[2])


@pytest.mark.parametrize("name", NAMES)
def test_what_stable_baselines_asks_of_an_environment(name: str) -> None:
    """Its `make_vec_env` makes one with `rgb_array`, wants plain spaces, seeds and pixels."""
    made = gymnasium.make(f"tablee/{name.capitalize()}-v0", render_mode="rgb_array", opponent="random")
    assert isinstance(made.action_space, gymnasium.spaces.Discrete)
    assert isinstance(made.observation_space, gymnasium.spaces.Box)
    made.action_space.seed(3)
    made.reset(seed=3)
    picture: Any = made.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (480, 3)
    assert picture.min() < 128 < picture.max()
