"""What can be typed at a table besides a move, in both languages: at every prompt of a terminal, and on its page."""

import re
from dataclasses import dataclass

from tablee.core.words import Text

from .typed_input import plain


@dataclass(frozen=True, slots=True)
class Command:
    """A word of command: its spellings (the first of each language is the one we teach), and what it does."""

    name: str
    fr: tuple[str, ...]
    en: tuple[str, ...]
    about: Text

    @property
    def word(self) -> Text:
        return Text(self.fr[0], (self.en or self.fr)[0])


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
        "about",
        ("zone", "ligne"),
        ("row",),
        Text("une zone, une ligne, une case (zone 2, ligne a, a3 ?)", "a zone, a row, a cell (zone 2, row a, a3 ?)"),
    ),
    Command("score", ("score", "points"), (), Text("où chacun en est", "where everybody stands")),
    Command("last", ("dernier",), ("last",), Text("ce qui vient d’arriver", "what has just happened")),
    Command("dice", ("dés", "dé", "des"), ("dice", "die"), Text("ce que montrent les dés", "what the dice show")),
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
        ("enregistrer", "sauver", "sauvegarder", "garder"),
        ("save", "keep"),
        Text("enregistrer la partie dans un fichier (enregistrer FICHIER)", "save the game in a file (save FILE)"),
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
ABOUT = next(command for command in COMMANDS if command.name == "about")
ASKED = re.compile(r"(?:zone|ligne|row) ([1-9a-i])|(.*[^ ?].*?) ?\?")  # `zone 2 case a` is a move


def parse_command(line: str) -> tuple[Command, str] | None:
    """The command that a line gives, and what follows it; None if it gives none."""
    word, _, rest = line.strip().partition(" ")
    meant = WORDS.get(plain(word))
    if meant is not ABOUT and meant is not None:
        return meant, rest.strip()
    asked = ASKED.fullmatch(plain(line))
    return (ABOUT, asked[1] or asked[2]) if asked else None
