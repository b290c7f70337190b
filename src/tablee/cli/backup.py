"""`tablee backup FILE`: a whole copy of the games, also while they are being played."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablee.core.words import Text, counted

from . import kept
from .parser import Parser

EXAMPLES = ("tablee backup parties.sqlite", "tablee backup /mnt/copies/parties.sqlite --data /srv/tablee")


def arguments(parser: Parser) -> None:
    parser.add("file", "la copie à faire", "the copy to make", metavar="FILE")
    kept.arguments(parser, store=False)


def run(args: argparse.Namespace) -> int:
    from tablee.table.copies import backup

    number = counted(backup(kept.file(args), Path(args.file)), "partie", "game")
    print(Text(f"{args.file} : {number.fr}.", f"{args.file}: {number.en}.").said(args.lang))
    return 0
