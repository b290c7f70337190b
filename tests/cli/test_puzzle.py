"""`tablee puzzle` and `tablee print puzzles`, typed as people do."""

from datetime import date
from pathlib import Path

from tablee import puzzles
from tablee.core.registry import NAMES
from tablee.games.blocs.sums import every, richest, richest_of_week
from tests.cli.conftest import Call

WEEK = "2026-W47"
DAY = date(2026, 11, 18)


def words(shown: str) -> str:
    return " ".join(shown.split())


def test_a_wrong_move_is_answered_kindly_and_the_right_one_explained(tablee: Call) -> None:
    puzzle = puzzles.find_of_week("blocs", "lapin", DAY)
    wrong = next(str(move) for move in puzzle.moves if str(move) != puzzle.answer)
    typed = ("moves", "?", wrong.replace(",", " "), puzzle.answer.replace(",", " "))
    code, out, _ = tablee(f"puzzle blocs --level lapin --week {WEEK}", *typed)
    assert code == 0
    for sentence in ("week 47 of 2026", "there is something better", "Well done!", puzzle.solution.with_names({}).en):
        assert words(sentence) in words(out)


def test_the_solution_of_every_game(tablee: Call) -> None:
    for name in NAMES:
        assert "au lieu d" in words(tablee(f"puzzle {name} --number 3 --solution", lang="fr")[1])


def test_sums_are_counted_and_those_of_the_week_are_the_pages(tablee: Call) -> None:
    whole = every(richest("ecureuil", 5).state)
    code, out, _ = tablee("puzzle blocs --level ecureuil --number 5 --sums", "1+1", *whole)
    assert code == 0
    assert f"{len(whole)} of {len(whole)}" in words(out)
    week = richest_of_week(DAY)
    code, out, _ = tablee(f"puzzle --sums --week {WEEK}", every(week.state)[0], "")
    assert code == 0
    for sentence in (week.title.en, f"There are {len(every(week.state))}.", "1 kind of calculation"):
        assert sentence in words(out)


def test_they_are_printed_with_solutions_on_the_back(tablee: Call) -> None:
    code, out, _ = tablee(f"print puzzles --week {WEEK} -o puzzles.svg")
    assert code == 0
    assert [Path(line).stat().st_size > 1000 for line in out.split()] == [True] * 6  # two sides for each game
