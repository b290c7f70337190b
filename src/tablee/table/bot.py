"""Bots at the table. A bot sees what its seat may see, and chooses."""

from dataclasses import replace
from typing import Protocol

from tablee.bots import Bot, choice
from tablee.core.dice import Dice
from tablee.core.game import AnyGame, Event

from .table import Table, Verb
from .verbs import log_event

__all__ = ["Bot", "BotMaker", "advance"]


class BotMaker(Protocol):
    """What makes a bot of a level for a game, as `tablee.bots.make` does; a TableeError where there is none. It is made
    for one choice, and with a seed it always chooses alike."""

    def __call__(self, level: str, game: AnyGame, seed: int | None = None, /) -> Bot: ...


def advance(table: Table, bot: Bot, dice: Dice, at: int = 0) -> Verb | None:
    """Returns the log entry of a bot's next step: an opening die, a virtual roll, or a move. None when the table waits
    for a person."""
    seat = table.bot_due()
    if seat is None:
        return None
    event = None
    if table.phase == "move":
        player = table.seating.player(seat)
        event = choice(bot, table.game, table.history.states, table.history.events, player)
    return log_step(table, seat, event, dice, at)


def log_step(table: Table, seat: int, event: Event | None, dice: Dice, at: int) -> Verb:
    """Returns the log entry of a bot's chosen event, or of a roll if it has nothing to choose. Raises IllegalEvent
    where the rules refuse a bot's move."""
    salt = ""
    if event is None:
        event, salt = table.roll(dice, seat)
    return replace(log_event(table, seat, event, salt), at=at)
