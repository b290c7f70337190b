"""The technical note is made of the figures that the documentation holds."""

import sys
from pathlib import Path

import pytest

from tablee.engine import solvers
from tools import note


def test_every_table_is_found_whole() -> None:
    text = note.SOURCE.read_text(encoding="utf-8")
    for rows in note.tables(text).values():
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}
    for mode, level, *chances, _ in note.tables(text)["blocs"][1:4]:
        exact = solvers.solve("blocs", {"mode": mode, "level": int(level)}).value
        assert [f"{value:.6f}" for value in exact.values()] == chances[:2]  # rounded, as the command does
    with pytest.raises(KeyError):
        note.tables("| no | table |")


def test_it_is_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "note.pdf"
    monkeypatch.setattr(sys, "argv", ["note.py", "-o", str(out)])
    note.main()
    assert out.read_bytes().startswith(b"%PDF")
