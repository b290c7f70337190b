"""What a game is: a module of pure functions over states that are values. Chance is a node of the game (`rolls` lists
it with exact weights), so `play` is deterministic: dice come from the table, never from the rules. Several players may
have to choose at once; `view` hides what they must not see."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeVar

from .errors import IllegalEvent, NotationError
from .options import Option
from .words import Text

Phase = Literal["roll", "move", "over"]
VariantT = TypeVar("VariantT")
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of one die or of several, smallest first."""

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
    if token[:1] != "d" or len(faces) != count or any(face not in "123456" for face in faces):
        wanted = (
            Text("un dé, de d1 à d6", "one die, d1 to d6")
            if count == 1
            else Text("deux dés de 1 à 6, par exemple d35", "two dice from 1 to 6, for example d35")
        )
        raise NotationError(
            f"« {clip(token)} » : on lance {wanted.fr}.", f"“{clip(token)}”: this game rolls {wanted.en}."
        )
    return Roll(tuple(sorted(map(int, faces))))


def one_die(roll: Roll) -> int:
    """The face of a roll of one die; anything else is no roll of the game at hand."""
    if roll.dice not in FACES:
        raise IllegalEvent("Ce jeu se joue avec un dé, de 1 à 6.", "This game is played with one die, 1 to 6.")
    return roll.dice[0]


def two_dice(roll: Roll) -> tuple[int, ...]:
    """The two faces of a roll, smaller first."""
    if roll.dice not in PAIRS:
        raise IllegalEvent("Ce jeu se joue avec deux dés, de 1 à 6.", "This game is played with two dice, 1 to 6.")
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


class Game(Protocol[VariantT, StateT, EventT]):
    """What every game module offers: functions over values, none of which changes anything.

    Players count from 1. A *variant* is a game with its settings; a *state* is where a game stands, frozen and
    hashable, and has its variant in `state.variant`; an *event* is a `Roll` of dice or a move, and `str(event)` is
    its token. A state is in one of three phases, and each function below says what it answers in which.
    """

    @property
    def NAME(self) -> str:  # noqa: N802
        """The game in one plain word, the same in every layer: `cadeau`."""

    @property
    def TITLE(self) -> Text:  # noqa: N802
        """The game as people call it."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:  # noqa: N802
        """Its settings, in the order in which they are shown and written."""

    def variant(self, settings: Mapping[str, object] = ...) -> VariantT:
        """The game with these settings; those that are not given have their default. VariantError: there is no such
        setting, or it cannot have this value."""

    def settings(self, variant: VariantT) -> dict[str, object]:
        """Every setting with its value, in the order of OPTIONS, as plain values that `variant` takes back."""

    def seats(self, variant: VariantT) -> int:
        """How many people play, 1 at least."""

    def opening(self, variant: VariantT) -> bool:
        """Does everybody roll one die before the game, so that the highest begins and the others follow in order?"""

    def seat_name(self, variant: VariantT, player: int) -> Text:
        """The default name of a player: `the Lutins`, `player 2`. `player` is 1 to `seats(variant)`."""

    def start(self, variant: VariantT) -> StateT:
        """The state before the first event; dice are awaited in it."""

    def phase(self, state: StateT) -> Phase:
        """`roll`: dice are awaited. `move`: at least one player has to choose. `over`: nothing can happen any more."""

    def players(self, state: StateT) -> tuple[int, ...]:
        """Who rolls, or everyone who has still to choose, smallest first; empty when the game is over."""

    def rolls(self, state: StateT) -> Rolls:
        """Every roll that the dice can show, each once, with its exact chance: together 1. Empty unless in `roll`."""

    def moves(self, state: StateT, player: int) -> tuple[EventT, ...]:
        """Every move that the player may make now, each once, always in the same order; tokens are unique. At least one
        for each of `players(state)` in `move`; empty for anybody else, and in the other phases."""

    def play(self, state: StateT, event: EventT | Roll) -> StateT:
        """The state after an event. What follows by itself (a turn that passes, a row that folds) has happened in it.
        IllegalEvent: the rules do not allow the event here; the error says why, and what they allow. GameOver, a kind
        of it: nothing can happen any more."""

    def actor(self, state: StateT, event: EventT | Roll) -> int:
        """Who makes an event in a state, whether or not the rules allow it: its player if the event names one.
        Otherwise the player whose turn it is; 0, nobody, when the game is over."""

    def outcome(self, state: StateT) -> Outcome | None:
        """Who has won and why; None until the phase is `over`."""

    def view(self, state: StateT, player: int) -> StateT:
        """The state as a player may see it; as nobody in particular (0), what everybody may see. Phase and players are
        the state's own, and so are the moves of that player. What is hidden cannot be played out: an event that needs
        it is an IllegalEvent."""

    def parse(self, token: str) -> EventT | Roll:
        """The event that a token spells, legal or not: `parse(str(event)) == event`. NotationError: no event of this
        game is written so."""

    def position(self, state: StateT) -> str:
        """The state as one short line of printable ASCII without spaces (`tablee.core.position`). Every state has one,
        views among them: equal states the same, others another."""

    def from_position(self, line: str) -> StateT:
        """The state that such a line stands for: `from_position(position(state)) == state`. PositionError: the line is
        no position of this game; the error says where and why."""

    def tell(self, before: StateT, event: EventT | Roll) -> Text:
        """What a legal event did, in one or more sentences; `before` is the state in which it was made."""


# For whoever holds a game without knowing which: what one of its functions gives, the others take.
AnyGame = Game[Any, Any, Any]
State = Any
Variant = Any
Event = Any


def events(game: AnyGame, state: State) -> tuple[Event, ...]:
    """Everything that can happen next: every roll, or every move of the first player who still has to choose."""
    phase = game.phase(state)
    if phase == "roll":
        return tuple(roll for roll, _ in game.rolls(state))
    return game.moves(state, game.players(state)[0]) if phase == "move" else ()


def perft(game: AnyGame, state: State, depth: int) -> int:
    """The number of event sequences of exactly this length from a state. Those that end sooner count nothing. It is the
    quickest way to see whether two implementations agree on the rules."""
    if depth == 0:
        return 1
    following = events(game, state)
    if depth == 1:
        return len(following)
    return sum(perft(game, game.play(state, event), depth - 1) for event in following)
