"""Pousse-blocs solved: the published values, and why they can be believed.

Every check here goes through the readable rules or through arithmetic of its own, never through the kernels that
built the tables. Those that take minutes are marked slow.
"""

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from tablee.core.game import TWO_DICE, Roll
from tablee.engine import solvers, tablebase
from tablee.engine.solution import Unsolved, quiet
from tablee.games import blocs as rules
from tablee.games.blocs import solver as solved
from tablee.games.blocs.push_tables import pack
from tablee.games.blocs.solver import equilibrium, modes
from tests.solvers import proof

LEVELS = (1, 2, 3)
pytestmark = pytest.mark.usefixtures("own_tables")


def replayed(mode: str, level: int, events: str) -> rules.State:
    state = rules.start(rules.Variant(mode, level))
    for token in events.split():
        state = rules.play(state, rules.parse(token))
    return state


def mean_after_throw(table: tablebase.Tablebase, state: rules.State, player: int) -> float:
    """The value of a state before a throw, one throw further on: through the rules, the mover choosing best."""
    mover = rules.players(state)[0]
    sign = -1.0 if state.variant.mode == "solo" else 1.0
    total = 0.0
    for roll, weight in rules.rolls(state):
        thrown = rules.play(state, roll)
        if thrown == state:
            continue  # B8, B17: thrown again
        if rules.phase(thrown) == "move":
            ends = [rules.play(thrown, push) for push in rules.moves(thrown, mover)]
            thrown = max(ends, key=lambda end: sign * modes.worth(table, end, mover))
        total += float(weight) * modes.worth(table, thrown, player)
    again = sum(float(weight) for roll, weight in rules.rolls(state) if rules.play(state, roll) == state)
    return total / (1.0 - again)


def met(variant: rules.Variant, games: int, seed: int) -> list[rules.State]:
    """States before a throw, out of games of random pushes."""
    dice = random.Random(seed)
    states = []
    for _ in range(games):
        state = rules.start(variant)
        while not state.over:
            if rules.phase(state) == "roll":
                states.append(state)
                event: rules.Push | Roll = Roll(tuple(sorted((dice.randint(1, 6), dice.randint(1, 6)))))
            else:
                event = dice.choice(rules.moves(state, rules.players(state)[0]))
            state = rules.play(state, event)
    return states


# The values


@pytest.mark.rule("B8", "B13", "B14", "B17")
@pytest.mark.parametrize(
    ("mode", "values"),
    [
        ("duel", (0.484911701818798, 0.623657275194490, 0.770196653673169)),
        ("fast", (0.56386471843970, 0.63970854288291, 0.74569251527860)),
        ("solo", (13.30215940207749, 1.24515521202364, 0.02768396356653)),
    ],
)
def test_published_values(mode: str, values: tuple[float, ...]) -> None:
    """Player 1's chance, or the sum left, at levels 1 to 3."""
    for level, value in enumerate(values, 1):
        solution = solvers.solve("blocs", {"mode": mode, "level": level})
        assert solution.value[1] == pytest.approx(value, abs=1e-12)
        assert mode == "solo" or solution.value[2] == pytest.approx(1 - value, abs=1e-12)
        assert solution.exact
        assert solution.residual <= 1e-12
        if mode == "solo":
            perfect = (0.33434745766349, 0.69245975624074, 0.99246128468221)[level - 1]
            assert solution.perfect == pytest.approx(perfect, abs=1e-12)


# The options: player 1's chance, or the sum left

OPTIONS = [
    ({"mode": "duel", "level": 1, "push": "may"}, 0.593016346859048),
    ({"mode": "duel", "level": 2, "push": "may"}, 0.637591923820500),
    ({"mode": "duel", "level": 3, "push": "may"}, 0.782716720792618),
    ({"mode": "duel", "level": 1, "given": "3"}, 0.458877936201204),
    ({"mode": "duel", "level": 2, "push": "may", "given": "2,3,4,5,6,8,9,10,11"}, 0.472924009641720),
    ({"mode": "fast", "level": 1, "push": "may"}, 0.564756884534929),
    ({"mode": "fast", "level": 1, "given": "12"}, 0.494404260127146),
    ({"mode": "solo", "level": 1, "single": "end"}, 18.359973794407765),
    ({"mode": "solo", "level": 1, "push": "may", "given": "3,10"}, 13.718620031239139),
]


