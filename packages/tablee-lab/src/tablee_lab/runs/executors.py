"""Runs the parts of a job here, in threads, in processes or on a Ray cluster. All give the same results."""

import os
import pickle
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from functools import lru_cache
from itertools import islice
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from tablee.core.errors import RequestError
from tablee.core.extras import install_command
from tablee.core.processes import Worker

Job = TypeVar("Job")
Part = TypeVar("Part")
Result = TypeVar("Result")


class Executor(Protocol):
    """Runs `do(job, part)` for every part and yields the results as they come, in any order. `do` is a function of a
    module: it is pickled by name."""

    def __call__(
        self, do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]
    ) -> Generator[Result, None, None]: ...


AHEAD = 4  # parts under way for each worker
TRIES = 8  # times that Ray gives a part to another worker, when one is lost with it

QUIET = {"RAY_DEDUP_LOGS_SKIP_REGEX": "."}  # keeps news of lost machines out of our output
# A local Ray listens on the loopback interface only (on every system, whatever the name says), without telemetry.
LOCAL = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}


def here(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
    """One after another, in this process."""
    for part in parts:
        yield do(job, part)


def threads(workers: int) -> Executor:
    """In threads of this process: for parts that release the GIL, as compiled kernels do."""

    def execute(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
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

    return execute


def processes(workers: int) -> Executor:
    """In fresh processes of this machine: forked ones would share numba's threads."""

    def execute(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
        with ExitStack() as started:
            idle = SimpleQueue[Worker]()
            for _ in range(min(workers, len(parts))):
                idle.put(started.enter_context(closing(Worker())))
            pickled = pickle.dumps((do, job))

            def ask(job: None, part: Part) -> Result:
                worker = idle.get()
                try:
                    result: Result = worker.call(_run, pickled, part)
                    return result
                finally:
                    idle.put(worker)

            yield from threads(workers)(ask, None, parts)

    return execute


def _run(pickled: bytes, part: Any) -> Any:
    do, job = _unpickle(pickled)
    return do(job, part)


_unpickle = lru_cache(1)(pickle.loads)  # a job comes with every part, and is the same object for all of them


def on_ray(workers: int | None = None, address: str = "") -> Executor:
    """On the Ray cluster at that address; without one, on a local Ray with that many workers. Parts of a lost worker or
    machine are run again by another. Raises RequestError when that keeps failing."""

    def execute(do: Callable[[Job, Part], Result], job: Job, parts: Sequence[Part]) -> Generator[Result, None, None]:
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
                f"Ray has lost a worker {TRIES} times in a row on the same part ({reason}): is there enough memory?",
            ) from error
        finally:
            ray.shutdown()

    return execute


def _ray(workers: int | None, address: str) -> Any:
    cluster = address or os.environ.get("RAY_ADDRESS", "")
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    for key, value in (QUIET if cluster else QUIET | LOCAL).items():
        os.environ.setdefault(key, value)  # read when Ray is imported
    if not cluster:
        settings |= {"num_cpus": workers, "include_dashboard": False}
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise RequestError(
            f"Ray n’est pas installé (à taper : {install_command('cluster')}) ; ou restez sur cette machine.",
            f"Ray is not installed (type: {install_command('cluster')}); or stay on this machine.",
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
