"""`tablee prune`: delete games that nobody has touched for a long time. Nothing else ever deletes one."""

import argparse
import asyncio

from tablee.core.errors import RequestError
from tablee.core.words import Text, count_noun, untranslated

from . import store_options
from .parser import Parser

EXAMPLES = ("tablee prune --days 90", "tablee prune --days 30 --finished", "tablee prune --days 365 --data ./parties")
USUAL = 90


def arguments(parser: Parser) -> None:
    parser.add(
        "--days N",
        f"jours sans aucun coup (par défaut : {USUAL})",
        f"days without a move (default: {USUAL})",
        type=float,
        default=USUAL,
    )
    parser.add("--finished", "les parties finies aussi", "finished games as well")
    store_options.arguments(parser)


def run(args: argparse.Namespace) -> int:
    from tablee.table import TableService
    from tablee.table.data import store_at

    if not args.days >= 1:
        raise RequestError("--days compte au moins un jour.", "--days counts at least one day.")
    where = store_options.existing_location(args)

    async def prune() -> tuple[str, ...]:
        table_service = TableService(store_at(where))
        try:
            return await table_service.prune(days=args.days, finished=args.finished)
        finally:
            await table_service.close()

    count = count_noun(len(asyncio.run(prune())), "partie", "game")
    count += untranslated(".") if args.finished else Text(" sans fin.", " left unfinished.")
    print((Text("Effacé : ", "Deleted: ") + count).in_lang(args.lang))
    return 0
