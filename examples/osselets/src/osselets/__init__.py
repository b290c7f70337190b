"""Osselets: a game of one page, and nothing besides its rules. It shows what a game has to bring, and what it need not.

| option | values         | rule |
|--------|----------------|------|
| goal   | 20, 10, 30     | O4   |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablee.core import options
from tablee.core import position as positions
from tablee.core.errors import GameOver, IllegalEvent, NotationError
from tablee.core.game import ONE_DIE, Outcome, Phase, Roll, Rolls, clip, one_die, parse_roll
from tablee.core.options import Option
from tablee.core.words import Text, capital, player_ref

NAME = "osselets"
TITLE = Text("Les osselets", "Knucklebones")
OPTIONS = (Option("goal", (20, 10, 30), Text("points à atteindre", "points to reach"), Text("Points", "Points")),)
SHAPE = Text("osselets:12/7:2:5:choose", "osselets:12/7:2:5:choose")
CHOOSE = "choose"


@dataclass(frozen=True, slots=True)
class Variant:
    goal: int = 20


@dataclass(frozen=True, slots=True)
class Choice:
    """`hold`: write the pot down. `again`: throw once more."""

    token: str

    def __str__(self) -> str:
        return self.token


HOLD, AGAIN = Choice("hold"), Choice("again")
Event = Roll | Choice


@dataclass(frozen=True, slots=True)
class State:
    """`scores` of both, whose `turn` it is, what is in the `pot`, and whether they are `choosing` what to do."""

    variant: Variant
    scores: tuple[int, int] = (0, 0)
    turn: int = 1  # O1
    pot: int = 0
    choosing: bool = False


def variant(settings: Mapping[str, object] = {}) -> Variant:
    return Variant(**options.validate(OPTIONS, settings))  # type: ignore[arg-type]


def settings(variant: Variant) -> dict[str, object]:
    return options.settings_of(OPTIONS, variant)


def seats(variant: Variant) -> int:
    return 2  # O1


def opening(variant: Variant) -> bool:
    return False


def seat_name(variant: Variant, player: int) -> Text:
    return Text(f"joueur {player}", f"player {player}")


def start(variant: Variant) -> State:
    return State(variant)


def phase(state: State) -> Phase:
    return "over" if winner(state) else "move" if state.choosing else "roll"


def winner(state: State) -> int:
    """Who has reached the goal (O4); 0 while nobody has."""
    return next((player for player in (1, 2) if state.scores[player - 1] >= state.variant.goal), 0)


def missing(state: State) -> int:
    """What whoever plays lacks to reach the goal: the pot never holds more (O3)."""
    return state.variant.goal - state.scores[state.turn - 1]


def players(state: State) -> tuple[int, ...]:
    return () if winner(state) else (state.turn,)


def rolls(state: State) -> Rolls:
    return ONE_DIE if phase(state) == "roll" else ()


def moves(state: State, player: int) -> tuple[Choice, ...]:
    return (HOLD, AGAIN) if phase(state) == "move" and player == state.turn else ()


def play(state: State, event: Event) -> State:
    if winner(state):
        raise GameOver(Text("La partie est finie.", "The game is over."))
    if isinstance(event, Roll):
        die = one_die(event)
        if state.choosing:
            raise IllegalEvent(Text("Le dé est lancé : hold ou again.", "The die is rolled: hold or again."))
        if die == 1:
            return replace(state, turn=3 - state.turn, pot=0)  # O2
        return replace(state, pot=min(state.pot + die, missing(state)), choosing=True)  # O3
    if not state.choosing:
        raise IllegalEvent(Text("Il faut d’abord lancer le dé.", "Roll the die first."))
    if event == AGAIN:
        return replace(state, choosing=False)
    scores = list(state.scores)
    scores[state.turn - 1] += state.pot
    after = replace(state, scores=(scores[0], scores[1]), pot=0, choosing=False)
    return after if winner(after) else replace(after, turn=3 - state.turn)


def actor(state: State, event: Event) -> int:
    return 0 if winner(state) else state.turn


def outcome(state: State) -> Outcome | None:
    won = winner(state)
    if not won:
        return None
    sentence = capital(player_ref(won)) + Text(" a assez d’osselets : gagné !", " has enough bones and wins!")
    return Outcome((won,), sentence, dict(enumerate(state.scores, 1)))


def view(state: State, player: int) -> State:
    return state  # nothing is hidden


def parse(token: str) -> Event:
    for choice in (HOLD, AGAIN):
        if token == choice.token:
            return choice
    if token.startswith("d"):
        return parse_roll(token, 1)
    raise NotationError(Text(f"« {clip(token)} » : hold ou again.", f"“{clip(token)}”: hold or again."))


def position(state: State) -> str:
    scores = "/".join(map(str, state.scores))
    fields = (scores, str(state.turn), str(state.pot), *((CHOOSE,) if state.choosing else ()))
    return positions.write(NAME, OPTIONS, settings(state.variant), *fields)


def from_position(line: str) -> State:
    found, fields = positions.parse(line, NAME, OPTIONS, variant, SHAPE, 3, 4)
    numbers = []
    for field in (*fields[0].split("/"), *fields[1:3]):
        if not (field.text.isascii() and field.text.isdigit() and len(field.text) < 6):
            raise field.wrong(Text("il faut un nombre.", "a number is needed."))
        numbers.append(int(field.text))
    if len(numbers) != 4 or numbers[2] not in (1, 2):
        raise fields[0].wrong(Text("deux scores, puis 1 ou 2.", "two scores, then 1 or 2."))
    state = State(found, (numbers[0], numbers[1]), numbers[2], numbers[3], len(fields) == 4)
    if winner(state) and (
        state.pot or state.choosing or winner(state) != state.turn or min(state.scores) >= found.goal
    ):
        raise fields[0].wrong(Text("la partie serait déjà finie.", "the game would be over already."))
    if not winner(state) and state.pot > missing(state):
        raise fields[2].wrong(Text("le pot dépasse ce qui manque.", "the pot is more than is missing."))
    if state.choosing and state.pot < min(2, missing(state)):
        raise fields[2].wrong(Text("le pot est trop petit.", "the pot is too small."))
    positions.only(line, position(state))
    return state


def tell(before: State, event: Event) -> Text:
    name = capital(player_ref(before.turn))
    if isinstance(event, Roll):
        lost = Text(" Tout est perdu.", " All is lost.") if event.dice == (1,) else Text("", "")
        return name + Text(f" lance le dé : {event.dice[0]}.", f" rolls the die: {event.dice[0]}.") + lost
    if event == AGAIN:
        return name + Text(" tente encore sa chance.", " tries again.")
    return name + Text(f" garde {before.pot} points.", f" keeps {before.pot} points.")
