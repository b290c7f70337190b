"""The OpenSpiel games: OpenSpiel's own suites, golden playthroughs, copies, and what is refused."""

import json
import random
import subprocess
import sys
import unittest
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.tests.games_sim_test import GamesSimTest as Simulations

from tablee.core.game import State, events
from tablee.core.registry import load
from tablee_lab.adapters.open_spiel import format_parameter
from tests.positions import FEW, HEDGED, VARIANTS, parameters, walk
from tools.playthroughs import FOLDER, GAMES

Simulations.__test__ = False  # its methods are called here, one by one


def string_of(name: str, settings: dict[str, object]) -> str:
    """A game as OpenSpiel names it; a value's own commas are written as semicolons."""
    parameters = (f"{key}={format_parameter(value)}" for key, value in settings.items())
    return f"tablee_{name}({','.join(parameters)})"


# One of each game and mode in every run.
STRINGS = [
    *(
        pytest.param(string_of(*one), id=string_of(*one)[:40], marks=() if one in FEW else pytest.mark.slow)
        for one in VARIANTS
    ),
    "tablee_cadeau(zones=2,after=d3 1a d5 1b d6)",
    "tablee_blocs(after=d44 4;5,passes=True)",
    "tablee_blocs(mode=solo,passes=True)",
    f"tablee_laaancez(sheet={json.dumps(HEDGED).replace(',', ';')})",
]
every_game = pytest.mark.parametrize("string", STRINGS)


def step(state: Any, rng: random.Random) -> None:
    """Play on at random."""
    if state.is_simultaneous_node():
        state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(state.num_players())])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def looks(state: Any) -> tuple[Any, ...]:
    """All that OpenSpiel can ask about a state."""
    players = range(state.num_players())
    return (
        str(state),
        state.history(),
        state.move_number(),
        state.current_player(),
        state.returns(),
        [state.observation_tensor(player) for player in players],
        [state.information_state_string(player) for player in players],
        [] if state.is_chance_node() else [state.legal_actions(player) for player in players],
    )


# --- OpenSpiel's suites ---------------------------------------------------------------------------------------


@every_game
def test_simulations(string: str) -> None:
    np.random.seed(1)
    game = pyspiel.load_game(string)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    Simulations().sim_game(game)


def run_cases(base: type[unittest.TestCase], game: Any, without: str = "") -> int:
    """Run OpenSpiel's test class on a game; the number of tests that ran."""
    case = type("Enforced", (base,), {"game": game, "game_name": str(game)})
    names = [name for name in unittest.defaultTestLoader.getTestCaseNames(case) if name != without]
    result = unittest.TestResult()
    unittest.TestSuite(map(case, names)).run(result)
    assert not result.errors + result.failures, "\n".join(trace for _, trace in result.errors + result.failures)
    assert not result.skipped
    return result.testsRun


API_GAMES = ["tablee_cadeau", "tablee_blocs", "tablee_blocs(mode=solo)", "tablee_blocs(mode=three)", "tablee_laaancez"]


@pytest.mark.parametrize(
    ("string", "load_game"),
    [*((string, pyspiel.load_game) for string in API_GAMES), ("tablee_laaancez", pyspiel.load_game_as_turn_based)],
)
def test_api_enforcement_on_a_partial_tree(string: str, load_game: Callable[[str], Any]) -> None:
    random.seed(1)
    np.random.seed(2)
    game = load_game(string)
    Simulations().sim_game(game)
    assert run_cases(api_test.EnforceAPIOnPartialTreeBase, game) == 5


