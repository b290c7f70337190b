"""The plain engine: what it says of small games is what is known of them, and of our games what their solvers say."""

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import osselets
import pytest

from tablee import bots, puzzles
from tablee import review as analysis
from tablee.core import registry as games
from tablee.core.game import ONE_DIE, TWO_DICE
from tablee.core.registry import load
from tablee.engine import generic_solver, handicap, solvers, tablebase
from tablee.engine import graph as graphs
from tablee.engine.generic_solver import GenericSolver
from tablee.engine.graph import BOUND
from tablee.engine.matrix_game import solve_matrix
from tablee.engine.solution import Unsolved
from tablee.games import blocs
from tests import shut_the_box as box
from tests.positions import choose, study_sheet
from tests.toys import Both, End, Move, Place, Throw, Toy, Turn, invited


@pytest.fixture(autouse=True)
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tables of its own, and nothing remembered of games that bear the same name."""
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    games.register(box.NAME, "tests.shut_the_box")
    games.register(osselets.NAME, "osselets")
    yield
    del games.GUESTS[box.NAME], games.GUESTS[osselets.NAME]
    generic_solver.measure.cache_clear()
    generic_solver.REFUSED.clear()
    tablebase.forget()


# --- Shut the Box -----------------------------------------------------------------------------------------------------


def shut(one_die: bool, *, chance: bool) -> float:
    """By sets of tiles as bits, without anything of ours: the least sum left, or the best chance to shut them all."""

    @cache
    def worth(tiles: int) -> float:
        if not tiles:
            return float(chance)
        left = [tile for tile in range(1, 10) if tiles >> tile & 1]
        throws = ONE_DIE if one_die and max(left) < 7 else TWO_DICE
        total = 0.0
        for roll, weight in throws:
            after = [
                worth(tiles & ~sum(1 << tile for tile in some))
                for size in range(1, len(left) + 1)
                for some in combinations(left, size)
                if sum(some) == sum(roll.dice)
            ]
            lost = 0.0 if chance else float(sum(left))
            total += float(weight) * ((max if chance else min)(after) if after else lost)
        return total

    return worth(0b1111111110)


@pytest.mark.parametrize("dice", ["two", "one"])
def test_shut_the_box_is_worth_what_another_count_says(dice: str) -> None:
    found = solvers.solve(box.NAME, {"dice": dice})
    assert found.exact
    assert found.value[1] == pytest.approx(shut(dice == "one", chance=False), abs=1e-12)
    assert found.perfect == pytest.approx(shut(dice == "one", chance=True), abs=1e-12)


def test_shut_the_box_gets_all_that_a_solved_game_has() -> None:
    game, variant = load(box.NAME), box.variant()
    assert set(bots.available(game)) == set(bots.NAMES)
    assert bots.exact("hibou", game, variant)
    rolled = box.play(box.start(variant), box.parse("d36"))
    advice = solvers.advise(box.NAME, rolled)
    assert advice.exact
    assert [value for _, value in advice.moves] == sorted(value for _, value in advice.moves)  # fewer is better
    owl = bots.make("hibou", game, 1)
    assert owl.choose(rolled, 1) == advice.moves[0][0]
    chance, states, events = random.Random(3), [box.start(variant)], []
    while box.phase(states[-1]) != "over":
        events.append(choose(chance, game, states[-1]))
        states.append(box.play(states[-1], events[-1]))
    found = analysis.review(game, states, events)
    assert found.exact
    assert found.left
    tally = found.players[1]
    assert found.result is not None
    assert found.start[1] - found.result[1] == pytest.approx(tally.luck - tally.loss, abs=1e-9)
    assert handicap.find_handicap(game, variant) is None  # nobody to be even with
    puzzle = puzzles.find(box.NAME, "hibou", 1)
    advice = solvers.advise(box.NAME, puzzle.state)
    assert puzzle.answer == str(advice.moves[0][0])
    assert puzzle.margin == pytest.approx(advice.moves[1][1] - advice.moves[0][1], abs=1e-6)


# --- positions that repeat --------------------------------------------------------------------------------------------


def duel(place: Place) -> Throw | Turn | End:
    """Two throw by turns; a six wins, a one hands on, and a three may be kept waiting for nothing."""
    who, choosing = place
    if who > 2:
        return End((who - 2,))
    if choosing:
        return Turn(who, {"on": (3 - who, False), "again": (who, False)})
    return Throw([(3 - who, False), (3 - who, False), (who, True), (who, True), (3 - who, False), (who + 2, False)])


def walk(place: Place) -> Throw | End:
    """A walk of a gambler between 0 and 12, a step down or up."""
    return End((1,)) if place == 12 else End((2,)) if place == 0 else Throw([place - 1, place + 1])


def lazy(place: Place) -> Turn | End:
    """Each may wait for ever, and whoever ends it loses: no value can be told."""
    return End((3 - place[1],)) if place[0] else Turn(place[1], {"wait": (0, 3 - place[1]), "stop": (1, place[1])})


def patience(place: Place) -> Throw | Turn | End:
    """Alone: go round as often as one likes, and leave by a throw that wins one time in four."""
    if place == "door":
        return Throw(["won", "lost", "lost", "lost"])
    return (
        Turn(1, {"round": "here" if place == "there" else "there", "door": "door"})
        if "here" in place
        else (End((1,)) if place == "won" else End())
    )


def test_positions_that_repeat_are_closed_in_from_both_sides() -> None:
    with invited(Toy("toy_duel", (1, False), duel), Toy("toy_walk", 5, walk)):
        found = solvers.solve("toy_duel", {})
        # Whoever may throw again does: to win with a six before handing on is 1 in 4, and then the other is first.
        assert found.value[1] == pytest.approx(4 / 7, abs=BOUND)
        assert found.exact
        assert found.residual < BOUND
        game = load("toy_duel")
        thrown = game.play(game.start("toy_duel"), game.parse("d3"))
        assert [str(move) for move, _ in solvers.advise("toy_duel", thrown).moves] == ["1.again", "1.on"]
        found = solvers.solve("toy_walk", {})
        assert found.value[1] == pytest.approx(5 / 12, abs=BOUND)
        assert found.exact


def test_a_game_that_may_never_end_is_not_said_to_be_exact() -> None:
    with invited(Toy("toy_lazy", (0, 1), lazy)):
        found = solvers.solve("toy_lazy", {})
        assert not found.exact
        assert found.residual > 0.4
        assert not solvers.exact("toy_lazy", "toy_lazy")


def test_alone_to_go_round_for_ever_is_never_better() -> None:
    with invited(Toy("toy_patience", "here", patience, people=1)):
        found = solvers.solve("toy_patience", {})
        assert found.value == {1: pytest.approx(0.25, abs=BOUND)}
        assert found.exact
        assert found.perfect is None  # no score is kept: the value is the chance


# --- choices made at once ---------------------------------------------------------------------------------------------


def pennies(place: Place) -> Both | End:
    """Two coins, put down at once: player 1 wins if they are alike."""
    if place == "start":
        return Both(["heads", "tails"], ["heads", "tails"], lambda one, two: one == two)
    return End((1,) if place else (2,))


def goofspiel(cards: int) -> Toy:
    """Prizes come in any order; both bid a card for each, the higher takes it, and the most points win."""

    def rule(place: Place) -> Throw | Both | End:
        prizes, mine, theirs, lead, prize = place
        if prize:

            def meet(one: str, two: str) -> Place:
                a, b = int(one), int(two)
                rest1, rest2 = (tuple(c for c in hand if c != card) for hand, card in ((mine, a), (theirs, b)))
                return prizes, rest1, rest2, lead + prize * ((a > b) - (a < b)), 0

            return Both([str(card) for card in mine], [str(card) for card in theirs], meet)
        if not prizes:
            return End((1,) if lead > 0 else (2,) if lead < 0 else ())
        return Throw([(tuple(p for p in prizes if p != one), mine, theirs, lead, one) for one in prizes])

    hand = tuple(range(1, cards + 1))
    return Toy(f"toy_goofspiel{cards}", (hand, hand, hand, 0, 0), rule)


def test_a_matrix_game_gives_value_and_mixtures() -> None:
    found = solve_matrix([[3.0, 0.0], [1.0, 2.0]])
    assert found.low == pytest.approx(1.5)
    assert found.high == pytest.approx(1.5)
    assert found.row == pytest.approx([0.25, 0.75])
    assert found.column == pytest.approx([0.5, 0.5])
    rock = solve_matrix([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    assert rock.row == pytest.approx([1 / 3] * 3)


def test_pennies_are_matched_half_the_time() -> None:
    with invited(Toy("toy_pennies", "start", pennies)):
        game = load("toy_pennies")
        found = solvers.solve("toy_pennies", {})
        assert found.value == {1: pytest.approx(0.5), 2: pytest.approx(0.5)}
        assert found.exact
        start = game.start("toy_pennies")
        for player in (1, 2):
            assert dict(solvers.policy("toy_pennies", start, player)) == pytest.approx(
                {Move(player, "heads"): 0.5, Move(player, "tails"): 0.5}
            )
        chosen = game.play(start, game.parse("1.heads"))
        for state in (chosen, game.view(chosen, 2)):  # what is hidden is not looked at
            assert [value for _, value in solvers.advise("toy_pennies", state, 2).moves] == pytest.approx([0.5, 0.5])
        states = [start, chosen, game.play(chosen, game.parse("2.tails"))]
        judged = analysis.review(game, states, [game.parse("1.heads"), game.parse("2.tails")])
        assert judged.encounters == pytest.approx(-0.5)


@pytest.mark.parametrize("cards", [3, 4])
def test_goofspiel_is_even(cards: int) -> None:
    with invited(toy := goofspiel(cards)):
        found = solvers.solve(toy.NAME, {})
        assert found.value[1] == pytest.approx(0.5, abs=BOUND)
        assert found.exact


# --- more than two ----------------------------------------------------------------------------------------------------


def crowd(kingmaker: bool) -> Toy:
    """Three players: the first may go for a throw or hand the choice to the third, who decides between the others."""

    def rule(place: Place) -> Throw | Turn | End:
        if place == "start":
            return Turn(1, {"throw": "throw", "pass": "third"})
        if place == "throw":
            return Throw([4, 5, 6])
        if place == "third":
            return Turn(3, {"one": 4, "two": 5} if kingmaker else {"one": 4, "three": 6})
        return End((place - 3,))

    return Toy(f"toy_crowd{kingmaker}", "start", rule, people=3)


def test_three_players_each_play_for_their_own() -> None:
    with invited(crowd(False), crowd(True)):
        found = solvers.solve("toy_crowdFalse", {})
        assert found.value == pytest.approx({1: 1 / 3, 2: 1 / 3, 3: 1 / 3})
        assert found.exact
        # The third does not mind who of the others wins, and so nobody can say what the first should expect.
        assert not solvers.solve("toy_crowdTrue", {}).exact


def test_three_players_in_a_circle_are_refused() -> None:
    def rule(place: Place) -> Throw | End:
        return End((1,)) if place > 2 else Throw([(place + 1) % 3, 3])

    with invited(Toy("toy_circle", 0, rule, people=3)):
        with pytest.raises(Unsolved, match="three or more"):
            solvers.solve("toy_circle", {})
        assert not solvers.solvable("toy_circle", "toy_circle")  # once it was tried


def test_a_chance_is_never_above_one() -> None:
    """Nine ninths add up to a little more than one, and more so the more often they are thrown."""

    def rule(place: Place) -> Throw | End:
        return End((1,)) if place == 9 else Throw([place + 1] * 9)

    with invited(Toy("toy_sure", 0, rule)):
        assert solvers.solve("toy_sure", {}).value == {1: 1.0, 2: 0.0}


# --- fail closed ------------------------------------------------------------------------------------------------------


def test_what_is_too_large_is_refused_in_a_sentence() -> None:
    variant = load("cadeau").variant()
    refusal = GenericSolver("cadeau").refusal(variant)
    assert refusal is not None
    assert "too large" in refusal.en
    assert "are the most" in refusal.en


def test_a_counter_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generic_solver, "MOST", 5_000)

    def rule(place: Place) -> Throw | End:
        return End((1,)) if place < 0 else Throw([-1, place + 1])

    with invited(Toy("toy_endless", 0, rule)), pytest.raises(Unsolved, match="too large"):
        solvers.solve("toy_endless", {})


def test_what_takes_too_much_memory_is_refused_before_it_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generic_solver, "BYTES", 1_000_000)
    variant = box.variant()
    few = generic_solver.most_of(generic_solver.measure(box.NAME, variant).weight)
    assert few < 4_935 < generic_solver.MOST  # so many positions it has
    with pytest.raises(Unsolved, match=f"and {few:,} are the most"):
        generic_solver.build(load(box.NAME), variant)


def test_a_slow_machine_finds_the_same_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is built at once is decided by a count: a clock that runs a thousand times as fast changes nothing."""
    found = {}
    for speed in (1, 1000):
        clock = itertools.count()
        monkeypatch.setattr("time.process_time", lambda clock=clock, speed=speed: speed * next(clock))
        generic_solver.measure.cache_clear()
        for variant in (osselets.variant(), osselets.variant({"goal": 30})):
            missing = GenericSolver("osselets").find_unbuilt(variant)
            found[speed, variant] = (missing, generic_solver.measure("osselets", variant).events)
    assert len(set(found.values())) == 2
    assert len([one for one, _ in found.values() if one is None]) == 2


