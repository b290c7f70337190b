"""Small things that people type: numbers with an exponent, a recorded game in place of a request, a list to read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.cli.parser import count

GAME = "game: blocs\nmode: solo\nlevel: 1\n\nd56 11 d12 3\n"


@pytest.mark.parametrize(("typed", "number"), [("1e6", 1_000_000), ("2.5e3", 2500), ("40_000", 40_000), ("7", 7)])
def test_a_number_of_games_is_read_as_people_write_it(typed: str, number: int) -> None:
    assert count(typed) == number


@pytest.mark.parametrize("typed", ["1.5", "many", "1e999", "nan"])
def test_anything_else_is_no_number(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "simulate", "cadeau", "--games", typed]) == 2
    assert "n’est pas un nombre" in capsys.readouterr().err


def test_advice_about_a_recorded_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "game.tablee"
    kept.write_text(GAME)

    def asked(*words: str) -> list[str]:
        assert main(["--lang", "en", "advise", str(kept), *words]) == 0
        return [move["move"] for move in json.loads(capsys.readouterr().out)["moves"]]

    assert asked("--at", "1")[0] == "11"
    assert asked() == asked("--at", "3") == ["3"]  # the last choice of the game, after its third event
    assert main(["--lang", "en", "advise", str(kept), "--at", "9"]) == 2
    assert "--at goes from 0 to 4" in capsys.readouterr().err
