"""The puzzles on the shelf: proved, sorted, one a week; and the counting of calculations."""

import itertools
import random
from datetime import date, timedelta
from fractions import Fraction

import pytest

from tablee import bots, puzzles
from tablee.core.errors import RequestError
from tablee.core.registry import NAMES, load
from tablee.engine import solvers
from tablee.games import blocs
from tablee.games.blocs.sums import every, family, richest, score, simplest, sums
from tablee.puzzles import Puzzle, catalogue
from tablee.puzzles.making import PLAYER, prove, rate_levels
from tests.toys import Both, End, Throw, Toy, invited

EVERY = [
    puzzles.find(name, level, number)
    for name in NAMES
    for level in puzzles.list_levels(name)
    for number in range(1, puzzles.COUNT + 1)
]


def small(puzzle: Puzzle) -> bool:
    """Whether its table is small: three zones of cadeau take a minute to build."""
    return getattr(puzzle.state.variant, "zones", 0) < 3


def holds(puzzle: Puzzle) -> None:
    proof = prove(puzzle.rules, puzzle.state)
    assert proof is not None, puzzle
    assert proof.answer == puzzle.answer, puzzle
    assert proof.margin == pytest.approx(puzzle.margin, abs=1e-6), puzzle
    assert proof.margin >= 0.02


def test_the_shelf_is_full() -> None:
    for name in NAMES:
        assert puzzles.list_levels(name) == bots.LEVELS
    assert (len(EVERY), len({puzzle.state for puzzle in EVERY})) == (3 * 5 * puzzles.COUNT, len(EVERY))


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_proved_again(name: str) -> None:
    shelf = [puzzle for puzzle in EVERY if puzzle.game == name and small(puzzle)]
    for puzzle in random.Random(14).sample(shelf, 25):
        holds(puzzle)


@pytest.mark.slow
def test_every_puzzle_is_proved_again() -> None:
    for puzzle in EVERY:
        holds(puzzle)


def test_each_is_for_player_1_with_a_choice_and_a_reason() -> None:
    for puzzle in EVERY[::7]:
        assert puzzle.rules.players(puzzle.state) == (PLAYER,)
        moves = list(map(str, puzzle.moves))
        assert len(moves) >= 3
        assert puzzle.answer in moves
        assert puzzle.second in moves
        assert puzzle.rules.from_position(puzzle.rules.position(puzzle.state)) == puzzle.state
        wrong = next(move for move in moves if move != puzzle.answer)
        for sentence in (puzzle.solution, puzzle.reply(wrong)):
            assert sentence.fr
            assert sentence.en
            assert sentence.fr != sentence.en


@pytest.mark.parametrize("name", NAMES)
def test_failure_falls_from_bot_to_bot_and_rises_from_level_to_level(name: str) -> None:
    expected = []
    for level in puzzles.list_levels(name):
        shelf = [puzzle for puzzle in EVERY if (puzzle.game, puzzle.level) == (name, level)]
        missed = [rate_levels(puzzle.rules, puzzle.state, puzzle.answer) for puzzle in shelf]
        means = [sum(one[bot] for one in missed) / len(missed) for bot in bots.LEVELS]
        assert (means, len(set(means)), means[-1]) == (sorted(means, reverse=True), len(means), 0.0)
        totals = [sum(one.values()) for one in missed]
        expected.append((min(totals), max(totals)))
    for (_, easier), (harder, _) in itertools.pairwise(expected):
        assert easier <= harder


def test_failure_is_what_bots_really_do() -> None:
    chance, game = random.Random(3), load("blocs")
    for puzzle in chance.sample([one for one in EVERY if one.game == "blocs"], 4):
        for name in ("poussin", "lapin", "renard"):
            bot = bots.make(name, game, seed=chance.getrandbits(32))
            tried = 400
            missed = sum(str(bot.choose(puzzle.state, PLAYER)) != puzzle.answer for _ in range(tried))
            assert missed / tried == pytest.approx(rate_levels(game, puzzle.state, puzzle.answer)[name], abs=0.1)


def test_a_week_has_one_puzzle_and_a_year_has_52() -> None:
    monday = date(2026, 11, 16)
    assert monday.weekday() == 0
    for name, level in itertools.product(NAMES, bots.LEVELS):
        week = {puzzles.find_of_week(name, level, monday + timedelta(days)) for days in range(7)}
        assert len(week) == 1
        year = {puzzles.find_of_week(name, level, monday + timedelta(weeks=weeks)) for weeks in range(52)}
        assert len(year) == 52
    assert puzzles.name_week(monday).en == "week 47 of 2026"


