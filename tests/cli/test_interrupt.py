"""Ctrl-C typed at a real terminal: a command ends soon, with a sentence and without a traceback."""

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.terminal_kit import Terminal

MARK = "[begun]"  # before it Python itself is starting, and answers as it likes
PROGRAM = f"""
import sys
from tablee.cli import start
if __name__ == "__main__":
    print("{MARK}", flush=True)
    sys.exit(start())
"""


def typed(words: Sequence[str], sign: str, folder: Path, program: str = PROGRAM) -> tuple[str, int]:
    """Run a command at a terminal and type Ctrl-C once it shows a sign.

    Returns what it wrote and its exit code (negative: ended by that signal); what does not hear it lasts longer than
    the terminal waits for the end.
    """
    own = {"LANG": "en_GB.UTF-8", "LC_ALL": "", "HOME": str(folder), "TERM": "xterm"}
    with closing(Terminal(folder, "-P", "-c", program, *words, **own)) as terminal:
        terminal.until(sign)
        time.sleep(0.3)
        terminal.type("\x03")
        code = terminal.ended()
        return terminal.shown, code


@pytest.mark.parametrize(
    ("words", "sign", "code", "sentence"),
    [
        (("serve", "--no-browser", "--port", "0", "--data", "games"), "Ctrl-C to close", 0, "closed"),
        (("perft", "laaancez", "9"), MARK, 130, "Interrupted."),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else "",
)
def test_ctrl_c_ends_a_command_with_a_sentence(
    words: tuple[str, ...], sign: str, code: int, sentence: str, tmp_path: Path
) -> None:
    seen, ended = typed(words, sign, tmp_path)
    assert ended == code, seen
    assert sentence in seen, seen
    assert "Traceback" not in seen, seen


# Each says that it is busy when nothing else is left to do: before that Ctrl-C is heard as usual.
BUSY = {
    "a callback that throws it away": (
        "import ctypes, time\n"
        "kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)\n"
        "compare = kind(lambda a, b: busy() or time.sleep(3) or 0)\n"
        "numbers = (ctypes.c_int * 64)()\n"
        "ctypes.CDLL(None).qsort(numbers, 64, 4, compare)"
    ),
    "a thread that works on": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=[600]).start(); busy(); time.sleep(600)"
    ),
}


@pytest.mark.parametrize("busy", BUSY)
def test_ctrl_c_is_heard_even_there(busy: str, tmp_path: Path) -> None:
    """The command `perft` is made to do something that does not listen."""
    source = f"def busy(): print('[busy]', flush=True)\n{BUSY[busy]}"
    wanted = f"import sys, tablee.cli.perft as perft\nperft.run = lambda args: exec({source!r}, {{}})"
    seen, ended = typed(("perft", "cadeau", "3"), "[busy]", tmp_path, wanted + PROGRAM)
    assert ended == 130, seen
    assert "Interrupted." in seen, seen
    assert "Traceback" not in seen, seen
