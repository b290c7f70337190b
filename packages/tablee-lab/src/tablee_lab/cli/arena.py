"""`tablee arena GAME`: a round robin of bots, on the same dice, with how sure one can be of the result."""

import argparse
import sys
from contextlib import closing, suppress

from tablee import bots
from tablee.cli.parser import Parser, count, game_of
from tablee.cli.plots import add_plots, show
from tablee.cli.plots import report_path as wanted
from tablee.cli.progress import bar
from tablee.core.extras import install_command
from tablee.core.game import AnyGame
from tablee.core.words import Text, and_list, untranslated
from tablee_lab import arena
from tablee_lab.arena import Result, report

from .options import INTERRUPTED, add_seed, add_workers, executor_of

EXAMPLES = (
    "tablee arena blocs --set mode=duel",
    "tablee arena cadeau --set zones=2 --bots hibou,greedy --games 400 --workers 2",
    "tablee arena laaancez --bots lapin,renard,hibou --json",
    "tablee arena blocs --bots lapin,hibou --plot --output report.html",
)
GAMES, SEED = 100, 1
SHOWN = {"text": report.text, "json": report.as_json, "csv": report.as_csv}


def arguments(parser: Parser) -> None:
    parser.add_game()
    levels = ",".join(bots.LEVELS)
    parser.add("--bots", f"qui joue (par défaut : {levels})", f"who plays (default: {levels})", metavar="A,B,…")
    parser.add(
        "--games",
        f"parties de chaque rencontre (par défaut : {GAMES})",
        f"games of each meeting (default: {GAMES})",
        type=count,
        default=GAMES,
        metavar="N",
    )
    add_seed(parser, SEED)
    add_workers(parser)
    parser.add("--json", "en JSON", "as JSON", dest="form", action="store_const", const="json", default="text")
    parser.add("--csv", "en CSV", "as CSV", dest="form", action="store_const", const="csv")
    add_plots(parser)


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args.game, args.set)
    contest = arena.contest(game, variant, _find_bots(args, game), args.games, args.seed)
    executor, page = executor_of(args), wanted(args)
    results: list[Result] = []
    with bar(args.lang) as progress, suppress(KeyboardInterrupt):
        # Build tables once, here, before several processes want them.
        for name in [name for name in contest.names if bots.KINDS[name].solves][:1]:
            bots.prepare(name, game, variant, progress)
        bouts = contest.bouts
        with closing(executor(arena.play, contest, bouts)) as coming:
            for result in coming:
                results.append(result)
                done = f"{len(results)}/{len(bouts)}"
                meeting = Text(f"rencontre {done} : ", f"meeting {done}: ") + untranslated(" – ".join(result.bout.bots))
                progress(len(results) / len(bouts), meeting)
    standing = arena.standing(contest, results)
    print(SHOWN[args.form](standing, args.lang))
    show(args, page, game.TITLE.in_lang(args.lang), report.text(standing, args.lang), report.plots(standing, args.lang))
    return 0 if standing.complete else INTERRUPTED


def _find_bots(args: argparse.Namespace, game: AnyGame) -> tuple[str, ...]:
    """The bots that were asked for, or all levels that can play here."""
    if args.bots is not None:
        names = tuple(name.strip() for name in args.bots.split(",") if name.strip())
        for name in names:
            bots.make(name, game)  # refuse what does not exist, or cannot play here, before anybody plays
        return names
    there = bots.available(game)
    absent = [name for name in bots.LEVELS if name not in there]
    if absent:
        message = Text.fill(
            "Sans wasmtime, {left_out} ne jouent pas ; à taper : {command}",
            "Without wasmtime, {left_out} do not play; type: {command}",
            left_out=and_list(absent),
            command=install_command("table"),
        )
        print(message.in_lang(args.lang), file=sys.stderr)
    return tuple(name for name in bots.LEVELS if name in there)
