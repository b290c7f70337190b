"""One numbering of moves and one observation of every variant, for all frameworks. A `Space` numbers the moves that can
ever be legal in a variant (`actions`, as the protocol writes them, without the player before a laaancez choice) and the
rolls (`rolls`), and shows a state to a player as a vector of numbers from 0 to 1, one's own side first; `fields` names
its parts in order."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from tablee.core.errors import IllegalEvent, RequestError, SheetError, refusal
from tablee.core.game import AnyGame, Event, Roll, Rolls, State, Variant
from tablee.core.registry import load, part
from tablee.core.words import Text

Mask = np.ndarray[tuple[int], np.dtype[np.int8]]
Vector = np.ndarray[tuple[int], np.dtype[np.float32]]


# --- the small vectors that observations are made of: float32 numbers as bytes, which join faster than lists ----------

Numbers = bytes
Fields = tuple[tuple[str, int], ...]

FACES = 6

UNBOUNDED = 10_000
"""Where the rules set no limit to moves or rolls, this many are promised never to be exceeded.

The chance of a game going on falls geometrically: where blocks come back (B13, B15, B16), random games at level 1 make
24 pushes and 33 throws on average, and the longest of 6,000 made 290 and 410.
"""


@dataclass(frozen=True, slots=True)
class Longest:
    """The most decisions (a joint choice counts one) and rolls that a game can have."""

    decisions: int
    rolls: int


def pack(numbers: Iterable[float]) -> Numbers:
    return array("f", numbers).tobytes()


@cache
def one_hot(index: int, size: int) -> Numbers:
    """A one at `place`, zeros elsewhere; all zeros if the place is outside."""
    return pack(float(index == number) for number in range(size))


def face(die: int) -> Numbers:
    """A die one-hot; all zeros if it is not there (0)."""
    return one_hot(die - 1, FACES)


def flag(on: object) -> Numbers:
    return ONE if on else ZERO


ZERO, ONE = pack([0.0]), pack([1.0])


# --- a variant as numbers ---------------------------------------------------------------------------------------------


class Board(Protocol):
    """What a game makes of a variant: its module in this package calls it `Board`, a guest's module `adapters` too."""

    @property
    def fields(self) -> Fields: ...
    @property
    def longest(self) -> Longest: ...
    def events(self, player: int) -> tuple[Event, ...]: ...
    def numbers(self, state: State, player: int) -> Iterable[Numbers]: ...
    def lines(self, state: State) -> list[str]: ...


