"""Whole games by the million: numba kernels that play as the rules do.

    job = prepare("cadeau", cadeau.variant({}), ("random", "greedy"))
    batch = play(job, seed=1, first=0, count=1_000_000)     # no matter how a million games are cut into batches

`policies` has one name a player. `random` draws among the legal moves, `greedy` among those that the greedy bot likes
best, and `hibou` (blocs) takes the best one by the solved table, the first of equals: give `prepare` the arrays of
`tablee.games.blocs.solver.table_of(variant)` for it. Which draw decides what: `tablee_lab.kernels.simulate.draws`.

One module a game, each with the same functions and a `Tables` of plain arrays. Importing this package imports nothing
heavy; they do, when they are first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from tablee.core.errors import RequestError
from tablee.core.extras import command_name
from tablee.core.game import Variant
from tablee.core.registry import load
from tablee.core.supported import ANYTHING, SupportedSettings, check_supported
from tablee.core.words import Text, and_list, or_list, untranslated
from tablee.games.laaancez.supported import Sheets

Array = np.ndarray[Any, np.dtype[Any]]

# In the order of the numbers that the kernels know them by.
POLICIES: Mapping[str, tuple[str, ...]] = {
    "cadeau": ("random", "greedy"),
    "blocs": ("random", "greedy", "hibou"),
    "laaancez": ("random", "greedy"),
}
SOLVED = ("hibou",)  # the policies that need a solved table


class Batch(NamedTuple):
    """What came of games first, first + 1, …: one row each."""

    winner: Array  # uint8[games] the player; 0: nobody
    events: Array  # int32[games] how many there were, rolls included
    scores: Array  # int16[games, n] cadeau: zones held by each side; blocs alone: the sum left; otherwise n is 0


class Job(NamedTuple):
    """A game to be played many times: all that a kernel reads, picklable and never changed."""

    game: str
    variant: Variant
    policies: Any  # int64[players] their numbers; of stepped games, the policies themselves
    tables: Any  # `Tables` of the game's kernel


def kernel(game: str) -> Any:
    return import_module(f"{__name__}.{game}")


SUPPORTED: Mapping[str, SupportedSettings] = {
    "cadeau": {"zones": range(1, 10), "straights": ("ordered", "any")},
    "blocs": {"mode": ("duel", "solo", "fast", "three", "four"), "level": (1, 2, 3), "given": ANYTHING},
    "laaancez": {"sheet": Sheets(ties=False)},
}
"""The settings that these kernels play, and those that step games side by side."""


def check_kernels(game: str, variant: Variant) -> None:
    """RequestError: no kernel plays this game, or not with these settings (UnknownOption)."""
    if game not in SUPPORTED:
        raise RequestError(
            Text.fill(
                "Les séries et l’exploitabilité : {ours} seulement ; pour « {game} », il y a {command} arena et lab.",
                "Batches and exploitability are for {ours} only; for “{game}” there are {command} arena and lab.",
                ours=and_list(SUPPORTED),
                game=game,
                command=command_name(),
            )
        )
    check_supported(load(game), variant, SUPPORTED[game])


def prepare(game: str, variant: Variant, policies: Sequence[Any], tables: Mapping[str, Array] | None = None) -> Job:
    """Make the tables of a variant. `tables`: the solver's arrays, for the policies that play by them."""
    check_kernels(game, variant)
    kinds, seats = POLICIES[game], load(game).seats(variant)
    for policy in policies:
        if policy not in kinds:
            names = or_list(map(untranslated, kinds))
            raise RequestError(
                f"On ne sait pas simuler « {policy[:40]} » ; à ce jeu il y a {names.fr}.",
                f"“{policy[:40]}” cannot be simulated; for this game there are {names.en}.",
            )
    if len(policies) != seats:
        raise RequestError(
            f"Il faut une façon de jouer par joueur : {seats}, pas {len(policies)}.",
            f"One way of playing for each player is needed: {seats}, not {len(policies)}.",
        )
    if tables is None and any(policy in SOLVED for policy in policies):
        raise RequestError(
            "« hibou » joue d’après une table de valeurs ; donnez-la.", "“hibou” plays by a tablebase; give it."
        )
    numbers = np.array([kinds.index(policy) for policy in policies], np.int64)
    return Job(game, variant, numbers, kernel(game).tables(variant, tables))


def play(job: Job, seed: int, first: int, count: int) -> Batch:
    """Play games first to first + count - 1 of a seed. Other threads run meanwhile."""
    module = kernel(job.game)
    columns = module.scores(job.variant)
    batch = Batch(np.empty(count, np.uint8), np.empty(count, np.int32), np.empty((count, columns), np.int16))
    start = np.uint64(seed % 2**64), np.uint64(first)
    module.run(*start, job.tables, job.policies, np.empty(*module.SCRATCH), *batch)
    return batch
