"""Exact tables and searches. A solver is a module named like its game, imported when it is first asked.

`Solver` says what each of them offers; the functions here ask the solver of a game by the game's name. Importing this
package costs nothing: what a solver needs comes with the first question.

advise      the moves of a position, best first
exact       whether a variant is solved from the first position to the last
policy      the best play we have, as a mixture of moves
solve       the value of the start of a game
swift       advice about one of very many positions
values      what any position is worth to everybody
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, cast

from tablee import games
from tablee.core.game import Event, State, Variant
from tablee.core.words import Text
from tablee.solvers.exactness import EXACT
from tablee.solvers.solution import Advice, Mixture, Progress, Solution, Unsolved, Values, quiet

__all__ = [
    "Advice",
    "AnySolver",
    "Mixture",
    "Progress",
    "Solution",
    "Solver",
    "Unsolved",
    "Values",
    "advise",
    "exact",
    "glance",
    "policy",
    "quiet",
    "solve",
    "solver",
    "swift",
    "values",
]


VariantT = TypeVar("VariantT", contravariant=True)
StateT = TypeVar("StateT", contravariant=True)
EventT = TypeVar("EventT", covariant=True)


class Solver(Protocol[VariantT, StateT, EventT]):
    """What each module of this package that is named like a game offers.

    States are whole or views; a choice that is made and hidden is not looked at, but by `values`. `progress` is told
    how far a long computation is. Unsolved: the question has no answer, in a sentence.
    """

    @property
    def SOLVED(self) -> tuple[Mapping[str, object], ...]:  # noqa: N802
        """The settings of the variants whose tables can be built beforehand and kept."""

    def exact(self, variant: VariantT) -> bool:
        """Whether every answer about every position of the variant is exact."""

    def solve(self, variant: VariantT, progress: Progress = quiet) -> Solution:
        """The value of the start."""

    def advise(self, state: StateT, player: int, progress: Progress = quiet) -> Advice:
        """Every move of a player who has to choose, best first. Unsolved: they have nothing to choose."""

    def policy(self, state: StateT, player: int) -> Mixture[EventT]:
        """The best play we have: moves, and the share of the time each should be made, together 1.

        One move alone where that is best; several where one could be foreseen and answered.
        """

    def values(self, state: StateT, progress: Progress = quiet) -> Values:
        """What a position is worth to every player: before a roll, before a move, or after the end."""


AnySolver = Solver[Any, Any, Any]


def solver(game: str) -> AnySolver:
    """The solver of a game, by the game's name."""
    games.load(game)  # an unknown name is refused there, with a sentence
    found = games.part(game, "solvers")
    if found is None:
        raise Unsolved(Text(fr="Personne n’a encore résolu ce jeu.", en="Nobody has solved this game yet."))
    return cast(AnySolver, found)


def exact(game: str, variant: Variant) -> bool:
    """Whether every answer about every position of a variant is exact; asked without loading the solver.

    In a browser, where a table that takes long may never come, only once it is there.
    """
    if game not in EXACT or not EXACT[game](variant):
        return False
    from tablee.kernels.ground import BROWSER

    if not BROWSER:
        return True
    from tablee.solvers.background import lacking

    return lacking(game, variant) is None


def policy(game: str, state: State, player: int) -> Mixture[Event]:
    """The best play we have for a player who has to choose: moves, and the share of the time each should be made."""
    return solver(game).policy(state, player)


def values(game: str, state: State, progress: Progress = quiet) -> Values:
    """What a position is worth to every player, whatever its phase."""
    return solver(game).values(state, progress)


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


def swift(game: str, state: Any, player: int, progress: Progress = quiet) -> Advice:
    """The same about one of very many positions: where advice is a search, a much smaller one."""
    found = solver(game)
    answer: Advice = getattr(found, "swift", found.advise)(state, player, progress)
    return answer


def glance(game: str, state: Any, player: int, progress: Progress = quiet) -> Advice:
    """The same in less time still: without looking ahead, where a game can be judged so."""
    found = getattr(solver(game), "glance", None)
    answer: Advice = found(state, player, progress) if found else swift(game, state, player, progress)
    return answer


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
