"""The Gymnasium environments: its own checker, and that a seat there plays the game of the rules against the bots."""

import copy
import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tablee_lab.adapters.gymnasium
from tablee import bots
from tablee.core.game import Roll
from tablee.core.registry import NAMES, load
from tablee.games import laaancez
from tablee_lab.adapters.pettingzoo import env, parallel_env
from tests.positions import VARIANTS, parameters, study_sheet

OWN_SHEET = ("laaancez", laaancez.settings(laaancez.Variant(study_sheet((2, 1, 1)))))
SEATS = [
    (name, settings, seat)
    for name, settings in (*VARIANTS, OWN_SHEET)
    for seat in range(1, load(name).seats(load(name).variant(settings)) + 1)
]
every_seat = pytest.mark.parametrize(("name", "settings", "seat"), parameters(SEATS))
Log = list[tuple[Any, ...]]


def make(name: str, **arguments: Any) -> Any:
    return gymnasium.make(f"tablee/{name.capitalize()}-v0", **arguments)


def legal(mask: Any) -> list[int]:
    return [int(action) for action in np.flatnonzero(mask)]


def go_on(tested: Any, chance: random.Random, steps: int = 10**6) -> Log:
    """Play so many steps of random moves, or to the end, and tell everything that could be seen."""
    log: Log = []
    while tested.unwrapped.going and steps:
        mask = tested.unwrapped.action_masks()
        action = chance.choice(legal(mask))
        observation, reward, terminated, truncated, info = tested.step(action)
        assert info["action_mask"].tolist() == tested.unwrapped.action_masks().tolist()
        log.append((mask.tobytes(), action, observation.tobytes(), reward, terminated, truncated))
        steps -= 1
    return log


def test_samples_are_legal() -> None:
    """Stepping with what the action space draws is a game by the rules, every move among the legal ones."""
    for name in NAMES:
        tested = make(name, zones=2) if name == "cadeau" else make(name)
        tested.action_space.seed(3)
        _, info = tested.reset(seed=3)
        drawn, over = set(), False
        while not over:
            action = int(tested.action_space.sample())
            assert info["action_mask"][action]
            drawn.add(action)
            _, _, over, _, info = tested.step(action)
        assert len(drawn) > 2
        assert int(tested.action_space.sample()) in range(tested.action_space.n)  # the game is over: any number


# --- the checker --------------------------------------------------------------------------------------------------


@every_seat
def test_checker(name: str, settings: dict[str, Any], seat: int, capsys: pytest.CaptureFixture[str]) -> None:
    # The checker also steps with an action that it drew before the game began, which may be illegal by then.
    check_env(make(name, illegal="random", seat=seat, **settings).unwrapped)
    capsys.readouterr()  # it renders for people too


# --- the game of the rules ----------------------------------------------------------------------------------------


@every_seat
def test_a_seat_plays_the_game_of_the_rules(name: str, settings: dict[str, Any], seat: int) -> None:
    game = load(name)
    tested = make(name, opponent="random", seat=seat, **settings)
    for seed in range(2):
        chance, chosen, reward, terminated = random.Random(seed), [], 0.0, False
        _, info = tested.reset(seed=seed)
        while not terminated:
            action = chance.choice(legal(info["action_mask"]))
            chosen.append(action)
            _, reward, terminated, _, info = tested.step(action)
            assert terminated or reward == 0.0
        episode = tested.unwrapped.episode
        assert legal(info["action_mask"]) == [episode.wait]
        assert tested.observation_space.contains(episode.space.observe(episode.state, seat))
        state, mine = game.start(game.variant(settings)), []
        for event in episode.events:
            if not isinstance(event, Roll) and game.players(state)[0] == seat:
                mine.append(episode.space.action(event))
            state = game.play(state, event)
        assert mine == [action for action in chosen if action != episode.wait]
        assert state == episode.state
        outcome, players = game.outcome(state), game.seats(state.variant)
        assert outcome is not None
        won = 1.0 if seat in outcome.winners else -1.0 / max(1, players - 1) if outcome.winners else 0.0
        assert reward == (won if players > 1 else -outcome.scores[1])


