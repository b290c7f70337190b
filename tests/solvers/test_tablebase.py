"""The cache of solved tables: whole or absent, never trusted when damaged, one builder at a time."""

import os
import subprocess
import sys
import textwrap
import threading
import time
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from tablee.core.paths import cache_directory
from tablee.core.words import Text
from tablee.engine import tablebase
from tablee.engine.runtime import Buffer


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "cache"))
    tablebase.forget()
    return tmp_path / "cache"


class Builder:
    """A build that counts how often it is called."""

    def __init__(self, value: float = 1.5) -> None:
        self.value = value
        self.calls = 0

    def __call__(self) -> dict[str, Buffer]:
        self.calls += 1
        return {
            "value": np.full((3, 5), self.value),
            "none": np.empty((0, 4), np.int16),
            "policy": np.arange(7, dtype=np.uint8),
            "residual": np.array(1e-13),
        }


class Listener:
    def __init__(self) -> None:
        self.messages: list[Text] = []

    def __call__(self, done: float, doing: Text) -> None:
        self.messages.append(doing)


def test_a_table_is_built_once_and_read_back() -> None:
    build = Builder()
    first = tablebase.load_or_build("toy", "a-1", 1, build)
    assert tablebase.load_or_build("toy", "a-1", 1, build) is first
    tablebase.forget()
    again = tablebase.load_or_build("toy", "a-1", 1, build)
    assert build.calls == 1
    assert set(again) == {"value", "none", "policy"}
    assert (np.asarray(again["value"]) == 1.5).all()
    assert again["value"].shape == (3, 5)
    assert len(again["none"]) == 0
    assert again["policy"].tolist() == list(range(7))
    assert again.header.residual == 1e-13
    assert again.header.seconds >= 0.0


def test_a_table_in_a_file_system_without_mmap_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    build = Builder()
    tablebase.load_or_build("toy", "a-1", 1, build)
    tablebase.forget()
    monkeypatch.setattr("mmap.mmap", Mock(side_effect=OSError("No such device")))  # as for the files of a browser
    assert tablebase.load_or_build("toy", "a-1", 1, build)["policy"].tolist() == list(range(7))
    assert build.calls == 1


def rebuilt(damage: bytes | None = None, *, version: int = 1) -> Listener:
    """Ask for the table again, after its file was replaced; it must have been built anew, and soundly."""
    path = tablebase.path_of("toy", "a-1")
    if damage is not None:
        path.write_bytes(damage)
    tablebase.forget()
    build, listener = Builder(2.5), Listener()
    assert (np.asarray(tablebase.load_or_build("toy", "a-1", version, build, listener)["value"]) == 2.5).all()
    assert build.calls == 1
    tablebase.forget()
    assert (np.asarray(tablebase.load_or_build("toy", "a-1", version, build)["value"]) == 2.5).all()
    assert build.calls == 1
    return listener


def whole() -> bytes:
    tablebase.load_or_build("toy", "a-1", 1, Builder())
    return tablebase.path_of("toy", "a-1").read_bytes()


def spoilt(data: bytes) -> Iterator[bytes]:
    """A wrong byte, too few of them, too many, and headers that lie about lengths or flatter themselves."""
    yield from (data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in (0, 20, len(data) - 64, len(data) - 1))
    yield from (data[:kept] for kept in (0, 3, 15, 60, -1))
    yield data + b"x"
    for true, lie in ((b"[3, 5]", b"[-3, 5]"), (b"[3, 5]", b"[9000000, 5]"), (b"1e-13", b"1e-15")):
        assert true in data
        yield data.replace(true, lie)


def test_a_spoilt_file_is_built_again() -> None:
    for damage in spoilt(whole()):
        (message,) = rebuilt(damage).messages
        assert message.en.endswith("It is built again.")
        assert message.fr.endswith("Elle est recalculée.")


def test_another_version_is_built_again() -> None:
    whole()
    assert "version 1" in rebuilt(version=2).messages[0].en


def test_the_table_of_another_variant_is_never_used() -> None:
    tablebase.load_or_build("toy", "b-2", 1, Builder(7.0))
    assert "b-2" in rebuilt(tablebase.path_of("toy", "b-2").read_bytes()).messages[0].en


def test_a_build_that_fails_leaves_nothing() -> None:
    def build() -> dict[str, Buffer]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tablebase.load_or_build("toy", "a-1", 1, build)
    assert not tablebase.path_of("toy", "a-1").exists()
    assert (np.asarray(tablebase.load_or_build("toy", "a-1", 1, Builder())["value"]) == 1.5).all()


