"""Where things are kept, for users with and without a home, on three systems."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.core import places


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
def test_the_data_directory_of_a_platform(environ: dict[str, str], platform: str, expected: str) -> None:
    assert places.data_directory(None, environ, platform) == Path(expected)


def test_a_directory_below_home_can_be_asked_for() -> None:
    assert places.data_directory("~/parties", {"HOME": "/h"}) == Path("/h/parties")
    assert places.data_directory("parties", {"HOME": "/h"}) == Path("parties")


def test_a_user_without_a_home_has_a_cache_for_the_length_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert places.cache_directory({}, "linux") == places.passing()
    assert not places.writable(places.data_directory(None, {}, "linux"))
    assert places.cache_directory({"TABLEE_CACHE": "/nowhere"}, "linux") == Path("/nowhere")


def test_the_folder_of_a_process_goes_with_it(tmp_path: Path) -> None:
    script = "from tablee.core import places; print(places.cache_directory({'HOME': '/dev/null'}))"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_writable_if_it_could_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert places.writable(tmp_path / "to" / "come")
    assert not places.writable(tmp_path / "file" / "below")


def test_compiled_kernels_stay_beside_their_sources_if_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    places.keep_compiled([tmp_path])
    assert "NUMBA_CACHE_DIR" not in os.environ
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "sealed").touch()  # no folder at all: what even root cannot write to
    places.keep_compiled([tmp_path, tmp_path / "sealed"])
    assert os.environ.pop("NUMBA_CACHE_DIR") == str(tmp_path / "cache" / "compiled")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "chosen")
    places.keep_compiled([tmp_path / "sealed"])
    assert os.environ["NUMBA_CACHE_DIR"] == "chosen"


def test_a_folder_that_can_be_made_stays(tmp_path: Path) -> None:
    assert places.lasting(tmp_path / "games") == tmp_path / "games"


def test_games_of_a_user_without_a_home_outlive_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "LASTING", tmp_path)
    nowhere = Path(os.devnull) / "games"
    own = tmp_path / f"tablee-{os.getuid()}"
    assert places.lasting(nowhere) == own
    assert own.stat().st_mode & 0o077 == 0
    assert places.lasting(nowhere) == own
    own.chmod(0o755)
    assert places.lasting(nowhere) == nowhere  # open to everybody: not to be trusted
    own.rmdir()
    own.symlink_to(tmp_path / "elsewhere")
    assert places.lasting(nowhere) == nowhere
    own.unlink()
    own.touch(mode=0o600)
    assert places.lasting(nowhere) == nowhere
    own.unlink()
    own.mkdir(mode=0o700)
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    own.rename(tmp_path / f"tablee-{mine + 1}")
    assert places.lasting(nowhere) == nowhere  # somebody else's
