"""`tablee simulate`: what it says, the files it writes, what it refuses, and how it stops."""

import csv
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tablee.cli.parser import Parser
from tablee.core import record as records
from tablee.core.errors import RequestError, TableeError
from tablee.core.registry import load
from tablee.core.words import LANGS, Text
from tablee_lab import runs, simulate
from tablee_lab.cli import simulate as command
from tablee_lab.simulate import Piece, Results, Tally, report

pytestmark = pytest.mark.usefixtures("own_tables")


def tablee_simulate(*words: str, lang: str = "en") -> int:
    parser = Parser("simulate", lang, Text("", ""), command.EXAMPLES)
    command.arguments(parser)
    args = parser.parse_args(words)
    args.lang = lang
    return command.run(args)


# --- files ------------------------------------------------------------------------------------------------------------

OUT = ("cadeau", "--set", "zones=2", "--games", "1000", "--seed", "4", "--policy", "greedy,random")


def test_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.csv"
    assert tablee_simulate(*OUT, "--output", str(path), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["index"]) for row in rows] == list(range(1000))
    assert Counter(row["winner"] for row in rows)["1"] == answer["wins"]["1"]["games"]
    last = rows[-1]
    assert (last["game"], last["variant"]) == ("cadeau", "zones=2 straights=ordered")
    assert (last["policies"], last["seed"]) == ("greedy,random", "4")
    record = simulate.replay("cadeau", {"zones": 2}, 4, 999, ("greedy", "random"))
    assert record.outcome is not None
    assert int(last["winner"]) == sum(record.outcome.winners)
    assert {1: int(last["zones_1"]), 2: int(last["zones_2"])} == record.outcome.scores
    assert int(last["events"]) == len(record.events) == 24


def test_parquet_holds_what_csv_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(simulate.batch, "CHUNK", {"cadeau": 300})
    monkeypatch.setattr(simulate.rows, "GROUP", 500)
    for name in ("games.csv", "games.parquet"):
        assert tablee_simulate(*OUT, "--output", str(tmp_path / name)) == 0
    table = parquet.read_table(tmp_path / "games.parquet")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{key: str(value) for key, value in row.items()} for row in table.to_pylist()] == rows
    plan = json.loads(table.schema.metadata[b"tablee"])
    assert plan == {
        "game": "cadeau",
        "variant": {"zones": 2, "straights": "ordered"},
        "policies": ["greedy", "random"],
        "seed": 4,
    }