def test_a_level_that_is_added_moves_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", ("greedy", *bots.LEVELS))
    for puzzle in EVERY[::100]:
        assert puzzles.find(puzzle.game, puzzle.level, puzzle.number) == puzzle


def test_puzzles_without_a_level_of_ours_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for lines in ("0.1 a b c\n", "[dragon]\n0.1 a b c\n"):
        monkeypatch.setattr(catalogue, "text_beside", lambda game, file, lines=lines: lines)
        with pytest.raises(RequestError, match="every puzzle comes under a level, poussin"):
            catalogue._parse_lines.__wrapped__("blocs")


def test_a_game_without_a_choice_for_player_1_alone_has_no_puzzles() -> None:
    ends = {"won": End((1,)), "lost": End((2,))}
    guess = Toy("guess", "", lambda place: ends.get(place, Both("ab", "ab", lambda a, b: "won" if a == b else "lost")))
    coin = Toy("coin", "", lambda place: ends.get(place, Throw(["won", "lost"])))
    with invited(guess, coin):
        for name in ("guess", "coin"):
            assert solvers.exact(name, load(name).variant())
            with pytest.raises(RequestError, match="No puzzles for this game"):
                puzzles.find(name, "lapin", 1)


def test_what_is_not_on_the_shelf_is_refused_kindly() -> None:
    for name, level, number in (("blocs", "dragon", 1), ("blocs", "lapin", 0), ("blocs", "lapin", puzzles.COUNT + 1)):
        with pytest.raises(RequestError):
            puzzles.find(name, level, number)


# --- calculations -------------------------------------------------------------------------------------------------


def brute(level: int, blocks: tuple[int, ...], goals: tuple[int, ...]) -> set[str]:
    """Every spelling of a calculation over these blocks, in any order and with any brackets, in its normal form."""
    shapes = {1: ["{}"], 2: ["{}{}{}"], 3: ["({}{}{}){}{}", "{}{}({}{}{})"]}[len(blocks)]
    found = set()
    for order in itertools.permutations(blocks):
        for signs in itertools.product({1: "+", 2: "+-", 3: "+-*/"}[level], repeat=len(blocks) - 1):
            parts = [str(order[0])]
            for sign, block in zip(signs, order[1:], strict=True):
                parts += [sign, str(block)]
            for shape in shapes:
                spelled = shape.format(*parts)
                try:
                    made = eval(spelled, {}, {})  # digits, signs and brackets of our own
                except ZeroDivisionError:
                    continue
                exact = Fraction(made).limit_denominator(1000)
                if exact in goals:
                    found.add(blocs.normal(spelled))
    return found


def test_the_calculations_of_a_throw_are_all_there_is() -> None:
    chance = random.Random(8)
    shelf = [puzzle.state for puzzle in EVERY if puzzle.game == "blocs"]
    for level in (1, 2, 3):
        for state in chance.sample([one for one in shelf if one.variant.level == level], 4):
            mine = blocs.numbers(state.seats[state.seat])
            goals = blocs.targets(level, state.dice)
            groups = itertools.chain.from_iterable(itertools.combinations(mine, size) for size in (1, 2, 3))
            expected = set[str]().union(*(brute(level, blocks, goals) for blocks in groups))
            known = every(state)
            assert (set(known), len(set(known))) == (expected, len(known))


def test_variety_counts_more_than_more_of_the_same() -> None:
    assert family("4+2") == family("10+3") == (2, frozenset("+"))
    assert family("3*2") != family("4+2") != family("4+2-3")
    assert (score(["4+2", "3*2"]), score(["4+2", "5+1"])) == (6, 4)


def test_the_same_sum_counts_once_and_a_wrong_one_says_why() -> None:
    puzzle = richest("ecureuil", 1)
    whole = every(puzzle.state)
    found = sums(puzzle.state, [whole[0], f"({whole[0]})", "1+1", "not a sum"])
    assert (found.found, [text for text, _ in found.refused]) == ((whole[0],), ["1+1", "not a sum"])
    assert all(reason.fr and reason.en for _, reason in found.refused)
    best = sums(puzzle.state, whole)
    assert (len(best.found), best.points) == (best.all, best.most)


def test_a_free_push_of_the_last_block_needs_no_calculation() -> None:
    assert simplest(load("blocs").from_position("blocs/mode=solo:5:1:d33"), blocs.Push((5,))) == ""
