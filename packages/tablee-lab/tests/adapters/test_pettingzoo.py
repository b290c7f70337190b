"""The PettingZoo environments: its own suites, and that a game there is the game of the rules."""

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, BaseParallelWrapper, TerminateIllegalWrapper

from tablee.core.game import Roll
from tablee.core.registry import NAMES, load
from tablee.games import laaancez
from tablee_lab.adapters.episode import fair
from tablee_lab.adapters.pettingzoo import env, parallel_env
from tests.positions import VARIANTS, parameters, study_sheet

OWN_SHEET = ("laaancez", laaancez.settings(laaancez.Variant(study_sheet((2, 1, 1)))))
every_variant = pytest.mark.parametrize(("name", "settings"), parameters((*VARIANTS, OWN_SHEET)))
every_game = pytest.mark.parametrize("name", NAMES)
both_kinds = pytest.mark.parametrize("make", [env, parallel_env])
Log = list[tuple[Any, ...]]


# --- their suites -------------------------------------------------------------------------------------------------


@every_variant
# The suite knows by name the environments of PettingZoo that observe through a dictionary, as the masked ones do.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
def test_aec_suite(name: str, settings: dict[str, Any]) -> None:
    tested = env(name, **settings)
    for agent in tested.possible_agents:
        tested.action_space(agent).seed(1)
    api_test(tested, num_cycles=60)
    seed_test(partial(env, name, **settings), num_cycles=60)


@every_variant
def test_parallel_suite(name: str, settings: dict[str, Any]) -> None:
    tested = parallel_env(name, **settings)
    for agent in tested.possible_agents:
        tested.action_space(agent).seed(1)
    parallel_api_test(tested, num_cycles=120)
    parallel_seed_test(partial(parallel_env, name, **settings), num_cycles=60)