def test_pyarrow_is_missed_kindly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RequestError, match=r"\./tablee install lab\); or write a .csv"):
        tablee_simulate(*OUT, "--output", str(tmp_path / "games.parquet"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_full_disk(name: str, tmp_path: Path) -> None:
    (tmp_path / name).symlink_to("/dev/full")
    with pytest.raises(RequestError, match=r"cannot be written .*the disk is full"):
        tablee_simulate("cadeau", "--games", "100000", "--output", str(tmp_path / name))


# --- the command ------------------------------------------------------------------------------------------------------

QUICK = ("cadeau", "--set", "zones=1", "--games", "2000", "--seed", "3")


@pytest.mark.parametrize("lang", LANGS)
def test_text(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tablee_simulate(*QUICK, lang=lang) == 0
    output = capsys.readouterr()
    assert {"fr": "2\u202f000 parties, graine 3", "en": "2,000 games, seed 3"}[lang] in output.out
    for words in {
        "fr": ("les Lutins", "personne (nulle)", "part du joueur 1", "zones gagnées", "toujours"),
        "en": ("the Elves", "nobody (a draw)", "share of player 1", "zones won", "always"),
    }[lang]:
        assert words in output.out
    assert {"fr": " par seconde", "en": " per second"}[lang] in output.err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert tablee_simulate(*QUICK, "--json", "--threads", "2") == 0
    first = capsys.readouterr().out
    assert tablee_simulate(*QUICK, "--json", "--threads", "1", lang="fr") == 0
    assert capsys.readouterr().out == first
    answer = json.loads(first)
    assert (answer["asked"], answer["games"], answer["complete"]) == (2000, 2000, True)
    assert answer["policies"] == ["random", "random"]
    assert sum(win["games"] for win in answer["wins"].values()) + answer["draws"]["games"] == 2000
    assert answer["length"]["counts"] == {"12": 2000}
    assert sum(score["games"] for score in answer["scores"]) == 2000
    lost = answer["wins"]["2"]["games"]
    assert {"zones": [0, 1], "games": lost} in answer["scores"]


def test_the_record_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert tablee_simulate("blocs", "--policy", "hibou,random", "--seed", "6", "--replay", "41") == 0
    printed = capsys.readouterr().out
    record = records.parse(printed, load)
    assert record == simulate.replay("blocs", {}, 6, 41, ["hibou", "random"])
    assert record.players == ("hibou", "random")
    assert dict(record.headers) == {"dice": "virtual", "seed": "6", "index": "41"}
    assert record.result in ("1", "2")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--policy", "geai"), "“geai” does not play cadeau; there are random, greedy, poussin, lapin, ecureuil"),
        (("--policy", "random,random,greedy"), "2 seats to fill and 3 names"),
        (("--policy", ""), "“” does not play cadeau"),
        (("--games", "0"), "At least one game"),
        (("--games", str(2**70)), "too many"),
        (("--seed", "-1"), "0 to 2"),
        (("--threads", "0"), "at least one thread"),
        (("--output", "games.xlsx"), r"games.xlsx: the file ends in .csv or .parquet"),
        (("--output", "/nowhere/games.csv"), "/nowhere/games.csv cannot be written"),
        (("--output", "/nowhere/games.parquet"), "/nowhere/games.parquet cannot be written"),
        (("--replay", "3"), "of which seed"),
        (("--replay", "-3", "--seed", "1"), "they count from 0"),
        (("--replay", "0", "--seed", "1", "--json"), "without --json and --output"),
        (("--replay", "10", "--seed", "1", "--games", "10"), "of 10 games the last is 9"),
        (("--device", "gpu", "--threads", "2"), "on the card"),
        (("--device", "abacus"), "abacus"),
        (("--set", "zone=2"), "Did you mean “zones”"),
    ],
)
def test_asked_wrongly(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(TableeError, match=sentence):
        tablee_simulate("cadeau", *words)


def test_numba_cuda_is_missed_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    with pytest.raises(RequestError, match=r"need numba.cuda; type: \./tablee install gpu"):
        simulate.simulate("cadeau", {}, 10, device="gpu")


def test_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        @staticmethod
        def is_available() -> bool:
            return False

    monkeypatch.setattr(simulate.batch, "import_module", lambda name: Nothing)
    with pytest.raises(RequestError, match="no CUDA device answers"):
        simulate.simulate("cadeau", {}, 10, device="gpu")


# --- cut short --------------------------------------------------------------------------------------------------------


def tired(do: Any, work: simulate.Work, parts: Sequence[int]) -> Any:
    """Four parts, the second of them late; then Ctrl-C. The fourth does not count: the third never came."""
    for part in (parts[0], parts[2], parts[1], parts[4]):
        yield do(work, part)
    raise KeyboardInterrupt


def test_cut_short_tells_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(runs, "here", tired)
    monkeypatch.setattr(simulate.batch, "CHUNK", {"cadeau": 100})
    path = tmp_path / "games.csv"
    assert tablee_simulate(*QUICK, "--threads", "1", "--output", str(path)) == 130
    printed = capsys.readouterr().out
    assert printed.startswith("Interrupted: this is what has been played.\ncadeau")
    assert "300 games, seed 3" in printed
    assert len(path.read_text(encoding="utf-8").splitlines()) == 301
    assert tablee_simulate(*QUICK, "--threads", "1", "--json") == 130
    answer = json.loads(capsys.readouterr().out)
    assert (answer["complete"], answer["games"], answer["asked"]) == (False, 300, 2000)
    monkeypatch.undo()
    shorter = simulate.simulate("cadeau", {"zones": 1}, 300, 3)
    assert {player: win["games"] for player, win in answer["wins"].items()} == {
        str(player): won for player, won in shorter.wins.items()
    }


def test_ctrl_c_while_a_piece_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The piece is written and counted before anybody hears it."""
    monkeypatch.setattr(simulate.batch, "CHUNK", {"cadeau": 100})
    wrote = simulate.rows.Csv.write

    def interrupted(self: Any, first: int, batch: Any) -> None:
        if first == 200:
            os.kill(os.getpid(), signal.SIGINT)
        wrote(self, first, batch)

    monkeypatch.setattr(simulate.rows.Csv, "write", interrupted)
    path = tmp_path / "games.csv"
    assert tablee_simulate(*QUICK, "--output", str(path), "--json") == 130
    assert len(path.read_text(encoding="utf-8").splitlines()) == 301
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nothing_played_yet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def at_once(do: Any, work: Any, parts: Any) -> Iterator[Piece]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(runs, "here", at_once)
    assert tablee_simulate(*QUICK, "--threads", "1", lang="fr") == 130
    assert capsys.readouterr().out.endswith("Rien n’est encore joué.\n")
    empty = Results(simulate.plan("cadeau", {}, 5, 1), Tally())
    assert json.loads(report.as_json(empty))["games"] == 0


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_file_is_kept_where_nothing_was_played(tmp_path: Path, name: str) -> None:
    kept = tmp_path / name
    kept.write_text("what I had")
    with simulate.Rows(str(kept), simulate.plan("cadeau", {}, 5, 1)):
        pass
    assert kept.read_text() == "what I had"
    assert list(tmp_path.iterdir()) == [kept]
