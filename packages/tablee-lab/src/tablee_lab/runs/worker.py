"""A process that runs parts of a job for another one. Both speak in pickles over its standard streams."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tablee.core.paths import cache_directory

NICENESS = 5  # people who wait for an answer come first
COMMAND = f"from {__name__} import serve; serve()"


class Worker:
    """Starts the process; call it with a part to have that part run. Closing it kills the process at once.

    What `do`, the job and the parts name has to be importable there.
    """

    def __init__(self, do: Callable[[Any, Any], Any], job: Any) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the process that started it
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TABLEE_CACHE": str(cache_directory())},
        )
        self._send((do, job))

    def __call__(self, part: Any) -> Any:
        """The result of a part. Raises what it raised there, or RuntimeError if the process has died."""
        try:
            self._send(part)
            assert self._process.stdout is not None
            result, error = pickle.load(self._process.stdout)
        except (EOFError, OSError, ValueError, pickle.PickleError) as lost:
            raise RuntimeError("a worker process has died") from lost
        if error is not None:
            raise error
        return result

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        with suppress(BrokenPipeError):
            self._process.communicate()  # closes the pipes


def serve() -> None:
    """Main loop of a worker process: run parts until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    coming, out, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    with suppress(EOFError, BrokenPipeError):
        do, job = pickle.load(coming)
        while True:
            try:
                answer: Any = do(job, pickle.load(coming)), None
            except EOFError:
                return
            except Exception as error:
                answer = None, error
            pickle.dump(answer, out)
            out.flush()
