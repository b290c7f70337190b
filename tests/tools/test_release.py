"""The files of a release: one version, a manual, and, slowly, all of them, twice the same."""

import ast
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

import tablee
from tablee.cli import COMMANDS
from tests.release_kit import need
from tools import boot, release


def test_the_manual_names_every_command_with_its_options() -> None:
    page = release.manual()
    assert [name for name in COMMANDS if f"\n.SS {name}\n" not in page] == list(release.LEFT_COMMANDS)
    assert "\n.B \\-\\-allow\\-host NAME\n" in page


@pytest.mark.parametrize("name", ["debian/bin/close", "debian/bin/tablee", "windows/window.pyw"])
def test_what_the_packages_start_finds_its_names_in_ours(name: str) -> None:
    nodes = ast.walk(ast.parse((release.PACKAGING / name).read_text("utf-8")))
    parts = [(str(node.module), node.names) for node in nodes if isinstance(node, ast.ImportFrom)]
    wanted = [(module, part.name) for module, names in parts for part in names if module.startswith("tablee.")]
    assert wanted
    assert [(module, one) for module, one in wanted if not hasattr(importlib.import_module(module), one)] == []


def test_what_builds_the_documentation_comes_with_the_release() -> None:
    pins = (release.ROOT / "lock/release.lock").read_text("utf-8")
    assert [name for name in ("zensical", "mkdocstrings-python") if f"\n{name}==" not in pins] == []


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


def test_the_notes_are_of_this_version_alone() -> None:
    notes = release.notes()
    assert notes.startswith(("## [Unreleased]", f"## [{tablee.__version__}]"))
    headings = [line for line in notes.splitlines() if line.startswith("## ")]
    assert set(headings) <= {line for line in headings if "Unreleased" in line or tablee.__version__ in line}


def test_a_version_without_a_heading_in_the_changelog_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "__version__", "7.8.9")
    with pytest.raises(SystemExit, match=r"no heading for 7\.8\.9"):
        release.notes()


def test_files_of_another_version_are_not_published(tmp_path: Path) -> None:
    ours = [f"tablee-{tablee.__version__}-app.zip", "SHA256SUMS"]
    for name in ("tablee-7.8.9-app.zip", *ours):
        (tmp_path / name).touch()
    (tmp_path / "door").mkdir()
    assert [path.name for path in release.made_so_far(tmp_path)] == sorted(ours)


def test_a_licence_is_what_the_distribution_says() -> None:
    assert release.licence("starlette") == "BSD-3-Clause"
    assert release.licence("jinja2") == "BSD License"


OURS = {".css", ".html", ".js", ".json", ".md", ".mjs", ".png", ".py", ".sql", ".svg", ".table", ".toml", ".txt"}
OURS |= {".typ", ".typed", ".wasm"}
OF_OTHERS = {".woff2": "OFL-1.1"}
TEXTS = {"OFL.txt": "OFL-1.1", "MPL-2.0.txt": None}  # None: of what is fetched, and not in the wheel
NOTICE = re.compile(r"copyright|\(c\) ?\d{4}|SPDX|licen[sc]ed under", re.IGNORECASE)


@pytest.mark.parametrize("name", boot.PROJECTS)
def test_a_wheel_names_the_licences_of_all_that_is_in_it(name: str) -> None:
    folder = release.ROOT / boot.PROJECTS[name]
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    assert (folder / "LICENSE").read_bytes() == (release.ROOT / "LICENSE").read_bytes()
    licences, texts = {"MIT"}, {"LICENSE"}
    for path in (folder / "src" / name.replace("-", "_")).rglob("*"):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        if path.name in TEXTS and (licence := TEXTS[path.name]):
            licences.add(licence)
            texts.add(path.relative_to(folder).as_posix())
        elif path.suffix in OF_OTHERS:
            licences.add(OF_OTHERS[path.suffix])
            notice = (path.parent / "OFL.txt").read_text("utf-8").partition("---")[0]
            assert f"{path.stem.title()}" in notice, f"{path}: whose is it?"
        else:
            assert path.suffix in OURS, f"{path}: whose is it?"
            words = path.read_text("utf-8") if path.suffix not in (".png", ".table", ".wasm") else ""
            assert path.name in TEXTS or not NOTICE.search(words), f"{path}: whose is it?"
    assert set(project["license"].split(" AND ")) == licences
    assert set(project.get("license-files", ["LICENSE"])) == texts


