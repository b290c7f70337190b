"""`tablee solve`, `tablee advise` and `tablee tables`, as a person or a program calls them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.cli.progress import LINES, Bar
from tablee.core.words import Text

VECTORS = Path(__file__).parents[1] / "vectors" / "advice.jsonl"
pytestmark = pytest.mark.usefixtures("own_tables")


class Lines(io.TextIOWrapper):
    def __init__(self, *requests: object) -> None:
        said = [request if isinstance(request, str) else json.dumps(request) for request in requests]
        super().__init__(io.BytesIO("".join(line + "\n" for line in said).encode()))


def advised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *requests: object
) -> list[dict[str, Any]]:
    monkeypatch.setattr(sys, "stdin", Lines(*requests))
    assert main(["--lang", "en", "advise"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# solve


def test_solve_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "blocs", "--set", "level=2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["game", "variant", "value", "exact", "residual", "seconds"]
    assert said["variant"] == {"mode": "duel", "level": 2}
    assert said["value"] == pytest.approx({"1": 0.6236572751944898, "2": 0.3763427248055102}, abs=1e-12)
    assert said["exact"] is True
    assert 0.0 <= said["residual"] <= 1e-12
    assert main(["solve", "blocs", "--set", "mode=solo", "--set", "level=3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["perfect"] == pytest.approx(0.9924612846822, abs=1e-12)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("joueur 1 : 0,484912", "chances de gagner", "valeur exacte")),
        ("en", ("player 1: 0.484912", "chance of winning", "exact value")),
    ],
)
def test_solve_in_words(capsys: pytest.CaptureFixture[str], lang: str, words: tuple[str, ...]) -> None:
    assert main(["--lang", lang, "solve", "blocs"]) == 0
    said = capsys.readouterr().out
    assert all(part in said for part in words)


# advise


def test_advise_answers_the_vectors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    vectors = [vector for vector in vectors if vector["request"]["game"] == "blocs"]
    answers = advised(monkeypatch, capsys, *(vector["request"] for vector in vectors))
    assert len(answers) == len(vectors) == 27
    for vector, answer in zip(vectors, answers, strict=True):
        assert list(answer) == ["player", "exact", "moves"]
        assert answer["exact"] is True
        values = {item["move"]: item["value"] for item in answer["moves"]}
        assert values == pytest.approx(vector["values"], abs=1e-9)


def test_advise_says_what_is_wrong_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole_game = ["d46", "10", "d56", "11", "d66", "9,12", "d55", "6,8", "d44", "4,5", "d33", "2,3"]
    answers = advised(
        monkeypatch,
        capsys,
        "no json",
        {"game": "blocs"},
        {"game": "blocs", "events": ["d35", "9"]},
        {"game": "blocs", "events": ["d35"], "player": 2},
        {"game": "blocs", "events": ["d35"], "player": True},
        {"game": "blocs", "events": whole_game},
        {"game": "blocs", "variant": {"mode": "solo"}, "events": ["d35"], "player": 1},
    )
    assert "JSON" in answers[0]["error"]
    assert "dice come first" in answers[1]["error"]
    assert answers[2]["at"] == 1
    assert "Player 2" in answers[3]["error"]
    assert "number of a player" in answers[4]["error"]
    assert "over" in answers[5]["error"]
    assert answers[6]["player"] == 1


# tables


def test_tables_are_built_listed_verified_and_removed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    assert main(["--lang", "en", "tables"]) == 0
    assert "No table is kept" in capsys.readouterr().out
    assert main(["--lang", "en", "tables", "build", "blocs", "--set", "mode=duel"]) == 0
    assert capsys.readouterr().out.count("ready") == 3
    assert main(["--lang", "fr", "tables", "verify"]) == 0
    assert capsys.readouterr().out.count("intacte") == 3
    damaged = tmp_path / "blocs.duel-2.table"
    data = bytearray(damaged.read_bytes())
    data[-1] ^= 1
    damaged.write_bytes(bytes(data))
    assert main(["--lang", "en", "tables", "verify"]) == 1
    assert "blocs.duel-2.table is damaged" in capsys.readouterr().out
    assert main(["--lang", "en", "tables"]) == 0
    folder, headings, sound, *_, engine = capsys.readouterr().out.splitlines()
    assert folder == str(tmp_path)
    assert headings.split() == ["table", "size", "version", "built", "in", "residual"]
    assert sound.split()[0] == "blocs.duel-1"
    assert "answers: " in engine
    assert main(["--lang", "en", "tables", "remove", "blocs.duel-1"]) == 0
    assert main(["--lang", "en", "tables", "list", "blocs"]) == 0
    listed = capsys.readouterr().out
    assert "blocs.duel-3" in listed
    assert "blocs.duel-1  " not in listed
    assert main(["--lang", "en", "tables", "remove", "--all"]) == 0
    assert not list(tmp_path.glob("*.table"))


@pytest.mark.parametrize(
    "words",
    [
        ["tables", "remove"],
        ["tables", "remove", "blocs.nine-1"],
        ["tables", "build", "chess"],
        ["tables", "build", "blocs", "--set", "level"],
        ["tables", "build", "blocs", "--set", "level=4"],
        ["tables", "polish"],
        ["solve", "blocs", "--set", "level=4"],
    ],
)
def test_tables_asked_wrongly(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["--lang", "en", *words]) == 2
    assert capsys.readouterr().err.startswith("tablee: ")


# Long computations


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_is_drawn_on_a_terminal_only() -> None:
    for stream, drawn in ((Terminal(), True), (io.StringIO(), False)):
        bar = Bar("en", stream)
        bar(0.5, Text(fr="calcul", en="working"))
        assert ("working" in stream.getvalue()) is drawn
        bar.wipe()
        assert stream.getvalue().endswith("\r") is drawn


def test_without_a_terminal_a_line_now_and_then_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tablee.cli.progress.time.monotonic", lambda: now[0])
    stream = io.StringIO()
    bar = Bar("en", stream)
    for done in range(100):
        bar(done / 100, Text(fr="calcul", en="working"))
        now[0] += LINES / 40
    bar.wipe()
    assert stream.getvalue() == " 40% working\n 80% working\n"


def test_news_are_told_once_everywhere() -> None:
    stream = io.StringIO()
    bar = Bar("fr", stream)
    for _ in range(2):
        bar(0.0, Text(fr="La table est abîmée.", en="The table is damaged."))
    assert stream.getvalue() == "La table est abîmée.\n"
