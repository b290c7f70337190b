"""The command line: `tablee` and its commands, one module each.

A command module offers EXAMPLES (lines for its help), arguments(parser) and run(args) -> exit code; it is imported
only when it is called, so that `tablee --help` and `tablee referee` start at once. Other distributions add commands
by entry points of the group `tablee.commands`, which name a `Command`.

Exit codes: 0 done · 1 the answer is no (a damaged record, a failed check) · 2 asked wrongly · 130 interrupted.
"""

import importlib
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from tablee import __version__
from tablee.core.ascii_signs import PLAIN
from tablee.core.errors import TableeError, refusal
from tablee.core.extras import command_name, install_command, spell_command
from tablee.core.plugins import plugins
from tablee.core.words import LANGS, Text, language, suggest
from tablee.terminal.screen import Closed, Unwritable

from . import interrupt
from .interrupt import ENDED, INTERRUPTED

OK, NO, USAGE = 0, 1, 2

PLAY = Text("Jouer", "Play")
PAPER = Text("Sur papier", "On paper")
HOSTING = Text("Tenir la table", "Host a table")
ENGINES = Text("Calculs et programmes", "Engines and programs")
RESEARCH = Text("Recherche", "Research")


@dataclass(frozen=True, slots=True)
class Command:
    """A command: where `--help` lists it, what it does in a few words, and its module."""

    group: Text
    about: Text
    module: str


def _ours(group: Text, module: str, fr: str, en: str) -> Command:
    return Command(group, Text(fr, en), f"{__name__}.{module}")


COMMANDS = {
    "serve": _ours(PLAY, "serve", "ouvrir la table dans le navigateur", "open the table in the browser"),
    "class": _ours(PLAY, "class_", "ouvrir une classe ou une soirée jeux", "host a class or a game night"),
    "play": _ours(PLAY, "play", "jouer dans le terminal", "play in the terminal"),
    "rules": _ours(PLAY, "rules", "lire les règles d’un jeu", "read the rules of a game"),
    "puzzle": _ours(PLAY, "puzzle", "le défi de la semaine", "the puzzle of the week"),
    "replay": _ours(PLAY, "replay", "revoir une partie enregistrée", "replay a saved game"),
    "review": _ours(PLAY, "review", "chance ou talent : analyser une partie", "review a game: luck or skill"),
    "verify": _ours(PLAY, "verify", "vérifier les dés d’une partie", "check the dice of a game"),
    "print": _ours(PAPER, "print_", "imprimer plateaux, fiches et règles", "print boards, sheets and rules"),
    "score": _ours(PAPER, "score", "départager une zone, trouver un calcul", "score a zone, find calculations"),
    "import": _ours(PAPER, "import_", "saisir une partie jouée sur papier", "type in a paper game"),
    "check-data": _ours(HOSTING, "check_data", "contrôler les parties enregistrées", "check saved games"),
    "backup": _ours(HOSTING, "backup", "sauvegarder toutes les parties", "back up all games"),
    "restore": _ours(HOSTING, "restore", "restaurer une sauvegarde des parties", "restore a backup"),
    "prune": _ours(HOSTING, "prune", "effacer les vieilles parties", "delete old games"),
    "install": _ours(HOSTING, "install", "ajouter des paquets à Tablée", "add packages to Tablée"),
    "advise": _ours(
        ENGINES, "advise", "évaluer les coups, une requête JSON par ligne", "evaluate moves, one JSON request per line"
    ),
    "solve": _ours(ENGINES, "solve", "calculer la valeur d’un jeu", "compute the value of a game"),
    "handicap": _ours(ENGINES, "handicap", "égaliser les chances", "find fair starting positions"),
    "tablebase": _ours(ENGINES, "tablebase", "gérer les tables de valeurs", "manage tablebases"),
    "referee": _ours(
        ENGINES,
        "referee",
        "arbitrer des parties, une requête JSON par ligne",
        "referee games, one JSON request per line",
    ),
    "perft": _ours(ENGINES, "perft", "compter les suites d’événements", "count sequences of events"),
}
ELSEWHERE = {"build-app": "app", "migrate": "postgres"}
ELSEWHERE |= dict.fromkeys(("arena", "simulate", "lab", "exploitability"), "lab")
"""Commands of our other distributions, and what to install for them."""

HELP = Text(
    """\
Tablée : trois jeux de dés en famille.

  usage : tablee [--lang fr|en] COMMANDE …      (sans commande : la table s’ouvre)

{commands}

Exemples
  tablee                                   la table, dans le navigateur
  tablee play cadeau                       une partie à deux, dans ce terminal
  tablee play blocs --set mode=solo        en solo
  tablee rules laaancez                    les règles
  tablee COMMANDE --help                   l’aide d’une commande

Jeux : {games}. Langue : --lang (par défaut, celle du système).
""",
    """\
Tablée: three family dice games.

  usage: tablee [--lang fr|en] COMMAND …      (no command: the table opens)

{commands}

Examples
  tablee                                   the table, in the browser
  tablee play cadeau                       a game for two, in this terminal
  tablee play blocs --set mode=solo        solo
  tablee rules laaancez                    the rules
  tablee COMMAND --help                    help on one command

Games: {games}. Language: --lang (default: the system’s).
""",
)


