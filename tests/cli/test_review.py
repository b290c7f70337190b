"""`tablee review`: the story, the JSON, and requests line by line."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tablee.cli import main

DUEL = "game: blocs\nmode: duel\nlevel: 1\nplayers: Léa, Tom\ndice: typed\n\nd46 4,6:6+4 d25 d13 4 d56 6\n"


@pytest.fixture
def duel(tmp_path: Path) -> str:
    path = tmp_path / "duel.tablee"
    path.write_text(DUEL, encoding="utf-8")
    return str(path)


def test_the_story_of_a_game(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", duel, "--lang", "en", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "Tom has pushed their last block and wins!" in told
    assert "Léa: dice −8.0 points, choices −11.0 points (1 real choice)" in told
    assert "       ███ +11.0 points  the choices of Léa" in told
    assert "The moments that counted" in told
    assert "4. " not in told.partition("The moments that counted")[0]
    assert "Another idea (+11.0 points): Léa pushes\n  10.\n     Small blocks kept for later" in told
    assert "All these numbers are exact." in told


def test_a_review_shows_how_far_it_is(duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    assert main(["review", duel, "--lang", "en"]) == 0
    assert "  0% reviewing the game" in terminal.getvalue()


def test_the_story_in_french_has_no_marks(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", duel, "--lang", "fr"]) == 0
    told = capsys.readouterr().out
    assert "51,5 %  au départ" in told
    assert "Une autre idée" in told
    assert not any(word in told.casefold() for word in ("faute", "erreur", "mauvais"))


def test_json_adds_up(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", duel, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["exact"] is True
    assert said["result"] == {"1": 0.0, "2": 1.0}
    assert [entry["kind"] for entry in said["events"]] == ["roll", "move", "roll", "roll", "move", "roll", "move"]
    one, two = said["players"]["1"], said["players"]["2"]
    moved = one["luck"] - two["luck"] - one["loss"] + two["loss"]
    assert said["result"]["1"] - said["start"]["1"] == pytest.approx(moved, abs=1e-9)


def test_a_request_in_a_file_is_the_game_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was once taken for notes of another game."""
    path = tmp_path / "asked.json"
    path.write_text('{"game": "cadeau", "variant": {"zones": 1}, "events": ["d6", "1a"]}', encoding="utf-8")
    assert main(["review", str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["exact"]
    assert len(said["events"]) == 2
    path.write_text('{"game": "cadeau", "zones": 1', encoding="utf-8")
    assert main(["review", str(path)]) == 2


def test_requests_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Any] = [
        {"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56", "11"]},
        {"game": "blocs", "events": ["d56", "12"]},
        "nonsense",
        {"game": "cadeau", "variant": {"zones": 1}},
    ]
    data = "".join(json.dumps(one) + "\n" for one in asked).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["review", "--lines", "--lang", "en"]) == 0
    solo, wrong, nonsense, begun = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert solo["result"] is None
    assert solo["events"][0]["luck"] > 0 > solo["events"][0]["change"]["1"]  # less left is better
    assert solo["events"][1]["best"] == ["11"]
    assert wrong["at"] == 1
    assert "error" in nonsense
    assert begun["events"] == []


def test_notes_from_paper_are_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("game: blocs\nmode: solo\n\n56 11\n13 4\n", encoding="utf-8")
    assert main(["review", str(path), "--lang", "en"]) == 0
    assert "The game is not over." in capsys.readouterr().out
    path.write_text("game: cadeau\nzones: 2\n\n4 2a\n", encoding="utf-8")
    assert main(["review", str(path), "--lang", "en"]) == 0
    assert "Player 1 (the Lutins): " in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["x.tablee", "--lines"]])
def test_a_file_or_lines(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", *arguments, "--lang", "en"]) == 2
    assert "give a file, or --lines" in capsys.readouterr().err


def test_a_damaged_record_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.tablee"
    path.write_text(DUEL.replace("4,6:6+4", "4,5"), encoding="utf-8")
    assert main(["review", str(path), "--lang", "en"]) != 0
    assert "Line 7" in capsys.readouterr().err


def test_a_page_a_picture_and_a_sheet(duel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("html", "svg", "pdf"):
        path = tmp_path / f"review.{form}"
        assert main(["review", duel, "--out", str(path), "--lang", "fr"]) == 0
        assert capsys.readouterr().out.strip() == str(path)
    svg, page = ((tmp_path / f"review.{form}").read_text(encoding="utf-8") for form in ("svg", "html"))
    ElementTree.fromstring(svg)
    assert "var(" not in svg  # converters know no custom properties
    assert "Les dés et les choix, mis bout à bout" in svg
    assert "51,5" in svg  # as the winner sees it
    assert svg in page
    assert not re.search(r"(src|href)=|url\(|@import|<script", page)  # nothing from elsewhere
    assert page.count("<tr>") == 1 + 7  # the whole game as a table
    assert (tmp_path / "review.pdf").read_bytes().startswith(b"%PDF")


def test_what_cannot_be_written_is_said_kindly(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", duel, "--out", "review.doc", "--lang", "en"]) == 2
    assert ".html, .svg, .pdf" in capsys.readouterr().err
    assert main(["review", duel, "--goal", "perfect", "--lang", "en"]) != 0
    assert "only a solo game" in capsys.readouterr().err
