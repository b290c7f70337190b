"""Other systems, as far as they can be played here: nothing of POSIX at import, other consoles, no home."""

import subprocess
import sys
from pathlib import Path

import pytest

import tablee

SOURCE = Path(tablee.__file__).parents[1]
POSIX = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog")
# What needs packages of its own, or is a system's own on purpose, is named by the tests of its layer.
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for layer in ("core", "games", "runs", "drawing", "bots", "table", "paper", "protocol", "terminal", "cli", "web")
    for path in (SOURCE / "tablee" / layer).rglob("*.py")
    if "migrations" not in path.parts
)


def run(*words: str, script: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A Python that finds nothing of POSIX."""
    blocked = f"import sys; sys.modules.update(dict.fromkeys({POSIX!r})); "
    called = f"sys.argv[1:] = {list(words)!r}; from tablee.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", blocked + (script or called)],
        env={"PYTHONPATH": str(SOURCE), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_nothing_of_posix_is_needed_to_import() -> None:
    done = run(script=f"import importlib; [importlib.import_module(name) for name in {MODULES!r}]")
    assert done.stderr.decode() == ""


@pytest.mark.parametrize("encoding", ["cp850", "ascii"])
def test_a_console_of_another_system_can_be_read(encoding: str) -> None:
    done = run("rules", "cadeau", PYTHONIOENCODING=encoding, LANG="fr_FR.UTF-8")
    assert done.returncode == 0
    assert done.stderr == b""
    assert "?" not in done.stdout.decode(encoding).replace(" ?", "")


def test_a_board_where_nothing_can_be_drawn() -> None:
    words = "play cadeau --set zones=1 --seat 1=random --seat 2=random --seed 1"
    done = run(*words.split(), PYTHONIOENCODING="ascii")
    assert b"+---- 1 ----+" in done.stdout
    assert b"?" not in done.stdout.replace(b"? pour", b"")
    assert done.returncode == 0


def test_a_user_without_a_home_can_play_and_read(tmp_path: Path) -> None:
    environment = {"HOME": "", "TMPDIR": str(tmp_path)}
    assert run("rules", "blocs", **environment).returncode == 0
    done = run("tablebase", **environment)
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_path_with_backslashes_is_named_as_it_was_typed(tmp_path: Path) -> None:
    done = run("--lang", "en", "replay", r"C:\Users\Léa\partie.tablee", PYTHONUTF8="1")
    assert done.returncode == 2
    assert r"There is no file C:\Users\Léa\partie.tablee" in done.stderr.decode()
