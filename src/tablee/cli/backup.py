"""`tablee backup FILE`: a whole copy of the games, also while they are being played."""

import argparse
from pathlib import Path

from tablee.core.words import Text, count_noun

from . import store_options
from .parser import Parser, make_folder

EXAMPLES = ("tablee backup parties.sqlite", "tablee backup /mnt/copies/parties.sqlite --data /srv/tablee")


def arguments(parser: Parser) -> None:
    parser.add("file FILE", "le fichier à écrire", "the file to write")
    store_options.arguments(parser, store=False)


def run(args: argparse.Namespace) -> int:
    from tablee.table import data_file
    from tablee.table.backup import backup

    target = Path(args.file).absolute()  # to say where a relative path led to
    make_folder(target.parent, 0o700)
    count = count_noun(backup(data_file(args.data), target), "partie", "game")
    print(Text.fill("{file} : {count}.", "{file}: {count}.", file=target, count=count).in_lang(args.lang))
    return 0
