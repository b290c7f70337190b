"""`tablee simulate GAME`: games by the million, what came out of them, and any single one of them again."""

import argparse
import signal
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType

from tablee.cli.parser import Parser, count, game_of
from tablee.cli.plots import HTML, add_plots, show
from tablee.cli.plots import report_path as wanted
from tablee.cli.progress import bar
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Variant
from tablee.core.record import write
from tablee.core.words import count_noun
from tablee_lab import runs, simulate
from tablee_lab.batch_policies import Policy
from tablee_lab.simulate import Results, Rows, Tally, report
from tablee_lab.simulate.batch import DEVICES
from tablee_lab.simulate.rows import FORMS

from .options import INTERRUPTED, THREADS, add_seed, add_workers, executor_of, policies_of

EXAMPLES = (
    "tablee simulate cadeau --games 1000000",
    "tablee simulate blocs --set level=2 --policy hibou,greedy --json",
    "tablee simulate cadeau --policy mine.py:choose,renard --games 1000",
    "tablee simulate laaancez --seed 7 --output games.parquet",
    "tablee simulate laaancez --seed 7 --replay 41 > game.tablee",
)
GAMES = 100_000


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add(
        "--games",
        f"nombre de parties (par défaut : {GAMES})",
        f"number of games (default: {GAMES})",
        type=count,
        metavar="N",
    )
    add_seed(parser)
    parser.add(
        "--policy",
        "comment on joue, partout ou à chaque place : un robot (par défaut : random), ou une fonction, fichier.py:nom",
        "how everyone plays, or each seat: a bot (default: random), or a function, file.py:name",
        metavar="A,B,…",
    )
    add_workers(parser, THREADS)
    parser.add(
        "--device",
        "où calculer (par défaut : cpu) ; les parties sont les mêmes",
        "where to compute (default: cpu); same games",
        choices=tuple(DEVICES),
        default="cpu",
    )
    parser.add_json()
    add_plots(parser, *FORMS)
    parser.add(
        "--replay",
        "enregistrer seulement cette partie de la graine, à partir de 0 (.tablee)",
        "only record this game of the seed, from 0 (.tablee)",
        type=int,
        metavar="INDEX",
    )


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args.game, args.set)
    policies = policies_of(args.policy)
    if args.replay is not None:
        return _replay(args, game, variant, policies)
    planned = simulate.plan(game.NAME, variant, GAMES if args.games is None else args.games, args.seed, policies)
    executor = _executor(args)
    tally = Tally()
    started = time.perf_counter()
    page = wanted(args) if args.output and Path(args.output).suffix.lower() == HTML else None
    with (
        Rows(args.output, planned) if args.output and not page else nullcontext() as rows,
        bar(args.lang) as progress,
        suppress(KeyboardInterrupt),
    ):
        work = simulate.prepare(planned, args.device, whole=rows is not None, progress=progress)
        started = time.perf_counter()
        with closing(simulate.play_batches(work, executor, progress)) as pieces:
            for piece in pieces:
                with _defer_interrupt():
                    if rows and piece.batch:
                        rows.write(piece.first, piece.batch)
                    tally.add(piece.tally)
    results = Results(planned, tally)
    if results.games:
        print(report.describe_speed(results.games, time.perf_counter() - started).in_lang(args.lang), file=sys.stderr)
    text = report.text(results, args.lang)
    print(report.as_json(results) if args.json else text)
    show(args, page, game.TITLE.in_lang(args.lang), text, report.plots(results, args.lang))
    return 0 if results.complete else INTERRUPTED


def _executor(args: argparse.Namespace) -> runs.Executor:
    if args.device == "gpu":
        if args.workers is not None or args.ray is not None:
            raise RequestError(
                "--device gpu joue ici, sur la carte : sans --threads ni --ray.",
                "--device gpu plays here, on the card: without --threads and --ray.",
            )
        return runs.here
    return executor_of(args, THREADS)


@contextmanager
def _defer_interrupt() -> Generator[None, None, None]:
    """Defer Ctrl-C: a piece is counted and written, or neither."""
    signals: list[int] = []

    def later(number: int, frame: FrameType | None) -> None:
        signals.append(number)

    usual = signal.signal(signal.SIGINT, later)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if signals:
        raise KeyboardInterrupt


def _replay(args: argparse.Namespace, game: AnyGame, variant: Variant, policies: list[Policy] | None) -> int:
    if args.seed is None:
        raise RequestError(
            "--replay : de quelle graine ? Ajoutez --seed N ; chaque série dit la sienne.",
            "--replay: of which seed? Add --seed N; every run tells its own.",
        )
    if args.json or args.output:
        raise RequestError(
            "--replay note une seule partie, en .tablee : sans --json ni --output.",
            "--replay records a single game, as .tablee: without --json and --output.",
        )
    if args.games is not None and args.replay >= args.games:
        games = count_noun(args.games, "partie", "game")
        raise RequestError(
            f"--replay {args.replay} : de {games.fr}, la dernière est la {args.games - 1}.",
            f"--replay {args.replay}: of {games.en} the last is {args.games - 1}.",
        )
    with bar(args.lang) as progress:
        record = simulate.replay(game.NAME, variant, args.seed, args.replay, policies, progress)
    print(write(record), end="")
    return 0
