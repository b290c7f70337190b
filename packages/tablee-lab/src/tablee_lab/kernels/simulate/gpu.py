"""The same games on a CUDA device: `play` as in this package, and game by game the same results. The device runs the
very functions of the kernels beside this file, one thread a game; only the loop over games differs."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from . import Batch, Job, kernel
from .draws import keep, stream

cuda: Any = import_module("numba.cuda")  # it has no types
THREADS = 128
"""Threads of a block: few, for each keeps a whole game to itself."""


@cache
def launcher(game: str) -> Any:
    """The loop over games of a game's kernel, compiled for the device when it is first called."""
    module = kernel(game)
    play, (shape, kind) = module.play, module.SCRATCH

    @cuda.jit
    def many(seed, first, tables, policies, winner, events, scores):
        index = cuda.grid(1)
        if index < winner.size:
            scratch = cuda.local.array(shape, kind)
            outcome = play(stream(seed, first + np.uint64(index)), tables, policies, scratch)
            keep(outcome, index, winner, events, scores)

    return many


def play(job: Job, seed: int, first: int, count: int) -> Batch:
    """Play games first to first + count - 1 of a seed on the device, and bring their results home."""
    batch: Any = empty(job, count)
    launch(job, seed, first, batch)
    return Batch(*(array.copy_to_host() for array in batch))


def empty(job: Job, count: int) -> Batch:
    """A batch on the device, to be filled."""
    columns = kernel(job.game).scores(job.variant)
    return Batch(
        cuda.device_array(count, np.uint8),
        cuda.device_array(count, np.int32),
        cuda.device_array((count, columns), np.int16),
    )


def launch(job: Job, seed: int, first: int, batch: Batch) -> None:
    """Fill a batch that lies on the device, from game `first` on; it goes on while the caller does."""
    blocks = -(-batch.winner.size // THREADS)
    start = np.uint64(seed % 2**64), np.uint64(first)
    many = launcher(job.game)[blocks, THREADS]
    many(*start, *copy_to_device(job), *batch)


def copy_to_device(job: Job) -> tuple[Any, Any]:
    """The tables and policies of a job, copied to the device."""
    tables = (cuda.to_device(field) if isinstance(field, np.ndarray) else field for field in job.tables)
    return type(job.tables)(*tables), cuda.to_device(job.policies)
