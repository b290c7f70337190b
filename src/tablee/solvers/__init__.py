"""Exact tables and searches. A solver is a module named like its game, imported when it is first asked.

Each of them offers `solve(variant, progress) -> Solution`, `advise(state, player, progress) -> Advice`, and
`SOLVED`, the settings of the variants whose tables can be built and kept. Importing this package costs
nothing: NumPy and numba come with the first question.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from tablee import games
from tablee.core.extras import installing
from tablee.core.words import Text
from tablee.solvers.solution import Advice, Progress, Solution, Unsolved, quiet

__all__ = ["Advice", "Progress", "Solution", "Unsolved", "advise", "quiet", "solve", "solver"]


class Solver(Protocol):
    """What each module of this package that is named like a game offers."""

    SOLVED: tuple[Mapping[str, object], ...]

    def solve(self, variant: Any, progress: Progress = quiet) -> Solution: ...
    def advise(self, state: Any, player: int, progress: Progress = quiet) -> Advice: ...


def solver(game: str) -> Solver:
    """The solver of a game, by the game's name."""
    games.load(game)  # an unknown name is refused there, with a sentence
    try:
        return cast(Solver, import_module(f"tablee.solvers.{game}"))
    except ModuleNotFoundError as missing:
        if missing.name not in ("numpy", "numba"):
            raise
        raise Unsolved(
            Text(
                fr=f"Le calcul exact a besoin de {missing.name} ; à taper : {installing('solve')}",
                en=f"Exact play needs {missing.name}; type: {installing('solve')}",
            )
        ) from missing


def solve(game: str, variant: Any, progress: Progress = quiet) -> Solution:
    """The value of the start of a game; `variant` is one of the game's variants, or its settings."""
    if isinstance(variant, Mapping):
        variant = games.load(game).variant(variant)
    return solver(game).solve(variant, progress)


def advise(game: str, state: Any, player: int | None = None, progress: Progress = quiet) -> Advice:
    """The moves of a position in phase `move`, best first; for the lowest-numbered player unless one is named."""
    rules = games.load(game)
    if rules.phase(state) != "move":
        raise Unsolved(_NOTHING_TO_CHOOSE[rules.phase(state)])
    choosing = rules.players(state)
    chosen = min(choosing) if player is None else player
    if chosen not in choosing:
        raise Unsolved(
            Text(
                fr=f"Le joueur {chosen} n’a rien à choisir ici : demandez pour {_named(choosing)}.",
                en=f"Player {chosen} has nothing to choose here: ask for {_named(choosing)}.",
            )
        )
    return solver(game).advise(state, chosen, progress)


def _named(players: tuple[int, ...]) -> str:
    return " / ".join(str(player) for player in players)


_NOTHING_TO_CHOOSE = {
    "roll": Text(
        fr="Il faut d’abord lancer les dés : un conseil porte sur une position où un joueur choisit.",
        en="The dice come first: advice is about a position in which a player chooses.",
    ),
    "over": Text(
        fr="La partie est finie : il n’y a plus rien à choisir.",
        en="The game is over: there is nothing left to choose.",
    ),
}
