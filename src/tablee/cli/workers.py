"""Several processes of one server: started by one that only watches them, and started again when one dies."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable

from tablee.core.errors import RequestError

log = logging.getLogger("tablee.serve")

SHORT = 2.0  # seconds: one that lived no longer is not started again at once
PAUSE = 1.0
ENDING = (signal.SIGINT, signal.SIGTERM)


def run(count: int, work: Callable[[int], None]) -> None:
    """`work`, told its number, in so many processes, until KeyboardInterrupt; then all are told to end, and have."""
    if not hasattr(os, "fork"):
        raise RequestError("plusieurs processus demandent Linux ou macOS.", "several processes need Linux or macOS.")
    begun: dict[int, tuple[int, float]] = {}  # number and time, by process
    try:
        for number in range(count):
            _begin(work, number, begun)
        while True:
            died, status = os.wait()
            if died in begun:
                number, at = begun.pop(died)
                log.warning("worker %s (process %s) ended: %s; it is started again", number + 1, died, _told(status))
                if time.monotonic() - at < SHORT:
                    time.sleep(PAUSE)
                _begin(work, number, begun)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # they are ending already
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for process in begun:
            os.kill(process, signal.SIGTERM)
        for process in begun:
            os.waitpid(process, 0)


def _told(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _begin(work: Callable[[int], None], number: int, begun: dict[int, tuple[int, float]]) -> None:
    """One more process. Whoever is told to end meanwhile hears it afterwards: else nobody would know of this one."""
    told: list[int] = []
    usual = {one: signal.signal(one, lambda number, _: told.append(number)) for one in ENDING}
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # for the new one, until it listens to nobody but the system
    try:
        begun[_started(work, number)] = number, time.monotonic()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        for one, handler in usual.items():
            signal.signal(one, handler)
    if told:
        raise KeyboardInterrupt


def _started(work: Callable[[int], None], number: int) -> int:
    process = os.fork()
    if process == 0:
        code = 1
        try:
            for ending in ENDING:
                signal.signal(ending, signal.SIG_DFL)  # until its server listens: an import may throw away an error
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            work(number)
            code = 0
        except Exception as error:  # it will be started again
            print(f"tablee: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(code)
    return process