@pytest.mark.rule("B6", "B17", "B18")
@pytest.mark.parametrize(("settings", "value"), OPTIONS)
def test_options(settings: dict[str, object], value: float) -> None:
    """Their values, and that each is the mean of what follows, by the rules: the start too, where one may wait."""
    variant = rules.variant(settings)
    assert solvers.solve("blocs", variant).value[1] == pytest.approx(value, abs=1e-12)
    bellman(variant, games=6)


def test_options_have_tables_of_their_own() -> None:
    """Each where play differs, and no more: given blocks are other starts in the same table."""
    names = {
        solved.name(rules.variant({"mode": mode, "level": 2, "push": push}))
        for mode in rules.MODES
        for push in ("must", "may")
    }
    assert len(names) == 9
    assert solved.name(rules.variant({"mode": "solo", "single": "end"})) == "solo-1-end"
    assert solved.name(rules.variant({"given": "3"})) == solved.name(rules.variant()) == "duel-1"


# Oracles of their own


@cache
def alone(level: int, mask: int, single: str = "again") -> tuple[Fraction, Fraction]:
    """The least expected sum left and the best chance of a perfect game, by plain recursion in fractions."""
    left, perfect, rest = Fraction(0), Fraction(0), Fraction(0)
    for roll, weight in TWO_DICE:
        if sum(roll.dice) == 7:
            continue
        rest += weight
        lefts = [mask & ~rules.mask_of(push) for push in rules.pushes(level, mask, roll.dice)]
        if single == "end" and lefts and not rules.goes_on(level, mask, roll.dice):
            mask_left, lefts = lefts[0], []
        else:
            mask_left = mask
        ends = [alone(level, left, single) for left in lefts]
        stuck = (Fraction(sum(rules.numbers(mask_left))), Fraction(not mask_left))
        left += weight * min((end[0] for end in ends), default=stuck[0])
        perfect += weight * max((end[1] for end in ends), default=stuck[1])
    return left / rest, perfect / rest


