"""The games of a study, played by a process of its own, less urgent than whoever answers people.

python -m tablee_lab.lab.apart     such a process: jobs come in, their blocks go out one by one, all pickled
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Generator, Sequence
from itertools import count
from pathlib import Path

from tablee.core.paths import cache_directory
from tablee.core.registry import NAMES

from .block import Block, Job, play
from .studies import prepare

AWAY = 5  # how much less urgent it is
Played = tuple[int, Block]  # which of the jobs, and a block of it


def here(jobs: Sequence[Job]) -> Generator[Played, None, None]:
    """Blocks of every job in turn, for as long as somebody takes them."""
    for one in jobs:
        prepare(one)
    for number in count():
        for at, one in enumerate(jobs):
            yield at, play(one, number)


def aside(jobs: Sequence[Job]) -> Generator[Played, None, None]:
    """The same from a process, which ends with this; games from elsewhere, which it would not know, are played here."""
    import pickle
    import subprocess

    if any(one.game not in NAMES for one in jobs):
        yield from here(jobs)
        return
    roots = os.pathsep.join([str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": roots.strip(os.pathsep), "TABLEE_CACHE": str(cache_directory())},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        pickle.dump(jobs, process.stdin)
        process.stdin.flush()
        while True:
            yield pickle.load(process.stdout)
    except (EOFError, OSError, pickle.PickleError) as error:
        raise RuntimeError("the process of a study has ended") from error
    finally:
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        process.wait()


def main() -> None:
    """Play until nobody takes the games any more."""
    import pickle
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asked
    with contextlib.suppress(AttributeError, OSError):
        os.nice(AWAY)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    with contextlib.suppress(BrokenPipeError):
        for played in here(pickle.load(sys.stdin.buffer)):
            pickle.dump(played, out)
            out.flush()


if __name__ == "__main__":
    main()
