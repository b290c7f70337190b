"""The front door: what `import tablee` offers, and that it costs nothing until it is used."""

from __future__ import annotations

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from tablee import front
from tests.test_layers import files, imports

RECORD = "game: cadeau\nzones: 1\nresult: 1\n\nd4 1b d6 1a d5 1c d6 1b d3 1a d5 1c\n"


def test_examples_run() -> None:
    assert doctest.testmod(front).failed == 0


def test_importing_it_imports_nothing_else() -> None:
    program = "import sys; before = set(sys.modules); import tablee; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tablee"]


def test_everything_that_is_listed_is_there() -> None:
    assert dir(tablee) == sorted(tablee.__all__)
    for name in tablee.__all__:
        assert getattr(tablee, name) is not None
    with pytest.raises(AttributeError, match="chess"):
        getattr(tablee, "chess")  # noqa: B009 (a type checker refuses the name)


def test_types_and_doors_agree() -> None:
    """What type checkers are told is what `__getattr__` gives."""
    told = {}
    for node in ast.walk(ast.parse(Path(tablee.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tablee.") and node.col_offset == 4:
            for alias in node.names:
                told[alias.asname or alias.name] = getattr(importlib.import_module(str(node.module)), alias.name)
    assert told == {name: getattr(tablee, name) for name in told}
    assert {*told, "__version__"} == set(tablee.__all__)


def test_no_layer_comes_in_by_the_front_door() -> None:
    """It stands above all of them."""
    doors = {f"tablee.{name}" for name in (*tablee.__all__, "front")} - {"tablee.__version__"}
    found = [path for package, path in files() if path.name != "__init__.py" and imports(package, path) & doors]
    assert not found


def test_a_match_is_played_looked_at_and_taken_back() -> None:
    play = tablee.Match("cadeau", zones=1, players=("Léa", "Tom"), seed=30, lang="en")
    assert (play.phase, play.turn, play.moves(), play.outcome) == ("roll", (1,), (), None)
    assert play.roll() == tablee.Roll((5,))
    assert play.push("1b") is play
    assert play.roll(6).dice == (6,)
    assert (play.turn, play.moves(), play.moves(1)) == ((2,), ("1a", "1b", "1c"), ())
    assert "Léa" in play.board() == str(play)
    assert play.svg() == play._repr_svg_()
    assert play.svg().startswith("<svg")
    assert play.undo(2).position == "cadeau/zones=1:...:...:d5"
    assert tablee.Match(play.position).state == play.state
    play.undo(9).push(*RECORD.split("\n")[4].split())
    assert play.outcome is not None
    assert play.outcome.winners == (1,)
    assert (play.turn, play.moves()) == ((), ())
    assert tablee.read(str(play.record())).states == play.record().states
    with pytest.raises(tablee.GameOver):
        play.roll()


@pytest.mark.parametrize("name", tablee.GAMES)
def test_every_game_has_a_board_and_a_bot(name: str) -> None:
    play = tablee.Match(name, seed=2, lang="fr")
    robot = tablee.bot("greedy", name, seed=5)
    for _ in range(6):
        if play.phase == "roll":
            play.roll()
        else:
            player = play.turn[0]
            play.push(str(robot.choose(play.game.view(play.state, player), player)))
        assert play.board()
        assert "<svg" in play.svg()


def test_a_choice_that_waits_is_not_shown() -> None:
    rolled = tablee.Match("laaancez", lang="en")
    rolled.roll(3)
    before = rolled.board()
    assert rolled.push("1.bonnet@a1").board().replace("▸", " ") == before.replace("▸", " ")


def test_records_positions_and_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.tablee"
    path.write_text(RECORD, encoding="utf-8")
    assert tablee.read(path).result == tablee.read(str(path)).result == tablee.read(RECORD).result == "1"
    assert tablee.read("cadeau/zones=1:45.:66.").begin is not None
    with pytest.raises(tablee.RecordError):
        tablee.read(RECORD.replace("d6 1a", "d6 1z"))
    with pytest.raises(tablee.RequestError, match="Settings go with the name"):
        tablee.Match("cadeau/zones=1:45.:66.", zones=2)


def test_advice_and_values_of_a_position() -> None:
    line = "cadeau/zones=1:45.:66.:d3"
    assert [str(move) for move, _ in tablee.advise(line).moves] == ["1c"]
    play = tablee.Match(line)
    assert play.advise() == tablee.advise(play)
    found = tablee.values(play)
    assert found.exact
    assert found.players[1] == pytest.approx(tablee.advise(line).moves[0][1])
