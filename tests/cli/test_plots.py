"""`--plot` and `--out report.html` of the commands that count."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main

COUNTING = {
    "arena": ("arena", "blocs", "--bots", "random,greedy", "--games", "4"),
    "simulate": ("simulate", "blocs", "--games", "200", "--seed", "1"),
    "solve": ("solve", "blocs", "--each", "level=1,2"),
}
SHOWN = {
    "arena": ("Ratings (Elo, mean 1500)", "Points in 100 of each seat"),
    "simulate": ("Won by", "events a game", "games over after so many events"),
    "solve": ("Chance of winning at the start", "level 1: +", "0.4849", "0.6237"),
}


@pytest.mark.parametrize("name", ["arena", "solve", pytest.param("simulate", marks=pytest.mark.slow)])
def test_a_page_to_look_at(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.html"
    assert main(["--lang", "en", *COUNTING[name], "--plot", "--out", str(target)]) == 0
    printed, page = capsys.readouterr().out, target.read_text(encoding="utf-8")
    assert printed.count("█") > 10
    for words in SHOWN[name]:
        assert words in page
    assert 'lang="en"' in page
    assert page.count("<svg") == page.count("<details")
    assert max(len(line) for line in printed.splitlines() if "█" in line) < 80


@pytest.mark.parametrize("name", COUNTING)
def test_a_page_that_cannot_be_written_is_refused_before_anything_is_counted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for target in (tmp_path / "missing" / "report.html", tmp_path / "report.docx"):
        assert main(["--lang", "en", *COUNTING[name], "--out", str(target)]) == 2
        told = capsys.readouterr()
        assert not told.out
        assert "cannot be written" in told.err or "ends in" in told.err


def test_values_of_a_setting_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "solve", "blocs", "--each", "lvel=1,2"]) == 2
    assert "Did you mean “level”?" in capsys.readouterr().err
