"""The files of a release: one version, a manual, and, slowly, all of them, twice the same."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest

import tablee
from tablee.cli import COMMANDS
from tools import boot, release


def test_the_manual_names_every_command_with_its_options() -> None:
    page = release.manual()
    assert [name for name in COMMANDS if f"\n.SS {name}\n" not in page] == []
    assert "\n.B \\-\\-allow\\-host NAME\n" in page


def test_a_new_version_is_written_wherever_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [
        "src/tablee/__init__.py",
        "CITATION.cff",
        *(f"{folder}/pyproject.toml" for folder in boot.PROJECTS.values()),
    ]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(release.ROOT / name, tmp_path / name)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    release.set_version("7.8.9")
    for name in files:
        text = (tmp_path / name).read_text("utf-8")
        assert f"{tablee.__version__}\n" not in text
        assert f"=={tablee.__version__}" not in text
        assert text.count("7.8.9") == {"./pyproject.toml": 0}.get(name, 2 if name.startswith("packages") else 1), name
    assert 'target-version = "py311"' in (tmp_path / "pyproject.toml").read_text("utf-8")


@pytest.mark.slow
def test_everything_is_made_and_the_same_bytes_again(tmp_path: Path) -> None:
    made = release.everything(tmp_path / "one")
    sums = {line.split()[1]: line.split()[0] for line in made[-1].read_text().splitlines()}
    assert (
        set(sums)
        == {path.name for path in made[:-1]}
        == {path.name for path in (tmp_path / "one").iterdir()} - {made[-1].name}
    )
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made[:-1]}
    again = {path.name: path.read_bytes() for path in release.everything(tmp_path / "two")}
    assert [path.name for path in made if again[path.name] != path.read_bytes()] == []
    (bill,) = (path for path in made if path.name.endswith(".cdx.json"))
    assert {"starlette", "wasmtime", "typst"} <= {one["name"] for one in json.loads(bill.read_text())["components"]}
    (app,) = (path for path in made if path.name.endswith("-app.zip"))
    with zipfile.ZipFile(app) as opened:
        assert {"LISEZMOI.html", "tablee/index.html", "tablee/service.js"} <= set(opened.namelist())
