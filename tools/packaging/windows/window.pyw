"""The table without a console: a small window says that it is open, and closes it. Tablee.cmd starts this."""

import _thread
import ctypes
import sys
import tempfile
import threading
import time

from tablee.cli import start
from tablee.cli.serve import NOTE
from tablee.core.paths import data_directory
from tablee.core.words import Text, language

SHOWN = 3  # seconds: a second start has opened the running table and ended by then
OK, INFORMATION = 1, 0x40
OPEN = Text(
    "Tablée est ouverte dans votre navigateur.\n\nOK ferme Tablée. Les parties sont gardées.",
    "Tablée is open in your browser.\n\nOK closes Tablée. Your games are kept.",
)


def show(text: str) -> bool:
    """Whether somebody has closed the window."""
    return ctypes.windll.user32.MessageBoxW(None, text, "Tablée", INFORMATION) == OK


def offer_to_close() -> None:
    while not (data_directory() / NOTE).exists():
        time.sleep(0.2)
    if show(OPEN.said(language())):
        _thread.interrupt_main()


if __name__ == "__main__":
    sys.stdout = sys.stderr = tempfile.TemporaryFile("w+", encoding="utf-8")
    timer = threading.Timer(SHOWN, offer_to_close)
    timer.daemon = True
    timer.start()
    if start():
        timer.cancel()
        sys.stdout.seek(0)
        show(sys.stdout.read())