def test_a_write_that_is_killed_leaves_the_old_table(folder: Path) -> None:
    """The process dies in the middle of writing: what was there stays, and the rest is swept away later."""
    whole()
    script = textwrap.dedent(
        """
        import os, numpy as np
        from tablee.engine import tablebase as tables
        os.fsync = lambda handle: os._exit(9)
        tables.write(tables.path_of("toy", "a-1"), tables.assemble("toy", "a-1", 1, 0, 0, {"value": np.ones(4)}))
        """
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
    assert list(folder.glob("*.tmp"))
    tablebase.forget()
    build = Builder()
    assert (np.asarray(tablebase.load_or_build("toy", "a-1", 1, build)["value"]) == 1.5).all()
    assert build.calls == 0
    rebuilt(version=2)
    assert not list(folder.glob("*.tmp"))


def test_two_builders_do_not_clash() -> None:
    """Another process builds; this one waits for it, says so, and reads what it made."""
    script = textwrap.dedent(
        """
        import sys, numpy as np
        from tablee.engine import tablebase as tables
        def build():
            print("building", flush=True)
            sys.stdin.readline()
            return {"value": np.full((3, 5), 4.5)}
        tables.load_or_build("toy", "a-1", 1, build)
        """
    )
    messages: list[str] = []
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"building\n"

        def report(done: float, doing: Text) -> None:
            messages.append(doing.en)
            assert other.stdin is not None
            other.stdin.close()  # go on: somebody waits

        build = Builder()
        table = tablebase.load_or_build("toy", "a-1", 1, build, report)
        assert other.wait() == 0
    assert build.calls == 0
    assert (np.asarray(table["value"]) == 4.5).all()
    assert "Another program" in messages[0]


def test_threads_share_one_build() -> None:
    class Slow(Builder):
        def __call__(self) -> dict[str, Buffer]:
            time.sleep(0.2)
            return super().__call__()

    build = Slow()
    found: list[tablebase.Tablebase] = []
    threads = [
        threading.Thread(target=lambda: found.append(tablebase.load_or_build("toy", "a-1", 1, build))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert build.calls == 1
    assert all((np.asarray(table["value"]) == 1.5).all() for table in found)
    assert len(found) == 4


def test_a_cache_that_cannot_be_written_to_is_told_and_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("TABLEE_CACHE", str(blocked))
    build, listener = Builder(), Listener()
    assert (np.asarray(tablebase.load_or_build("toy", "a-1", 1, build, listener)["value"]) == 1.5).all()
    assert "TABLEE_CACHE" in listener.messages[-1].en
    assert blocked.read_text() == "in the way"


def test_the_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_directory() == Path(os.environ["TABLEE_CACHE"])
    monkeypatch.delenv("TABLEE_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache_directory() == tmp_path / ".cache" / "tablee"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_directory() == tmp_path / "xdg" / "tablee"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_directory() == tmp_path / "Library" / "Caches" / "tablee"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache_directory() == tmp_path / "local" / "tablee" / "Cache"


def test_what_is_kept_is_listed_verified_and_removed() -> None:
    assert tablebase.list_tablebases() == ()
    tablebase.load_or_build("toy", "a-1", 1, Builder())
    tablebase.load_or_build("toy", "b-2", 3, Builder())
    path = tablebase.path_of("toy", "a-1")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    listed = tablebase.list_tablebases()
    assert [table.path.stem for table in listed] == ["toy.a-1", "toy.b-2"]
    assert [table.header.version for table in listed if table.header] == [1, 3]  # the header alone is sound
    checked = tablebase.list_tablebases(verify=True)
    assert [table.doubt is None for table in checked] == [False, True]
    for table in listed:
        tablebase.remove(table.path)
    assert tablebase.list_tablebases() == ()
    build = Builder()
    tablebase.load_or_build("toy", "b-2", 3, build)
    assert build.calls == 1  # forgotten by this process, too


def python(script: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], check=True, capture_output=True, text=True
    ).stdout


def test_answers_need_neither_numpy_nor_numba() -> None:
    script = """
        import sys
        sys.modules["numpy"] = sys.modules["numba"] = None
        from tablee.engine import solvers
        print(solvers.solve("blocs", {"mode": "solo"}).exact)
        """
    assert python(script) == "True\n"


def test_without_what_runs_kernels_there_is_a_sentence() -> None:
    script = """
        import sys
        sys.modules["wasmtime"] = sys.modules["numba"] = None
        from tablee.engine import solvers
        from tablee.core.errors import TableeError
        try:
            solvers.solve("blocs", {"mode": "solo"})
        except TableeError as error:
            print(error.text.en)
        """
    assert python(script) == "Working out moves needs wasmtime; type: ./tablee install\n"


def test_what_comes_with_the_package_is_read_from_a_zip_too(tmp_path: Path) -> None:
    """As in the app; and checked there like any other table."""
    whole = tablebase.load_shipped("zones_any")
    path = Path(str(files("tablee.engine") / "data" / "zones_any.table"))
    with zipfile.ZipFile(tmp_path / "app.zip", "w") as archive:
        archive.write(path, "zones.table")
        archive.writestr("damaged.table", path.read_bytes()[:-1] + b"?")
    packed = zipfile.Path(tmp_path / "app.zip")
    assert tablebase.read(packed / "zones.table")["sizes"] == whole["sizes"]
    with pytest.raises(tablebase.InvalidTablebase, match="damaged"):
        tablebase.read(packed / "damaged.table")
    with pytest.raises(FileNotFoundError):
        tablebase.load_shipped("zones_none")
