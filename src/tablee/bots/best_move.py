"""The best move that the solvers know, what it takes to ask them, and the levels, which play it in stated shares.
Nothing here is imported that is heavy; what runs the kernels comes with the first question."""

import random
from contextlib import suppress

from tablee.core import registry as games
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.words import Text
from tablee.engine import runtime, solvers
from tablee.engine.solution import Mixture, Progress, Unsolved, no_wait, quiet

from .kinds import Kind
from .simple import Greedy, Random, play_out


def find_missing(game: AnyGame) -> str:
    """The package that the solver of a game needs and that is not installed here; empty if it can be asked."""
    return "wasmtime" if games.brings(game.NAME, "solver") and not runtime.is_ready() else ""


def mixture(game: AnyGame, view: State, player: int) -> Mixture[Event]:
    """The best play we know, as moves and the share of the time each should be made. With settings that no solver
    knows, and until the plain engine is done, any of the moves that the greedy bot likes."""
    if solvers.solvable(game.NAME, view.variant):
        with no_wait(), suppress(Unsolved):
            return solvers.policy(game.NAME, view, player)
    liked = Greedy(game).best(view, player)
    return tuple((move, 1.0 / len(liked)) for move in liked)


def best(game: AnyGame, view: State, player: int, chance: random.Random) -> Event:
    """The best move we know. Where only a mixture of moves is best (L4: both choose at once), one drawn from it."""
    mixed = mixture(game, view, player)
    if len(mixed) == 1:
        return mixed[0][0]
    moves, shares = zip(*mixed, strict=True)
    return chance.choices(moves, shares)[0]


# --- being ready --------------------------------------------------------------------------------------------------

SEED = 2024  # of the trial game: any will do, always the same
READING = Text("préparation d’un robot", "getting a bot ready")


def prepare(game: AnyGame, variant: Variant, progress: Progress = quiet) -> None:
    """Build or read the tables of a variant, and wake the solver in each part of a game. A game of random moves is
    played, and the solver asked at its first, middle and last decision: the tables come with the first, and a laaancez
    combat with the last."""
    if not solvers.solvable(game.NAME, variant):
        return
    chance = random.Random(SEED)
    turns = list(play_out(game, game.start(variant), [Random(game, SEED)] * game.seats(variant), chance))
    picked = sorted({0, len(turns) // 2, len(turns) - 1}.intersection(range(len(turns))))  # none, if all is chance
    for done, index in enumerate(picked):
        state, player, _ = turns[index]
        view = game.view(state, player)
        progress(done / len(picked), READING)
        solvers.advise(game.NAME, view, player, progress)
        best(game, view, player, chance)


class Mixed:
    """A level: a bot that draws, move by move, whether it plays at random, greedily, or the best we know."""

    def __init__(self, kind: Kind, game: AnyGame, seed: int | None = None) -> None:
        self._kind, self._game, self._random = kind, game, random.Random(seed)
        self._any = Random(game, self._random.getrandbits(64))
        self._greedy = Greedy(game, self._random.getrandbits(64))

    def choose(self, view: State, player: int) -> Event:
        draw = self._random.random()
        if draw < self._kind.random:
            return self._any.choose(view, player)
        if draw < self._kind.random + self._kind.greedy:
            return self._greedy.choose(view, player)
        return best(self._game, view, player, self._random)
