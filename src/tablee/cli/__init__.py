"""The command line: `tablee` and its commands, one module each.

A command module offers EXAMPLES (lines for its help), arguments(parser) and run(args) -> exit code; it is imported
only when it is called, so that `tablee --help` and `tablee referee` start at once.

Exit codes: 0 done · 1 the answer is no (a damaged record, a failed check) · 2 asked wrongly · 130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

from tablee import __version__
from tablee.core.errors import TableeError, refusal
from tablee.core.extras import tablee, typed
from tablee.core.plain import PLAIN
from tablee.core.words import LANGS, Text, language

from . import interrupt
from .interrupt import INTERRUPTED

OK, NO, USAGE = 0, 1, 2

COMMANDS = {
    "serve": Text("ouvrir la table dans le navigateur", "open the table in the browser"),
    "play": Text("jouer dans le terminal", "play in the terminal"),
    "replay": Text("rejouer une partie notée", "step through a recorded game"),
    "review": Text("chance ou talent : relire une partie", "luck or skill: a game under review"),
    "puzzle": Text("le défi de la semaine", "the puzzle of the week"),
    "verify": Text("vérifier les dés d’une partie", "check the dice of a game"),
    "rules": Text("lire les règles d’un jeu", "read the rules of a game"),
    "print": Text("imprimer plateaux, fiches et règles", "print boards, sheets and rules"),
    "score": Text("départager une zone, trouver un calcul", "settle a zone, find a calculation"),
    "import": Text("rapporter une partie jouée sur papier", "bring home a game played on paper"),
    "referee": Text("arbitrer des parties, une requête JSON par ligne", "referee games, one JSON request a line"),
    "perft": Text("compter les suites d’événements", "count sequences of events"),
    "advise": Text("évaluer les coups, une requête JSON par ligne", "value moves, one JSON request a line"),
    "solve": Text("calculer la valeur d’un jeu", "compute the value of a game"),
    "handicap": Text("égaliser les chances, preuve à l’appui", "make the chances even, with proof"),
    "tables": Text("gérer les tables calculées", "manage the solved tables"),
    "arena": Text("faire jouer les robots entre eux", "let bots play each other"),
    "simulate": Text("jouer des millions de parties et compter", "play millions of games and count"),
    "lab": Text("étudier une variante ou une feuille à soi", "study a variant or a sheet of one's own"),
    "exploit": Text(
        "mesurer un joueur : à quelle distance du jeu parfait ?", "measure a player: how far from perfect?"
    ),
    "conform": Text("juger une autre implémentation des jeux", "judge another implementation of the games"),
    "site": Text("faire l’application sans serveur", "make the app that needs no server"),
    "install": Text("ajouter des paquets à Tablée", "add packages to Tablée"),
    "check-data": Text("contrôler les parties gardées", "check the games that are kept"),
    "sweep": Text("effacer les vieilles parties", "delete old games"),
    "backup": Text("copier toutes les parties gardées", "copy all the games that are kept"),
    "copy": Text("copier les parties vers PostgreSQL, ou retour", "copy the games to PostgreSQL, or back"),
    "restore": Text("remettre une copie des parties", "put a copy of the games back"),
}
MODULES = {"check-data": "check_data", "print": "print_", "import": "import_"}  # words that Python keeps for itself

HELP = Text(
    """\
Tablée : trois jeux de dés en famille.

  usage : tablee [--lang fr|en] COMMANDE …      (sans commande : la table s’ouvre)

{commands}

Exemples
  tablee                                   la table, dans le navigateur
  tablee play cadeau                       une partie à deux, dans ce terminal
  tablee play blocs --set mode=solo        seul contre les blocs
  tablee rules laaancez                    les règles
  tablee COMMANDE --help                   l’aide d’une commande

Jeux : cadeau, blocs, laaancez. Langue : --lang, sinon celle du système.
""",
    """\
Tablée: three family dice games.

  usage: tablee [--lang fr|en] COMMAND …      (no command: the table opens)

{commands}

Examples
  tablee                                   the table, in the browser
  tablee play cadeau                       a game for two, in this terminal
  tablee play blocs --set mode=solo        alone against the blocks
  tablee rules laaancez                    the rules
  tablee COMMAND --help                    help on one command

Games: cadeau, blocs, laaancez. Language: --lang, else the system's.
""",
)


def start() -> int:
    """The command line as a process of its own."""
    code = INTERRUPTED
    try:
        interrupt.listen()
        code = main()
    except KeyboardInterrupt:  # before or after the command itself
        pass
    except Exception:
        if not interrupt.pressed():
            raise
        interrupt.say()  # what was interrupted failed in its own way
    finally:
        interrupt.leave(code)
    return code


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; every error becomes a sentence and an exit code, never a stack trace."""
    words = list(sys.argv[1:] if argv is None else argv)
    lang: str = language()
    if sys.stdin is None:  # closed by whoever started us
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        closed = Text("la sortie standard est fermée", "standard output is closed")
        print(f"tablee: {closed.said(lang)}.", file=sys.stderr)
        return NO
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)  # a terminal that knows no é shows an e instead
    try:
        lang, words = _language(words, lang)
        interrupt.speak(lang)
        code = _run(words, lang)
        sys.stdout.flush()
        return code
    except TableeError as error:
        print(f"tablee: {error.text.said(lang)}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _hush()  # the reader of our output went away: that is its right
        return OK
    except OSError as error:
        refused = Text("le système refuse", "the system refuses")
        print(f"tablee: {refused.said(lang)} ({refusal(error).said(lang)}).", file=sys.stderr)
        _hush()
        return NO


def _hush() -> None:
    """Write nowhere from here on: Python would complain once more at exit of what it could not write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language(words: list[str], lang: str) -> tuple[str, list[str]]:
    """Take `--lang xx` out of the words, wherever it stands before a `--`."""
    rest: list[str] = []
    while words and words[0] != "--":
        word = words.pop(0)
        if word == "--lang" or word.startswith("--lang="):
            given = word.removeprefix("--lang").removeprefix("=") or (words.pop(0) if words else "")
            if given not in LANGS:
                raise TableeError(
                    f"--lang {given} : la langue est fr ou en.", f"--lang {given}: the language is fr or en."
                )
            lang = given
        else:
            rest.append(word)
    return lang, rest + words


def _table() -> str:
    """What opens without a command: the table in the browser, or in the terminal where that is not installed."""
    from .serve import available

    return "serve" if available() else "play"


def _run(words: list[str], lang: str) -> int:
    name = words[0] if words else _table()
    if name in ("-h", "--help", "help"):
        width = max(map(len, COMMANDS))
        table = "\n".join(f"  {command:{width}}  {about.said(lang)}" for command, about in COMMANDS.items())
        print(typed(HELP.said(lang)).format(commands=table), end="")
        return OK
    if name in ("-V", "--version"):
        print(f"tablee {__version__}")
        return OK
    from .parser import Parser, suggestion

    if name not in COMMANDS:
        raise TableeError(
            Text(
                f"la commande « {name[:40]} » n’existe pas ; {tablee()} --help les montre.",
                f"there is no command “{name[:40]}”; {tablee()} --help shows them.",
            )
            + suggestion(name, COMMANDS)
        )
    command = importlib.import_module(f"{__name__}.{MODULES.get(name, name)}")
    parser = Parser(name, lang, COMMANDS[name], command.EXAMPLES)
    command.arguments(parser)
    args = parser.parse_args(words[1:])
    args.lang = lang
    code: int = command.run(args)
    return code