@pytest.mark.parametrize(
    "string",
    [
        "tablee_cadeau(zones=1,after=d3 1a d5 1b d2 1b d2 1c)",
        "tablee_cadeau(zones=1,straights=any,after=d3 1a d5 1b d2 1b d2 1c d4)",
    ],
)
def test_api_enforcement_on_a_full_tree(string: str) -> None:
    """The numbers of nodes are those of the rules themselves."""
    game = pyspiel.load_game(string)
    space, name = game.start.space, str(game)
    phases = Counter(phases_below(space.game, game.start.state))
    nodes = {name: (phases["roll"], phases["move"], phases["over"])}
    with (
        mock.patch.dict(api_test.TOTAL_NUM_STATES, nodes),
        mock.patch.dict(api_test.PERFECT_RECALL_NUM_STATES, {name: phases["move"]}),
    ):
        # That one asks for a tensor of the information state; ours is the history, a string.
        without = "test_current_player_infosets_no_overlap_between_players"
        assert run_cases(api_test.EnforceAPIOnFullTreeBase, game, without) == 7


def phases_below(game: Any, state: State) -> Iterator[str]:
    yield game.phase(state)
    for event in events(game, state):
        yield from phases_below(game, game.play(state, event))


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthroughs_replay(name: str) -> None:
    """`python tools/playthroughs.py` writes them anew."""
    flags.FLAGS.mark_as_parsed()
    path = FOLDER / f"{name}.txt"
    golden, again = generate_playthrough.replay(str(path))
    assert golden.startswith(f"game: {GAMES[name]}\n")
    assert again == golden


# --- the games themselves -------------------------------------------------------------------------------------


@every_game
def test_a_game_in_open_spiel_is_the_game_of_the_rules(string: str) -> None:
    """Its record, read by the plain rules, leads to the same states, moves, observations and outcome."""
    game = pyspiel.load_game(string)
    rules, rng = game.start.space.game, random.Random(5)
    observation = make_observation(game)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state, plain = game.new_initial_state(), game.start.state
    seen_so_far = 0
    while not state.is_terminal():
        if state.is_chance_node():
            tokens = [state.action_to_string(action) for action in state.legal_actions()]
            chances = dict(zip(tokens, (chance for _, chance in state.chance_outcomes()), strict=True))
            assert chances == {str(roll): float(weight) for roll, weight in rules.rolls(plain)}
        elif not state.standing.passer:
            assert state.is_simultaneous_node() == (len(rules.players(plain)) > 1)
            for player in rules.players(plain):
                shown = [state.action_to_string(player - 1, action) for action in state.legal_actions(player - 1)]
                moves = [str(move).removeprefix(f"{player}.") for move in rules.moves(plain, player)]
                assert sorted(shown) == sorted(moves)
        step(state, rng)
        tokens = state.record().split()
        for token in tokens[seen_so_far:]:
            vain = token == "-" and rules.phase(plain) == "roll"  # a pass of OpenSpiel's, no event of the rules
            plain = plain if vain else rules.play(plain, rules.parse(token))
        seen_so_far = len(tokens)
        assert state.standing.state == plain
        for player in range(game.num_players()):
            observation.set_from(state, player)
            seen = game.start.space.observe(plain, player + 1)
            assert np.array_equal(observation.tensor, seen)
            assert np.array_equal(state.observation_tensor(player), seen)
            assert observation.string_from(state, player) == str(state)
            assert recall.string_from(state, player) == state.record()
    outcome = rules.outcome(plain)
    assert outcome is not None
    if state.num_players() == 1:
        assert state.returns() == [-outcome.scores[1]]
    else:
        assert [player for player, won in enumerate(state.returns(), 1) if won > 0] == list(outcome.winners)


