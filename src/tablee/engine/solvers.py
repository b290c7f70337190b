"""Exact tables and searches: what a solver offers (`Solver`), and its questions by the name of a game. A game brings
its solver as its module `solver`, which is imported when it is first asked. For a game that brings none, and for
settings that its solver does not know, the plain engine answers if the game is small enough (`generic_solver`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from tablee.core import registry as games
from tablee.core.game import Event, State, Variant
from tablee.core.supported import SupportedSettings, check_supported, find_unsupported
from tablee.core.words import Text
from tablee.engine.generic_solver import GenericSolver, measure

from . import runtime
from .solution import Advice, Effort, Mixture, Progress, Solution, Unsolved, Values, quiet

VariantT = TypeVar("VariantT", contravariant=True)
StateT = TypeVar("StateT", contravariant=True)


class Solver(Protocol[VariantT, StateT]):
    """What the module `solver` of a game offers. States are whole or views; a choice that is made and hidden is not
    looked at, but by `values`. `progress` is told how far a long computation is. Unsolved: the question has no answer,
    in a sentence."""

    # Beside the solver, the module `supported` says what it was made for: `SUPPORTED` (see `tablee.core.supported`;
    # default settings alone, if there is none) and `exact(variant)`. A solver may say more:
    # `policy(state, player)`, where one move alone could be foreseen and answered; `find_unbuilt(variant)`, the path
    # of a table that takes long to build and is not there yet; `is_vast(variant)`, whether no browser should build it;
    # `SOLVED`, the settings of the variants whose tables can be built beforehand and kept; `SEARCHES`, where a position
    # before a roll is best known by a search after each.

    def exact(self, variant: VariantT) -> bool:
        """Whether every answer about every position of the variant is exact."""

    def solve(self, variant: VariantT, progress: Progress = quiet) -> Solution:
        """The value of the start."""

    def advise(self, state: StateT, player: int, progress: Progress = quiet, effort: Effort = "full") -> Advice:
        """Every move of a player who has to choose, best first; whether they have to, `advise` below asks the rules."""

    def values(self, state: StateT, progress: Progress = quiet) -> Values:
        """What a position is worth to every player: before a roll, before a move, or after the end."""


AnySolver = Solver[Any, Any]


def solver(game: str, variant: Variant | None = None) -> AnySolver:
    """The solver of a game, by its name, that was made for the settings of a variant: the game's own, else the plain.
    UnknownOption: the game's own does not know the settings, and the plain one cannot take them on. Unsolved: the game
    brings no solver, and the plain one cannot take it on; the sentence says why."""
    rules = games.load(game)  # an unknown name is refused there, with a sentence
    brought = games.part(game, "solver")
    if brought is not None and (variant is None or has_own_solver(game, variant)):
        return cast(AnySolver, brought)
    plain = GenericSolver(game)
    if variant is not None and (refusal := plain.refusal(variant)):
        if brought is not None:
            check_supported(rules, variant, supported_settings(game))
        raise Unsolved(refusal)
    return plain


def has_own_solver(game: str, variant: Variant) -> bool:
    """Whether a game brings a solver that was made for the settings of a variant."""
    return games.brings(game, "solver") and not find_unsupported(games.load(game), variant, supported_settings(game))


def solvable(game: str, variant: Variant) -> bool:
    """Whether there is a solver for the settings of a variant: the game's own, or the plain one."""
    return has_own_solver(game, variant) or GenericSolver(game).refusal(variant) is None


def counts_points(game: str, variant: Variant) -> bool:
    """Whether values are points left, of which fewer are better, and no chances: alone, in a game that keeps score."""
    return games.load(game).seats(variant) == 1 and (has_own_solver(game, variant) or measure(game, variant).scored)


def supported_settings(game: str) -> SupportedSettings:
    return getattr(games.part(game, "supported"), "SUPPORTED", {})


def exact(game: str, variant: Variant) -> bool:
    """Whether every answer about every position of a variant is exact; asked without loading the solver. In a browser,
    where a table that takes long may never come, only once it is there."""
    if not solvable(game, variant):
        return False
    declared = has_own_solver(game, variant) and games.part(game, "supported")
    if not (declared or solver(game, variant)).exact(variant):
        return False
    return not runtime.BROWSER or find_unbuilt(game, variant) is None


def find_unbuilt(game: str, variant: Variant) -> Path | None:
    """Where the table of a variant will lie, if it takes long to build and is not there yet."""
    check = getattr(solver(game, variant), "find_unbuilt", None) if solvable(game, variant) else None
    path: Path | None = check(variant) if check is not None else None
    return path


def policy(game: str, state: State, player: int) -> Mixture[Event]:
    """The best play we have for a player who has to choose: moves, and the share of the time each should be made,
    together 1. A solver that names no mixture plays its best move."""
    engine: Any = solver(game, state.variant)
    if hasattr(engine, "policy"):
        return cast(Mixture[Event], engine.policy(state, player))
    return ((engine.advise(state, player).moves[0][0], 1.0),)


def values(game: str, state: State, progress: Progress = quiet) -> Values:
    """What a position is worth to every player, whatever its phase."""
    return solver(game, state.variant).values(state, progress)


def solve(game: str, variant: Any, progress: Progress = quiet) -> Solution:
    """The value of the start of a game; `variant` is one of the game's variants, or its settings."""
    if isinstance(variant, Mapping):
        variant = games.load(game).variant(variant)
    return solver(game, variant).solve(variant, progress)


def advise(
    game: str, state: Any, player: int | None = None, progress: Progress = quiet, effort: Effort = "full"
) -> Advice:
    """The moves of a position in phase `move`, best first; for the lowest-numbered player unless one is named."""
    rules, engine = games.load(game), solver(game, state.variant)
    if rules.phase(state) != "move":
        raise Unsolved(_NOTHING_TO_CHOOSE[rules.phase(state)])
    choosing = rules.players(state)
    chosen = min(choosing) if player is None else player
    if chosen not in choosing:
        others = " / ".join(map(str, choosing))
        raise Unsolved(
            f"Le joueur {chosen} n’a rien à choisir ici : demandez pour {others}.",
            f"Player {chosen} has nothing to choose here: ask for {others}.",
        )
    return engine.advise(state, chosen, progress, effort)


_NOTHING_TO_CHOOSE = {
    "roll": Text(
        "Il faut d’abord lancer les dés : un conseil porte sur une position où un joueur choisit.",
        "Roll the dice first: advice is about a position in which a player chooses.",
    ),
    "over": Text(
        "La partie est finie : il n’y a plus rien à choisir.", "The game is over: there is nothing left to choose."
    ),
}
