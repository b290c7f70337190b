"""`tablee backup FILE`: a whole copy of the games, also while they are being played."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablee.core.errors import RequestError
from tablee.core.words import Text, counted

from .parser import Parser

EXAMPLES = ("tablee backup parties.sqlite", "tablee backup /mnt/copies/parties.sqlite --data /srv/tablee")


def arguments(parser: Parser) -> None:
    parser.add("file", "la copie à faire", "the copy to make", metavar="FILE")
    parser.add_data()


def run(args: argparse.Namespace) -> int:
    from tablee.table import data_file
    from tablee.table.copies import backup

    path = data_file(args.data)
    if not path.exists():
        raise RequestError(Text(f"aucune partie dans {path.parent}.", f"there are no games in {path.parent}."))
    number = counted(backup(path, Path(args.file)), "partie", "game")
    print(Text(f"{args.file} : {number.fr}.", f"{args.file}: {number.en}.").said(args.lang))
    return 0
