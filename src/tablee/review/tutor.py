"""A tutor before the move: what a move would give away, and hints in three steps.

Where to look, which blocks or cells, then the move with its reason: the module `reasons` of a game says the first
two. What is not exact is marked as an estimate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.bots.best_move import find_missing
from tablee.core import registry as games
from tablee.core.errors import RequestError, TableeError
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text, capital, untranslated
from tablee.engine import solvers
from tablee.engine.background import begin
from tablee.engine.solution import no_wait

from .reasons import NONE, find_reasons
from .review import SAME

STEPS = 3
AMOUNTS = {"fine": (0.02, 0.2), "clear": (0.05, 0.5), "large": (0.10, 1.0)}
"""What is worth a word before a move, by the tutor's mode: with several players, and alone."""

SURE = Text("C’est sûr ? Il y a mieux.", "Are you sure? There is a better move.")
SILENT = Text("Le tuteur n’a rien à dire ici.", "The tutor has nothing to say here.")
ESTIMATE = Text("C’est une estimation.", "This is an estimate.")


@dataclass(frozen=True, slots=True)
class RankedMoves:
    """The moves of a player, best first, each with its loss (0 or more)."""

    game: AnyGame
    state: State
    player: int
    exact: bool
    losses: tuple[tuple[Event, float], ...]
    best: float  # what the best of them is worth: a chance, or alone the sum left

    @property
    def solo(self) -> bool:
        """Whether values are points left, and no chances."""
        return solvers.counts_points(self.game.NAME, self.state.variant)

    def loss(self, token: str) -> float:
        """The loss of a move; 0 for an illegal one, which the rules refuse anyway."""
        blocks = token.partition(":")[0]  # B5: a calculation may be said with it
        return next((loss for move, loss in self.losses if str(move) == blocks), 0.0)

    def doubt(self, token: str, mode: str) -> Text | None:
        """The question before a move that would give away more than this mode lets pass in silence."""
        if mode not in AMOUNTS or self.loss(token) <= AMOUNTS[mode][self.solo]:
            return None
        return SURE if self.exact else SURE + untranslated(" ") + ESTIMATE

    @property
    def chances(self) -> dict[str, float]:
        return {str(move): self.best + (loss if self.solo else -loss) for move, loss in self.losses}

    def hint(self, step: int) -> list[Text]:
        """The hints up to a step, from 1 to 3; all that there is of a game that brings no hints of its own."""
        hints, move = self._advice
        texts = [*hints, Text("Une idée : ", "An idea: ") + move][: step if hints else STEPS]
        return texts if self.exact else [*texts[:-1], texts[-1] + untranslated(" ") + ESTIMATE]

    @property
    def solution(self) -> Text:
        return capital(self._advice[1])

    @property
    def _advice(self) -> tuple[list[Text], Text]:
        """Where to look, if the game has such hints; the best move, and what speaks for it."""
        best = self.losses[0][0]
        part = games.part(self.game.NAME, "reasons")
        hints: list[Text] = list(part.hints(self.state, self.player, best)) if part else []
        text = hints.pop() + untranslated(".") if part else self.game.tell(self.state, best)
        other = next(((move, loss) for move, loss in self.losses if loss > SAME), None)
        if other is None:
            return hints, text + Text(" Tout se vaut ici.", " All moves are equally good here.")
        if other[1] <= AMOUNTS["fine"][self.solo]:
            text += Text(" Un autre coup est presque aussi bon.", " Another move is almost as good.")
        why = [reason.text for reason in find_reasons(self.game, self.state, self.player, best, other[0])]
        for reason in why or [NONE]:
            text += untranslated(" ") + reason
        return hints, text


def ask_solvers(game: AnyGame, state: State, player: int) -> RankedMoves:
    """Returns the advice of the solvers without waiting for tables. Unsolved: they have none."""
    with no_wait():
        advice = solvers.advise(game.NAME, state, player, effort="quick")
    sign = -1.0 if solvers.counts_points(game.NAME, state.variant) else 1.0
    best = max(sign * value for _, value in advice.moves)
    losses = sorted(((move, best - sign * value) for move, value in advice.moves), key=lambda item: item[1])
    return RankedMoves(game, state, player, advice.exact, tuple(losses), sign * best)


def advise_last(game: AnyGame, states: Sequence[State], player: int) -> RankedMoves | None:
    """What they say of the last of these states, without a choice that is hidden from the player (L4). None where they
    cannot be asked."""
    state = states[-1] if game.view(states[-1], player) == states[-1] else states[-2] if len(states) > 1 else None
    if state is None or find_missing(game):
        return None
    try:
        begin(game.NAME, state.variant)
        return ask_solvers(game, state, player)
    except TableeError:
        return None


def name_move(game: AnyGame, state: State, player: int, move: Event) -> Text:
    """A move as the tutor names it: `push 9 and 12`."""
    part = games.part(game.NAME, "reasons")
    return part.hints(state, player, move)[-1] if part else game.tell(state, move)


def coach_of(game: AnyGame) -> Any:
    """Who coaches the calculations of a game; None of one that has none."""
    return getattr(games.part(game.NAME, "reasons"), "coach", None)


def list_modes(game: AnyGame, modes: Mapping[str, Text]) -> list[tuple[str, Text]]:
    """Those of the modes of a tutor that the game has."""
    return [(mode, text) for mode, text in modes.items() if mode != "coach" or coach_of(game)]


def read_mode(game: AnyGame, variant: Any, modes: Mapping[str, Text], typed: str) -> str:
    """Returns the mode that was typed by its number. RequestError: no such number, with the list of modes."""
    if not solvers.solvable(game.NAME, variant):
        raise RequestError("Ce jeu n’a pas de tuteur.", "This game has no tutor.")
    listed = list_modes(game, modes)
    if typed.isdecimal() and int(typed) < len(listed):
        return listed[int(typed)][0]
    text = Text("Quel tuteur ? Tapez son numéro :", "Which tutor? Type its number:")
    for number, (_, mode) in enumerate(listed):
        text += Text(f"\n  tuteur {number} : ", f"\n  tutor {number}: ") + mode
    raise RequestError(text)
