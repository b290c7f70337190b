"""The parts of a job, done here, in threads, in several processes, or on a Ray cluster. All give the same results."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeVar

from tablee.core.errors import RequestError
from tablee.core.extras import installing

Job = TypeVar("Job")
Part = TypeVar("Part")
Result = TypeVar("Result")


class Spread(Protocol):
    """Does every part of a job and gives the results as they come, in any order.

    `do` is a function of a module, so that it can travel; `job` is what all parts share.
    """

    def __call__(
        self, do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]
    ) -> Generator[Result, None, None]: ...


AHEAD = 4  # parts under way for each worker
TRIES = 8  # times that Ray gives a part to another worker, when one is lost with it

QUIET = {"RAY_DEDUP_LOGS_SKIP_REGEX": "."}  # else its news of lost machines would stand among our results
# A Ray of our own is not seen from elsewhere (whatever the name says, this keeps it on the loopback interface on
# every system), and reports to nobody.
OUR_OWN = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}


def here(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
    """One after another, in this process."""
    for part in parts:
        yield do(job, part)


def threads(workers: int) -> Spread:
    """In so many threads of this process: for parts whose work is done outside Python, as numba's can be."""

    def spread(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
        waiting, under_way = iter(parts), set[Future[Result]]()
        pool = ThreadPoolExecutor(workers)
        try:
            # Few at a time: results that nobody has taken yet would fill the memory.
            under_way = {pool.submit(do, job, part) for part in islice(waiting, AHEAD * workers)}
            while under_way:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= {pool.submit(do, job, part) for part in islice(waiting, len(finished))}
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=not under_way, cancel_futures=True)  # cut short: nobody waits for parts under way

    return spread


def processes(workers: int) -> Spread:
    """In so many processes of this machine, each started afresh."""

    def spread(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
        import multiprocessing  # which a browser's Python has not
        from multiprocessing import resource_tracker

        # Fresh processes: a forked one would share the threads of numba, and not every system can fork.
        context = multiprocessing.get_context("spawn")
        if os.name != "nt":
            resource_tracker.ensure_running()  # started by the pool, it would let Ctrl-C be heard again
        with _unheard():
            pool = context.Pool(min(workers, len(parts)), _deaf)
        with pool:  # leaving it ends the processes
            yield from pool.imap_unordered(partial(do, job), parts)

    return spread


@contextmanager
def _unheard() -> Generator[None, None, None]:
    """Keep Ctrl-C back for a moment. What is started meanwhile never hears it: a Python that starts would complain."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deaf() -> None:
    """Ctrl-C reaches every process of a terminal; the one that started us decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(workers: int | None = None, address: str = "") -> Spread:
    """On the Ray cluster at that address; with none, on a Ray of our own of so many workers, on this machine only.

    What a worker or a whole machine was doing when it was lost, another does again.
    """

    def spread(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
        ray = _ray(workers, address)
        try:
            remote = ray.remote(max_retries=TRIES)(do)
            shared = ray.put(job)
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            waiting, under_way = iter(parts), list[Any]()
            while True:
                under_way += [remote.remote(shared, part) for part in islice(waiting, most - len(under_way))]
                if not under_way:
                    return
                finished, under_way = ray.wait(under_way)
                yield from ray.get(finished)
        except ray.exceptions.RayTaskError:
            raise  # the part's own error
        except ray.exceptions.RayError as error:
            reason = type(error).__name__
            raise RequestError(
                f"Ray a perdu {TRIES} fois de suite une machine avec le même morceau ({reason}) : y a-t-il assez de "
                "mémoire ?",
                f"Ray has lost {TRIES} times in a row a worker with the same part ({reason}): is there enough memory?",
            ) from error
        finally:
            ray.shutdown()

    return spread


def _ray(workers: int | None, address: str) -> Any:
    cluster = address or os.environ.get("RAY_ADDRESS", "")
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    for key, value in (QUIET if cluster else QUIET | OUR_OWN).items():
        os.environ.setdefault(key, value)  # read when Ray is imported
    if not cluster:
        settings |= {"num_cpus": workers, "include_dashboard": False}
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise RequestError(
            f"Ray n’est pas installé (à taper : {installing('cluster')}) ; ou restez sur cette machine.",
            f"Ray is not installed (type: {installing('cluster')}); or stay on this machine.",
        ) from None
    try:
        ray.init(cluster or "local", **settings)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise RequestError(
            f"Ray, {cluster} : le groupe ne répond pas ({reason}).",
            f"Ray, {cluster}: the cluster does not answer ({reason}).",
        ) from error
    return ray