@every_game
def test_render_suite(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    title = load(name).TITLE
    drawings = {
        "svg": lambda drawn: drawn.startswith("<svg"),
        "ansi": lambda text: text.startswith((title.fr, title.en)),
    }
    render_test(partial(env, name), drawings)
    printed = capsys.readouterr().out
    assert title.fr in printed or title.en in printed


# --- the game of the rules ----------------------------------------------------------------------------------------


def legal(mask: Any) -> list[int]:
    return [int(action) for action in np.flatnonzero(mask)]


def seen(observation: dict[str, Any]) -> tuple[bytes, bytes]:
    return observation["observation"].tobytes(), observation["action_mask"].tobytes()


def all_of(tested: Any) -> tuple[Any, ...]:
    """The whole game, dice to come included."""
    return tested.episode.state, tuple(tested.episode.events), tested.episode.draws, tuple(tested.agents)


def go_on(tested: Any, chance: random.Random, steps: int = 10**6) -> Log:
    """Play so many steps of random moves, or to the end, and tell everything that could be seen."""
    return _turns(tested, chance, steps) if hasattr(tested, "agent_iter") else _rounds(tested, chance, steps)


def _turns(tested: Any, chance: random.Random, steps: int) -> Log:
    log: Log = []
    while tested.agents and steps:
        agent = tested.agent_selection
        observation, reward, terminated, truncated, _ = tested.last()
        action = None if terminated else chance.choice(legal(observation["action_mask"]))
        log.append((agent, *map(seen, map(tested.observe, tested.agents)), reward, terminated, truncated, action))
        tested.step(action)
        log.append((dict(tested.rewards),))
        steps -= 1
    return log


def _rounds(tested: Any, chance: random.Random, steps: int) -> Log:
    log: Log = []
    while tested.agents and steps:
        masks = {agent: tested.episode.mask(tested.players[agent]) for agent in tested.agents}
        actions = {agent: chance.choice(legal(mask)) for agent, mask in masks.items()}
        observations, *rest = tested.step(actions)
        assert {agent: info["action_mask"].tolist() for agent, info in rest[-1].items()} == {
            agent: observation["action_mask"].tolist() for agent, observation in observations.items()
        }
        log.append((actions, {agent: seen(shown) for agent, shown in observations.items()}, *rest[:-1]))
        steps -= 1
    return log


def expected_rewards(name: str, state: Any) -> list[float]:
    """From the outcome, in another way than the adapters'."""
    game = load(name)
    outcome, players = game.outcome(state), range(1, game.seats(state.variant) + 1)
    assert outcome is not None
    if len(players) == 1:
        return [-float(outcome.scores[1])]
    if not outcome.winners:
        return [0.0 for _ in players]
    (winner,) = outcome.winners
    return [1.0 if player == winner else -1 / (len(players) - 1) for player in players]


@every_variant
def test_both_kinds_play_the_game_of_the_rules(name: str, settings: dict[str, Any]) -> None:
    game = load(name)
    turns, rounds = env(name, **settings), parallel_env(name, **settings)
    for seed in range(4):
        chance = random.Random(seed)
        turns.reset(seed=seed)
        shown, _ = rounds.reset(seed=seed)
        state, place, choices = game.start(game.variant(settings)), 0, []
        while True:
            while game.phase(state) == "roll":  # what the environment threw, played by the rules
                roll = turns.episode.events[place]
                assert isinstance(roll, Roll)
                state, place = game.play(state, roll), place + 1
            if game.phase(state) == "over":
                break
            actions = dict.fromkeys(rounds.agents, len(turns.episode.space.actions))
            for agent, player in rounds.players.items():  # whoever has nothing to choose waits
                assert (legal(shown[agent]["action_mask"]) == [rounds.episode.wait]) == (
                    player not in game.players(state)
                )
            for player in game.players(state):
                agent = f"player_{player}"
                observation, reward, terminated, *_ = turns.last()
                assert (turns.agent_selection, reward, terminated) == (agent, 0.0, False)
                moves = {str(move).removeprefix(f"{player}."): move for move in game.moves(state, player)}
                allowed = legal(observation["action_mask"])
                assert {turns.episode.space.actions[action] for action in allowed} == set(moves)
                assert legal(shown[agent]["action_mask"]) == allowed
                actions[agent] = chance.choice(allowed)
                choices.append(moves[turns.episode.space.actions[actions[agent]]])
                turns.step(actions[agent])
                state, place = game.play(state, choices[-1]), place + 1
            shown, rewards, terminations, _, _ = rounds.step(actions)
        assert [event for event in turns.episode.events if not isinstance(event, Roll)] == choices
        assert turns.episode.state == rounds.episode.state == state
        assert rounds.episode.events == turns.episode.events == list(turns.episode.record.events)
        wanted = expected_rewards(name, state)
        assert list(rewards.values()) == list(turns.rewards.values()) == wanted
        assert list(turns._cumulative_rewards.values()) == wanted
        assert turns.episode.record.outcome == game.outcome(state)
        assert all(terminations.values())
        assert all(turns.terminations.values())
        ends = {}
        for agent in turns.agent_iter():
            ends[agent] = turns.last()[1]
            turns.step(None)
        assert ends == dict(zip(turns.possible_agents, wanted, strict=True))


@every_game
def test_dice_are_fair(name: str) -> None:
    game = load(name)
    start = game.start(game.variant({}))
    throws = fair(game.rolls(start))
    counted = Counter(throws)
    assert {roll: counted[roll] * weight.denominator for roll, weight in game.rolls(start)} == {
        roll: weight.numerator * len(throws) for roll, weight in game.rolls(start)
    }


@both_kinds
def test_chance_comes_from_the_seed(make: Callable[..., Any]) -> None:
    tested = make("cadeau")

    def events(seed: int | None) -> list[Any]:
        tested.reset(seed=seed)
        go_on(tested, random.Random(1))
        return list(tested.episode.events)

    assert events(5) == events(5)
    assert events(5) != events(6)
    assert events(None) != events(None)
    assert make("cadeau").episode.draws != make("cadeau").episode.draws


# --- recruitment (L4) ---------------------------------------------------------------------------------------------


def test_player_2_does_not_see_what_player_1_chose() -> None:
    tested = env("laaancez", render_mode="ansi")
    tested.reset(seed=3)
    choices = legal(tested.observe("player_1")["action_mask"])
    assert len(choices) > 1
    assert not tested.observe("player_2")["action_mask"].any()  # it is not yet their turn to say
    views = set()
    for action in choices:
        once = copy.deepcopy(tested)
        once.step(action)
        assert once.agent_selection == "player_2"
        views.add((seen(once.observe("player_2")), once.render()))
    assert len(views) == 1


# --- illegal actions ----------------------------------------------------------------------------------------------

NONSENSE = (None, "2a", 1.5, -1, 10**6, np.array([1, 2]))


@every_variant
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, settings: dict[str, Any]) -> None:
    turns, rounds = env(name, **settings), parallel_env(name, **settings)
    chance = random.Random(2)
    for seed in range(3):
        for tested in (turns, rounds):
            tested.reset(seed=seed)
            go_on(tested, random.Random(seed), seed)
        if not turns.episode.over:
            allowed = legal(turns.last()[0]["action_mask"])
            illegal = sorted(set(range(turns.episode.wait + 1)) - set(allowed))
            before = all_of(turns)
            for action in (*chance.sample(illegal, min(20, len(illegal))), *NONSENSE):
                with pytest.raises(gymnasium.error.InvalidAction):
                    turns.step(action)
            assert all_of(turns) == before
        if not rounds.episode.over:
            right = {agent: legal(rounds.episode.mask(player))[0] for agent, player in rounds.players.items()}
            before = all_of(rounds)
            for agent, player in rounds.players.items():
                illegal = sorted(set(range(rounds.episode.wait + 2)) - set(legal(rounds.episode.mask(player))))
                for action in (*chance.sample(illegal, min(10, len(illegal))), *NONSENSE[:-1]):
                    with pytest.raises(gymnasium.error.InvalidAction):
                        rounds.step({**right, agent: action})
                with pytest.raises(gymnasium.error.InvalidAction):
                    rounds.step({other: action for other, action in right.items() if other != agent})
            assert all_of(rounds) == before
            rounds.step(right)


