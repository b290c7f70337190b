"""`--plot` and `--output report.html`: what a command has counted, to look at."""

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from tablee.core.errors import RequestError
from tablee.drawing import plots
from tablee.drawing.plots import Plot, Rows

from .parser import Parser, write_file

HTML = ".html"


def add_plots(parser: Parser, *suffixes: str) -> None:
    """`suffixes`: the ends of names that `--output` takes besides."""
    ends = ", ".join((HTML, *suffixes))
    parser.add("--plot", "montrer aussi des barres", "show bars, too", action="store_true")
    parser.add("-o --output FILE", f"écrire dans ce fichier ({ends})", f"write to this file ({ends})")


def report_path(args: argparse.Namespace) -> Path | None:
    """The page that is wanted, if one is: refused now, and not after the games, where it cannot be written."""
    if args.output is None:
        return None
    path = Path(args.output)
    if path.suffix.lower() != HTML:
        raise RequestError(f"{path} : le rapport finit par {HTML}.", f"{path}: a report ends in {HTML}.")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise RequestError(f"{path} ne peut pas être écrit ici.", f"{path} cannot be written here.")
    return path


def show(args: argparse.Namespace, path: Path | None, title: str, about: str, figures: Sequence[Plot]) -> None:
    """Show figures as bars in the terminal, as an HTML page, or as both."""
    if args.plot:
        width = shutil.get_terminal_size().columns - 1
        for plot in figures:
            if isinstance(plot, Rows):
                print("", *plots.lines(plot, width), sep="\n")
    if path is not None:
        write_file(path, plots.page(title, about, figures, lang=args.lang).encode())
