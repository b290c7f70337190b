"""`tablee tablebase`: the solved tables kept on this machine — list, build, verify, remove them."""

import argparse
from collections.abc import Iterable

from tablee.core import registry as games
from tablee.core.errors import RequestError, TableeError
from tablee.core.extras import command_name
from tablee.core.options import drop_irrelevant
from tablee.core.paths import cache_directory
from tablee.core.words import Text, align, decimal
from tablee.engine import runtime, solvers, tablebase
from tablee.engine.tablebase import CachedTablebase

from . import NO, OK
from .parser import Parser, read_settings
from .progress import bar

EXAMPLES = (
    "tablee tablebase",
    "tablee tablebase build blocs --set mode=duel",
    "tablee tablebase verify",
    "tablee tablebase remove blocs.four-1",
)

EMPTY = Text("Aucune table de valeurs n’est enregistrée dans {0}.", "No tablebase is saved in {0}.")
MEGABYTES = Text(" Mo", " MB")
HEADINGS = (
    Text("table de valeurs", "tablebase"),
    Text("taille", "size"),
    Text("version", "version"),
    Text("calculée en", "built in"),
    Text("écart", "residual"),
    Text("", ""),
)
SOUND = Text("intacte", "undamaged")
REMOVED = Text("{0} : enlevée", "{0}: removed")
BUILT = Text("{0} : prête ({1} s)", "{0}: ready ({1} s)")


def arguments(parser: Parser) -> None:
    parser.add(
        "action",
        "list : les montrer ; build : les calculer ; verify : les contrôler ; remove : les enlever",
        "list: show them; build: build them; verify: check their checksums; remove: remove them",
        nargs="?",
        default="list",
        choices=tuple(ACTIONS),
    )
    parser.add(
        "names NAME",
        "un jeu (blocs) ou une table de valeurs (blocs.duel-1) ; pour build, un jeu ; par défaut : toutes",
        "a game (blocs) or a tablebase (blocs.duel-1); for build, a game; default: all",
        nargs="*",
    )
    parser.add_set("pour build : seulement ce réglage", "for build: only this setting")
    parser.add("--all", "pour remove : toutes", "for remove: all of them")


def run(args: argparse.Namespace) -> int:
    return ACTIONS[args.action](args)


def _list(args: argparse.Namespace) -> int:
    checked = args.action == "verify"
    tables = _select(args.names, tablebase.list_tablebases(verify=checked))
    _show(tables, args.lang, checked=checked)
    if runtime.is_ready() and not checked:
        print(runtime.describe_engines().in_lang(args.lang))
    return NO if checked and any(table.doubt for table in tables) else OK


def _remove(args: argparse.Namespace) -> int:
    if not args.names and not args.all:
        raise RequestError(
            f"Dites laquelle enlever ({command_name()} tablebase les montre), ou --all.",
            f"Say which tablebase to remove ({command_name()} tablebase shows them), or --all.",
        )
    for table in _select(args.names, tablebase.list_tablebases()):
        tablebase.remove(table.path)
        print(REMOVED.in_lang(args.lang).format(table.path.stem))
    return 0


def _build(args: argparse.Namespace) -> int:
    matched = False
    for name in args.names or games.NAMES:
        game = games.load(name)
        wanted = read_settings(args.set, game.OPTIONS)
        # With those asked for that the list of tables does not name (`push=may`), where they serve.
        more = {option.key: wanted[option.key] for option in game.OPTIONS if option.key in wanted}
        for listed in getattr(solvers.solver(name), "SOLVED", ()):
            settings = drop_irrelevant(game.OPTIONS, {**more, **listed})
            complete = game.settings(game.variant(settings))
            if any(complete.get(key) != value for key, value in wanted.items()):
                continue
            matched = True
            with bar(args.lang) as progress:
                solution = solvers.solve(name, settings, progress)
            seconds = decimal(solution.seconds, ".2f").in_lang(args.lang)
            title = " ".join([name, *(f"{key}={value}" for key, value in settings.items())])
            print(BUILT.in_lang(args.lang).format(title, seconds), flush=True)
    if not matched:
        raise TableeError(
            "Il n’y a pas de table de valeurs pour ces réglages : ce jeu se calcule coup par coup, ou il est trop "
            "grand.",
            "There is no tablebase for these settings: this game is computed move by move, or it is too large.",
        )
    return 0


def _select(names: list[str], tables: Iterable[CachedTablebase]) -> list[CachedTablebase]:
    """The tables that the names mean: a whole game's, or one."""
    tables = list(tables)
    if not names:
        return tables
    selected = []
    for name in names:
        fitting = [table for table in tables if table.path.stem == name or table.path.stem.startswith(name + ".")]
        if not fitting:
            raise RequestError(
                f"Aucune table de valeurs « {name[:60]} » n’est enregistrée.", f"No tablebase “{name[:60]}” is saved."
            )
        selected += [table for table in fitting if table not in selected]
    return selected


def _show(tables: list[CachedTablebase], lang: str, *, checked: bool = False) -> None:
    if not tables:
        print(EMPTY.in_lang(lang).format(cache_directory()))
        return
    rows = [[heading.in_lang(lang) for heading in HEADINGS]]
    for table in tables:
        row = [table.path.stem, decimal(table.size / 1e6, "8.2f").in_lang(lang) + MEGABYTES.in_lang(lang)]
        if table.header is None:
            row += ["", "", "", table.doubt.in_lang(lang) if table.doubt else ""]
        else:
            row += [f"{table.header.version}", decimal(table.header.seconds, "7.2f").in_lang(lang) + " s"]
            row += [decimal(table.header.residual, ".1e").in_lang(lang), SOUND.in_lang(lang) if checked else ""]
        rows.append(row)
    print(cache_directory(), *align(rows), sep="\n")


ACTIONS = {"list": _list, "build": _build, "verify": _list, "remove": _remove}
