"""The line protocol: the vectors, whole, and input of every bad kind."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call

ROOT = Path(__file__).parents[2]
VECTORS = [json.loads(line) for line in (ROOT / "examples" / "vectors.jsonl").read_text("utf-8").splitlines()]


def ask(tablee: Call, *requests: object, lang: str = "en") -> list[Any]:
    """What the referee answers to requests, or to lines as they stand."""
    lines = (one if isinstance(one, str) else json.dumps(one) for one in requests)
    code, out, _ = tablee("referee", *lines, lang=lang)
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


def test_the_vectors_whole(tablee: Call) -> None:
    answers = ask(tablee, *(vector["request"] for vector in VECTORS))
    assert len(answers) == len(VECTORS) > 100
    for vector, answer in zip(VECTORS, answers, strict=True):
        wanted = vector["answer"]
        if "error" in wanted:
            assert answer.get("at") == wanted.get("at")
            assert len(answer["error"]) > 10
            continue
        if answer["result"]:
            assert answer["result"].pop("reason")
        assert answer == wanted


def test_the_vectors_of_the_options() -> None:
    """Theirs are among those that are shipped."""
    vectors = [json.loads(line) for line in (ROOT / "tests/vectors/options.jsonl").read_text("utf-8").splitlines()]
    assert all(vector in VECTORS for vector in vectors)
    assert {"push", "single"} <= {key for vector in vectors for key in vector["request"]["variant"]}


@pytest.mark.parametrize(
    ("line", "at", "why"),
    [
        ("", None, "not a JSON object"),
        ("hello", None, "not a JSON object"),
        ("[1]", None, "with “game”"),
        ("{}", None, "with “game”"),
        ('{"game": 3}', None, "with “game”"),
        ('{"game": "chess"}', None, "There is no game"),
        ('{"game": "cadeau", "variant": 3}', None, "“variant” is an object"),
        ('{"game": "cadeau", "variant": {"zones": 0}}', None, "“zones” cannot be “0”"),
        ('{"game": "cadeau", "variant": {"zones": "3"}}', None, "“zones” cannot be “3”"),
        ('{"game": "cadeau", "variant": {"zones": true}}', None, "“zones” cannot be “True”"),
        ('{"game": "cadeau", "variant": {"zone": 3}}', None, "Did you mean “zones”?"),
        ('{"game": "laaancez", "variant": {"sheet": {"name": "x"}}}', None, "candle"),
        ('{"game": "cadeau", "events": "d4"}', None, "“events” is a list"),
        ('{"game": "cadeau", "events": ["d4", 3]}', 1, "An event is a string of text"),
        ('{"game": "cadeau", "events": ["d4", "d4"]}', 1, "already rolled"),
        ('{"game": "cadeau", "events": ["\\ud800"]}', 0, "is not a move"),
        ("\ud800", None, "not a JSON object"),
        ("[" * 100_000, None, "not a JSON object"),
        ('{"game": "blocs", "events": ["' + "9" * 2_000_000 + '"]}', None, "longer than"),
    ],
)
def test_bad_lines_get_a_sentence_and_the_process_lives_on(line: str, at: int | None, why: str, tablee: Call) -> None:
    bad, good = ask(tablee, line, {"game": "cadeau"})
    assert why in bad["error"]
    assert bad.get("at") == at
    assert good["players"] == [1]


def test_it_answers_in_french(tablee: Call) -> None:
    (answer,) = ask(tablee, {"game": "cadeau", "events": ["1a"]}, lang="fr")
    assert answer == {"error": "Il faut d’abord lancer le dé.", "at": 0}


def test_a_request_may_begin_at_a_position(tablee: Call) -> None:
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
    first, *same, game, variant, seat, chess, number = ask(tablee, *asked)
    assert first["phase"] == "move"
    assert same == [first, first]
    assert game == variant
    assert "leave out “variant”" in game["error"]
    assert seat["error"] == "Position, character 27: a seat from 1 to 2."
    assert "There is no game “chess”" in chess["error"]
    assert number["error"] == "“position” is a text."
