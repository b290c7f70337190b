"""Asking at a prompt, where commands are obeyed on the way."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.paper.commands import COMMANDS, Command, parse_command

from .screen import Look, Screen, pad

YES = ("o", "oui", "y", "yes", "ok", "d’accord", "d'accord")
NO = ("n", "non", "no")


class Changed(Exception):
    """Raised when a command has changed the state, so that the prompt must be shown again."""


class Left(Exception):
    """Raised when a player quits."""


Answer = TypeVar("Answer")


def read_answer(
    screen: Screen, question: Text, read: Callable[[str], Answer | None], obey: Callable[[Command, str], None]
) -> Answer:
    """Ask until the answer can be read; commands are obeyed on the way, and a mistake loses nothing."""
    while True:
        line = screen.prompt(question)
        order = parse_command(line)
        try:
            if order:
                obey(*order)
            elif (answer := read(line)) is not None:
                return answer
        except TableeError as error:
            screen.complain(error.text)


def list_commands(look: Look, names: Iterable[str] | None = None, rule: str = "") -> list[str]:
    """The commands, one a line: all, or those named. `rule`: the id of a rule of this game."""
    commands = [command for command in COMMANDS if names is None or command.name in names]
    return [
        line
        for command in commands
        for line in look.wrap(
            f"{pad(look.in_lang(command.word), 10)} {look.in_lang(command.about).format(rule=rule)}",
            first="  ",
            rest=" " * 13,
        )
    ]
