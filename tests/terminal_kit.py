"""A command at a real terminal of its own: what it shows, and keys to press."""

import codecs
import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

from tablee.terminal.screen import CODES

PATIENCE = 60  # seconds for what is not there yet, on a machine that may be busy


class Terminal:
    """Python with some words, in a folder; whoever makes one closes it."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.shown, self._over = "", False
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode  # a letter may come in two halves
        own = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1", "TERM": "xterm-256color"}
        self.process, self._keys = pty.fork()
        if not self.process:
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may not hear it
            os.chdir(folder)
            os.execve(sys.executable, [sys.executable, *words], {**os.environ, **own, **environment})

    def type(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def read(self) -> None:
        """Take in what it shows now, or within a second."""
        if select.select([self._keys], [], [], 1)[0]:
            try:
                part = os.read(self._keys, 65536)
            except OSError:  # the other end is closed
                part = b""
            self._over = not part
            self.shown += self._decode(part)

    def until(self, words: str) -> str:
        """What is shown from now until these words, which may have colours between them."""
        begun, ends = len(self.shown), time.monotonic() + PATIENCE
        while words not in CODES.sub("", self.shown[begun:]):
            assert not self._over, f"it ended before {words!r}: {self.shown[begun:]!r}"
            assert time.monotonic() < ends, f"{words!r} did not come: {self.shown[begun:]!r}"
            self.read()
        return self.shown[begun:]

    def ended(self) -> int:
        """Wait for its end: its exit code, negative if a signal ended it."""
        ends = time.monotonic() + PATIENCE
        while not self._over:
            assert time.monotonic() < ends, self.shown
            self.read()
        return self._waited()

    def hang_up(self) -> int:
        """Close the window; the exit code."""
        os.close(self._keys)
        self._keys = -1
        return self._waited()

    def _waited(self) -> int:
        code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        self.process = 0
        return code

    def close(self) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            self._waited()
        if self._keys >= 0:
            os.close(self._keys)
