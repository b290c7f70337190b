"""What can be typed at every prompt besides a move, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.paper.typed_input import plain

from .screen import Look, Screen, pad


@dataclass(frozen=True, slots=True)
class Command:
    """A word of command: its spellings (the first of each language is the one we teach), and what it does."""

    name: str
    fr: tuple[str, ...]
    en: tuple[str, ...]
    about: Text

    @property
    def word(self) -> Text:
        return Text(self.fr[0], self.en[0])


COMMANDS = (
    Command(
        "help",
        ("aide", "?", "h", "indice"),
        ("help", "hint"),
        Text("ce qu’on peut faire maintenant, puis un indice", "what can be done now, then a hint"),
    ),
    Command("moves", ("coups", "coup"), ("moves", "move"), Text("tous les coups permis", "every legal move")),
    Command("board", ("plateau", "jeu"), ("board",), Text("revoir le plateau", "see the board again")),
    Command(
        "tutor",
        ("tuteur",),
        ("tutor",),
        Text(
            "choisir un tuteur : des indices, un avertissement avant un coup qui coûte cher",
            "choose a tutor: hints, a warning before a costly move",
        ),
    ),
    Command(
        "undo",
        ("annuler", "retour", "u"),
        ("undo", "back"),
        Text("annuler la dernière décision", "undo the last decision"),
    ),
    Command(
        "save",
        ("sauver", "sauvegarder", "garder"),
        ("save", "keep"),
        Text("enregistrer la partie dans un fichier (sauver FICHIER)", "save the game in a file (save FILE)"),
    ),
    Command(
        "rules",
        ("règles", "règle", "regles", "regle"),
        ("rules", "rule"),
        Text("lire les règles (règles {rule} : seulement cette règle)", "read the rules (rules {rule}: only that one)"),
    ),
    Command("quit", ("quitter", "q", "fin"), ("quit", "exit", "bye"), Text("s’arrêter là", "stop here")),
)
WORDS = {word: command for command in COMMANDS for word in (*command.fr, *command.en)}
YES = ("o", "oui", "y", "yes", "ok", "d’accord", "d'accord")
NO = ("n", "non", "no")


def parse_command(line: str) -> tuple[Command, str] | None:
    """The command that a line gives, and what follows it; None if it gives none."""
    word, _, rest = line.strip().partition(" ")
    meant = WORDS.get(plain(word))
    return (meant, rest.strip()) if meant else None


class Changed(Exception):
    """Raised when a command has changed the state, so that the prompt must be shown again."""


class Left(Exception):
    """Raised when a player quits."""


Answer = TypeVar("Answer")


def ask(
    screen: Screen, question: Text, read: Callable[[str], Answer | None], obey: Callable[[Command, str], None]
) -> Answer:
    """Ask until the answer can be read; commands are obeyed on the way, and a mistake loses nothing."""
    while True:
        line = screen.ask(question)
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
