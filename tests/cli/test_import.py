"""`tablee import`: all mistakes at once, and blocks with spaces between them, as in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.paper import notes


@pytest.mark.parametrize(
    ("typed", "events"),
    [
        ("66 11 12 35 8", ["d66", "11,12", "d35", "8"]),
        ("33 6 12 3", ["d33", "6", "d12", "3"]),  # what can be pushed alone is: 12 is the next throw
        ("66 11,12 35 8", ["d66", "11,12", "d35", "8"]),
    ],
)
def test_blocks_may_stand_apart(typed: str, events: list[str]) -> None:
    reading = notes.read(typed, "blocs", {"mode": "solo"})
    assert reading.good
    assert reading.record is not None
    assert [str(event) for event in reading.record.events] == events


def test_all_mistakes_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "notes.txt"
    kept.write_text("4 2a 5 1c\n6 2q 3 3a\n9 1b 2 3c 4 2a\n", encoding="utf-8")
    assert main(["--lang", "en", "import", str(kept)]) == 1
    said = capsys.readouterr().err
    assert [line for line in said.splitlines() if line.startswith("Line")] == [
        "Line 2, column 3: “2q” is not a move: write a zone and a cell, for example 1a.",
        "Line 3, column 1: “d9”: this game rolls one die, d1 to d6.",
        "Line 3, column 13: Cell 2a already holds a 4; choose an empty one.",
    ]
    assert "before the first mistake (5)" in said


def test_one_mistake_is_followed_by_no_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What somebody meant is guessed so that the rest of a good game stays good."""
    kept = tmp_path / "notes.txt"
    kept.write_text("zones: 1\n4 1a 5 1a 6 1b 2 1q 3 1c 1 1c\n", encoding="utf-8")
    assert main(["--lang", "en", "import", str(kept)]) == 1
    assert capsys.readouterr().err.count("Line ") == 1