@pytest.mark.parametrize("single", ["again", "end"])
@pytest.mark.parametrize(
    ("level", "blocks"), [(1, rules.BLOCKS), (2, (2, 3, 4, 5, 8, 10, 11, 12)), (3, (2, 4, 5, 6, 9, 12))]
)
def test_solo_by_plain_recursion(level: int, blocks: tuple[int, ...], single: str) -> None:
    table = solved.table_of(rules.Variant("solo", level, single=single))
    for chosen in range(1, 1 << len(blocks)):
        mask = sum(1 << block for place, block in enumerate(blocks) if chosen >> place & 1)
        left, perfect = alone(level, mask, single)
        own = pack(mask)
        assert table["sum"][own] == pytest.approx(float(left), abs=1e-12)
        assert table["perfect"][own] == pytest.approx(float(perfect), abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_duel_by_a_linear_solve(level: int) -> None:
    """Freeze the best pushes, solve their equations, and look for a better push anywhere: all through the rules."""
    table = solved.table_of(rules.Variant("duel", level))
    chances = table["value"].tolist()
    masks = [sum(1 << block for i, block in enumerate(rules.BLOCKS) if own >> i & 1) for own in range(1024)]
    number = {mask: own for own, mask in enumerate(masks)}
    matrix, right = np.eye(1024), np.zeros(1024)
    picked = []
    for own, mask in enumerate(masks):
        for roll, weight in TWO_DICE:
            share = float(weight)
            lefts = [mask & ~rules.mask_of(push) for push in rules.pushes(level, mask, roll.dice)]
            again = bool(lefts) and rules.goes_on(level, mask, roll.dice)
            worth = {left: chances[number[left]] if left else 1.0 for left in lefts}
            left = max(lefts, key=worth.__getitem__) if again else (lefts or [mask])[0]
            if again:
                picked.append((lefts, left))
            if lefts and not left:
                right[own] += share
            elif again:
                matrix[own, number[left]] -= share
            else:
                matrix[own, number[rules.ALL & ~left]] += share
                right[own] += share
    exact = np.linalg.solve(matrix, right)
    assert np.abs(exact - np.asarray(table["value"])).max() < 1e-12
    exact[0] = 1.0  # as what a push leads to
    assert max(max(exact[number[left]] for left in lefts) - exact[number[frozen]] for lefts, frozen in picked) < 1e-12


@pytest.mark.parametrize(
    ("level", "blocks", "push"), [(1, (2, 3, 5), "must"), (2, (4, 8, 12), "may"), (3, (3, 6, 10), "must")]
)
def test_fast_by_plain_iteration(level: int, blocks: tuple[int, ...], push: str) -> None:
    """Both players with some of three blocks: value iteration over states of the rules, until nothing changes."""
    masks = [sum(1 << b for i, b in enumerate(blocks) if chosen >> i & 1) for chosen in range(1, 8)]
    variant = rules.Variant("fast", level, push)
    states = [rules.State(variant, (a, b), seat, True) for a in masks for b in masks for seat in (0, 1)]
    chance = dict.fromkeys(states, 0.5)  # of the mover

    def worth(end: rules.State, seat: int) -> float:
        if end.over:
            return 1.0
        return chance[end] if end.seat == seat else 1.0 - chance[end]

    reached = {
        state: [
            (float(weight), [rules.play(thrown, push) for push in rules.moves(thrown, state.seat + 1)] or [thrown])
            for roll, weight in rules.rolls(state)
            for thrown in [rules.play(state, roll)]
        ]
        for state in states
    }
    for _ in range(200):
        chance = {
            state: sum(weight * max(worth(end, state.seat) for end in ends) for weight, ends in reached[state])
            for state in states
        }
    for state in states:
        assert solved.values(state).players[state.seat + 1] == pytest.approx(chance[state], abs=1e-12)


def bellman(variant: rules.Variant, games: int) -> None:
    table = solved.table_of(variant)
    states = [*random.Random(5).sample(met(variant, games, seed=3), 12), rules.start(variant)]
    for state in states:
        for player in range(1, rules.seats(variant) + 1):
            further = mean_after_throw(table, state, player)
            assert modes.worth(table, state, player) == pytest.approx(further, abs=1e-11), (state, player)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["solo", "duel", "fast"])
def test_a_value_is_the_mean_of_what_follows(mode: str, level: int) -> None:
    bellman(rules.Variant(mode, level), games=6)


# Figures of three and four players, certified below

FOUR = {
    1: {1: 0.2606881486649, 2: 0.2177575117372, 3: 0.2886822624267, 4: 0.2328720771711},
    2: {1: 0.4368344110572, 2: 0.2608090182692, 3: 0.1892824025983, 4: 0.1130741680754},
    3: {1: 0.6328735097744, 2: 0.2276147094235, 3: 0.0980430671530, 4: 0.0414687136491},
}
THREE = {
    1: {1: 0.2605443288329, 2: 0.2177036949282, 3: 0.5217519762389},
    2: {1: 0.4367036440229, 2: 0.2608551873958, 3: 0.3024411685813},
    3: {1: 0.6328619499950, 2: 0.2276239979484, 3: 0.1395140520566},
}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_of_four_gains_by_another_play(level: int) -> None:
    play, regret = equilibrium.settle(level, equilibrium.FOUR, quiet)
    assert regret <= 1e-9
    # At level 1 no fixed choice is best for all in two positions: there, and only there, a coin is tossed.
    assert len(play.coins) == (2 if level == 1 else 0)
    assert all(0.0 < coin.share < 1.0 for coin in play.coins)
    # The four seats are alike, so the first to move from any position stands for all.
    assert proof.best_response(play, (1, 2, 3, 4), 1) <= 1e-9


