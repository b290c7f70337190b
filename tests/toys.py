"""Games of a few lines for the tests, told as a function from a place to what happens there; guests like any other."""

import sys
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablee.core import registry as games
from tablee.core.errors import IllegalEvent, NotationError, PositionError
from tablee.core.game import AnyGame, Outcome, Phase, Roll, Rolls
from tablee.core.words import Text, untranslated

Place = Any  # whatever can be hashed and printed


@dataclass(frozen=True)
class Throw:
    """A roll: where each face leads, all equally likely unless `weights` say otherwise, and who throws."""

    faces: Sequence[Place]
    weights: Sequence[int] = ()
    player: int = 1


@dataclass(frozen=True)
class Turn:
    """One player's choice: where each of the moves leads."""

    player: int
    moves: Mapping[str, Place]


@dataclass(frozen=True)
class Both:
    """Two choose at once, unseen."""

    first: Sequence[str]
    second: Sequence[str]
    meet: Callable[[str, str], Place]


@dataclass(frozen=True)
class End:
    winners: tuple[int, ...] = ()
    scores: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Move:
    player: int
    name: str

    def __str__(self) -> str:
        return f"{self.player}.{self.name}"


@dataclass(frozen=True, slots=True)
class State:
    variant: str
    place: Place
    made: Move | None = None  # of a joint choice; in a view without its name


class Toy:
    """What `Game` lists, from `rule`."""

    OPTIONS = ()

    def __init__(self, name: str, begin: Place, rule: Callable[[Place], Throw | Turn | Both | End], people: int = 2):
        self.NAME, self.TITLE, self.begin, self.rule, self.people = name, untranslated(name), begin, rule, people
        self.__name__ = name

    def variant(self, settings: Mapping[str, object] = {}) -> str:
        return self.NAME

    def settings(self, variant: str) -> dict[str, object]:
        return {}

    def seats(self, variant: str) -> int:
        return self.people

    def opening(self, variant: str) -> bool:
        return False

    def seat_name(self, variant: str, player: int) -> Text:
        return Text(f"joueur {player}", f"player {player}")

    def start(self, variant: str) -> Any:
        return State(variant, self.begin)

    def phase(self, state: State) -> Phase:
        here = self.rule(state.place)
        return "over" if isinstance(here, End) else "roll" if isinstance(here, Throw) else "move"

    def players(self, state: State) -> tuple[int, ...]:
        here = self.rule(state.place)
        if isinstance(here, Both):
            return tuple(player for player in (1, 2) if state.made is None or player != state.made.player)
        return () if isinstance(here, End) else (here.player,)

    def rolls(self, state: State) -> Rolls:
        here = self.rule(state.place)
        if not isinstance(here, Throw):
            return ()
        weights = here.weights or (1,) * len(here.faces)
        return tuple((Roll((face,)), Fraction(weight, sum(weights))) for face, weight in enumerate(weights, 1))

    def moves(self, state: State, player: int) -> tuple[Move, ...]:
        here = self.rule(state.place)
        if player not in self.players(state) or isinstance(here, Throw | End):
            return ()
        names = here.moves if isinstance(here, Turn) else here.first if player == 1 else here.second
        return tuple(Move(player, name) for name in names)

    def play(self, state: State, event: Move | Roll) -> State:
        here = self.rule(state.place)
        if isinstance(event, Roll) and isinstance(here, Throw) and 1 <= event.dice[0] <= len(here.faces):
            return State(state.variant, here.faces[event.dice[0] - 1])
        if isinstance(event, Roll) or event not in self.moves(state, event.player):
            raise IllegalEvent(untranslated("not now"))
        if isinstance(here, Turn):
            return State(state.variant, here.moves[event.name])
        assert isinstance(here, Both)
        if state.made is None:
            return State(state.variant, state.place, event)
        if not state.made.name:
            raise IllegalEvent(untranslated("hidden"))
        one, two = sorted((state.made, event), key=lambda move: move.player)
        return State(state.variant, here.meet(one.name, two.name))

    def actor(self, state: State, event: Move | Roll) -> int:
        return event.player if isinstance(event, Move) else next(iter(self.players(state)), 0)

    def outcome(self, state: State) -> Outcome | None:
        here = self.rule(state.place)
        return Outcome(here.winners, untranslated("over"), here.scores or {}) if isinstance(here, End) else None

    def view(self, state: State, player: int) -> State:
        made = state.made
        return (
            state if made is None or made.player == player else State(state.variant, state.place, Move(made.player, ""))
        )

    def parse(self, token: str) -> Move | Roll:
        if token.startswith("d"):
            return Roll((int(token[1:]),))
        player, dot, name = token.partition(".")
        if not dot:
            raise NotationError(untranslated("no move"))
        return Move(int(player), name)

    def position(self, state: State) -> str:
        return f"{self.NAME}:{state.place!r}:{state.made or '-'}".replace(" ", "")

    def from_position(self, line: str) -> State:
        name, place, made = line.split(":")
        if name != self.NAME or made != "-":
            raise PositionError(untranslated("toys are read before a hidden choice"), column=1)
        return State(name, literal_eval(place))

    def tell(self, before: State, event: Move | Roll) -> Text:
        return untranslated(str(event))


def uneven(turns: int = 8) -> Toy:
    """Two players in turn; the first throws a die of eight sides, the second a coin that falls on its first three times
    of four. Whoever has added more in the end has won."""

    def rule(place: tuple[int, int, int, int]) -> Throw | Turn | End:
        turn, first, second, thrown = place
        player = turn % 2 + 1
        if turn == turns:
            return End((1,) if first > second else (2,) if second > first else ())
        if not thrown:
            faces = [(turn, first, second, face) for face in range(1, 9 if player == 1 else 3)]
            return Throw(faces, () if player == 1 else (3, 1), player)
        sums = (first + thrown, second) if player == 1 else (first, second + thrown)
        return Turn(player, {"add": (turn + 1, *sums, 0), "leave": (turn + 1, first, second, 0)})

    return Toy("uneven", (0, 0, 0, 0), rule)


@contextmanager
def invited(*toys: Toy) -> Iterator[None]:
    """Toys as guests, for as long as they are needed."""
    for toy in toys:
        sys.modules[toy.NAME] = toy  # type: ignore[assignment]
        games.register(toy.NAME, toy.NAME)
    try:
        yield
    finally:
        for toy in toys:
            del games.GUESTS[toy.NAME], sys.modules[toy.NAME]


def game(toy: Toy) -> AnyGame:
    """The type checker holds a toy to the contract."""
    return toy