@dataclass(frozen=True, eq=False)
class Space:
    """Get one by `Space.of`: there is one for each variant, and copying it or sending it elsewhere gives that one."""

    game: AnyGame
    variant: Variant

    @staticmethod
    def of(game: AnyGame, variant: Variant) -> Space:
        return _space(game.NAME, variant)

    def __reduce__(self) -> tuple[Any, ...]:
        return _space, (self.game.NAME, self.variant)

    def __deepcopy__(self, memo: dict[int, Any]) -> Space:
        return self

    # --- moves and rolls --------------------------------------------------------------------------------------

    @cached_property
    def players(self) -> tuple[int, ...]:
        return tuple(range(1, self.game.seats(self.variant) + 1))

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Every move that can ever be legal, as its token; the place is the number of the action."""
        return tuple(str(event).removeprefix("1.") for event in self._events[0])

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll; the place is its number."""
        return tuple(roll for roll, _ in self._rolls)

    @cached_property
    def chances(self) -> tuple[float, ...]:
        return tuple(float(weight) for _, weight in self._rolls)

    def action(self, event: Event) -> int:
        """The number of a move; a calculation that was said with it (B5) makes no other move of it."""
        number = self._numbers.get(event)
        return self._numbers[self.game.parse(str(event).partition(":")[0])] if number is None else number

    def event(self, action: int, player: int) -> Event:
        """The move that a number stands for, made by this player."""
        return _pick(self._events[player - 1], action)

    def roll(self, number: int) -> Roll:
        return _pick(self.rolls, number)

    def legal(self, state: State, player: int) -> list[int]:
        """The numbers of the moves that this player may make now, ascending."""
        return sorted([self._numbers[event] for event in self.game.moves(state, player)])

    def mask(self, state: State, player: int) -> Mask:
        """One for each action that is legal now, zero for the others."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[self.legal(state, player)] = 1
        return mask

    # --- what a player sees and gets --------------------------------------------------------------------------

    @property
    def fields(self) -> Fields:
        """The parts of an observation in order, each with its name and length."""
        return self._board.fields

    @cached_property
    def shape(self) -> tuple[int]:
        return (sum(length for _, length in self.fields),)

    def observe(self, state: State, player: int) -> Vector:
        """What this player may see, from their own point of view."""
        numbers = self._board.numbers(self.game.view(state, player), player)
        return np.frombuffer(bytearray().join(numbers), np.float32)

    def lines(self, state: State) -> list[str]:
        """The board and the dice in plain text. Give a view to hide what is not to be seen."""
        return self._board.lines(state)

    def text(self, state: State) -> str:
        """The board, and who has to do what; two states that go on differently read differently."""
        outcome = self.game.outcome(state)
        who = self.game.players(state) if outcome is None else outcome.winners
        return "\n".join([*self.lines(state), " ".join([self.game.phase(state), *map(str, who)])])

    def rewards(self, state: State) -> tuple[float, ...]:
        """What each player gets at the end: the winner 1, the others share -1, nobody anything in a draw; alone, minus
        the sum left (B17). All zeros before the end."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return (0.0,) * len(self.players)
        if len(self.players) == 1:
            return (float(-outcome.scores[1]),)
        if not outcome.winners:
            return (0.0,) * len(self.players)
        lost = -1.0 / (len(self.players) - 1)
        return tuple(1.0 if player in outcome.winners else lost for player in self.players)

    @property
    def longest(self) -> Longest:
        """How long a game can be."""
        return self._board.longest

    # --- the game's own part ----------------------------------------------------------------------------------

    @cached_property
    def _board(self) -> Board:
        brought = part(self.game.NAME, "adapters", "tablee_lab")
        if brought is None:
            raise RequestError(
                f"{self.game.NAME} ne dit pas comment ses coups et ses positions deviennent des nombres.",
                f"{self.game.NAME} does not say how its moves and positions become numbers.",
            )
        board: Board = brought.Board(self.variant)
        return board

    @cached_property
    def _events(self) -> tuple[tuple[Event, ...], ...]:
        return tuple(self._board.events(player) for player in self.players)

    @cached_property
    def _numbers(self) -> dict[Event, int]:
        return {event: number for events in self._events for number, event in enumerate(events)}

    @cached_property
    def _rolls(self) -> Rolls:
        return self.game.rolls(self.game.start(self.variant))


@lru_cache(maxsize=256)
def _space(name: str, variant: Variant) -> Space:
    return Space(load(name), variant)


T = TypeVar("T")


def _pick(options: tuple[T, ...], number: int) -> T:
    if not 0 <= number < len(options):
        raise IllegalEvent(
            f"L’action {number} n’existe pas ; elles vont de 0 à {len(options) - 1}.",
            f"There is no action {number}; they go from 0 to {len(options) - 1}.",
        )
    return options[number]


def variant_of(game_name: str, settings: Mapping[str, object]) -> Variant:
    """The variant that settings describe; `sheet` may also be the path of a TOML file. An error names the key."""
    settings = dict(settings)
    sheet = settings.get("sheet")
    if isinstance(sheet, str) and sheet.endswith(".toml"):
        settings["sheet"] = _sheet_file(sheet)
    return load(game_name).variant(settings)


def _sheet_file(path: str) -> object:
    from tablee.games.laaancez import parse_toml

    try:
        return parse_toml(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = refusal(error)
        raise SheetError(
            Text(f"Le fichier {path} est illisible ({why.fr}).", f"The file {path} cannot be read ({why.en})."),
            key="sheet",
        ) from None
