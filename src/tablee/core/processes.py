"""Python processes that work for this one, each asked one thing at a time, in pickles over its standard streams."""

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .paths import cache_directory

NICENESS = 5  # people who wait for an answer come first


class WorkerDied(RuntimeError):
    """The process of a worker has ended before it answered."""


class Worker:
    """A Python with the packages and the cache folder of this one, at a lower priority. It ends when its input does.
    What it is asked, a function of a module and its arguments, has to be importable there."""

    def __init__(self) -> None:
        import subprocess  # which few need, and a browser has not

        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the process that started it
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TABLEE_CACHE": str(cache_directory())},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self._output = self.process.stdin, self.process.stdout

    def begin(self, do: Callable[..., Any], *arguments: Any) -> None:
        """Ask for something and do not wait for it. Raises OSError or ValueError if the process has died."""
        pickle.dump((do, arguments), self.input)
        self.input.flush()

    def call(self, do: Callable[..., Any], *arguments: Any) -> Any:
        """Returns what the function returns there. Raises what it raises, or WorkerDied."""
        try:
            self.begin(do, *arguments)
            result, error = pickle.load(self._output)
        except (OSError, ValueError, EOFError, pickle.PickleError) as lost:
            raise WorkerDied("a worker process has died") from lost
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        self.process.kill()
        for pipe in (self.input, self._output):
            with suppress(OSError):
                pipe.close()
        self.process.wait()


def serve() -> None:
    """Main loop of a worker: answer until the input ends; the exit code is 1 if the last answer was an error."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    coming, out, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    error: Exception | None = None
    while True:
        try:
            do, arguments = pickle.load(coming)
        except EOFError:
            sys.exit(error is not None)
        result, error = None, None
        try:
            result = do(*arguments)
        except Exception as raised:
            error = raised if _travels(raised) else RuntimeError(f"{type(raised).__name__}: {raised}")
        with suppress(BrokenPipeError):
            pickle.dump((result, error), out)
            out.flush()


def _travels(error: Exception) -> bool:
    """Whether an error can be raised in another process."""
    try:
        return isinstance(pickle.loads(pickle.dumps(error)), type(error))
    except Exception:
        return False
