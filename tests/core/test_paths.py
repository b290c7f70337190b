"""Where things are kept, for users with and without a home, on three systems; and how files are written."""

import contextlib
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.core import paths


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"HOME": "/h"}, "linux", "/h/.local/share/tablee"),
        ({"HOME": "/h", "XDG_DATA_HOME": "/x"}, "linux", "/x/tablee"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Application Support/tablee"),
        ({"HOME": "/h", "LOCALAPPDATA": "/l"}, "win32", "/l/tablee"),
        ({"HOME": "/h", "TABLEE_DATA": "/d", "XDG_DATA_HOME": "/x"}, "linux", "/d"),
    ],
)
def test_the_data_directory_of_a_platform(
    environ: dict[str, str], platform: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.setattr(sys, "platform", platform)
    assert paths.data_directory() == Path(expected)


def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"HOME": ""})
    unset = {name: value for name, value in os.environ.items() if name != "HOME"}
    found = paths.data_directory()
    monkeypatch.setattr(os, "environ", unset)
    assert found == paths.data_directory() != Path("/.local/share/tablee")


def test_a_directory_below_home_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/h")
    assert paths.data_directory("~/parties") == Path("/h/parties")
    assert paths.data_directory("parties") == Path("parties")


def test_a_user_without_a_home_has_a_cache_for_the_length_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.setattr(os, "environ", {})
    assert paths.cache_directory() == paths.temporary_directory()
    assert not paths.writable(paths.data_directory())
    monkeypatch.setenv("TABLEE_CACHE", "/nowhere")
    assert paths.cache_directory() == Path("/nowhere")


def test_the_folder_of_a_process_goes_with_it(tmp_path: Path) -> None:
    script = "from tablee.core import paths; print(paths.cache_directory())"
    environment = {"HOME": "/dev/null", "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_writable_if_it_could_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert paths.writable(tmp_path / "to" / "come")
    assert not paths.writable(tmp_path / "file" / "below")


def test_a_folder_that_can_be_made_stays(tmp_path: Path) -> None:
    assert paths.lasting_directory(tmp_path / "games") == tmp_path / "games"


def test_games_of_a_user_without_a_home_outlive_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "LASTING", tmp_path)
    nowhere = Path(os.devnull) / "games"
    own = tmp_path / f"tablee-{os.getuid()}"
    assert paths.lasting_directory(nowhere) == own
    assert own.stat().st_mode & 0o077 == 0
    assert paths.lasting_directory(nowhere) == own
    own.chmod(0o755)
    assert paths.lasting_directory(nowhere) == nowhere  # open to everybody: not to be trusted
    own.rmdir()
    own.symlink_to(tmp_path / "elsewhere")
    assert paths.lasting_directory(nowhere) == nowhere
    own.unlink()
    own.touch(mode=0o600)
    assert paths.lasting_directory(nowhere) == nowhere
    own.unlink()
    own.mkdir(mode=0o700)
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    own.rename(tmp_path / f"tablee-{mine + 1}")
    assert paths.lasting_directory(nowhere) == nowhere  # somebody else's


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_bytes(b"good")
    there.chmod(0o640)
    link.symlink_to(there)
    with contextlib.suppress(OSError), paths.atomic_path(link) as part:
        part.write_bytes(b"half of i")
        raise OSError(errno.ENOSPC, "full")
    assert there.read_bytes() == b"good"
    paths.write_atomic(link, b"better")
    with paths.atomic_path(tmp_path / "private", private=True) as part:
        part.write_bytes(b"mine")
    assert there.read_bytes() == b"better"
    assert link.is_symlink()
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "there": 0o640,
        "link": 0o640,
        "private": 0o600,
    }


def test_what_is_no_file_is_written_itself(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    paths.write_atomic(pipe, b"told")
    assert os.read(reader, 10) == b"told"
    os.close(reader)
    with pytest.raises(IsADirectoryError):
        paths.write_atomic(tmp_path, b"")
