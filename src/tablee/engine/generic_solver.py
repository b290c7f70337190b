"""The plain engine: any small game of the contract, solved from its rules alone.

Random games say roughly how large a game is (`measure`). If it fits, every position is worked out (`graph`) and kept in
a table, under a number made of its line. Only what is closed in within `BOUND` is called exact.

One player: a game that keeps score is worth the expected score of the end, fewer being better, and beside it the
highest chance to win; any other is worth the chance to win. To go on for ever is the worst that can happen.
Two players: the chance of winning, a draw counting one half.
Three or more: everybody plays for their own chance, and nobody could gain by one other choice. That is exact only as
long as no player has equally good choices that differ for the others; where positions come again, it is refused.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
import sys
import time
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

from tablee.core import registry as games
from tablee.core.bounded_dict import BoundedDict
from tablee.core.extras import command_name
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.words import Text
from tablee.engine.tablebase import Tablebase

from . import tablebase
from .graph import (
    BOUND,
    JOINT,
    KEEPING,
    OVER,
    Graph,
    branches,
    explore,
    mean,
    payoff_of,
    settle,
    settle_many,
    too_large,
)
from .matrix_game import solve_matrix
from .solution import Advice, Effort, Mixture, Progress, Solution, Unsolved, Values, quiet, waits

MOST, BYTES = 3_000_000, 2_000_000_000
"""The most positions of a game that is taken on, and the most memory; never more than half of what the machine has."""

QUICK = 50_000
"""Events: a table that takes more of them is built in the background, and nobody in a hurry waits for it.

