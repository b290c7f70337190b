"""Shut the Box for one, as a guest: nine tiles, two dice, and nothing besides its rules.

| option | values    | rule |
|--------|-----------|------|
| dice   | two, one  | S3   |

S1: the tiles 1 to 9 are open. S2: throw, and shut open tiles that add up to the dice. S3: two dice; with `one`, a
single one once 7, 8 and 9 are shut. S4: who cannot shut ends the game, and what is open counts against them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from tablee.core import options
from tablee.core import position as positions
from tablee.core.errors import GameOver, IllegalEvent, NotationError
from tablee.core.game import ONE_DIE, TWO_DICE, Outcome, Phase, Roll, Rolls, parse_roll
from tablee.core.options import Option
from tablee.core.words import Text, untranslated

NAME = "shut_the_box"
TITLE = Text("Ferme la boîte", "Shut the Box")
OPTIONS = (Option("dice", ("two", "one"), untranslated("dice once 7, 8 and 9 are shut"), untranslated("Dice")),)


@dataclass(frozen=True, slots=True)
class Variant:
    dice: str = "two"


@dataclass(frozen=True, slots=True)
class Shut:
    tiles: tuple[int, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.tiles))


@dataclass(frozen=True, slots=True)
class State:
    """What is `open`; `thrown`: the sum of the dice, 0 before they are thrown; `over`: nothing could be shut."""

    variant: Variant
    open: tuple[int, ...] = tuple(range(1, 10))  # S1
    thrown: int = 0
    over: bool = False


Event = Roll | Shut


def variant(settings: Mapping[str, object] = {}) -> Variant:
    return Variant(**options.validate(OPTIONS, settings))  # type: ignore[arg-type]


def settings(variant: Variant) -> dict[str, object]:
    return options.settings_of(OPTIONS, variant)


def seats(variant: Variant) -> int:
    return 1


def opening(variant: Variant) -> bool:
    return False


def seat_name(variant: Variant, player: int) -> Text:
    return Text("le joueur", "the player")


def start(variant: Variant) -> State:
    return State(variant)


def phase(state: State) -> Phase:
    return "over" if state.over else "move" if state.thrown else "roll"


def players(state: State) -> tuple[int, ...]:
    return () if state.over else (1,)


def rolls(state: State) -> Rolls:
    if phase(state) != "roll":
        return ()
    return ONE_DIE if state.variant.dice == "one" and max(state.open) < 7 else TWO_DICE  # S3


def moves(state: State, player: int) -> tuple[Shut, ...]:
    if phase(state) != "move" or player != 1:
        return ()
    sizes = range(1, len(state.open) + 1)
    return tuple(Shut(some) for size in sizes for some in combinations(state.open, size) if sum(some) == state.thrown)


def play(state: State, event: Event) -> State:
    if state.over:
        raise GameOver("La partie est finie.", "The game is over.")
    if isinstance(event, Roll):
        if event not in [roll for roll, _ in rolls(state)]:
            raise IllegalEvent("Pas ces dés-là.", "Not these dice.")
        after = State(state.variant, state.open, sum(event.dice))
        return after if moves(after, 1) else State(state.variant, state.open, over=True)  # S4
    if event not in moves(state, 1):
        raise IllegalEvent("Ces clapets ne se ferment pas.", "These tiles cannot be shut.")
    left = tuple(tile for tile in state.open if tile not in event.tiles)  # S2
    return State(state.variant, left, over=not left)


def actor(state: State, event: Event) -> int:
    return 0 if state.over else 1


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    left = sum(state.open)
    return Outcome(() if left else (1,), Text(f"Il reste {left}.", f"{left} left."), {1: left})


def view(state: State, player: int) -> State:
    return state


def parse(token: str) -> Event:
    if token.isdigit():
        return Shut(tuple(map(int, token)))
    if token.startswith("d"):
        return parse_roll(token, len(token) - 1)
    raise NotationError("Des clapets, comme 27.", "Tiles, as in 27.")


def position(state: State) -> str:
    tiles = "".join(map(str, state.open)) or "-"
    return positions.write(NAME, OPTIONS, settings(state.variant), tiles, "over" if state.over else str(state.thrown))


def from_position(line: str) -> State:
    found, fields = positions.parse(line, NAME, OPTIONS, variant, untranslated("shut_the_box:123456789:0"), 2, 2)
    over = fields[1].text == "over"
    state = State(found, tuple(map(int, fields[0].text.strip("-"))), 0 if over else int(fields[1].text), over)
    positions.only(line, position(state))
    return state


def tell(before: State, event: Event) -> Text:
    if isinstance(event, Roll):
        return Text(f"Les dés font {sum(event.dice)}.", f"The dice show {sum(event.dice)}.")
    return Text(f"On ferme {event}.", f"Shuts {event}.")
