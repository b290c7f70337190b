"""`tablee migrate FROM TO`: the games of one store into another, from a file to PostgreSQL or back."""

import argparse
from pathlib import Path

from tablee.cli.parser import Parser
from tablee.core.errors import RequestError, TableeError
from tablee.core.words import Text, count_noun
from tablee.table.data import is_address, store_at
from tablee.table.store import Store, StoreError

EXAMPLES = (
    "tablee migrate parties/tables.sqlite postgresql://tablee@localhost/tablee",
    "tablee migrate postgresql://tablee@localhost/tablee parties/tables.sqlite",
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
    if not is_address(args.source) and not Path(args.source).is_file():
        raise RequestError(f"Le fichier {args.source} n’existe pas.", f"There is no file {args.source}.")
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
        print(sentence.in_lang(args.lang))
    number = count_noun(copied, "partie", "game")
    print(Text.fill("{name} : {number}.", "{name}: {number}.", name=target.name, number=number).in_lang(args.lang))
    return 1 if refused else 0


def carry(source: Store, target: Store) -> tuple[int, list[Text]]:
    """Bring what `target` lacks from `source`: how many tables are there now, and why others are not. Done again it
    brings what has been played since: first while people play, then once more when they have stopped."""
    copied, refused = 0, []
    for summary in reversed(source.tables()):
        try:
            log, there = source.load(summary.table), target.load(summary.table)
            if there != log[: len(there)]:
                raise StoreError(
                    f"La table {summary.table} a continué autrement là-bas : elle y reste comme elle est.",
                    f"Table {summary.table} has continued differently over there: it stays there as it is.",
                )
            if not there:
                target.append(summary.table, 0, log[:1], summary.made).result()
            first = max(1, len(there))
            if log[first:]:
                target.append(summary.table, first, log[first:], summary.touched).result()
            copied += 1
        except TableeError as error:
            refused.append(error.text)
    return copied, refused
