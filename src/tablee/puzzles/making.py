"""Puzzles from exact values: positions of played games in which one move is best by a clear margin.

`tools/puzzles.py` makes the shelves of our own games; `make` those of a guest's, when they are first asked for.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import NamedTuple

from tablee import bots
from tablee.bots.simple import Greedy, play_out
from tablee.core.game import AnyGame, State, Variant
from tablee.core.registry import load
from tablee.engine import solvers

PLAYER = 1  # whoever solves a puzzle sits there
SEED = 2024
PLAYED_BY = ("lapin", "greedy")  # who work nothing out: many games in little time
MARGIN, MARGIN_ALONE = 0.03, 0.5  # of the chances of winning; points left
LOOKED, LEAST = 600, 20  # positions of a guest's game that are looked at; puzzles that make a shelf
GAMES, LONG = 200, 1_000  # in which these are looked for; choices of one game


class Proof(NamedTuple):
    """What exact values say: the best move, the next one, and by how much they differ."""

    answer: str
    second: str
    margin: float


def find_positions(
    game: AnyGame, variants: Sequence[Variant], chance: random.Random, games: int = sys.maxsize
) -> Iterator[State]:
    """Where player 1 alone has to choose, in game after game, so many of them; the variants come in turn."""
    for _, variant in zip(range(games), cycle(variants), strict=False):
        players = [
            bots.make(chance.choice(PLAYED_BY), game, chance.getrandbits(64)) for _ in range(game.seats(variant))
        ]
        for state, _, _ in islice(play_out(game, game.start(variant), players, chance), LONG):
            if game.players(state) == (PLAYER,) and len(game.moves(state, PLAYER)) > 1:
                yield state


def prove(game: AnyGame, state: State) -> Proof | None:
    """The one best move of a position, and the next; None where there is no choice, or no exact value."""
    advice = solvers.advise(game.NAME, state, PLAYER)
    if not advice.exact or len(advice.moves) < 2:
        return None
    (best, first), (second, next_) = advice.moves[:2]
    return Proof(str(best), str(second), abs(first - next_))


def rate_levels(game: AnyGame, state: State, answer: str) -> dict[str, float]:
    """How likely each of the five levels is to miss the answer, weakest first: exactly, from the shares of its play.
    What a level works out it finds, for the answer is proved; so no solver is asked."""
    greedy, moves = [str(move) for move in Greedy(game).best(state, PLAYER)], game.moves(state, PLAYER)
    by_chance, by_greed = 1 - 1 / len(moves), 1 - (answer in greedy) / len(greedy)
    return {name: bots.KINDS[name].random * by_chance + bots.KINDS[name].greedy * by_greed for name in bots.LEVELS}


def format_line(game: AnyGame, state: State, proof: Proof) -> str:
    """A puzzle as its shelf keeps it."""
    return f"{proof.margin:.6f} {proof.answer} {proof.second} {game.position(state)}"


@lru_cache(maxsize=32)
def make(name: str) -> dict[str, tuple[str, ...]]:
    """The shelf of a game that is solved from its rules: as many puzzles for each level, easiest first. Those are easy
    that simple bots find, then those in which most is at stake. Empty, if a game has too few."""
    game, candidates = load(name), dict[str, tuple[float, float]]()
    for state in islice(find_positions(game, [game.variant()], random.Random(SEED), GAMES), LOOKED):
        proof = prove(game, state)
        if proof is None or proof.margin < (MARGIN_ALONE if solvers.counts_points(name, state.variant) else MARGIN):
            continue
        if game.phase(game.play(state, game.parse(proof.answer))) != "over":
            missed = sum(rate_levels(game, state, proof.answer).values())
            candidates[format_line(game, state, proof)] = missed, -proof.margin
    shelf = sorted(candidates, key=lambda line: (candidates[line], line))
    count = len(shelf) // len(bots.LEVELS)
    parts = {level: tuple(shelf[index * count : (index + 1) * count]) for index, level in enumerate(bots.LEVELS)}
    return parts if len(shelf) >= LEAST else {}
