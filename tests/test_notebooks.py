"""Every notebook runs from top to bottom, and draws its plots."""

import ast
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_some() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"batches", "training"}


@pytest.mark.parametrize(
    "path",
    [pytest.param(one, id=one.stem, marks=pytest.mark.slow if one.stem == "training" else ()) for one in NOTEBOOKS],
)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Jupyter does it: in its own folder, cell by cell, and the last expression of a cell is shown."""
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr("sys.path", list(sys.path))
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "__main__"}
    pictures = 0
    for cell in cells:
        assert cell["outputs"] == []  # none is kept: they would be old one day
        body = ast.parse("".join(cell["source"])).body
        shown = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), path.name, "exec"), names)
        if isinstance(shown, ast.Expr):
            value = eval(compile(ast.Expression(shown.value), path.name, "eval"), names)
            if hasattr(value, "_repr_svg_"):
                assert ElementTree.fromstring(value._repr_svg_()).tag.endswith("svg")
                pictures += 1
    assert pictures