def test_a_hidden_card_is_refused() -> None:
    class Blind(Toy):
        def view(self, state, player):  # type: ignore[no-untyped-def]
            return replace(state, place="?")

    with invited(Blind("toy_blind", (1, True), duel)), pytest.raises(Unsolved, match="without seeing everything"):
        solvers.solve("toy_blind", {})


def test_what_is_done_and_how_much_memory_it_takes_is_said_on_the_way() -> None:
    messages: list[tuple[float, str]] = []
    solvers.solve(box.NAME, {}, lambda done, doing: messages.append((done, doing.en)))
    assert messages[0][1] == "Shut the Box: solving the game from its rules."
    assert re.fullmatch(r"at least [\d,]+ positions, \d+ MB", messages[2][1])  # it counts on, from what it has found
    assert [done for done, _ in messages] == sorted(done for done, _ in messages)
    again: list[str] = []
    solvers.solve(box.NAME, {}, lambda done, doing: again.append(doing.en))
    assert not again  # the table is kept


def test_rules_that_change_make_another_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(box.__file__).read_text(encoding="utf-8")
    for version, text in enumerate((source, source.replace("range(1, 10))  # S1", "range(1, 9))  # S1"))):
        folder = tmp_path / str(version) / "boxes"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(text.replace('"shut_the_box"', '"boxes"'), encoding="utf-8")
    names = []
    for version in range(2):
        with monkeypatch.context() as patch:
            patch.syspath_prepend(tmp_path / str(version))
            patch.delitem(__import__("sys").modules, "boxes", raising=False)
            patch.setitem(games.GUESTS, "boxes", "boxes")
            generic_solver.name_tablebase.cache_clear()
            names.append(generic_solver.name_tablebase("boxes", load("boxes").variant()))
    assert names[0] != names[1]


