"""`--workers` and `--ray`: where a big run is done."""

from __future__ import annotations

import argparse
import os

from tablee import runs
from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee.runs import Spread

from .parser import Parser


def add_spread(parser: Parser) -> None:
    """The two options; `spread_of` reads them."""
    parser.add(
        "--workers",
        type=int,
        default=None,
        metavar="N",
        help=Text("nombre de processus (sinon un seul) ; le résultat est le même", "processes (else one); same result"),
    )
    parser.add(
        "--ray",
        nargs="?",
        const="",
        default=None,
        metavar="ADDRESS",
        help=Text(
            "jouer sur un groupe Ray : cette adresse, sinon RAY_ADDRESS, sinon un Ray local",
            "play on a Ray cluster: this address, else RAY_ADDRESS, else a local Ray",
        ),
    )


def spread_of(args: argparse.Namespace) -> Spread:
    if args.workers is not None and args.workers < 1:
        raise RequestError(
            Text("--workers : il faut au moins un processus.", "--workers: at least one process is needed.")
        )
    if args.ray is not None:
        return runs.on_ray(args.workers or os.cpu_count(), args.ray)
    return runs.processes(args.workers) if (args.workers or 1) > 1 else runs.here
