"""Ctrl-C typed at a real terminal, whatever is running: it is heard at once, and answered without a traceback."""

from __future__ import annotations

import codecs
import os
import pty
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import tablee
from tablee.cli import interrupt
from tablee.cli.progress import bar
from tablee.cli.serve import server_of
from tablee.table import Hall, SqliteStore
from tablee.web.app import create_app
from tools import boot

MARK = "[begun]"  # before it Python itself is starting, and answers as it likes
PROGRAM = boot.COMMAND.replace("sys.argv[0]", f"print('{MARK}', flush=True); sys.argv[0]")
WAITING = 30  # seconds until a command has begun
HEARD = 10  # seconds: two on a quiet machine; what is not heard lasts twenty


def typed(
    words: Sequence[str], sign: str, folder: Path, keys: bytes = b"\x03", pause: float = 0.3
) -> tuple[str, int, float]:
    """Run a command at a terminal and type keys once it shows a sign.

    What it wrote, its exit code (negative: ended by that signal), and how long it took after the keys.
    """
    child, terminal = pty.fork()
    if not child:
        os.chdir(folder)
        source = str(Path(tablee.__file__).parents[1])
        environment = {**os.environ, "PYTHONPATH": source, "LANG": "en_GB.UTF-8", "HOME": str(folder), "TERM": "xterm"}
        os.execve(sys.executable, [sys.executable, "-P", "-c", PROGRAM, *words], environment)
    seen, pressed, began = "", 0.0, time.monotonic()
    reader = codecs.getincrementaldecoder("utf-8")("replace")  # a letter may come in pieces
    try:
        while True:
            ready, _, _ = select.select([terminal], [], [], 0.05)
            try:
                seen += reader.decode(os.read(terminal, 4096)) if ready else ""
            except OSError:  # the other side has closed it
                break
            if not pressed and sign in seen:
                time.sleep(pause)
                os.write(terminal, keys)
                pressed = time.monotonic()
            assert time.monotonic() - (pressed or began) < WAITING, seen
        _, status = os.waitpid(child, 0)
        child = 0
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(terminal)
    return seen, os.waitstatus_to_exitcode(status), time.monotonic() - pressed


@pytest.mark.parametrize(
    ("words", "sign", "code"),
    [
        (("play", "cadeau"), "›", 130),
        (("play",), "›", 130),
        (("serve", "--no-browser", "--port", "0", "--data", "games"), "Ctrl-C to close", 0),
        (("referee",), MARK, 130),
        (("import",), "Ctrl-D", 130),
        (("perft", "laaancez", "9"), MARK, 130),
        (("conform", "--", sys.executable, "-m", "tablee", "referee"), MARK, 130),
        (("arena", "blocs", "--bots", "random,greedy", "--games", "1e5"), "%", 130),
        (("arena", "cadeau", "--bots", "random,greedy", "--games", "1e5", "--workers", "2"), "%", 130),
        (("replay", "game.tablee", "--step"), "Enter", 130),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_ctrl_c_is_heard(words: tuple[str, ...], sign: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "game.tablee").write_text("game: cadeau\nzones: 1\n\nd4 1a d5 1b\n", encoding="utf-8")
    seen, ended, seconds = typed(words, sign, tmp_path)
    assert "Traceback" not in seen
    assert "KeyboardInterrupt" not in seen
    assert ended in (code, -signal.SIGINT), seen  # by the signal itself if the command has not yet begun
    assert seconds < HEARD


@pytest.mark.parametrize("engine", ["wasm", "numba"])
def test_ctrl_c_in_the_middle_of_a_kernel_is_a_sentence(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of four is built, whichever ground its kernels run on."""
    monkeypatch.setenv("TABLEE_ENGINE", engine)
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "cache"))
    seen, ended, seconds = typed(("solve", "blocs", "--set", "mode=four"), "%", tmp_path, pause=2.0)
    assert "Traceback" not in seen
    assert "Interrupted" in seen
    assert ended == 130, seen
    assert seconds < HEARD
    assert not list((tmp_path / "cache").glob("*.table"))


@pytest.mark.parametrize("pause", [0.0, 0.03, 0.06, 0.1, 0.2])
def test_ctrl_c_while_it_starts_is_heard_too(pause: float, tmp_path: Path) -> None:
    seen, ended, _ = typed(("perft", "laaancez", "9"), MARK, tmp_path, pause=pause)
    assert "Traceback" not in seen
    assert ended in (130, -signal.SIGINT)


def test_impatience_is_no_error(tmp_path: Path) -> None:
    seen, ended, _ = typed(("perft", "laaancez", "9"), MARK, tmp_path, keys=b"\x03\x03\x03", pause=0.5)
    assert "Traceback" not in seen
    assert ended in (130, -signal.SIGINT)


# Each says that it is busy when nothing else is left to do: before that Ctrl-C is heard as usual.
BUSY = {
    "a step in C that lasts": "import ctypes; sleep = ctypes.CDLL(None).sleep; busy(); sleep(20)",
    "a callback that throws it away": (
        "import ctypes, time\n"
        "kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)\n"
        "compare = kind(lambda a, b: busy() or time.sleep(0.3) or 0)\n"
        "numbers = (ctypes.c_int * 64)()\n"
        "ctypes.CDLL(None).qsort(numbers, 64, 4, compare)"
    ),
    "a part of a spread job that lasts": (
        "import time\nfrom tablee_lab import runs\n"
        "for _ in runs.threads(1)(lambda job, part: busy() or time.sleep(20), 0, [0, 1]): pass"
    ),
    "a step that fails differently": (
        "import time\ntry:\n    busy()\n    time.sleep(20)\nexcept KeyboardInterrupt: raise KeyError"
    ),
}
UNHEARD = {"a callback that throws it away", "a step that fails differently"}


@pytest.mark.parametrize("busy", BUSY)
def test_ctrl_c_is_heard_even_there(busy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command `perft` is made to do something that does not listen."""
    program = f"def busy(): print('[busy]', flush=True)\n{BUSY[busy]}"
    wanted = f"import tablee.cli.perft as perft\nperft.run = lambda args: exec({program!r}, {{}})\nsys.argv[0]"
    monkeypatch.setattr(f"{__name__}.PROGRAM", PROGRAM.replace("sys.exit(start())", f"{wanted}; sys.exit(start())"))
    seen, ended, seconds = typed(("perft", "cadeau", "3"), "[busy]", tmp_path)
    assert "Traceback" not in seen
    assert ("Interrupted." in seen) == (busy in UNHEARD), seen  # who hears it says what they like
    assert ended == 130, seen
    assert seconds < HEARD


@pytest.mark.parametrize("pressed", [True, False])
def test_work_that_ctrl_c_made_fail_was_interrupted(pressed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler may turn it into an error of its own; the command then says that it was interrupted, as usual."""
    monkeypatch.setitem(interrupt._state, "pressed", pressed)
    with pytest.raises(KeyboardInterrupt if pressed else KeyError), bar("en"):
        raise KeyError


@pytest.mark.parametrize("heard", [True, False], ids=["bare except", "destructor"])
def test_a_server_hears_what_was_thrown_away_before_it_listened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, heard: bool
) -> None:
    """Ctrl-C while the server is still being imported may end in somebody's bare except, or where nothing is raised."""
    monkeypatch.setitem(interrupt._state, "pressed", True)
    monkeypatch.setitem(interrupt._state, "heard", heard)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = server_of(create_app(Hall(SqliteStore(tmp_path / "tables.sqlite"))), lambda: None)
        running = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        running.start()
        running.join(timeout=30)
        assert not running.is_alive()
