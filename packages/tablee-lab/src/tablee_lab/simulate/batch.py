"""A batch of games: played in chunks wherever an `Executor` runs them, and counted in the order of the games."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from tablee.bots.kinds import KINDS
from tablee.core.errors import RequestError
from tablee.core.extras import install_command
from tablee.core.game import Variant
from tablee.core.words import Text
from tablee.engine.solution import Progress, quiet
from tablee_lab import runs
from tablee_lab.batch_policies import Minds, Policy, is_compiled, tables
from tablee_lab.draws import stream
from tablee_lab.kernels import simulate as whole_games
from tablee_lab.kernels.simulate import POLICIES, Batch, Job
from tablee_lab.kernels.steps import Steps
from tablee_lab.runs import Executor

from .plan import Plan, plan
from .results import Results, Tally, tally

Each = Callable[[int, Batch], None]
"""Called with the number of the first game of some, and the games."""

DEVICES = {"cpu": "tablee_lab.kernels.simulate", "gpu": "tablee_lab.kernels.simulate.gpu"}
STEPPED = "stepped"  # in place of a device: policies are asked move by move
CHUNK = {"cadeau": 1 << 16, "blocs": 1 << 16, "laaancez": 1 << 13}
"""Games of a part: enough that counting costs nothing, so few that Ctrl-C takes effect at once."""
SIDE_BY_SIDE, ASKED = 1 << 12, 1 << 5  # stepped games; the same when a bot thinks about each move
MANY = 1 << 20  # games of a part on a GPU, which has thousands of threads to feed


def simulate(
    game: str,
    variant: Variant | Mapping[str, object],
    games: SupportsIndex,
    seed: SupportsIndex | None = None,
    policies: Policy | Sequence[Policy] | None = None,
    *,
    device: str = "cpu",
    executor: Executor | None = None,
    chunk: int | None = None,
    each: Each | None = None,
    progress: Progress = quiet,
) -> Results:
    """Play that many games and return what came out.

    `policies` says how each player chooses, or all of them: the name of a bot, or a function of your own as
    `tablee_lab.batch_policies` describes it; random by default. Without a seed one is drawn; the results know it.
    `executor` (by default threads on all cores), `chunk` and `device` do not change the results. `each` is called with
    the games themselves, in order, as arrays.
    """
    planned = plan(game, variant, games, seed, policies)
    work = prepare(planned, device, chunk=chunk, whole=each is not None, progress=progress)
    played_so_far = Tally()
    with closing(play_batches(work, executor, progress)) as pieces:
        for piece in pieces:
            played_so_far.add(piece.tally)
            if each and piece.batch:
                each(piece.first, piece.batch)
    return Results(planned, played_so_far)


@dataclass(frozen=True, slots=True)
class Work:
    """A plan with its tables, ready to be pickled for the workers."""

    plan: Plan
    job: Job
    device: str
    chunk: int
    whole: bool  # the games are wanted as well as their tally


class Piece(NamedTuple):
    """Some games of a plan, the first of them by its number; the games themselves only where they are wanted."""

    first: int
    tally: Tally
    batch: Batch | None


def prepare(
    planned: Plan, device: str = "cpu", *, chunk: int | None = None, whole: bool = False, progress: Progress = quiet
) -> Work:
    """Build the tables of a plan and compile its kernels; the first time, that takes a while. Raises RequestError where
    the device is unknown, not there, or cannot play the policies."""
    if device not in DEVICES:
        devices = " / ".join(DEVICES)
        raise RequestError(f"device : au choix {devices}.", f"device: choose {devices}.")
    stepped = not all(isinstance(policy, str) and policy in POLICIES[planned.game] for policy in planned.policies)
    if device == "gpu":
        if stepped:
            there = " / ".join(POLICIES[planned.game])
            raise RequestError(f"Sur la carte ne jouent que {there}.", f"On the card only {there} play.")
        _check_gpu()
    if chunk is None:
        thinks = any(isinstance(name, str) and KINDS[name].solves for name in planned.policies)
        if stepped:
            chunk = ASKED if thinks and "hibou" not in POLICIES[planned.game] else SIDE_BY_SIDE
        else:
            chunk = CHUNK[planned.game] if device == "cpu" else MANY
    if chunk < 1:
        raise RequestError("« chunk » vaut au moins 1.", "“chunk” is at least 1.")
    progress(0.0, Text("préparation des tables", "getting the tables ready"))
    table = tables(planned.game, planned.variant, planned.policies, progress)
    make = Job if stepped else whole_games.prepare
    work = Work(
        planned,
        make(planned.game, planned.variant, planned.policies, table),
        STEPPED if stepped else device,
        chunk,
        whole,
    )
    progress(0.0, Text("préparation du calcul", "getting the kernels ready"))
    _play(work, 0, 1)  # compiled here, once, before several threads want it
    return work


def _check_gpu() -> None:
    try:
        available = import_module("numba.cuda").is_available()
    except ModuleNotFoundError as missing:
        raise RequestError(
            f"Les parties par millions ont besoin de {missing.name} ; à taper : {install_command('gpu')}",
            f"Games by the million need {missing.name}; type: {install_command('gpu')}",
        ) from missing
    if not available:
        raise RequestError(
            "device gpu : aucune carte CUDA ne répond ici ; les parties sont les mêmes avec cpu.",
            "device gpu: no CUDA device answers here; the games are the same with cpu.",
        )


def play_batches(
    work: Work, executor: Executor | None = None, progress: Progress = quiet
) -> Generator[Piece, None, None]:
    """Every game of the work, in order: what has come when it is cut short is the batch of a shorter plan."""
    if executor is None:
        own = any(not isinstance(policy, str) and not is_compiled(policy) for policy in work.plan.policies)
        alone = work.device == "gpu" or own  # a function of arrays may not be thread-safe
        executor = runs.here if alone else runs.threads(os.cpu_count() or 1)
    games = work.plan.games
    with closing(executor(_play, work, range(0, games, work.chunk))) as coming:
        for piece in _yield_in_order(coming):
            yield piece
            done = piece.first + piece.tally.games
            progress(done / games, Text(f"partie {done} sur {games}", f"game {done} of {games}"))


def _play(work: Work, first: int, most: int | None = None) -> Piece:
    count = most or min(work.chunk, work.plan.games - first)
    play: Callable[[Job, int, int, int], Batch] = (
        play_stepwise if work.device == STEPPED else import_module(DEVICES[work.device]).play
    )
    batch = play(work.job, work.plan.seed, first, count)
    return Piece(first, tally(batch), batch if work.whole else None)


def play_stepwise(job: Job, seed: int, first: int, count: int, trace: Any = None) -> Batch:
    """Games first to first + count - 1 of a seed, side by side, policies asked move by move. Draw by draw they are the
    games that the kernels of whole games play. `trace` keeps the events of the first."""
    minds = Minds(job.game, job.policies)
    steps = Steps(job.game, job.variant, minds.shares, count, solved=job.tables)
    keys = np.array([stream(seed, first + number) for number in range(count)], np.uint64)
    steps.begin(keys, trace=trace)
    while minds.answer(steps, first):
        pass
    return steps.results()


def _yield_in_order(coming: Iterable[Piece]) -> Iterator[Piece]:
    early: dict[int, Piece] = {}
    due = 0
    for arrived in coming:
        early[arrived.first] = arrived
        while due in early:
            piece = early.pop(due)
            due += piece.tally.games
            yield piece
