"""`tablee lab GAME`: what a variant or a sheet of one's own is like to play; `tablee lab improve`: a better sheet."""

import argparse
import os
import secrets
from pathlib import Path

from tablee.cli.parser import Parser, count, game_of, write_file
from tablee.cli.plots import add_plots, show
from tablee.cli.plots import report_path as wanted
from tablee.cli.progress import Bar, bar
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame
from tablee.core.words import Text
from tablee_lab import lab
from tablee_lab.lab import report
from tablee_lab.lab.block import GAMES
from tablee_lab.lab.optimise import as_toml
from tablee_lab.lab.studies import SECONDS, SURE, Study

from .options import INTERRUPTED, PROCESSES, Workers, add_seed, add_workers, executor_of

EXAMPLES = (
    "tablee lab blocs --set level=2",
    "tablee lab cadeau --compare zones=7 --plot",
    "tablee lab laaancez --set sheet=mine.toml --output report.html",
    "tablee lab improve --set sheet=mine.toml --output-sheet better.toml",
)
IMPROVE = "improve"
IMPROVING, STUDYING = ("output_sheet",), ("compare", "seconds", "precision", "games")  # options of one of the two only
WORKERS = Workers(
    "workers",
    PROCESSES.one_worker,
    os.cpu_count() or 1,
    Text("nombre de processus (par défaut : tous les cœurs)", "processes (default: all cores)"),
    PROCESSES.executor,
)
NOTHING_BETTER = Text(
    "De nouvelles parties ne disent pas que la feuille trouvée est meilleure : gardez la vôtre, ou cherchez encore "
    "avec une autre graine.",
    "Fresh games do not say that the sheet found is better: keep yours, or search on with another seed.",
)


def arguments(parser: Parser) -> None:
    parser.add_game(IMPROVE)
    parser.add(
        "--compare",
        "comparer avec ce réglage, par exemple zones=7",
        "compare with this setting, for example zones=7",
        action="append",
        metavar="KEY=VALUE",
    )
    parser.add(
        "--bots",
        "qui joue (par défaut : le meilleur qui soit rapide)",
        "who plays (default: the best quick one)",
        metavar="A",
    )
    parser.add(
        "--seconds",
        f"temps de chaque étude, au plus (par défaut : {SECONDS:.0f})",
        f"time of each study, at most (default: {SECONDS:.0f})",
        type=float,
        metavar="S",
    )
    parser.add(
        "--precision",
        f"s’arrêter quand la part de chaque place est connue à POINTS près (par défaut : {100 * SURE:.0f})",
        f"stop when every seat’s share is known to within POINTS (default: {100 * SURE:.0f})",
        type=float,
        metavar="POINTS",
    )
    parser.add("--games", "jouer exactement N parties", "play exactly N games", type=count, metavar="N")
    add_seed(parser)
    add_workers(parser, WORKERS)
    parser.add_json()
    parser.add(
        "--output-sheet", "improve : écrire la feuille ici", "improve: write the sheet here", metavar="FILE.toml"
    )
    add_plots(parser)


def run(args: argparse.Namespace) -> int:
    _fitting(args)
    page = wanted(args)
    with bar(args.lang) as progress:
        game, studies, sheet = _improve(args, progress) if args.game == IMPROVE else _study(args, progress)
    text = report.text(studies, args.lang)
    print(report.as_json(studies) if args.json else text)
    if sheet and args.output_sheet:
        write_file(Path(args.output_sheet), sheet.encode())
    elif sheet and not args.json:
        print("", sheet, sep="\n", end="")
    show(
        args,
        page,
        game.TITLE.in_lang(args.lang),
        text,
        [plot for study in studies for plot in report.plots(study, args.lang)],
    )
    return 0 if all(study.complete for study in studies) else INTERRUPTED


def _fitting(args: argparse.Namespace) -> None:
    """Refuse an option that would be passed over in silence, and one that makes no sense."""
    improving = args.game == IMPROVE
    idle = [name for name in (STUDYING if improving else IMPROVING) if getattr(args, name) is not None]
    if idle:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in idle)
        raise RequestError(
            f"{names} : « lab improve » n’en a pas l’usage, il joue toujours autant de parties."
            if improving
            else f"{names} : seulement avec « lab improve ».",
            f"{names}: “lab improve” has no use for it, it always plays the same number of games."
            if improving
            else f"{names}: only with “lab improve”.",
        )
    args.seconds = SECONDS if args.seconds is None else args.seconds
    args.precision = 100 * SURE if args.precision is None else args.precision
    if not args.seconds > 0.0 or not args.precision > 0.0:
        raise RequestError("--seconds et --precision : plus de 0.", "--seconds and --precision: more than 0.")


def _study(args: argparse.Namespace, progress: Bar) -> tuple[AnyGame, list[Study], str]:
    """The variant that is asked for, and the one to compare it with."""
    game, variant = game_of(args.game, args.set)
    variants = [variant]
    if compared := args.compare:
        args.set += compared  # the later of two settings counts
        variants.append(game_of(args.game, args.set)[1])
    seed = secrets.randbelow(1 << 53) if args.seed is None else args.seed
    blocks = None if args.games is None else -(-args.games // GAMES)
    studies = []
    for compared_variant in variants:
        studies.append(
            lab.study(
                game.NAME,
                compared_variant,
                args.bots,
                seed,
                seconds=args.seconds,
                sure=args.precision / 100,
                blocks=blocks,
                executor=executor_of(args, WORKERS),
                progress=progress,
            )
        )
        if not studies[-1].complete:
            break
    return game, studies, ""


def _improve(args: argparse.Namespace, progress: Bar) -> tuple[AnyGame, list[Study], str]:
    args.game = "laaancez"
    game, variant = game_of(args.game, args.set)
    seed = secrets.randbelow(1 << 53) if args.seed is None else args.seed
    proposals = lab.improve(
        variant.sheet, seed, bot=args.bots or "greedy", executor=executor_of(args, WORKERS), progress=progress
    )
    if proposals.better:
        return game, [proposals.before, proposals.after], as_toml(proposals.sheet)
    progress(1.0, NOTHING_BETTER)
    return game, [proposals.before], ""
