"""Positions on the command line: play from one, show one, ask about one."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tablee.cli import main

LINE = "cadeau/zones=1:45.:66."


def test_play_from_a_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept.tablee"
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n1c\n2\n1c\nn\n"))
    code = main(["play", "--lang", "en", "--position", LINE, "--dice", "typed", "--save", str(kept), "--plain"])
    assert code == 0
    text = kept.read_text("utf-8")
    assert f"position: {LINE}\n" in text
    assert text.endswith("result: 2\n\nd3 1c d2 1c\n")
    capsys.readouterr()
    assert main(["replay", "--lang", "en", str(kept), "--at", "2"]) == 0
    assert capsys.readouterr().out.endswith("cadeau/zones=1:453:66.\n")


def test_show_and_value_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--lang", "en", "--position", LINE]) == 0
    assert "│ 4 │ 5 │ · │" in capsys.readouterr().out
    assert main(["advise", "--lang", "en", "--position", f"{LINE}:d3"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["player"], said["exact"], [move["move"] for move in said["moves"]]) == (1, True, ["1c"])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["replay"], "give a file, or --position"),
        (["replay", "x.tablee", "--position", LINE], "give a file, or --position"),
        (["play", "cadeau", "--position", LINE], "knows which game is played"),
        (["play", "--position", "cadeau/zones=1:45.:667"], "Position, character 22"),
        (["advise", "--position", "checkers:x"], "no game “checkers”"),
    ],
)
def test_what_does_not_go_together(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--lang", "en"]) == 2
    assert why in capsys.readouterr().err
