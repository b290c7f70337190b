"""What a new table is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from tablee.core.game import AnyGame
from tablee.core.record import Record
from tablee.core.words import Text
from tablee.games import load

from .errors import Refused

DiceSource = Literal["virtual", "typed"]
LONGEST_NAME = 40
LONGEST_RECORD = 5000  # events


@dataclass(frozen=True, slots=True)
class Chair:
    """A place before the game: a person's (no bot), or a bot's of that level."""

    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Setup:
    """`seats`: one chair for each person the game needs, none meaning people everywhere. `here`: the places that
    whoever makes the table holds. `opening`: whether B2 decides who begins; by default, in Pousse-blocs for several.
    """

    game: str
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    seats: tuple[Chair, ...] = ()
    here: tuple[int, ...] = (0,)
    dice: DiceSource = "virtual"
    opening: bool | None = None
    record: Record | None = None

    @staticmethod
    def of_record(record: Record, seats: tuple[Chair, ...] = (), here: tuple[int, ...] = (0,)) -> Setup:
        """A table that goes on where a record stops. Its players' names are kept where a chair has none."""
        people = record.game.seats(record.variant)
        chairs = seats or (Chair(),) * people
        named = tuple(
            Chair(chair.name or (record.players[place] if place < len(record.players) else ""), chair.bot)
            for place, chair in enumerate(chairs)
        )
        dice: DiceSource = "typed" if record.headers.get("dice") == "typed" else "virtual"
        settings = record.game.settings(record.variant)
        return Setup(record.game.NAME, settings, named, here, dice, opening=False, record=record)

    def checked(self) -> tuple[AnyGame, Setup]:
        """The game, and the setup with nothing left open; a sentence where something cannot be."""
        game = load(self.game)
        variant = game.variant(self.settings)
        people = game.seats(variant)
        seats = self.seats or (Chair(),) * people
        if len(seats) != people:
            raise Refused(
                Text(
                    f"Il faut {people} place(s) à cette table, pas {len(seats)}.",
                    f"This table takes {people} seat(s), not {len(seats)}.",
                )
            )
        if len(set(self.here)) < len(self.here) or any(
            not 0 <= place < people or seats[place].bot for place in self.here
        ):
            raise Refused(Text("On ne peut s’asseoir qu’à une place libre.", "One can only sit down at a free seat."))
        if self.dice not in ("virtual", "typed"):
            raise Refused(Text("Les dés sont « virtual » ou « typed ».", "The dice are “virtual” or “typed”."))
        if self.record is not None and len(self.record.events) > LONGEST_RECORD:
            raise Refused(
                Text(
                    f"Cette partie est trop longue : plus de {LONGEST_RECORD} événements.",
                    f"This game is too long: more than {LONGEST_RECORD} events.",
                )
            )
        opening = game.NAME == "blocs" and people > 1 if self.opening is None else self.opening  # B2
        if opening and (game.NAME != "blocs" or people == 1):
            raise Refused(
                Text(
                    "Le lancer d’ouverture n’existe qu’au Pousse-blocs à plusieurs.",
                    "Only Pousse-blocs for several has an opening roll.",
                )
            )
        chairs = tuple(Chair(clean_name(chair.name), chair.bot[:LONGEST_NAME]) for chair in seats)
        done = Setup(game.NAME, game.settings(variant), chairs, self.here, self.dice, opening, self.record)
        return game, done


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, printable, not too long."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if len(shown) > LONGEST_NAME:
        raise Refused(
            Text(
                f"Un nom a au plus {LONGEST_NAME} signes.",
                f"A name has at most {LONGEST_NAME} characters.",
            )
        )
    return shown