They are counted in games of a seed, not timed: the same game is quick on every machine, busy or not.
"""

VISITS, ENOUGH = 30_000, 0.2
"""The most positions of random games from which a size is estimated; the share of new ones at which it is known."""

VERSION = 1  # of the tables; raise it when their arrays or their meaning change


# --- how large a game is ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extent:
    """At least so many positions, about so many events; `refusal`: why it cannot be solved. `scored`: whoever plays
    alone is told a score."""

    positions: int
    events: int
    weight: float  # bytes of a position, in all that is built
    scored: bool
    refusal: Text | None = None


@lru_cache(maxsize=256)
def measure(name: str, variant: Variant) -> Extent:
    """The extent of a game, from random games: the number of positions is Chao's lower bound. It counts how many
    positions were met once and how many twice; a game in which most are met once is large."""
    game, chance = games.load(name), random.Random(VISITS)
    seen = Counter[State]()
    visits = wide = 0
    scored = False
    budget = VISITS // 10
    try:
        while visits < VISITS:
            state = game.start(variant)
            for _ in range(VISITS // 10):  # some games need not end
                seen[state] += 1
                visits += 1
                kind, choices, _ = branches(game, state)
                if kind == OVER:
                    outcome = game.outcome(state)
                    scored = scored or (outcome is not None and 1 in outcome.scores)
                    break
                wide += prod(map(len, choices))
                for events in choices:
                    state = game.play(state, chance.choice(events))
            if visits > budget:
                budget, once = visits + VISITS // 10, sum(count == 1 for count in seen.values())
                if once < ENOUGH * visits:
                    break
    except Unsolved as error:
        return Extent(0, 0, 1.0, scored, error.text)
    once = sum(count == 1 for count in seen.values())
    twice = sum(count == 2 for count in seen.values())
    positions = len(seen) + once * (once - 1) // (2 * (twice + 1))
    sample = list(seen)[:: max(1, len(seen) // 1000)]
    weight = _weigh(sample) / len(sample) + 250 + 12 * wide / visits
    refusal = None if positions <= (most := most_of(weight)) else too_large(positions, most)
    return Extent(positions, positions * wide // visits, weight, scored, refusal)


def most_of(weight: float) -> int:
    """The most positions of so many bytes that are taken on."""
    try:
        half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # Windows, a browser
        half = BYTES
    return min(MOST, int(min(BYTES, half) / weight))


def _weigh(objects: Sequence[object]) -> int:
    """The bytes that objects take, what they share counted once."""
    todo, seen, total = list(objects), set[int](), 0
    while todo:
        item = todo.pop()
        if id(item) not in seen and not isinstance(item, type | ModuleType):
            seen.add(id(item))
            total += sys.getsizeof(item)
            todo += gc.get_referents(item)
    return total


ALIKE = Text(
    "Deux positions de ce jeu s’écrivent pareil : il ne se résout pas.",
    "Two positions of this game are written alike: it cannot be solved.",
)
NOWHERE = Text(
    "Aucune partie de cette variante ne mène à cette position.", "No game of this variant can come to this position."
)


# --- the table ------------------------------------------------------------------------------------------------------


def key_of(game: AnyGame, state: State) -> int:
    """The number under which a position is kept."""
    line = game.position(state).encode()
    return int.from_bytes(hashlib.blake2b(line, digest_size=8).digest(), "little")


def ends_of(game: AnyGame, graph: Graph, player: int, *, scored: bool = False) -> dict[int, float]:
    """What the ends are worth to a player: a share of the win, or the score to be kept low, below zero."""
    ends, people = {}, game.seats(graph.states[0].variant)
    for index, kind in enumerate(graph.kind):
        if kind == OVER:
            outcome = game.outcome(graph.states[index])
            assert outcome is not None  # the game is over
            won = outcome.winners or (range(1, people + 1) if people > 1 else ())
            ends[index] = -float(outcome.scores.get(1, 0)) if scored else (player in won) / max(1, len(won))
    return ends


def as_chance(value: float) -> float:
    """A value as a chance: rounding may take it a little below 0 or above 1."""
    return min(1.0, max(0.0, value))


def build(game: AnyGame, variant: Variant, progress: Progress = quiet) -> dict[str, Any]:
    """The arrays of a table: `keys` in order; `value` of each, to as many players as there are figures of; `width`,
    how far a value may be off; `mix`, where in `mixtures` a joint choice is, -1 if it is none.

    Of a joint choice, `mixtures` holds the number of player 1's moves, then what each is worth to player 1 and its
    share, then the same of player 2.
    """
    extent, people = measure(game.NAME, variant), game.seats(variant)
    progress(0.0, game.TITLE + Text(" : on résout le jeu d’après ses règles.", ": solving the game from its rules."))
    most = min(most_of(extent.weight), max(200_000, 100 * extent.positions))  # beyond, a counter may grow for ever
    graph = explore(game, variant, extent.positions, most, extent.weight, progress)
    if people > 2:
        *columns, width = settle_many(
            graph, [ends_of(game, graph, player) for player in range(1, people + 1)], progress
        )
        columns = [array("d", map(as_chance, column)) for column in columns]
    else:
        wanted = (True, False) if people == 1 and extent.scored else (False,)
        columns, width = [], array("d", bytes(8 * len(graph.states)))
        for scored in wanted:
            ends = ends_of(game, graph, 1, scored=scored)
            low, high = settle(graph, ends, alone=people == 1, progress=progress if scored == wanted[0] else quiet)
            middle = [(first + two) / 2 for first, two in zip(low, high, strict=True)]
            columns.append(array("d", middle if scored else map(as_chance, middle)))
            width = array("d", map(max, width, [two - first for first, two in zip(low, high, strict=True)]))
        if extent.scored and people == 1:
            columns[0] = array("d", [0.0 - value for value in columns[0]])
    progress(0.9, KEEPING)
    lines = [
        (key_of(game, state), width[index], -1, *[values[index] for values in columns])
        for index, state in enumerate(graph.states)
    ]
    if len({line[0] for line in lines}) < len(lines):
        raise Unsolved(ALIKE)
    mixtures = array("d")
    for index, kind in enumerate(graph.kind):
        if kind == JOINT:
            key, doubt, _, value = lines[index]
            lines[index] = key, doubt, len(mixtures), value
            lines += _keep_joint(game, graph, index, doubt, columns[0], mixtures)
    lines = sorted({line[0]: line for line in lines}.values())
    keys = array("Q", [line[0] for line in lines])
    figures = array("d", [value for line in lines for value in line[3:]])
    return {
        "keys": keys,
        "value": figures,
        "width": array("d", [line[1] for line in lines]),
        "mix": array("q", [line[2] for line in lines]),
        "mixtures": mixtures,
        "residual": max(width),
    }


def _keep_joint(
    game: AnyGame, graph: Graph, index: int, doubt: float, values: array[float], mixtures: array[float]
) -> Iterator[tuple[int, float, int, float]]:
    """Add both sides of a joint choice to `mixtures`; the positions in which one of the two has chosen, and how
    they look to those who do not know what."""
    state, payoff, where = graph.states[index], payoff_of(graph, index, values), len(mixtures)
    equilibrium = solve_matrix(payoff)
    worth1 = [as_chance(mean(line, equilibrium.column)) for line in payoff]
    worth2 = [as_chance(mean(equilibrium.row, line)) for line in zip(*payoff, strict=True)]
    mixtures.extend([len(worth1), *worth1, *equilibrium.row, *[1.0 - worth for worth in worth2], *equilibrium.column])
    for player, worths in ((1, worth1), (2, worth2)):
        for move, worth in zip(game.moves(state, player), worths, strict=True):
            chosen = game.play(state, move)
            for seen in {game.view(chosen, 3 - player), game.view(chosen, 0)} - {chosen}:
                yield key_of(game, seen), doubt, where, values[index]
            yield key_of(game, chosen), doubt, where, worth


# --- the solver -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def name_tablebase(name: str, variant: Variant) -> str:
    """By the settings, and by the source of the rules: rules that change make another table."""
    game = games.load(name)
    digest = hashlib.sha256(json.dumps(game.settings(variant), sort_keys=True, default=str).encode())
    source = Path(getattr(game, "__file__", None) or "")
    for path in sorted(source.parent.glob("*.py")) if hasattr(game, "__path__") else [source]:
        if path.is_file():
            digest.update(path.read_bytes())
    return f"plain-{digest.hexdigest()[:16]}"


REFUSED: BoundedDict[tuple[str, Variant], Text] = BoundedDict(256)  # what is too large, or of an unknown kind


@dataclass(frozen=True, slots=True)
class GenericSolver:
    """The solver of a game that brings none, or none for these settings: what `Solver` in `solvers` lists."""

    name: str

    def refusal(self, variant: Variant) -> Text | None:
        """Why a variant cannot be solved; None if it can, as far as random games and earlier attempts tell."""
        return REFUSED.get((self.name, variant)) or measure(self.name, variant).refusal

    def find_unbuilt(self, variant: Variant) -> Path | None:
        """The file of a table that takes long to build and is not there yet."""
        name = name_tablebase(self.name, variant)
        quick = measure(self.name, variant).events <= QUICK
        return None if quick or tablebase.at_hand(self.name, name, VERSION) else tablebase.path_of(self.name, name)

    def exact(self, variant: Variant) -> bool:
        """Whether every value is closed in; not said of a table that is still to be built and takes long."""
        if self.refusal(variant) or self.find_unbuilt(variant):
            return False
        try:
            return self.table(variant).header.residual <= BOUND
        except Unsolved:
            return False

    def table(self, variant: Variant, progress: Progress = quiet) -> Tablebase:
        """The solved table, built if need be. Unsolved: too large, or nobody waits for it now."""
        if refused := self.refusal(variant):
            raise Unsolved(refused)
        if not waits() and self.find_unbuilt(variant):
            raise Unsolved(
                f"Ce jeu n’est pas encore résolu. À taper : {command_name()} solve, avec ses réglages.",
                f"This game is not solved yet. Type: {command_name()} solve, with its settings.",
            )
        game, name = games.load(self.name), name_tablebase(self.name, variant)
        try:
            return tablebase.load_or_build(self.name, name, VERSION, lambda: build(game, variant, progress), progress)
        except Unsolved as error:
            REFUSED[self.name, variant] = error.text
            raise

    def find(self, state: State, progress: Progress = quiet) -> tuple[Values, int, Tablebase]:
        """What a position is worth, its place in the table, and the table."""
        game, table = games.load(self.name), self.table(state.variant, progress)
        key, keys = key_of(game, state), table["keys"]
        index = bisect_left(keys, key)
        if index == len(keys) or keys[index] != key:
            raise Unsolved(NOWHERE)
        columns = len(table["value"]) // len(keys)
        worths = table["value"][index * columns : (index + 1) * columns].tolist()
        exact, people = table["width"][index] <= BOUND, game.seats(state.variant)
        if people == 2:
            return Values.of_two(worths[0], exact), index, table
        players = {1: worths[0]} if people == 1 else dict(enumerate(worths, 1))
        return Values(players, exact), index, table

    def values(self, state: State, progress: Progress = quiet) -> Values:
        return self.find(state, progress)[0]

    def solve(self, variant: Variant, progress: Progress = quiet) -> Solution:
        started, game = time.perf_counter(), games.load(self.name)
        start = game.start(variant)
        values, index, table = self.find(start, progress)
        seconds, width = max(table.header.seconds, time.perf_counter() - started), table["width"][index]
        scored = game.seats(variant) == 1 and measure(self.name, variant).scored
        perfect = table["value"][2 * index + 1] if scored else None  # beside each score the chance to win
        return Solution(self.name, variant, dict(values.players), values.exact, width, seconds, perfect)

    def advise(self, state: State, player: int, progress: Progress = quiet, effort: Effort = "full") -> Advice:
        game = games.load(self.name)
        if sides := self._mixtures(state, player, progress):
            moves, worths, shares, exact = sides
            order = sorted(range(len(moves)), key=lambda index: (-round(worths[index], 12), -shares[index]))
            return Advice(player, exact, tuple((moves[index], worths[index]) for index in order))
        ranked = [(move, self.values(game.play(state, move), progress)) for move in game.moves(state, player)]
        points = game.seats(state.variant) == 1 and measure(self.name, state.variant).scored
        ranked.sort(key=lambda entry: entry[1].players[player] * (1 if points else -1))
        exact = all(worth.exact for _, worth in ranked)
        return Advice(player, exact, tuple((move, worth.players[player]) for move, worth in ranked))

    def policy(self, state: State, player: int) -> Mixture[Event]:
        if sides := self._mixtures(state, player, quiet):
            return tuple((move, share) for move, share in zip(sides[0], sides[2], strict=True) if share > 0.0)
        return ((self.advise(state, player).moves[0][0], 1.0),)

    def _mixtures(
        self, state: State, player: int, progress: Progress
    ) -> tuple[tuple[Event, ...], list[float], list[float], bool] | None:
        """A player's side of a joint choice: moves, what each is worth to the player, its share, whether that is exact;
        None where one alone chooses."""
        game = games.load(self.name)
        seen = game.view(state, player)
        values, index, table = self.find(seen, progress)
        if (where := table["mix"][index]) < 0:
            return None
        moves, mixtures = game.moves(seen, player), table["mixtures"]
        begin, count = where + 1 + (2 * int(mixtures[where]) if player == 2 else 0), len(moves)
        worths, shares = (mixtures[start : start + count].tolist() for start in (begin, begin + count))
        return moves, worths, shares, values.exact
