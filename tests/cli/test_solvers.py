"""`tablee solve`, `tablee advise` and `tablee tablebase`, as a person or a program calls them."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tablee.cli.handicap import _settings
from tablee.cli.progress import LINES, Bar
from tablee.cli.solve import describe
from tablee.core.registry import load
from tablee.core.words import Text
from tablee.engine.solution import Solution
from tests.cli.conftest import Call
from tests.review.test_review import SMALL
from tests.toys import End, Toy
from tests.toys import game as toy

VECTORS = Path(__file__).parents[1] / "vectors" / "advice.jsonl"
pytestmark = pytest.mark.usefixtures("own_tables")


# solve


def test_solve_in_json(tablee: Call) -> None:
    reply = json.loads(tablee("solve blocs --set level=2 --json")[1])
    assert list(reply) == ["game", "variant", "value", "exact", "residual", "seconds"]
    assert reply["variant"] == {"mode": "duel", "level": 2}
    assert reply["value"] == pytest.approx({"1": 0.6236572751944898, "2": 0.3763427248055102}, abs=1e-12)
    assert reply["exact"] is True
    assert 0.0 <= reply["residual"] <= 1e-12
    solo = json.loads(tablee("solve blocs --set mode=solo --set level=3 --json")[1])
    assert solo["perfect"] == pytest.approx(0.9924612846822, abs=1e-12)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("joueur 1 : 0,484912", "chances de gagner", "valeur exacte")),
        ("en", ("player 1: 0.484912", "chance of winning", "exact value")),
    ],
)
def test_solve_in_words(tablee: Call, lang: str, words: tuple[str, ...]) -> None:
    code, out, _ = tablee("solve blocs", lang=lang)
    assert code == 0
    assert all(part in out for part in words)


def test_settings_are_written_as_people_would() -> None:
    """A sheet of one's own by its name; and nothing where a game has no settings."""
    laaancez, coins = load("laaancez"), toy(Toy("coins", 0, lambda place: End()))
    assert describe(laaancez, ended(laaancez.variant({"sheet": SMALL}))).en.startswith("Throoow!, sheet petite\n")
    assert describe(coins, ended("coins")).en.startswith("coins\n")
    assert _settings(coins, "coins").en == ""


def ended(variant: object) -> Solution:
    return Solution("", variant, {}, exact=True, residual=0.0, seconds=0.0)


# advise


def advised(tablee: Call, *requests: object) -> list[dict[str, Any]]:
    lines = (one if isinstance(one, str) else json.dumps(one) for one in requests)
    code, out, _ = tablee("advise", *lines)
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


def test_advise_answers_the_vectors(tablee: Call) -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    vectors = [vector for vector in vectors if vector["request"]["game"] == "blocs"]
    answers = advised(tablee, *(vector["request"] for vector in vectors))
    assert len(answers) == len(vectors) == 27
    for vector, answer in zip(vectors, answers, strict=True):
        assert list(answer) == ["player", "exact", "moves"]
        assert answer["exact"] is True
        values = {item["move"]: item["value"] for item in answer["moves"]}
        assert values == pytest.approx(vector["values"], abs=1e-9)


def test_advise_says_what_is_wrong_and_goes_on(tablee: Call) -> None:
    whole_game = ["d46", "10", "d56", "11", "d66", "9,12", "d55", "6,8", "d44", "4,5", "d33", "2,3"]
    wrong: list[tuple[object, str]] = [
        ("no json", "JSON"),
        ({"game": "blocs"}, "Roll the dice first"),
        ({"game": "blocs", "events": ["d35", "9"]}, ""),
        ({"game": "blocs", "events": ["d35"], "player": 2}, "Player 2"),
        ({"game": "blocs", "events": ["d35"], "player": True}, "number of a player"),
        ({"game": "blocs", "events": whole_game}, "over"),
    ]
    good = {"game": "blocs", "variant": {"mode": "solo"}, "events": ["d35"], "player": 1}
    *answers, last = advised(tablee, *(request for request, _ in wrong), good)
    assert all(why in answer["error"] for (_, why), answer in zip(wrong, answers, strict=True))
    assert answers[2]["at"] == 1
    assert last["player"] == 1


# tables


def test_tables_are_built_listed_verified_and_removed(
    tablee: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    assert "No tablebase is saved" in tablee("tablebase")[1]
    assert tablee("tablebase build blocs --set mode=duel")[1].count("ready") == 3
    assert tablee("tablebase verify", lang="fr")[1].count("intacte") == 3
    damaged = tmp_path / "blocs.duel-2.table"
    data = bytearray(damaged.read_bytes())
    data[-1] ^= 1
    damaged.write_bytes(bytes(data))
    code, out, _ = tablee("tablebase verify")
    assert code == 1
    assert "blocs.duel-2.table is damaged" in out
    folder, headings, sound, *_, engine = tablee("tablebase")[1].splitlines()
    assert folder == str(tmp_path)
    assert headings.split() == ["tablebase", "size", "version", "built", "in", "residual"]
    assert sound.split()[0] == "blocs.duel-1"
    assert "answers: " in engine
    assert tablee("tablebase remove blocs.duel-1")[0] == 0
    listed = tablee("tablebase list blocs")[1]
    assert "blocs.duel-3" in listed
    assert "blocs.duel-1  " not in listed
    assert tablee("tablebase remove --all")[0] == 0
    assert not list(tmp_path.glob("*.table"))


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
