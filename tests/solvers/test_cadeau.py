"""Exact play of cadeau: oracles through the readable rules, anchors, best responses, simulation."""

import random
from functools import cache
from importlib import import_module

import pytest

pytest.importorskip("numba")

import numpy as np

from tablee.core.game import Roll
from tablee.engine import solvers
from tablee.engine.solution import Unsolved
from tablee.games import cadeau as rules
from tablee.games.cadeau.solver import estimate, exact_values, position
from tablee.games.cadeau.solver.search import search
from tools import train_cadeau as certify

searching = import_module("tablee.games.cadeau.solver.search")
ANCHORS = {
    (1, "any"): 0.5,
    (1, "ordered"): 0.4998713991769548,
    (2, "any"): 0.4824101237102285,
    (2, "ordered"): 0.4843329360790991,
    (3, "any"): 0.4687696120645414,
    (3, "ordered"): 0.4715292106723229,
}
pytestmark = pytest.mark.usefixtures("own_tables")


# The independent oracle: the rules, a dictionary, nothing else


@cache
def oracle(state: rules.State) -> float:
    """The Lutins' chance with best play of both, a draw one half; sides of equal zones are not even sorted."""
    outcome = rules.outcome(state)
    if outcome is not None:
        return 0.5 if not outcome.winners else float(outcome.winners == (rules.LUTINS,))
    if not state.die:
        return sum(float(chance) * oracle(rules.play(state, roll)) for roll, chance in rules.rolls(state))
    (player,) = rules.players(state)
    reached = [oracle(rules.play(state, move)) for move in rules.moves(state, player)]
    return max(reached) if player == rules.LUTINS else min(reached)


def random_state(variant: rules.Variant, dice: int, chance: random.Random) -> rules.State:
    """A position after so many dice were written anywhere, one more being rolled."""
    state = rules.start(variant)
    for _ in range(dice):
        state = rules.play(state, Roll((chance.randint(1, 6),)))
        (player,) = rules.players(state)
        state = rules.play(state, chance.choice(rules.moves(state, player)))
    return rules.play(state, Roll((chance.randint(1, 6),)))


def check_against_oracle(state: rules.State) -> None:
    (player,) = rules.players(state)
    advice = solvers.advise("cadeau", state)
    assert advice.exact
    assert advice.player == player
    assert {move for move, _ in advice.moves} == set(rules.moves(state, player))
    values = [value for _, value in advice.moves]
    assert values == sorted(values, reverse=True)
    for move, value in advice.moves:
        lutins = oracle(rules.play(state, move))
        assert value == pytest.approx(lutins if player == rules.LUTINS else 1.0 - lutins, abs=1e-12)


@pytest.mark.parametrize("straights", ["ordered", pytest.param("any", marks=pytest.mark.slow)])
def test_one_zone_is_what_plain_expectimax_says(straights: str) -> None:
    variant = rules.Variant(1, straights)
    assert solvers.solve("cadeau", variant).value[1] == pytest.approx(oracle(rules.start(variant)), abs=1e-12)
    chance = random.Random(1)
    for dice in list(range(6)) * 20:
        check_against_oracle(random_state(variant, dice, chance))


@pytest.mark.parametrize("straights", ["ordered", "any"])
def test_two_zones_agree_late_in_the_game(straights: str) -> None:
    chance = random.Random(2)
    for dice in (8, 8, 9, 9, 9, 10, 10, 10, 11, 11):
        check_against_oracle(random_state(rules.Variant(2, straights), dice, chance))
    oracle.cache_clear()


@pytest.mark.parametrize(
    ("zones", "straights"), [pytest.param(*one, marks=pytest.mark.slow if one[0] == 3 else ()) for one in ANCHORS]
)
def test_the_start_has_its_published_value(zones: int, straights: str) -> None:
    solution = solvers.solve("cadeau", {"zones": zones, "straights": straights})
    assert solution.exact
    assert solution.residual == 0.0
    assert solution.value[1] == pytest.approx(ANCHORS[zones, straights], abs=1e-12)
    assert solution.value[1] + solution.value[2] == pytest.approx(1.0)


# The extracted policy, and what the best answer to it gains


@pytest.mark.parametrize("straights", ["ordered", "any"])
def test_nothing_is_gained_against_the_extracted_policy(straights: str) -> None:
    table = exact_values.load_or_build(rules.Variant(2, straights))
    layers = table.layers
    found = certify.exploitability(layers, lambda layer: np.asarray(table.table[exact_values.name_of(layer)]))
    assert found.value == table.start()
    assert found.gains == pytest.approx((0.0, 0.0), abs=1e-12)
    assert found.regret == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("responder", [1, 2])
def test_the_best_response_is_what_a_plain_one_finds(responder: int) -> None:
    """One zone and a bad guess: the kernel's best response against a search through the rules."""
    variant = rules.Variant(1, "ordered")
    layers = exact_values.layers_of(variant)
    guesses = [np.sin(np.arange(layers.size(layer)) * 1.7) for layer in range(layers.last + 1)]

    def guess(state: rules.State) -> float:
        layer, place = layers.place(position.zones_of(state))
        return float(guesses[layer][place])

    def turned(state: rules.State) -> rules.State:
        """A run read backwards is a run (C7): a side may be turned round, which spares most of the search."""
        lutins, gnomes = (min(side, side[::-1]) for side in state.sides)
        return rules.State(state.variant, (lutins, gnomes), state.die)

    @cache
    def answer(state: rules.State) -> float:
        if rules.phase(state) == "over":
            return oracle(state) if responder == 1 else 1.0 - oracle(state)
        if not state.die:
            return sum(answer(rules.play(state, roll)) for roll, _ in rules.rolls(state)) / 6.0
        (player,) = rules.players(state)
        tried = rules.moves(state, player) if player == responder else position.list_worth_trying(state, player)
        reached = [turned(rules.play(state, move)) for move in tried]
        return max(map(answer, reached)) if player == responder else answer(min(reached, key=guess))

    found = certify.exploitability(layers, guesses.__getitem__)
    value = found.value if responder == 1 else 1.0 - found.value
    assert found.gains[responder - 1] > 0.001
    assert value + found.gains[responder - 1] == pytest.approx(answer(rules.start(variant)), abs=1e-12)