# --- a judge of the special engines -----------------------------------------------------------------------------------

JUDGED = (
    ("blocs", {"mode": "solo"}),
    ("blocs", {"mode": "solo", "single": "end", "level": 2}),
    ("laaancez", {"sheet": study_sheet((1, 1))}),
    pytest.param("blocs", {}, marks=pytest.mark.slow),
    pytest.param("cadeau", {"zones": 1}, marks=pytest.mark.slow),
    pytest.param("cadeau", {"zones": 1, "straights": "any"}, marks=pytest.mark.slow),
)


@pytest.mark.parametrize(("name", "settings"), JUDGED)
def test_special_engines_say_what_the_rules_say(name: str, settings: dict[str, object]) -> None:
    """Along random games, whatever the special engine calls exact is what the rules alone give."""
    game, chance = load(name), random.Random(7)
    variant, judge = game.variant(settings), GenericSolver(name)
    special, independent = solvers.solve(name, variant), judge.solve(variant)
    assert solvers.has_own_solver(name, variant)
    assert independent.exact
    assert independent.value == pytest.approx(special.value, abs=1e-9)
    assert independent.perfect == pytest.approx(special.perfect, abs=1e-9)
    for _ in range(12):
        state = game.start(variant)
        while game.phase(state) != "over":
            if all(game.view(state, player) == state for player in (1, 2)):  # a hidden choice meets either's mixture
                messages, found = solvers.values(name, state), judge.values(state)
                assert found.players == pytest.approx(dict(messages.players), abs=1e-8), game.position(state)
            if game.phase(state) == "move":
                player = game.players(state)[0]
                ours, theirs = judge.advise(state, player), solvers.advise(name, state, player)
                assert {move for move, _ in ours.moves} == {move for move, _ in theirs.moves}
                if len(game.players(state)) == 1 and game.view(state, player) == state:
                    assert dict(ours.moves) == pytest.approx(dict(theirs.moves), abs=1e-8)
                else:  # mixtures may differ; what they are worth may not
                    assert ours.moves[0][1] == pytest.approx(theirs.moves[0][1], abs=1e-8)
            state = game.play(state, choose(chance, game, state))


