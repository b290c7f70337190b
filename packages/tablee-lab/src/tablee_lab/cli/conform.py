"""`tablee conform -- COMMAND`: does another referee of these games keep the rules?"""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path
from typing import Any

from tablee.cli.parser import Parser, sheet_file, write_file
from tablee.cli.progress import bar
from tablee.core.errors import RequestError
from tablee.core.extras import tablee
from tablee.core.registry import load
from tablee.core.words import Text
from tablee_lab.conform import Disagreement, Examination, Plan, Session, chosen, report, shorter

from .workers import add_seed

EXAMPLES = (
    "tablee conform -- ./my-referee --flag",
    "tablee conform --game blocs --set mode=duel --quick -- python3 my_referee.py",
    "tablee conform --game laaancez --set sheet=mine.toml -- ./my-referee",
    "tablee conform --keep-going --record found.tablee -- ./my-referee",
)
OK, NO = 0, 1
GAMES, QUICK_GAMES, SEED, TIMEOUT = 10, 2, 1, 10.0
QUICK = {"positions": 300}
CONFORMS = Text("Le programme suit les règles.", "The program keeps the rules.")
GAME = Text("La partie", "The game")


def arguments(parser: Parser) -> None:
    parser.add(
        "command",
        "après --, le programme et ses arguments ; il parle comme tablee referee",
        "after --, the program and its arguments; it speaks like tablee referee",
        nargs="+",
        metavar="COMMAND",
    )
    parser.add("--game", "un seul jeu (sinon les trois)", "one game only (else all three)", metavar="GAME")
    parser.add_set("seulement les variantes ainsi réglées", "only the variants with this setting")
    parser.add(
        "--games",
        f"parties au hasard par variante (sinon {GAMES})",
        f"random games of each variant (else {GAMES})",
        type=int,
        metavar="N",
    )
    parser.add("--quick", "moins de tout, plus vite", "less of everything, sooner")
    add_seed(parser, SEED)
    parser.add(
        "--timeout",
        f"attente d’une réponse (sinon {TIMEOUT:g} s)",
        f"wait for an answer (else {TIMEOUT:g} s)",
        type=float,
        default=TIMEOUT,
        metavar="SECONDS",
    )
    parser.add(
        "--keep-going",
        "montrer chaque sorte de désaccord, pas seulement le premier",
        "tell every kind of disagreement, not only the first",
    )
    parser.add("--record", "écrire ici la partie (.tablee)", "write the game here (.tablee)", metavar="FILE")


def run(args: argparse.Namespace) -> int:
    if os.name == "nt":  # it waits for pipes and ends whole groups of processes
        raise RequestError(
            "conform ne marche pas encore sous Windows : essayez dans WSL.",
            "conform does not work on Windows yet: try it in WSL.",
        )
    plan = _plan(args)
    found: list[Disagreement] = []
    with Session(args.command, args.timeout) as session, bar(args.lang) as progress:
        examination = Examination(session, plan)
        for disagreement in examination.run(progress):
            progress(1.0, Text("recherche d’une partie plus courte", "looking for a shorter game"))
            with Session(args.command, args.timeout) as other:
                disagreement = Disagreement(disagreement.check, shorter(disagreement.verdict, other))
            progress.wipe()
            _tell(disagreement, args, first=not found)
            found.append(disagreement)
            if not args.keep_going:
                break
    print(report.summary(examination, args.lang))
    if not found:
        print(CONFORMS.said(args.lang))
    return NO if found else OK


def _plan(args: argparse.Namespace) -> Plan:
    """What was asked for, or a sentence about why it cannot be."""
    if args.games is not None and args.games < 0:
        raise RequestError("--games compte à partir de 0.", "--games counts from 0.")
    if not (0 < args.timeout < math.inf):
        raise RequestError("--timeout : un nombre de secondes.", "--timeout: a number of seconds.")
    if args.record and not os.access(Path(args.record).parent, os.W_OK):
        raise RequestError(
            f"--record {args.record} : on ne peut rien écrire dans ce dossier.",
            f"--record {args.record}: nothing can be written in that folder.",
        )
    wanted: dict[str, Any] = dict(word.split("=", 1) if "=" in word else (word, "") for word in args.set)
    for key, value in list(wanted.items()):
        if value.endswith(".toml"):
            args.game = args.game or "laaancez"  # whose sheets they are
            rules = load(args.game)
            wanted |= rules.settings(rules.variant({key: sheet_file(value)}))
    games = (QUICK_GAMES if args.quick else GAMES) if args.games is None else args.games
    return Plan(chosen(args.game, wanted), wanted, args.seed, games, **(QUICK if args.quick else {}))


def _tell(found: Disagreement, args: argparse.Namespace, *, first: bool) -> None:
    """The disagreement, and its game on the screen, or the first one's in the file that was named."""
    print(report.told(found, args.lang))
    record = report.record(found.verdict, args.lang)
    if record is None or not (record.events or args.record):  # a game that has not begun shows nothing
        print()
        return
    if args.record and first:
        write_file(Path(args.record), str(record).encode())
        said = Text(f" : {tablee()} replay {args.record}", f": {tablee()} replay {args.record}")
        print((GAME + said).said(args.lang) + "\n")
    else:
        print((GAME + Text(" :", ":")).said(args.lang) + "\n")
        print(str(record))
