"""The front door: what `import tablee` offers, and that it costs nothing until it is used."""

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from tablee import front
from tablee.cli import progress as bars
from tablee.core.words import untranslated
from tablee.engine import solvers
from tablee.engine.solution import Progress
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
    names = {}
    for node in ast.walk(ast.parse(Path(tablee.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tablee.") and node.col_offset == 4:
            for alias in node.names:
                names[alias.asname or alias.name] = getattr(importlib.import_module(str(node.module)), alias.name)
    assert names == {name: getattr(tablee, name) for name in names}
    assert {*names, "__version__"} == set(tablee.__all__)


def test_no_layer_comes_in_by_the_front_door() -> None:
    """It stands above all of them."""
    doors = {f"tablee.{name}" for name in (*tablee.__all__, "front")} - {"tablee.__version__"}
    found = [path for package, path in files() if path.name != "__init__.py" and imports(package, path) & doors]
    assert not found


def test_a_match_is_played_looked_at_and_taken_back() -> None:
    game = tablee.Session("cadeau", zones=1, players=("Léa", "Tom"), seed=30, lang="en")
    assert (game.phase, game.turn, game.moves(), game.outcome) == ("roll", (1,), (), None)
    assert game.roll() == tablee.Roll((5,))
    assert game.play("1b") is game
    assert game.roll(6).dice == (6,)
    assert (game.turn, game.moves(), game.moves(1)) == ((2,), ("1a", "1b", "1c"), ())
    assert "Léa" in game.board() == str(game)
    assert game.svg() == game._repr_svg_()
    assert game.svg().startswith("<svg")
    assert game.undo(2).position == "cadeau/zones=1:...:...:d5"
    assert tablee.Session(game.position).state == game.state
    game.undo(9).play(*RECORD.split("\n")[4].split())
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert (game.turn, game.moves()) == ((), ())
    assert tablee.read(str(game.record())).states == game.record().states
    with pytest.raises(tablee.GameOver):
        game.roll()


@pytest.mark.parametrize("name", tablee.GAMES)
def test_every_game_has_a_board_and_a_bot(name: str) -> None:
    game = tablee.Session(name, seed=2, lang="fr")
    robot = tablee.bot("greedy", name, seed=5)
    for _ in range(6):
        if game.phase == "roll":
            game.roll()
        else:
            player = game.turn[0]
            game.play(str(robot.choose(game.game.view(game.state, player), player)))
        assert game.board()
        assert "<svg" in game.svg()


def test_a_choice_that_waits_is_not_shown() -> None:
    rolled = tablee.Session("laaancez", lang="en")
    rolled.roll(3)
    before = rolled.board()
    assert rolled.play("1.bonnet@a1").board().replace("▸", " ") == before.replace("▸", " ")


def test_records_positions_and_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.tablee"
    path.write_text(RECORD, encoding="utf-8")
    assert tablee.read(path).result == tablee.read(str(path)).result == tablee.read(RECORD).result == "1"
    assert tablee.read("cadeau/zones=1:45.:66.").begin is not None
    with pytest.raises(tablee.RecordError):
        tablee.read(RECORD.replace("d6 1a", "d6 1z"))
    with pytest.raises(tablee.RequestError, match="Settings go with the name"):
        tablee.Session("cadeau/zones=1:45.:66.", zones=2)


def test_advice_and_values_of_a_position() -> None:
    line = "cadeau/zones=1:45.:66.:d3"
    assert [str(move) for move, _ in tablee.advise(line).moves] == ["1c"]
    game = tablee.Session(line)
    assert game.advise() == tablee.advise(game)
    found = tablee.values(game)
    assert found.exact
    assert found.players[1] == pytest.approx(tablee.advise(line).moves[0][1])


def test_advice_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def slow(game: str, state: object, player: int | None, progress: Progress) -> None:
        progress(0.25, untranslated("counting"))

    monkeypatch.setattr(bars, "LINES", 0)
    monkeypatch.setattr(solvers, "advise", slow)
    tablee.advise("cadeau/zones=1:45.:66.:d3")
    out, err = capsys.readouterr()
    assert (out, err.split()[-1]) == ("", "counting")