def start() -> int:
    """The command line as a process of its own; returns its exit code."""
    sys.unraisablehook = interrupt.exit_if_lost
    code = main()
    if code == INTERRUPTED:
        interrupt.exit_within(1, code)  # threads that are still at work keep nobody waiting
    return code


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; every error becomes a sentence and an exit code, never a stack trace."""
    words = list(sys.argv[1:] if argv is None else argv)
    lang: str = language()
    if sys.stdin is None:  # closed by our parent process
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        closed = Text("La sortie standard est fermée", "Standard output is closed")
        print(f"tablee: {closed.in_lang(lang)}.", file=sys.stderr)
        return NO
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)  # a terminal that knows no é shows an e instead
    try:
        lang, words = _language(words, lang)
        code = _run(words, lang)
        sys.stdout.flush()
        return code
    except TableeError as error:
        print(f"tablee: {error.text.in_lang(lang)}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt as stop:
        print(f"\n{(stop.args[0] if stop.args else ENDED).in_lang(lang)}", file=sys.stderr)
        return INTERRUPTED
    except Closed as why:
        return NO if isinstance(why, Unwritable) else OK
    except BrokenPipeError:
        _hush()  # the reader of our output went away: that is its right
        return OK
    except OSError as error:
        refused = Text("Le système refuse", "The system refuses")
        print(f"tablee: {refused.in_lang(lang)} ({refusal(error).in_lang(lang)}).", file=sys.stderr)
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
            code = word.removeprefix("--lang").removeprefix("=") or (words.pop(0) if words else "")
            if code not in LANGS:
                raise TableeError(
                    f"--lang {code} : la langue est fr ou en.", f"--lang {code}: the language is fr or en."
                )
            lang = code
        else:
            rest.append(word)
    return lang, rest + words


def _run(words: list[str], lang: str) -> int:
    if words:
        name = words[0]
    else:  # the table in the browser, or in the terminal where that is not installed
        from .serve import is_available

        name = "serve" if is_available() else "play"
    if name in ("-h", "--help", "help"):
        from tablee.core.registry import names

        print(spell_command(HELP.in_lang(lang)).format(commands=_list_commands(lang), games=", ".join(names())), end="")
        return OK
    if name in ("-V", "--version"):
        print(f"tablee {__version__}")
        return OK
    from .parser import Parser

    entry = command(name)
    module = importlib.import_module(entry.module)
    parser = Parser(name, lang, entry.about, module.EXAMPLES)
    module.arguments(parser)
    args = parser.parse_args(words[1:])
    args.lang = lang
    code: int = module.run(args)
    return code


def command(name: str) -> Command:
    """The command of that name, ours or another distribution's. TableeError: there is none, or it is not installed."""
    own = list_own()
    if name in own:
        return own[name]
    if name in plugins("commands"):
        plugin: Command = plugins("commands")[name].load()
        return plugin
    if name in COMMANDS or (name in ELSEWHERE and "install" not in own):
        raise TableeError(
            f"La commande « {name} » n’est pas dans ce paquet, qui a tout pour jouer ; elle est dans les sources de "
            "Tablée, et dans ses paquets pour pip.",
            f"The command “{name}” is not in this package, which has everything to play; it is in the sources of "
            "Tablée, and in its packages for pip.",
        )
    if name in ELSEWHERE:
        raise TableeError(
            f"La commande « {name} » vient avec un autre paquet ; à taper : {install_command(ELSEWHERE[name])}",
            f"The command “{name}” comes with another package; type: {install_command(ELSEWHERE[name])}",
        )
    from tablee.core.registry import is_known

    if is_known(name):
        raise TableeError(
            f"« {name} » est un jeu ; pour y jouer, à taper : {command_name()} play {name}",
            f"“{name}” is a game; to play it, type: {command_name()} play {name}",
        )
    raise TableeError(
        f"La commande « {name[:40]} » n’existe pas ; {command_name()} --help les montre.",
        f"There is no command “{name[:40]}”; {command_name()} --help shows them.",
        suggest(name, (*COMMANDS, *plugins("commands"), *ELSEWHERE)),
    )


def list_own() -> dict[str, Command]:
    """Our commands that are here: packages for a system leave out the one that adds packages."""
    return {name: command for name, command in COMMANDS.items() if find_spec(command.module)}


def commands() -> dict[str, Command]:
    return list_own() | {name: command(name) for name in sorted(plugins("commands"))}


def _list_commands(lang: str) -> str:
    installed = commands()
    width = max(map(len, installed))
    lines: list[str] = []
    for group in dict.fromkeys(command.group for command in installed.values()):
        lines += ["", group.in_lang(lang)]
        listed = {name: command for name, command in installed.items() if command.group == group}
        lines += [f"  {name:{width}}  {command.about.in_lang(lang)}" for name, command in listed.items()]
    return "\n".join(lines[1:])
