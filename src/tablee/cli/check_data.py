"""`tablee check-data`: whether the games that are kept are whole; `--repair` goes back to what is whole of them."""

import argparse
import sqlite3
from pathlib import Path

from tablee.core.errors import RequestError
from tablee.core.words import Text, count_noun
from tablee.table.data import store_at
from tablee.table.integrity import Inspection, inspect, inspect_store, repair

from . import store_options
from .parser import Parser
from .serve import lock_store

EXAMPLES = ("tablee check-data", "tablee check-data --repair --data ./parties")
OK, NO = 0, 1


def arguments(parser: Parser) -> None:
    store_options.arguments(parser)
    parser.add(
        "--repair",
        "ramener chaque partie abîmée à son dernier coup valable et mettre le reste de côté (fermez Tablée d’abord)",
        "cut each damaged game back to its last valid entry and set the rest aside (stop the server first)",
    )


def run(args: argparse.Namespace) -> int:
    """Exit 0 if everything is whole, or has been made so."""
    path = store_options.existing_location(args)
    try:
        found = _read(path, args.repair)
    except sqlite3.DatabaseError as error:
        text = Text("ce fichier n’est plus lisible comme base", "this file can no longer be read as a database")
        print(f"{path} : {text.in_lang(args.lang)} ({error}).")
        return NO
    for damage in found.damages:
        good = count_noun(damage.good, "ligne intacte|lignes intactes", "good line")
        text = Text(
            f"{damage.table} : abîmée, {good.fr} sur {damage.length}",
            f"{damage.table}: damaged, {good.en} of {damage.length}",
        )
        print(text.in_lang(args.lang))
    for line in found.pages:
        print(line)
    tables = count_noun(found.tables, "table", "table")
    bad = count_noun(len(found.damages), "abîmée", "damaged|damaged")
    print(Text(f"{tables.fr}, {bad.fr}.", f"{tables.en}, {bad.en}.").in_lang(args.lang))
    if args.repair:
        print(
            Text("Ce qui était intact est de nouveau servi.", "What was undamaged is served again.").in_lang(args.lang)
        )
        return NO if found.pages else OK
    return OK if found.whole else NO


def _read(where: str | Path, repairing: bool) -> Inspection:
    if isinstance(where, Path):
        if not repairing:
            return inspect(where)
        with lock_store(where):
            return repair(where)
    if repairing:
        raise RequestError(
            "--repair ne répare qu’un fichier ; pour une base, « tablee migrate » copie ailleurs les parties intactes.",
            "--repair only repairs a file; for a database, use “tablee migrate” to copy the undamaged games elsewhere.",
        )
    store = store_at(where)
    try:
        return inspect_store(store)
    finally:
        store.close()
