"""`tablee copy FROM TO`: the games of one store into another, from a file to PostgreSQL or back."""

from __future__ import annotations

import argparse

from tablee.core.errors import RequestError
from tablee.core.words import Text, counted

from .parser import Parser

EXAMPLES = (
    "tablee copy parties/tables.sqlite postgresql://tablee@localhost/tablee",
    "tablee copy postgresql://tablee@localhost/tablee parties/tables.sqlite",
)


def arguments(parser: Parser) -> None:
    for name, sign in (("source", "FROM"), ("target", "TO")):
        parser.add(
            name,
            "une base postgresql://… ou un fichier .sqlite",
            "a database postgresql://… or a file .sqlite",
            metavar=sign,
        )


def run(args: argparse.Namespace) -> int:
    """Exit 0 if every game that is whole is there now."""
    from pathlib import Path

    from tablee.table.copies import carry
    from tablee.table.data import SERVERS, store_at

    if not args.source.startswith(SERVERS) and not Path(args.source).is_file():
        raise RequestError(f"le fichier {args.source} n’existe pas.", f"there is no file {args.source}.")
    source = store_at(args.source)
    try:
        target = store_at(args.target)
        try:
            copied, refused = carry(source, target)
        finally:
            target.close()
    finally:
        source.close()
    for sentence in refused:
        print(sentence.said(args.lang))
    number = counted(copied, "partie", "game")
    print(Text(f"{target.name} : {number.fr}.", f"{target.name}: {number.en}.").said(args.lang))
    return 1 if refused else 0
