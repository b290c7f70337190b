"""Where the games are that a command is about: `--data`, and for most `--store`."""

import argparse
import os
from pathlib import Path

from tablee.core.errors import RequestError

from .parser import Parser


def arguments(parser: Parser, *, store: bool = True) -> None:
    parser.add("--data DIR", "dossier des parties (par défaut : TABLEE_DATA)", "folder of games (default: TABLEE_DATA)")
    if store:
        parser.add(
            "--store URL",
            "une base postgresql://… au lieu de --data (par défaut : TABLEE_STORE)",
            "a database postgresql://… instead of --data (default: TABLEE_STORE)",
        )


def location(args: argparse.Namespace) -> str | Path:
    """The address of a database, or the file of one; it need not be there yet."""
    from tablee.table.data import data_file, is_address

    address: str = getattr(args, "store", None) or ("" if args.data else os.environ.get("TABLEE_STORE", ""))
    if address and not is_address(address):
        raise RequestError(
            "--store demande une adresse postgresql://… ; pour un dossier, --data.",
            "--store needs an address postgresql://…; for a folder, use --data.",
        )
    return address or data_file(args.data)


def existing_location(args: argparse.Namespace) -> str | Path:
    """The same, where there must be games already."""
    there = location(args)
    if isinstance(there, Path) and not there.exists():
        raise RequestError(f"Aucune partie dans {there.parent}.", f"There are no games in {there.parent}.")
    return there
