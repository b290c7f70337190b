"""The golden games are reproduced to the letter, and their events replay as records."""

import pytest

from tablee.core.record import Record, parse, write
from tablee.core.registry import load
from tools.golden import FOLDER, GAMES, replay


@pytest.mark.parametrize("label", GAMES)
def test_golden_game(label: str) -> None:
    name, settings = GAMES[label]
    text = (FOLDER / f"{label}.txt").read_text(encoding="utf-8")
    assert replay(name, settings) == text
    game = load(name)
    record = Record(game, game.variant(settings))
    for line in text.splitlines():
        if line[0] not in "# ":
            record = record.play(game.parse(line.split()[0]))
    assert record.outcome
    assert f"# winners {record.outcome.winners} scores" in text
    assert parse(write(record), load) == record


def test_there_is_no_golden_game_too_many() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
