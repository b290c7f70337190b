"""Several processes of one server: started by one that only watches them, and started again when one dies."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable

from tablee.core.errors import RequestError

log = logging.getLogger("tablee.serve")

PAUSE = 0.5  # seconds until another takes the place of one that died: one that cannot begin shall keep nobody busy


def run(count: int, work: Callable[[int], None]) -> None:
    """Call `work(number)` in `count` processes until KeyboardInterrupt; then stop them all and wait for their end."""
    if not hasattr(os, "fork"):
        raise RequestError("Plusieurs processus demandent Linux ou macOS.", "Several processes need Linux or macOS.")
    workers: dict[int, int] = {}  # numbers, by process
    try:
        for number in range(count):
            workers[_fork(work, number)] = number
        while True:
            died, status = os.wait()
            if died not in workers:
                continue
            number = workers.pop(died)
            code = os.waitstatus_to_exitcode(status)
            why = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            log.warning("worker %s (process %s) ended: %s; it is started again", number + 1, died, why)
            time.sleep(PAUSE)
            workers[_fork(work, number)] = number
    finally:
        for process in workers:
            os.kill(process, signal.SIGTERM)
        for process in workers:
            os.waitpid(process, 0)


def _fork(work: Callable[[int], None], number: int) -> int:
    """Start `work(number)` in a new process; returns its id."""
    parent, code = os.getpid(), 1
    try:
        process = os.fork()
        if process:
            return process
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, signal.SIG_DFL)  # until its server listens
        work(number)
        code = 0
    except Exception as error:  # it will be started again
        print(f"tablee: {error}", file=sys.stderr, flush=True)
    finally:
        if os.getpid() != parent:
            os._exit(code)
    raise AssertionError  # the new process has ended above