# What is not kept is found again by searching


@pytest.mark.slow
def test_positions_between_kept_layers_have_the_value_of_the_sweep() -> None:
    variant = rules.Variant(3, "any")
    table = exact_values.load_or_build(variant)
    chance = np.random.default_rng(5)
    searched = 0
    for layer, values in exact_values.backward(table.layers):
        if layer in exact_values.NOT_KEPT[3]:
            assert exact_values.name_of(layer) not in table.table
            places = chance.integers(0, len(values), 40).tolist()
            assert table.look_up(layer, places) == pytest.approx([values[place] for place in places], abs=1e-13)
            searched += 1
    assert searched == len(exact_values.NOT_KEPT[3])


# Beyond the tables: the trained value and its search


@pytest.mark.parametrize(("straights", "most"), [("any", 0.003), ("ordered", 0.005)])
def test_the_trained_value_is_hardly_exploitable_on_two_zones(straights: str, most: float) -> None:
    layers = exact_values.layers_of(rules.Variant(2, straights))
    found = certify.exploitability(layers, certify.searched(layers, depth=0))
    assert 0.0 <= found.total < most
    assert found.regret < 2e-4


@pytest.mark.slow
def test_the_trained_value_is_hardly_exploitable_on_three_zones() -> None:
    layers = exact_values.layers_of(rules.Variant(3, "any"))
    found = certify.exploitability(layers, certify.searched(layers, depth=0))
    assert 0.0 < found.total < 0.05


def test_a_search_is_bounded_by_a_count_and_answers_alike_every_time() -> None:
    zones = position.zones_of(random_state(rules.Variant(4, "any"), 8, random.Random(5)))
    found = [search("any", [zones], most) for most in (searching.MOST, searching.MOST // 8, 1)]
    assert found == [search("any", [zones], most) for most in (searching.MOST, searching.MOST // 8, 1)]
    assert found[0].depth > found[1].depth > found[2].depth == 0


@pytest.mark.parametrize("zones", [4, 5, 9])
def test_endings_of_any_number_of_zones_are_exact(zones: int) -> None:
    chance = random.Random(zones)
    for left in (3, 4):
        state = random_state(rules.Variant(zones, "ordered"), 6 * zones - left, chance)
        check_against_oracle(state)
    oracle.cache_clear()


def test_without_tables_advice_is_an_estimate_and_near_the_exact_values() -> None:
    chance = random.Random(8)
    differences = []
    for dice in (1, 2, 3):
        state = random_state(rules.Variant(2, "any"), dice, chance)
        (player,) = rules.players(state)
        guessed = estimate(state, player, 500)
        assert not guessed.exact
        true = dict(solvers.advise("cadeau", state).moves)
        assert set(true) == {move for move, _ in guessed.moves}
        assert max(true.values()) - true[guessed.moves[0][0]] < 0.01
        differences += [abs(true[move] - value) for move, value in guessed.moves]
    assert max(differences) < 0.05


def test_games_against_itself_estimate_the_start_of_four_zones() -> None:
    solution = solvers.solve("cadeau", {"zones": 4, "straights": "any"})
    assert not solution.exact
    assert 0.0 < solution.residual < 0.002
    # The exact value, by the long run of tools/yardstick.py; the players are not quite perfect.
    assert solution.value[1] == pytest.approx(0.467104, abs=3.0 * solution.residual + 0.002)


def test_a_cell_that_another_one_beats_is_never_put_first() -> None:
    """Ordered straights: a 5 between 4 and 6 is a straight, beside them it is a sum."""
    lutins = (4, 0, 6) + (0,) * 9
    gnomes = (1, 1, 0) + (0,) * 9
    state = rules.State(rules.Variant(4, "ordered"), (lutins, gnomes), 5)
    trying = position.list_worth_trying(state, 1)
    advice = estimate(state, 1)
    values = dict(advice.moves)
    assert advice.moves[0][0] in trying
    for move in values.keys() - trying:
        assert any(other.zone == move.zone and values[other] >= values[move] for other in trying)


# Questions without an answer


@pytest.mark.parametrize(
    "sides",
    [
        ((1, 0, 0), (1, 1, 0)),  # the Gnomes ahead
        ((1, 1, 0), (0, 0, 0)),  # the Lutins two ahead
        ((7, 0, 0), (0, 0, 0)),  # no such die
        ((0, 0), (0, 0, 0)),  # a cell missing
    ],
)
def test_a_position_that_does_not_exist_is_refused(sides: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    with pytest.raises(Unsolved, match="no such position"):
        position.zones_of(rules.State(rules.Variant(1, "any"), sides, 3))


def test_a_finished_game_has_no_advice() -> None:
    over = rules.State(rules.Variant(1, "any"), ((1, 2, 3), (4, 5, 6)))
    with pytest.raises(Unsolved, match="over"):
        solvers.advise("cadeau", over)