def test_the_checksums_are_signed_by_the_key_that_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("gpg") is None:
        pytest.skip("no gpg here")
    home = tmp_path / "keys"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(home))
    release.run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "trial@tablee.invalid")
    sums = release.write(tmp_path / "SHA256SUMS", b"0  nothing")
    signature = release.sign(sums, "trial@tablee.invalid")
    release.run("gpg", "--verify", signature, sums)
    sums.write_bytes(b"1  nothing")
    with pytest.raises(SystemExit, match="BAD signature"):
        release.run("gpg", "--verify", signature, sums)
    release.run("gpgconf", "--kill", "gpg-agent")


def files(folder: Path) -> dict[str, str]:
    """Every file below a folder, by its digest."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


# A folder, the rights of new files, a place on Earth and a day: none of them may leave a trace.
SOMEWHERE = ("one", 0o022, "Europe/Paris", "+0d")
ELSEWHERE = ("une deuxième fois", 0o077, "Asia/Kathmandu", "+3d")


def made_from_a_tag(origin: Path, name: str, umask: int, zone: str, later: str) -> Path:
    """Everything that is released, made in a clone of its own, as docs/releasing.md says."""
    clone = origin.parent / name
    environment = {**os.environ, "TZ": zone, "TABLEE_CACHE": f"{clone}.cache", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def do(*words: str | Path, folder: Path = clone) -> None:
        done = subprocess.run(words, cwd=folder, env=environment, umask=umask, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    do("git", "clone", "--branch", "v0.0.0", origin, clone, folder=origin.parent)
    do("sh", "./tablee", "install", "release")
    do("faketime", "-f", later, ".venv/bin/python", "tools/release.py", "all")
    return clone / "dist"


@pytest.mark.slow
def test_a_release_from_a_tag_is_whole_and_the_same_bytes_when_made_again(tmp_path: Path) -> None:
    """Of what is committed, twice; the network is needed for packages of the locks alone."""
    if not (release.ROOT / ".git").exists():
        pytest.skip("not a clone")
    need("faketime", "faketime")
    release.run("git", "clone", "--bare", release.ROOT, tmp_path / "origin.git")
    release.run("git", "tag", "v0.0.0", folder=tmp_path / "origin.git")
    out = made_from_a_tag(tmp_path / "origin.git", *SOMEWHERE)
    found, again = files(out), files(made_from_a_tag(tmp_path / "origin.git", *ELSEWHERE))
    assert [name for name in found.keys() | again.keys() if found.get(name) != again.get(name)] == []
    listed = {line.split()[1]: line.split()[0] for line in (out / "SHA256SUMS").read_text().splitlines()}
    assert listed == {name: digest for name, digest in found.items() if "/" not in name and name != "SHA256SUMS"}
    assert {name: found[f"door/files/{name}"] for name in listed} == listed
    assert "door/index.html" in found
    (bill,) = out.glob("*.cdx.json")
    parts = {one["name"]: one for one in json.loads(bill.read_text())["components"]}
    assert {"starlette", "wasmtime", "typst", "pyodide", "CPython, in the app"} <= set(parts)
    assert [name for name, one in parts.items() if one["licenses"][0]["license"].get("name") == "unknown"] == []
    for wheel in out.glob("*.whl"):
        with zipfile.ZipFile(wheel) as opened:
            (about,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
            notes = opened.read(about).decode().partition("\n\n")[0]
            named = re.findall("^License-File: (.*)$", notes, re.MULTILINE)
            assert "LICENSE" in named
            assert ("License-Expression: MIT AND OFL-1.1" in notes) == any("OFL" in name for name in named)
            assert {about.replace("METADATA", f"licenses/{name}") for name in named} <= set(opened.namelist())
    (app,) = out.glob("*-app.zip")
    with zipfile.ZipFile(app) as opened:
        assert {"LISEZMOI.html", "tablee/index.html", "tablee/service.js"} <= set(opened.namelist())
        licences = opened.read("tablee/licences.txt").decode()
    for words in ("Mozilla Public License", "SIL OPEN FONT LICENSE", "PYTHON SOFTWARE FOUNDATION", "MIT License"):
        assert words in licences
