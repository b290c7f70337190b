"""Ctrl-C in a process of our own: heard at once and answered once, whatever is running.

A Python program hears it only between two steps of its own. A compiler at work takes none for many seconds, and one
that calls back into Python throws it away: so a thread watches, too, and ends the process if nobody has answered.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from types import FrameType

from tablee.core.words import Text

LATE = 1.8  # seconds
INTERRUPTED = 130

TRIES = 6  # a wait that began in the very moment of Ctrl-C does not notice it: it is woken again

ENDED = Text(fr="Interrompu.", en="Interrupted.")

_state = {"pressed": False, "heard": False, "woken": False}
_words = [ENDED.en]  # what is said where nothing else can be


def pressed() -> bool:
    """Has Ctrl-C been pressed, whatever became of it?"""
    return _state["pressed"]


def heard() -> bool:
    """Has Ctrl-C been pressed, and not been thrown away?"""
    return _state["heard"]


def listen() -> None:
    """Hear Ctrl-C from now on, unless whoever started us wants us not to."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    signal.signal(signal.SIGINT, hear)
    sys.unraisablehook = _thrown_away
    if os.name != "nt":  # where only sockets can wake somebody
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        threading.Thread(target=_watch, args=(reading,), daemon=True).start()


def speak(lang: str) -> None:
    """Say it in this language, where no command is left to say it."""
    _words[0] = ENDED.said(lang)


def say() -> None:
    """Say that Ctrl-C was heard: past Python's own streams, which somebody may be holding."""
    with contextlib.suppress(OSError):
        os.write(2, f"\n{_words[0]}\n".encode())


def leave(code: int) -> None:
    """The command is done: from now on Ctrl-C ends the process by itself; after one, no thread is waited for."""
    if signal.getsignal(signal.SIGINT) is hear:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if pressed() and any(
            not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()
        ):
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
            os._exit(code)


def hear(number: int, frame: FrameType | None) -> None:
    """The handler of Ctrl-C, and of any other signal that means the same."""
    if heard() and _state["woken"]:  # the watcher's own signal, and too late: it was heard before
        _state["woken"] = False
        return
    _state["pressed"] = _state["heard"] = True
    raise KeyboardInterrupt


def _thrown_away(raised: sys.UnraisableHookArgs) -> None:
    if issubclass(raised.exc_type, KeyboardInterrupt):
        _state["heard"] = False  # the watcher answers in its place
    else:
        sys.__unraisablehook__(raised)


def _watch(reading: int) -> None:
    while byte := os.read(reading, 1):
        if byte[0] == signal.SIGINT:
            for _ in range(TRIES):
                time.sleep(LATE / TRIES)
                if not heard() and signal.getsignal(signal.SIGINT) is hear:
                    _state["woken"] = True
                    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            if not heard() and signal.getsignal(signal.SIGINT) is hear:
                say()
                os._exit(INTERRUPTED)