def test_a_refusal_says_why() -> None:
    tested = env("cadeau")
    tested.reset(seed=1)
    for _ in range(2):
        tested.step(4)
    with pytest.raises(gymnasium.error.InvalidAction, match="Cell 2b already holds"):
        tested.step(4)
    with pytest.raises(gymnasium.error.InvalidAction, match="There is no action 15; they go from 0 to 14"):
        tested.step(15)
    rounds = parallel_env("cadeau")
    rounds.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=r"Player 2: there is nothing to decide.*15"):
        rounds.step({"player_1": 0, "player_2": 0})


# --- copies -------------------------------------------------------------------------------------------------------


def wrapped(tested: Any) -> Any:
    """In wrappers of PettingZoo, as learners stack them."""
    if not hasattr(tested, "agent_iter"):
        return BaseParallelWrapper(tested)
    return TerminateIllegalWrapper(AssertOutOfBoundsWrapper(tested), illegal_reward=-1)


@both_kinds
@every_variant
def test_copies_go_on_alike(make: Callable[..., Any], name: str, settings: dict[str, Any]) -> None:
    chance = random.Random(str(settings))
    for seed in range(3):
        tested = make(name, **settings)
        if seed == 2:
            tested = wrapped(tested)
        tested.reset(seed=seed)
        go_on(tested, chance, chance.randrange(40))
        copies = [copy.deepcopy(tested), pickle.loads(pickle.dumps(tested))]

        def rest(one: Any, seed: int = seed) -> tuple[Log, list[Any]]:
            """To the end, and the next game on the same random stream."""
            chance = random.Random(seed)
            log = go_on(one, chance)
            first = list(one.episode.events)
            one.reset()
            return log + go_on(one, chance), first + list(one.episode.events)

        expected = rest(tested)
        for one in copies:
            assert rest(one) == expected


def test_order_of_calls() -> None:
    turns, rounds = env("cadeau"), parallel_env("cadeau", zones=1)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        turns.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        rounds.step({"player_1": 0, "player_2": 3})
    rounds.reset(seed=1)
    go_on(rounds, random.Random(1))
    with pytest.raises(gymnasium.error.ResetNeeded):
        rounds.step({})
