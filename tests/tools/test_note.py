"""The technical note is made of the figures that the documentation holds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import note


def test_every_table_is_found_whole() -> None:
    text = note.SOURCE.read_text(encoding="utf-8")
    for rows in note.tables(text).values():
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}
    assert ["duel", "1", "0.484911"] in [row[:3] for row in note.tables(text)["blocs"]]
    with pytest.raises(KeyError):
        note.tables("| no | table |")


def test_it_is_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "note.pdf"
    monkeypatch.setattr(sys, "argv", ["note.py", "-o", str(out)])
    note.main()
    assert out.read_bytes().startswith(b"%PDF")
