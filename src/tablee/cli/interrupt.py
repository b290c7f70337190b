"""Ctrl-C: Python raises KeyboardInterrupt and `cli.main` answers it. Here: how a process ends that cannot wait."""

from __future__ import annotations

import contextlib
import os
import sys
import threading

from tablee.core.paths import tidy
from tablee.core.words import Text, language

INTERRUPTED = 130  # exit code
ENDED = Text("Interrompu.", "Interrupted.")


def exit_now(code: int, sentence: str = "") -> None:
    """End the process with this exit code; threads and compiled code at work are not waited for."""
    with contextlib.suppress(OSError, ValueError):
        print(sentence, end="\n" if sentence else "", flush=True)
        sys.stderr.flush()
    tidy()
    os._exit(code)


def exit_within(seconds: float, code: int, sentence: str = "") -> None:
    """Call `exit_now` then, if the process has not ended by itself."""
    timer = threading.Timer(seconds, exit_now, [code, sentence])
    timer.daemon = True
    timer.start()


def exit_if_lost(lost: sys.UnraisableHookArgs) -> None:
    """A `sys.unraisablehook`: ends the process if Ctrl-C came where Python cannot raise it, as in a callback."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        print(f"\n{ENDED.in_lang(language())}", file=sys.stderr)
        exit_now(INTERRUPTED)
    sys.__unraisablehook__(lost)
