"""What a game is: a module of pure functions over states that are values.

Chance is a node of the game (`rolls` lists it with exact weights), so `play` is deterministic: dice come from
the table, never from the rules. Several players may have to choose at once; `view` hides what they must not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, Protocol

from .errors import IllegalEvent, NotationError
from .options import Option
from .words import Text

Phase = Literal["roll", "move", "over"]
State = Any
Variant = Any
Event = Any


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw of one die or of several, smallest first."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return "d" + "".join(map(str, self.dice))


Rolls = tuple[tuple[Roll, Fraction], ...]

ONE_DIE: Rolls = tuple((Roll((face,)), Fraction(1, 6)) for face in range(1, 7))
TWO_DICE: Rolls = tuple(
    (Roll((low, high)), Fraction(1 if low == high else 2, 36)) for low in range(1, 7) for high in range(low, 7)
)
FACES = frozenset(roll.dice for roll, _ in ONE_DIE)
PAIRS = frozenset(roll.dice for roll, _ in TWO_DICE)


def parse_roll(token: str, count: int) -> Roll:
    """The roll that a token spells: `d4`, or `d35` and `d53` for two dice."""
    faces = token[1:]
    if token[:1] != "d" or not faces or any(face not in "0123456789" for face in faces):
        raise NotationError(
            Text(f"« {clip(token)} » n’est pas un lancer de dés.", f"“{clip(token)}” is not a roll of dice.")
        )
    if len(faces) != count or any(face not in "123456" for face in faces):
        wanted = (
            Text("un dé, de d1 à d6", "one die, d1 to d6")
            if count == 1
            else Text("deux dés de 1 à 6, par exemple d35", "two dice from 1 to 6, for example d35")
        )
        raise NotationError(
            Text(f"« {clip(token)} » : on lance {wanted.fr}.", f"“{clip(token)}”: this game rolls {wanted.en}.")
        )
    return Roll(tuple(sorted(map(int, faces))))


def one_die(roll: Roll) -> int:
    """The face of a roll of one die; anything else is no roll of the game at hand."""
    if roll.dice not in FACES:
        raise IllegalEvent(Text("Ce jeu se joue avec un dé, de 1 à 6.", "This game is played with one die, 1 to 6."))
    return roll.dice[0]


def two_dice(roll: Roll) -> tuple[int, ...]:
    """The two faces of a roll, smaller first."""
    if roll.dice not in PAIRS:
        raise IllegalEvent(
            Text("Ce jeu se joue avec deux dés, de 1 à 6.", "This game is played with two dice, 1 to 6.")
        )
    return roll.dice


def clip(token: str, most: int = 40) -> str:
    """A token as it may be quoted in an error, however long or odd it is."""
    shown = "".join(char if char.isprintable() else "�" for char in token[:most])
    return shown + "…" if len(token) > most else shown


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and why. No winner: a draw (or a solo game that was not perfect)."""

    winners: tuple[int, ...]
    reason: Text
    scores: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))


class Game(Protocol):
    """What every game module offers."""

    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def TITLE(self) -> Text: ...  # noqa: N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802

    def variant(self, settings: Mapping[str, object] = ...) -> Variant: ...
    def settings(self, variant: Variant) -> dict[str, object]: ...
    def seats(self, variant: Variant) -> int: ...
    def start(self, variant: Variant) -> State: ...
    def phase(self, state: State) -> Phase: ...
    def players(self, state: State) -> tuple[int, ...]: ...
    def rolls(self, state: State) -> Rolls: ...
    def moves(self, state: State, player: int) -> tuple[Event, ...]: ...
    def play(self, state: State, event: Event) -> State: ...
    def outcome(self, state: State) -> Outcome | None: ...
    def view(self, state: State, player: int) -> State: ...
    def parse(self, token: str) -> Event: ...
    def tell(self, before: State, event: Event) -> Text: ...
    def seat_name(self, variant: Variant, player: int) -> Text: ...
