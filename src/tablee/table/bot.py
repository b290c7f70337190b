"""Bots at the table. A bot sees what its seat may see, and chooses."""

from __future__ import annotations

from typing import Protocol

from tablee.bots import Bot, choice
from tablee.core.dice import Dice
from tablee.core.game import AnyGame, Event

from .entry import Entry, Played, Threw
from .table import Table

__all__ = ["Bot", "BotMaker", "advance"]


class BotMaker(Protocol):
    """What makes a bot of a level for a game, as `tablee.bots.make` does; a TableeError where there is none.

    It is made for one choice, and with a seed it always chooses alike.
    """

    def __call__(self, level: str, game: AnyGame, seed: int | None = None, /) -> Bot: ...


def advance(table: Table, bot: Bot, dice: Dice, at: int = 0) -> Entry | None:
    """The next thing that a bot does at this table: an opening die, a virtual roll, or a move.

    It is only proposed here; the hall writes it. None when the table waits for a person.
    """
    place = table.bot_due()
    if place is None:
        return None
    event = None
    if table.phase == "move":
        player = table.seating.player(place)
        event = choice(bot, table.game, table.history.states, table.history.events, player)
    return stepped(table, place, event, dice, at)


def stepped(table: Table, place: int, event: Event | None, dice: Dice, at: int) -> Entry:
    """What a bot's step becomes: the event that it chose or, where it has none to choose, a throw.

    A bot's move is checked like anybody's: the rules may refuse it.
    """
    if event is not None:
        return Played(at=at, place=place, token=table.history.foresee(event))
    roll, salt = table.throw(dice, table.salt)
    if table.phase == "opening":
        return Threw(at=at, place=place, die=roll.dice[0], salt=salt)
    return Played(at=at, place=place, token=table.history.foresee(roll), salt=salt)
