"""`tablee review`: the story, the JSON, and requests line by line."""

import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Call

DUEL = "game: blocs\nmode: duel\nlevel: 1\nplayers: Léa, Tom\ndice: typed\n\nd46 4,6:6+4 d25 d13 4 d56 6\n"


@pytest.fixture(autouse=True)
def duel(tablee: Call) -> None:
    Path("duel.tablee").write_text(DUEL, encoding="utf-8")


def test_the_story_of_a_game(tablee: Call) -> None:
    code, sentence, _ = tablee("review duel.tablee --plain")
    assert code == 0
    assert "Tom pushes the last block and wins!" in sentence
    assert "Léa: dice −8.0 points, choices −11.0 points (1 real choice)" in sentence
    assert "       ███ +11.0 points  Léa’s choices" in sentence
    assert "The moments that counted" in sentence
    assert "4. " not in sentence.partition("The moments that counted")[0]
    assert "Another idea (+11.0 points): Léa pushes\n  10.\n     You keep" in sentence
    assert "All these numbers are exact." in sentence
    sentence = tablee("review duel.tablee", lang="fr")[1]
    assert "51,5 %  au départ" in sentence
    assert "Une autre idée" in sentence
    assert not any(word in sentence.casefold() for word in ("faute", "erreur", "mauvais"))


def test_a_review_shows_how_far_it_is(tablee: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    assert tablee("review duel.tablee")[0] == 0
    assert "  0% reviewing the game" in terminal.getvalue()


def test_json_adds_up(tablee: Call) -> None:
    answer = json.loads(tablee("review duel.tablee --json")[1])
    assert answer["exact"] is True
    assert answer["result"] == {"1": 0.0, "2": 1.0}
    assert [entry["kind"] for entry in answer["events"]] == ["roll", "move", "roll", "roll", "move", "roll", "move"]
    one, two = answer["players"]["1"], answer["players"]["2"]
    moved = one["luck"] - two["luck"] - one["loss"] + two["loss"]
    assert answer["result"]["1"] - answer["start"]["1"] == pytest.approx(moved, abs=1e-9)


def test_a_request_in_a_file_is_the_game_it_says(tablee: Call) -> None:
    """It was once taken for notes of another game."""
    Path("asked.json").write_text('{"game": "cadeau", "variant": {"zones": 1}, "events": ["d6", "1a"]}')
    answer = json.loads(tablee("review asked.json --json")[1])
    assert answer["exact"] is True
    assert len(answer["events"]) == 2


def test_requests_line_by_line(tablee: Call) -> None:
    asked: list[Any] = [
        {"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56", "11"]},
        {"game": "blocs", "events": ["d56", "12"]},
        "nonsense",
        {"game": "cadeau", "variant": {"zones": 1}},
    ]
    code, out, _ = tablee("review --lines", *map(json.dumps, asked))
    assert code == 0
    solo, wrong, nonsense, begun = map(json.loads, out.splitlines())
    assert solo["result"] is None
    assert solo["events"][0]["luck"] > 0 > solo["events"][0]["change"]["1"]  # less left is better
    assert solo["events"][1]["best"] == ["11"]
    assert wrong["at"] == 1
    assert "error" in nonsense
    assert begun["events"] == []


def test_notes_from_paper_are_reviewed_and_damaged_ones_get_a_sentence(tablee: Call) -> None:
    for notes, code, answer in (
        ("game: blocs\nmode: solo\n\n56 11\n13 4\n", 0, "The game is not over."),
        ("game: cadeau\nzones: 2\n\n4 2a\n", 0, "Player 1 (the Elves): "),
        (DUEL.replace("4,6:6+4", "4,5"), 2, "Line 7"),
    ):
        Path("notes.txt").write_text(notes, encoding="utf-8")
        ended, out, err = tablee("review notes.txt")
        assert ended == code
        assert answer in out + err


def test_a_picture_and_a_sheet(tablee: Call) -> None:
    for form in ("svg", "pdf"):
        assert tablee(f"review duel.tablee --output review.{form}", lang="fr")[:2] == (0, f"review.{form}\n")
    svg = Path("review.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(svg)
    assert "var(" not in svg  # converters know no custom properties
    assert "Les dés et les choix, mis bout à bout" in svg
    assert "51,5" in svg  # as the winner sees it
    assert not re.search(r"(src|href)=|url\(|@import|<script", svg)  # nothing from elsewhere
    assert Path("review.pdf").read_bytes().startswith(b"%PDF")
