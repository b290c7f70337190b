"""`tablee puzzle` and `tablee print puzzles`, typed as people do."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest

from tablee import puzzles
from tablee.cli import main
from tablee.games.blocs.sums import every, richest, richest_of_week

WEEK = "2026-W47"
DAY = date(2026, 11, 18)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_wrong_move_is_answered_kindly_and_the_right_one_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = puzzles.of_week("blocs", "lapin", DAY)
    wrong = next(str(move) for move in puzzle.moves if str(move) != puzzle.answer)
    typed(monkeypatch, "moves", "?", wrong.replace(",", " "), puzzle.answer.replace(",", " "))
    assert main(["puzzle", "blocs", "--level", "lapin", "--week", WEEK, "--lang", "en"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "week 47 of 2026" in shown
    assert "there is something better" in shown
    assert "Well done!" in shown
    assert " ".join(puzzle.solution.named({}).en.split()) in shown


def test_the_solution_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("cadeau", "blocs", "laaancez"):
        assert main(["puzzle", name, "--number", "3", "--solution", "--lang", "fr"]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert "Une idée" in shown


def test_sums_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    whole = every(richest("ecureuil", 5).state)
    typed(monkeypatch, "1+1", *whole)
    assert main(["puzzle", "blocs", "--level", "ecureuil", "--number", "5", "--sums", "--lang", "en"]) == 0
    assert f"{len(whole)} of {len(whole)}" in " ".join(capsys.readouterr().out.split())


def test_the_sums_of_the_week_are_the_pages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    week = richest_of_week(DAY)
    typed(monkeypatch, every(week.state)[0], "")
    assert main(["puzzle", "--sums", "--week", WEEK, "--lang", "en"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert week.title.en in shown
    assert f"There are {len(every(week.state))}." in shown
    assert "1 kind of sum" in shown


@pytest.mark.parametrize(
    "words",
    [
        ("puzzle", "cadeau", "--sums"),
        ("puzzle", "--level", "dragon"),
        ("puzzle", "--week", "soon"),
        ("puzzle", "--number", "0"),
        ("print", "cadeau", "--week", WEEK),
    ],
)
def test_what_cannot_be_is_said(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(words)) == 2
    assert capsys.readouterr().err.startswith("tablee: ")


def test_they_are_printed_with_solutions_on_the_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "puzzles.svg"
    assert main(["print", "puzzles", "--week", WEEK, "-o", str(target), "--lang", "en"]) == 0
    pages = [Path(line) for line in capsys.readouterr().out.split()]
    assert len(pages) == 6  # two sides for each game
    assert all(page.stat().st_size > 1000 for page in pages)
