"""`tablee restore FILE`: restore a backup; what was there is kept beside it."""

import argparse
from pathlib import Path

from tablee.core.words import Text, count_noun

from . import store_options
from .parser import Parser

EXAMPLES = ("tablee restore parties.sqlite", "tablee restore /mnt/copies/parties.sqlite --data /srv/tablee")


def arguments(parser: Parser) -> None:
    parser.add("file FILE", "une sauvegarde de « tablee backup »", "a backup made by “tablee backup”")
    store_options.arguments(parser, store=False)


def run(args: argparse.Namespace) -> int:
    from tablee.table import data_file
    from tablee.table.backup import restore

    path = data_file(args.data)
    count, before = restore(Path(args.file), path)
    text = count_noun(count, "partie", "game") + Text(f" dans {path}.", f" in {path}.")
    if before is not None:
        text += Text(f"\nCe qui y était est enregistré dans {before}.", f"\nWhat was there is saved in {before}.")
    print(text.in_lang(args.lang))
    return 0
