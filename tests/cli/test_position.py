"""Positions and recorded games on the command line: play from one, show one, ask about one."""

import json
from pathlib import Path

from tests.cli.conftest import Call

LINE = "cadeau/zones=1:45.:66."


def test_play_from_a_position(tablee: Call) -> None:
    words = f"play --position {LINE} --dice typed --output kept.tablee --plain"
    assert tablee(words, "3", "1c", "2", "1c", "n")[0] == 0
    text = Path("kept.tablee").read_text("utf-8")
    assert f"position: {LINE}\n" in text
    assert text.endswith("result: 2\n\nd3 1c d2 1c\n")
    code, out, _ = tablee("replay kept.tablee --at 2")
    assert code == 0
    assert out.endswith("cadeau/zones=1:453:66.\n")


def test_show_and_value_a_position_or_a_moment_of_a_game(tablee: Call) -> None:
    code, out, _ = tablee(f"replay --position {LINE}")
    assert code == 0
    assert "│ 4 │ 5 │ · │" in out
    answer = json.loads(tablee(f"advise --position {LINE}:d3")[1])
    assert answer["player"] == 1
    assert answer["exact"] is True
    assert [move["move"] for move in answer["moves"]] == ["1c"]
    Path("game.tablee").write_text("game: blocs\nmode: solo\nlevel: 1\n\nd56 11 d12 3\n")
    for at, best in (("--at 1", "11"), ("--at 3", "3"), ("", "3")):  # without: the last choice of the game
        assert json.loads(tablee(f"advise game.tablee {at}")[1])["moves"][0]["move"] == best
