"""The folder of the app: what is in it, how much of it, and that it is the same whenever it is made."""

import ast
import base64
import gzip
import hashlib
import importlib.util
import io
import json
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from tablee.offline.asgi_bridge import rewrite_links
from tablee_app import archive, runtime
from tablee_app.build import MOST, Built, build, list_early_pages, write
from tests.offline_kit import site


@pytest.fixture(scope="module")
def built() -> Built:
    return build()


def test_the_command_makes_the_same_bytes_in_another_process(built: Built, tmp_path: Path) -> None:
    folder = site(tmp_path)
    made = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert made == built.files


def test_it_is_small_enough(built: Built) -> None:
    assert MOST == 12_000_000
    assert sum(len(gzip.compress(body, 9)) for body in built.files.values()) <= MOST


def test_the_first_pages_can_be_read_without_script(built: Built) -> None:
    home = built.files["index.html"].decode()
    assert "<h1" in home
    assert "<svg" in home
    assert "wasm-unsafe-eval" in home
    assert "'unsafe-eval'" not in home
    assert "'unsafe-inline'" not in home
    for lang in ("fr", "en"):
        for file in list_early_pages().values():
            page = built.files[f"pages/{lang}/{file}"].decode()
            assert f'<html lang="{lang}"' in page
            assert "<h1" in page


def test_every_file_that_a_page_names_is_there_and_none_is_elsewhere(built: Built) -> None:
    for name, body in built.files.items():
        if name.endswith((".html", ".css")):
            for found in re.findall(r'(?:(?:src|href)="\./|url\("\.\./)([^"]+)"', body.decode()):
                place = found if name.endswith(".html") else f"static/{found}"
                assert place in built.files, (name, found)
            assert not re.search(r'(?:src|href|action)="(?:https?:)?//', body.decode()), name
    scripts = [name for name in built.files if name.endswith((".js", ".mjs")) and "pyodide" not in name]
    for name in scripts:
        for found in re.findall(r'from "([^"]+)"', built.files[name].decode()):
            assert os.path.normpath(os.path.join(os.path.dirname(name), found)) in built.files, (name, found)


# segno's, to show a code in a window of its own, and to colour a terminal; ours, to spread a run over processes
LATER = {"webbrowser", "ctypes", "multiprocessing", "multiprocessing.resource_tracker"}


def test_whatever_is_imported_there_is_there() -> None:
    """Of the standard library as of ourselves, at the first page or at the last: by what the sources say."""
    with zipfile.ZipFile(runtime.fetch_package() / "python_stdlib.zip") as whole:
        gone = {name for name in whole.namelist() if archive.UNUSED.fullmatch(name)}
    with zipfile.ZipFile(io.BytesIO(archive.pack_application({}))) as files:
        shipped = {name.removesuffix("c") for name in files.namelist() if name.endswith(".pyc")}
    missing = set()
    for name in shipped:
        origin = _origin(name.partition("/")[0].removesuffix(".py"))
        source = (origin.parent.parent if "/" in name else origin.parent) / name
        if not source.is_file():
            continue  # made when the app is built
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            for asked in _asked(node):
                inside = asked.replace(".", "/")
                if {f"{inside}.py", f"{inside}/__init__.py"} & gone and asked not in LATER:
                    missing.add((name, asked))
    assert not missing


def _origin(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def _asked(node: ast.AST) -> list[str]:
    """The modules that an import may mean."""
    if isinstance(node, ast.Import):
        return [one.name for one in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return []


def test_pages_are_told_from_where_they_lie() -> None:
    page = '<link href="/static/a/b.css"><a href="/rules/x">x</a><a href="#main">y</a><img src="/table/x/picture">'
    assert rewrite_links(page) == (
        '<link href="./static/a/b.css"><a href="#/rules/x">x</a><a href="#main">y</a><img data-src="/table/x/picture">'
    )


def test_the_runtime_is_the_pinned_one() -> None:
    assert json.loads((runtime.fetch_package() / "package.json").read_text())["version"] == runtime.VERSION
    assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", runtime.PINNED["integrity"])


def test_another_package_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever npm brings, other bytes than the pinned ones are not used."""
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    monkeypatch.setattr(runtime, "run", lambda words, folder: (folder / "pyodide.tgz").write_bytes(b"other"))
    with pytest.raises(runtime.BuildError, match="not the expected one"):
        runtime.fetch_package()
    assert not list((tmp_path / "runtime").iterdir())


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> bytes:
    """A package of one empty file, which npm brings and which is the pinned one."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as made:
        made.addfile(tarfile.TarInfo("package/package.json"))
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    digest = base64.b64encode(hashlib.sha512(packed.getvalue()).digest()).decode()
    monkeypatch.setitem(runtime.PINNED, "integrity", f"sha512-{digest}")
    monkeypatch.setattr(runtime, "run", lambda words, folder: (folder / "a.tgz").write_bytes(packed.getvalue()))
    monkeypatch.setattr(runtime, "find_tool", lambda name: [name])
    return packed.getvalue()


def test_two_processes_may_fetch_it_at_once(monkeypatch: pytest.MonkeyPatch, little: bytes) -> None:
    def run_slowly(words: list[str], folder: Path) -> None:
        (folder / "a.tgz").write_bytes(little)
        there = folder.parent / f"{runtime.PINNED['name']}-{runtime.VERSION}"
        there.mkdir()
        (there / "quicker").touch()

    monkeypatch.setattr(runtime, "run", run_slowly)
    there = runtime.fetch_package()
    assert [file.name for file in there.iterdir()] == ["quicker"]
    assert list(there.parent.iterdir()) == [there]


@pytest.mark.usefixtures("little")
def test_it_is_unpacked_by_the_first_pythons_3_11_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 3.11.4 there are no filters."""

    def without_filter(self: tarfile.TarFile, path: str) -> None:
        for name in self.getnames():
            (Path(path) / name).parent.mkdir()
            (Path(path) / name).touch()

    monkeypatch.setattr(tarfile.TarFile, "extractall", without_filter)
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    assert (runtime.fetch_package() / "package.json").is_file()


@pytest.mark.slow
def test_bytecode_does_not_depend_on_what_was_compiled_before_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = {f"m{n}.py": f"def f(x={n}):\n    return {{'key', 'word'}}, 'a b', x.name\n".encode() for n in range(3)}
    python = runtime.fetch_package()
    monkeypatch.setattr(runtime, "fetch_package", lambda: python)
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "one"))
    whole = archive.compile_archive(files)
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "two"))
    alone = archive.compile_archive({"m2.py": files["m2.py"]})
    with zipfile.ZipFile(io.BytesIO(whole)) as one, zipfile.ZipFile(io.BytesIO(alone)) as other:
        assert one.read("m2.pyc") == other.read("m2.pyc")


def test_an_archive_says_where_to_put_it(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        write(Built({"index.html": b"<p>", "app/x.js": b""}, "v", 0), tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as made:
        assert made.namelist() == ["LISEZMOI.html", "tablee/app/x.js", "tablee/index.html"]