@pytest.mark.parametrize(("name", "settings"), parameters())
def test_after_begins_in_the_middle(name: str, settings: dict[str, object]) -> None:
    """A game cut anywhere where nothing is hidden, its first part handed over as `after`."""
    rules = load(name)
    steps = list(walk(name, settings, 7))
    cuts = [cut for cut, (state, _, _) in enumerate(steps) if rules.view(state, 0) == state]
    cut = cuts[len(cuts) // 2]
    after = " ".join(str(event) for _, event, _ in steps[:cut])
    game = pyspiel.load_game(f"tablee_{name}", {**settings, "after": after})
    state = game.new_initial_state()
    assert state.standing.state == steps[cut][0]
    assert state.history() == []
    assert pyspiel.load_game(str(game)).start.state == game.start.state


@pytest.mark.rule("B8", "B10")
def test_passes_put_a_decision_after_a_throw_in_vain() -> None:
    game = pyspiel.load_game("tablee_blocs(passes=True,after=d44 4;5)")
    state = game.new_initial_state()
    state.apply_action(5)  # d16: a 7
    assert state.current_player() == 0
    assert state.legal_actions() == [175]
    assert state.action_to_string(0, 175) == "-"
    with pytest.raises(pyspiel.SpielError, match="only action is to pass"):
        state.apply_action(0)
    state.apply_action(175)
    assert state.is_chance_node()
    assert str(state).endswith("roll 2")


def test_the_longest_games_are_no_longer_than_promised() -> None:
    """Whoever ticks before copying, and hits the toughest object, makes a laaancez game last."""
    game = pyspiel.load_game("tablee_laaancez")
    state, rng, decisions = game.new_initial_state(), random.Random(1), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice((1, 3, 5)))  # the faces with a tick
            continue
        decisions += 1
        if state.is_simultaneous_node():
            tokens = ({state.action_to_string(seat, a): a for a in state.legal_actions(seat)} for seat in (0, 1))
            state.apply_actions([min(legal.items(), key=lambda move: move[0][0] != "+")[1] for legal in tokens])
        else:
            state.apply_action(state.legal_actions()[0])
    assert decisions > 60
    assert decisions <= game.max_game_length()
    assert state.move_number() <= game.max_move_number()


# --- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("string", "sentence"),
    [
        ("tablee_cadeau(zones=12)", "zones.*choose 1 to 9"),
        ("tablee_blocs(after=d12 4;5)", r"after, event 2 \(4,5\): 4 and 5 do not work"),
        ("tablee_cadeau(after=d7)", r"after, event 1 \(d7\)"),
        ("tablee_laaancez(after=d3 1.bonnet@a1)", "after.*hidden"),
        ("tablee_cadeau(zones=1,after=d1 1a d1 1a d1 1b d1 1b d1 1c d1 1c)", "after: the game has to go on"),
    ],
)
def test_a_bad_variant_names_its_key(string: str, sentence: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=sentence):
        pyspiel.load_game(string)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    blocs = pyspiel.load_game("tablee_blocs").new_initial_state()
    refusals: list[tuple[Any, Callable[[], Any], str]] = [
        (blocs, lambda: blocs.apply_action(21), "no action 21; they go from 0 to 20"),
        (blocs, lambda: blocs.apply_actions([0, 0]), "where both choose"),
    ]
    pushing = blocs.child(3)  # d14
    refusals += [
        (pushing, lambda: pushing.apply_action(0), "2 does not work: the target is 5"),
        (pushing, lambda: pushing.apply_action(175), "no action 175"),
        (pushing, lambda: pushing.action_to_string(0, 999), "no action 999"),
        (pushing, lambda: pushing.string_to_action("11"), "“11” is not a legal action here"),
    ]
    choosing = pyspiel.load_game("tablee_laaancez").new_initial_state().child(2)
    taken = choosing.string_to_action(0, "bonnet@a1")
    refusals += [
        (choosing, lambda: choosing.apply_action(taken), "apply_actions"),
        (choosing, lambda: choosing.apply_actions([taken]), "one action of each player"),
        (choosing, lambda: choosing.apply_actions([taken, 0]), "A 3 only offers"),
    ]
    over = (
        pyspiel.load_game("tablee_cadeau(zones=1,after=d1 1a d1 1a d1 1b d1 1b d1 1c d1)").new_initial_state().child(2)
    )
    refusals.append((over, lambda: over.apply_action(0), "The game is over"))
    for state, refused, sentence in refusals:
        before = looks(state)
        with pytest.raises(pyspiel.SpielError, match=sentence):
            refused()
        assert looks(state) == before


def test_python_ends_well_after_registering() -> None:
    """The registry outlives Python, and must hold nothing that Python still has to take down."""
    program = (
        "import pyspiel, tablee_lab.adapters.open_spiel\n"
        "state = pyspiel.load_game('tablee_blocs').new_initial_state()\nstate.apply_action(0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