def test_waiting_counts_the_games_that_others_ended_first() -> None:
    tested = make("blocs", mode="four", level=3, seat=4, opponent="random")
    wait = tested.unwrapped.episode.wait
    waited = 0
    for seed in range(20):
        _, info = tested.reset(seed=seed)
        allowed = legal(info["action_mask"])
        assert allowed
        assert (allowed == [wait]) == tested.unwrapped.episode.over
        if allowed == [wait]:
            waited += 1
            with pytest.raises(gymnasium.error.InvalidAction, match="nothing to decide"):
                tested.step(0)
            observation, reward, terminated, truncated, info = tested.step(wait)
            assert (reward, terminated, truncated) == (-1 / 3, True, False)
            assert observation in tested.observation_space
            assert legal(info["action_mask"]) == [wait]
        else:
            with pytest.raises(gymnasium.error.InvalidAction):
                tested.step(wait)
    assert 0 < waited < 20


def test_an_opponent_that_adapts_is_told_the_game_so_far() -> None:
    tested = make("cadeau", zones=1, seat=2, opponent="cameleon50")
    tested.reset(seed=7)
    go_on(tested, random.Random(7))
    episode = tested.unwrapped.episode
    record = episode.record
    for at, event in enumerate(record.events):
        if not isinstance(event, Roll) and record.game.actor(record.states[at], event) == 1:
            bot = bots.make("cameleon50", record.game, episode.draws.word(at))
            assert event == bots.choice(bot, record.game, record.states[: at + 1], record.events[:at], 1)

    heard: list[int] = []

    class Listening:
        def choose(self, view: Any, player: int, states: Any, events: Any) -> Any:
            heard.append(len(events))
            assert states[-1] == tested.unwrapped.episode.state
            return record.game.moves(view, player)[0]

        def says(self, player: int, states: Any, events: Any) -> Any: ...

    tested = make("cadeau", zones=1, seat=2, opponent=Listening())
    tested.reset(seed=7)
    go_on(tested, random.Random(7))
    assert heard == [1, 5, 9]


def test_one_bot_for_each_other_seat() -> None:
    tested = make("blocs", mode="four", seat=2, opponent=["random", "poussin", "lapin"])
    assert tested.unwrapped.bots == {1: "random", 3: "poussin", 4: "lapin"}
    tested.reset(seed=1)
    copied = copy.deepcopy(tested)
    assert go_on(tested, random.Random(1)) == go_on(copied, random.Random(1)) != []


# --- refusals -----------------------------------------------------------------------------------------------------


def test_order_of_calls() -> None:
    bare = tablee_lab.adapters.gymnasium.Seat("cadeau", zones=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        bare.step(0)
    bare.reset(seed=1)
    go_on(bare, random.Random(1))
    with pytest.raises(gymnasium.error.ResetNeeded):
        bare.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        make("cadeau").step(0)


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("cadeau", {"zonez": 3}, "no setting “zonez”.*“zones”"),
        ("cadeau", {"seat": 3}, "“seat” cannot be 3; it goes from 1 to 2"),
        ("blocs", {"mode": "solo", "seat": 2}, "“seat” cannot be 2"),
        ("cadeau", {"opponent": "gready"}, "no bot “gready”.*greedy"),
        ("blocs", {"mode": "four", "opponent": ["greedy"]}, "“opponent” names 1 bot for 3 other seats"),
        ("cadeau", {"illegal": "maybe"}, "“illegal” cannot be 'maybe'"),
        ("cadeau", {"seat": True}, "“seat” cannot be True"),
        ("cadeau", {"opponent": None}, "“opponent” is the name of a bot"),
    ],
)
def test_a_bad_argument_is_refused_by_its_name(name: str, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(gymnasium.error.Error, match=sentence):
        make(name, **arguments)


# --- without the import -------------------------------------------------------------------------------------------


def test_found_without_the_import() -> None:
    program = (
        "import gymnasium\n"
        'env = gymnasium.make("tablee_lab.adapters.gymnasium:tablee/Blocs-v0", mode="solo", level=2)\n'
        "env.reset(seed=1)\nprint(env.spec.id, env.spec.to_json() != '')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("tablee/Blocs-v0 True\n", "")


# --- bad input, and learners as opponents -------------------------------------------------------------------------


def test_the_state_is_all_observations() -> None:
    for tested in (env("blocs", mode="three"), parallel_env("blocs", mode="three")):
        tested.reset(seed=1)
        state = tested.state()
        assert state.shape == tested.unwrapped.state_space.shape
        length = state.size // 3
        space, now = tested.unwrapped.episode.space, tested.unwrapped.episode.state
        for place, player in enumerate((1, 2, 3)):
            assert (state[place * length :][:length] == space.observe(now, player)).all()
