"""A data set of decisions holds what the solver says, for games that can be played again."""

import hashlib
from importlib import import_module
from pathlib import Path

import pytest

from tablee import __version__
from tablee.engine import solvers
from tablee.games import cadeau
from tablee_lab import simulate
from tools import dataset


def test_rows_are_what_the_solver_says(tmp_path: Path) -> None:
    out = tmp_path / "decisions.parquet"
    line = "cadeau --set zones=1 --games 4 --policy greedy,random --seed 3 --output"
    assert dataset.main([*line.split(), str(out)]) == 0
    parquet = import_module("pyarrow.parquet")
    about = {key.decode(): value.decode() for key, value in parquet.read_schema(out).metadata.items()}
    assert about["tablee"] == __version__
    assert about["licence"] == "MIT"
    assert about["command"] == f"tools/dataset.py {line} {out}"
    digest, name = (tmp_path / "decisions.parquet.sha256").read_text(encoding="utf-8").split()
    assert (digest, name) == (hashlib.sha256(out.read_bytes()).hexdigest(), out.name)
    rows = parquet.read_table(out).to_pylist()
    assert {row["index"] for row in rows} == set(range(4))
    for row in rows:
        record = simulate.replay("cadeau", {"zones": 1}, 3, row["index"], ["greedy", "random"])
        assert str(record.events[row["event"]]) == row["chosen"]
        state = cadeau.from_position(row["position"])
        known = solvers.advise("cadeau", state, row["player"])
        assert known.exact
        assert {str(move): value for move, value in known.moves} == dict(zip(row["moves"], row["values"], strict=True))
        assert row["loss"] == pytest.approx(row["values"][0] - row["values"][row["moves"].index(row["chosen"])])
    assert any(row["loss"] > 0 for row in rows)


def test_alone_the_sum_left_is_less_the_better() -> None:
    rows = list(dataset.decisions(simulate.plan("blocs", {"mode": "solo"}, 2, 1, ["random"])))
    assert rows
    for row in rows:
        named = dict(zip(dataset.COLUMNS, row, strict=True))
        assert named["values"] == sorted(named["values"])
        assert named["loss"] >= 0


def test_what_is_not_solved_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "decisions.parquet"
    assert dataset.main(["cadeau", "--set", "zones=9", "--output", str(out)]) == 2
    assert "not solved" in capsys.readouterr().err
    assert not out.exists()
