"""A batch of games: played in chunks wherever a `Spread` does them, and counted in the order of the games."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from tablee.bots.kinds import KINDS
from tablee.core.errors import RequestError
from tablee.core.extras import installing
from tablee.core.game import Variant
from tablee.core.words import Text
from tablee.engine.solvers import Progress, quiet
from tablee_lab import runs
from tablee_lab.batch_policies import compiled, tables
from tablee_lab.kernels.simulate import POLICIES
from tablee_lab.runs import Spread

from . import policies as stepping
from .plan import Plan, plan
from .policies import Policy, whole_games
from .results import Results
from .tally import Tally, tallied

if TYPE_CHECKING:
    from tablee_lab.kernels.simulate import Batch, Job

Each = Callable[[int, "Batch"], None]
"""Told the number of the first game of some, and the games."""

DEVICES = {"cpu": "tablee_lab.kernels.simulate", "gpu": "tablee_lab.kernels.simulate.gpu"}
EXTRA = {"cpu": "lab", "gpu": "gpu"}
CHUNK = {"cadeau": 1 << 16, "blocs": 1 << 16, "laaancez": 1 << 13}
"""Games done at a time: enough that counting costs nothing, so few that Ctrl-C is heard at once."""
SIDE_BY_SIDE, ASKED = 1 << 12, 1 << 5  # stepped games; the same when a bot thinks about each move
MANY = 1 << 20
"""Games that a GPU does at a time: it has thousands of threads to feed."""


def simulate(
    game: str,
    variant: Variant | Mapping[str, object],
    games: SupportsIndex,
    seed: SupportsIndex | None = None,
    policies: Policy | Sequence[Policy] | None = None,
    *,
    device: str = "cpu",
    spread: Spread | None = None,
    chunk: int | None = None,
    each: Each | None = None,
    progress: Progress = quiet,
) -> Results:
    """Play so many games and say what came out.

    `policies` says how each player chooses, or all of them: the name of a bot, or a function of your own as
    `tablee_lab.batch_policies` describes it; random unless told. Without a seed one is drawn; the results know it.
    Neither `spread` (all cores, as threads, unless told), nor `chunk`, nor `device` changes the results. `each` is told
    the games themselves, in order, as arrays.
    """
    planned = plan(game, variant, games, seed, policies)
    work = prepare(planned, device, chunk=chunk, whole=each is not None, progress=progress)
    tally = Tally()
    with closing(played(work, spread, progress)) as pieces:
        for piece in pieces:
            tally.add(piece.tally)
            if each and piece.batch:
                each(piece.first, piece.batch)
    return Results(planned, tally)


@dataclass(frozen=True, slots=True)
class Work:
    """A plan with its tables, ready to travel to whoever plays a part of it."""

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
    planned: Plan,
    device: str = "cpu",
    *,
    chunk: int | None = None,
    whole: bool = False,
    progress: Progress = quiet,
) -> Work:
    """Build the tables of a plan and compile its kernels; the first time, that takes a while."""
    if chunk is None:
        chunk = _chunk(planned, device)
    if chunk < 1:
        raise RequestError("« chunk » vaut au moins 1.", "“chunk” is at least 1.")
    with installed(device):
        player = _player(planned, device)
        progress(0.0, Text("préparation des tables", "getting the tables ready"))
        table = tables(planned.game, planned.variant, planned.policies, progress)
        job = player.prepare(planned.game, planned.variant, planned.policies, table)
        progress(0.0, Text("préparation du calcul", "getting the kernels ready"))
        player.play(job, planned.seed, 0, 1)  # compiled here, once, before several threads want it
    return Work(planned, job, device, chunk, whole)


def played(work: Work, spread: Spread | None = None, progress: Progress = quiet) -> Generator[Piece, None, None]:
    """Every game of the work, in order: whatever has come when it is cut short is the batch of a shorter plan."""
    if spread is None:
        alone = work.device != "cpu" or any(
            not isinstance(one, str) and not compiled(one) for one in work.plan.policies
        )
        spread = runs.here if alone else runs.threads(os.cpu_count() or 1)  # a function of arrays may know no threads
    games = work.plan.games
    with closing(spread(_play, work, range(0, games, work.chunk))) as coming:
        for piece in _in_order(coming):
            yield piece
            done = piece.first + piece.tally.games
            progress(done / games, Text(f"partie {done} sur {games}", f"game {done} of {games}"))


def _play(work: Work, first: int) -> Piece:
    planned = work.plan
    count = min(work.chunk, planned.games - first)
    batch: Batch = _player(planned, work.device).play(work.job, planned.seed, first, count)
    return Piece(first, tallied(batch), batch if work.whole else None)


def _in_order(coming: Iterable[Piece]) -> Iterator[Piece]:
    early: dict[int, Piece] = {}
    due = 0
    for arrived in coming:
        early[arrived.first] = arrived
        while due in early:
            piece = early.pop(due)
            due += piece.tally.games
            yield piece


def _chunk(planned: Plan, device: str) -> int:
    if whole_games(planned.game, planned.policies):
        return CHUNK[planned.game] if device == "cpu" else MANY
    thinks = any(isinstance(one, str) and KINDS[one].solves for one in planned.policies)
    return ASKED if thinks and "hibou" not in POLICIES[planned.game] else SIDE_BY_SIDE


def _player(planned: Plan, device: str) -> Any:
    """The module that plays those policies on a device."""
    if device not in DEVICES:
        known = " / ".join(DEVICES)
        raise RequestError(f"device : au choix {known}.", f"device: choose {known}.")
    if not whole_games(planned.game, planned.policies):
        if device != "cpu":
            there = " / ".join(POLICIES[planned.game])
            raise RequestError(f"Sur la carte ne jouent que {there}.", f"On the card only {there} play.")
        return stepping
    return import_module(DEVICES[device])


@contextmanager
def installed(device: str) -> Generator[None, None, None]:
    """Say kindly what a device needs and this machine lacks."""
    try:
        if device == "gpu" and not import_module("numba.cuda").is_available():
            raise RequestError(
                "device gpu : aucune carte CUDA ne répond ici ; les parties sont les mêmes avec cpu.",
                "device gpu: no CUDA device answers here; the games are the same with cpu.",
            )
        yield
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] in ("tablee", "tablee_lab"):
            raise
        raise RequestError(
            f"Les parties par millions ont besoin de {missing.name} ; à taper : {installing(EXTRA[device])}",
            f"Games by the million need {missing.name}; type: {installing(EXTRA[device])}",
        ) from missing
