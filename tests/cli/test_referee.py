"""The line protocol: the vectors, whole, and input of every bad kind."""

from __future__ import annotations

import io
import json
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import protocol
from tablee.cli import lines, main

VECTORS = [
    json.loads(line)
    for line in (resources.files("tablee_lab.conform") / "vectors.jsonl").read_text("utf-8").splitlines()
]


class Bytes(io.TextIOWrapper):
    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))


def ask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes, lang: str = "en"
) -> list[Any]:
    monkeypatch.setattr(sys, "stdin", Bytes(data))
    assert main(["referee", "--lang", lang]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_vectors_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    data = "".join(json.dumps(vector["request"]) + "\n" for vector in VECTORS).encode()
    answers = ask(monkeypatch, capsys, data)
    assert len(answers) == len(VECTORS) > 100
    for vector, answer in zip(VECTORS, answers, strict=True):
        wanted = vector["answer"]
        if "error" in wanted:
            assert answer["at"] == wanted["at"]
            assert len(answer["error"]) > 10
            continue
        if answer["result"]:
            assert answer["result"].pop("reason")
        assert answer == wanted


def test_the_vectors_of_the_options() -> None:
    """Theirs are among those that are shipped."""
    lines = (Path(__file__).parents[1] / "vectors" / "options.jsonl").read_text("utf-8").splitlines()
    asked = [vector["request"]["variant"] for vector in map(json.loads, lines)]
    assert [json.loads(line) for line in lines] == VECTORS[-len(lines) :]
    assert {"push", "single"} <= {key for variant in asked for key in variant}


@pytest.mark.parametrize(
    ("line", "at", "why"),
    [
        (b"", None, "not a JSON object"),
        (b"hello", None, "not a JSON object"),
        (b"[1]", None, "with “game”"),
        (b"{}", None, "with “game”"),
        (b'{"game": 3}', None, "with “game”"),
        (b'{"game": "chess"}', None, "There is no game"),
        (b'{"game": "cadeau", "variant": 3}', None, "“variant” is an object"),
        (b'{"game": "cadeau", "variant": {"zones": 0}}', None, "“zones” cannot be '0'"),
        (b'{"game": "cadeau", "variant": {"zones": "3"}}', None, "“zones” cannot be '3'"),
        (b'{"game": "cadeau", "variant": {"zones": true}}', None, "“zones” cannot be 'True'"),
        (b'{"game": "cadeau", "variant": {"zone": 3}}', None, "Did you mean “zones”?"),
        (b'{"game": "laaancez", "variant": {"sheet": {"name": "x"}}}', None, "candle"),
        (b'{"game": "cadeau", "events": "d4"}', None, "“events” is a list"),
        (b'{"game": "cadeau", "events": ["d4", 3]}', 1, "An event is a string of text"),
        (b'{"game": "cadeau", "events": ["d4", "d4"]}', 1, "already rolled"),
        (b'{"game": "cadeau", "events": ["\\ud800"]}', 0, "is not a move"),
        (b"\xff\xfe", None, "not a JSON object"),
        (b"[" * 100_000, None, "not a JSON object"),
        (b'{"game": "blocs", "events": ["' + b"9" * 2_000_000 + b'"]}', None, "longer than"),
    ],
)
def test_bad_lines_get_a_sentence_and_the_process_lives_on(
    line: bytes, at: int | None, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = ask(monkeypatch, capsys, line + b'\n{"game": "cadeau"}\n')
    assert why in bad["error"]
    assert bad.get("at") == at
    assert good["players"] == [1]


def test_it_answers_in_french(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = ask(monkeypatch, capsys, b'{"game": "cadeau", "events": ["1a"]}', "fr")
    assert answer == {"error": "Il faut d’abord lancer le dé.", "at": 0}


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(max_examples=200)
def test_no_line_does_more_harm_than_an_error(line: bytes) -> None:
    for text in filter(None, lines._lines(io.BytesIO(line))):
        answer = protocol.reply(text, lambda request: protocol.position(request.game, request.state, "fr"), "fr")
        assert ("error" in answer) != ("phase" in answer)


def test_a_request_may_begin_at_a_position(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What follows from a position is what follows from the events that led there; mixtures are refused."""
    whole: dict[str, object] = {"game": "blocs", "variant": {"level": 2}, "events": ["d46", "4,6", "d33"]}
    asked: list[dict[str, object]] = [
        whole,
        {"position": "blocs/level=2:23589abc/46:1", "events": ["d33"]},
        {"game": "blocs", "position": "blocs/level=2:23589abc/46:1:d33"},
        {"game": "cadeau", "position": "blocs/level=2:23589abc/46:1"},
        {"variant": {}, "position": "blocs/level=2:23589abc/46:1"},
        {"position": "blocs/level=2:23589abc/46:3"},
        {"position": "chess:8/8"},
        {"position": 3},
    ]
    first, *same, game, variant, seat, chess, number = ask(
        monkeypatch, capsys, "".join(json.dumps(request) + "\n" for request in asked).encode()
    )
    assert first["phase"] == "move"
    assert same == [first, first]
    assert game == variant
    assert "leave out “variant”" in game["error"]
    assert seat["error"] == "Position, character 27: a seat from 1 to 2."
    assert "There is no game “chess”" in chess["error"]
    assert number["error"] == "“position” is a text."