@pytest.mark.slow
@pytest.mark.rule("B16")
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_of_three_gains_by_another_play(level: int) -> None:
    play, regret = equilibrium.settle(level, equilibrium.THREE, quiet)
    assert regret <= 1e-9
    for player in (1, 2, 3):
        assert proof.best_response(play, (1, 2, 3, 3), player) <= 1e-9


@pytest.mark.slow
@pytest.mark.rule("B15", "B16")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["three", "four"])
def test_many_players_through_the_rules(mode: str, level: int) -> None:
    variant = rules.Variant(mode, level)
    solution = solvers.solve("blocs", variant)
    assert solution.residual <= 1e-9
    assert sum(solution.value.values()) == pytest.approx(1.0, abs=1e-12)
    assert solution.value == pytest.approx({"three": THREE, "four": FOUR}[mode][level], abs=1e-11)
    bellman(variant, games=20)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_duel_in_fractions(level: int) -> None:
    exact = proof.duel_in_fractions(level, np.asarray(solved.table_of(rules.Variant("duel", level))["value"]))
    assert exact.better == 0
    chance = solvers.solve("blocs", {"mode": "duel", "level": level}).value[1]
    assert abs(exact.start - Fraction(chance)) < Fraction(1, 10**15)
    # The lowest digits come from the fraction alone: 40 of them, for the record.
    assert exact.start.numerator * 10**40 // exact.start.denominator == DUEL[level]


DUEL = {
    1: 4849117018187978995994565486653441856410,
    2: 6236572751944897450611957904808339033169,
    3: 7701966536731689621133919365217670447907,
}


# Simulation


# Questions that have no answer


def test_before_the_dice_there_is_nothing_to_advise() -> None:
    with pytest.raises(Unsolved, match="Roll the dice first"):
        solvers.advise("blocs", rules.start(rules.Variant()))


def test_after_the_end_there_is_nothing_to_advise() -> None:
    over = rules.State(rules.Variant("duel", 1), (0, rules.ALL), 0, True, (), over=True)
    with pytest.raises(Unsolved, match="over"):
        solvers.advise("blocs", over)
    assert solved.values(over).players[1] == 1.0
    assert solved.values(over).players[2] == 0.0


def test_the_other_player_has_nothing_to_choose() -> None:
    with pytest.raises(Unsolved, match="ask for 1"):
        solvers.advise("blocs", replayed("duel", 1, "d35"), 2)


ODD = rules.ALL & ~(1 << 5)


@pytest.mark.parametrize(
    ("mode", "seats", "seat", "opened", "dice"),
    [
        ("duel", (rules.ALL, rules.ALL), 0, True, (1, 4)),  # on both sides at once
        ("duel", (1 << 7, rules.ALL & ~(1 << 7)), 0, True, (1, 4)),  # there is no 7
        ("duel", (1 << 5, ODD), 0, False, (1, 4)),  # nothing pushed, and yet moved
        ("duel", (1 << 5, ODD), 2, True, (1, 4)),  # a third seat
        ("duel", (1 << 5, ODD), 0, True, (4, 1)),  # dice not in order
        ("duel", (1 << 5, ODD), 0, True, (3, 4)),  # a seven: the turn has passed
        ("fast", (1 << 5, 0), 0, True, (1, 4)),  # won already
        ("four", (rules.ALL, rules.ALL, 0, 0), 0, True, (1, 4)),  # pushed, and yet nothing moved
        ("solo", (1 << 5, 1 << 5), 0, True, (1, 4)),
    ],
)
def test_positions_that_cannot_be(
    mode: str, seats: tuple[int, ...], seat: int, opened: bool, dice: tuple[int, ...]
) -> None:
    with pytest.raises(Unsolved, match="No game can come to this"):
        solved.advise(rules.State(rules.Variant(mode, 1), seats, seat, opened, dice), 1)