@pytest.mark.parametrize("sixes", [8, 17, 20])
def test_a_win_that_nearly_never_comes_is_not_called_exact(sixes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """That many sixes in a row win, and giving up is allowed: the truth is 1, and no sweep gets there."""
    monkeypatch.setattr(graphs, "SWEEPS", 20_000)
    made = graphs.Graph(states=[*range(2 * sixes + 2)])
    made.weights = [(1 / 6, 5 / 6)]
    won, lost = 2 * sixes, 2 * sixes + 1
    choices = [(1, [sixes + at, lost]) for at in range(sixes)]
    throws = [(graphs.CHANCE, [at + 1 if at + 1 < sixes else won, 0]) for at in range(sixes)]
    for kind, after in [*choices, *throws, (graphs.OVER, []), (graphs.OVER, [])]:
        made.kind.append(kind)
        made.shape.append(0)
        made.after.extend(after)
        made.first.append(len(made.after))
    low, high = graphs.settle(made, {won: 1.0, lost: 0.0}, alone=True)
    assert low[0] <= 1.0 <= high[0]
    assert high[0] - low[0] > graphs.BOUND


@pytest.mark.slow
def test_where_all_may_pass_for_ever_the_bounds_do_not_meet_and_nothing_is_called_exact() -> None:
    variant = blocs.variant({"push": "may"})
    special, found = solvers.solve("blocs", variant), GenericSolver("blocs").solve(variant)
    assert special.exact
    assert not found.exact
    assert abs(found.value[1] - special.value[1]) <= found.residual
