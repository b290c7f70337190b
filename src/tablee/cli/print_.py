"""`tablee print GAME -o FILE`: boards, cards, pads and rules on paper."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import cast

from tablee import sheets
from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee.sheets import pdf
from tablee.sheets.pages import PAPERS

from .parser import Parser, game_of

EXAMPLES = (
    "tablee print cadeau -o cadeau.pdf",
    "tablee print cadeau --set zones=3 --what board --two -o deux.pdf",
    "tablee print blocs --set mode=solo --what pad --paper letter -o pad.pdf",
    "tablee print laaancez --set sheet=mine.toml --what card -o card.svg",
)
FORMATS = {".pdf": "pdf", ".svg": "svg", ".png": "png"}


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add(
        "-o",
        "--output",
        metavar="FILE",
        help=Text("le fichier : .pdf, .svg ou .png (sinon GAME.pdf)", "the file: .pdf, .svg or .png (else GAME.pdf)"),
    )
    parser.add(
        "--what",
        metavar="PART,…",
        default="",
        help=Text(
            "seulement ces parties : board, rules ; blocs : blocks, pad ; laaancez : card, notes",
            "only these parts: board, rules; blocs: blocks, pad; laaancez: card, notes",
        ),
    )
    parser.add("--paper", choices=tuple(PAPERS), default="a4", help=Text("le papier (sinon a4)", "the paper (else a4)"))
    parser.add(
        "--ppi",
        type=int,
        default=150,
        metavar="N",
        help=Text(".png : points par pouce (sinon 150)", ".png: pixels an inch (else 150)"),
    )
    parser.add("--two", action="store_true", help=Text("deux par page, à découper", "two to a page, to cut apart"))


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args)
    target = Path(args.output or f"{game.NAME}.pdf")
    if not 20 <= args.ppi <= 600:
        raise RequestError(Text("--ppi va de 20 à 600.", "--ppi goes from 20 to 600."))
    form = FORMATS.get(target.suffix.lower())
    if form is None:
        raise RequestError(
            Text(
                f"{target} : le fichier finit par .pdf, .svg ou .png.",
                f"{target}: the file ends in .pdf, .svg or .png.",
            )
        )
    what = tuple(part.strip() for part in args.what.split(",") if part.strip())
    made = sheets.printed(game.NAME, variant, paper=args.paper, lang=args.lang, what=what, two=args.two)
    pages = pdf.compiled(made, cast(pdf.Format, form), ppi=args.ppi)
    for path, content in zip(_paths(target, len(pages)), pages, strict=True):
        _write(path, content)
        print(path)
    return 0


def _paths(target: Path, count: int) -> list[Path]:
    """One file, or for pictures of several pages one a page: name-1.svg, name-2.svg, …"""
    if count == 1:
        return [target]
    return [target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(1, count + 1)]


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise RequestError(
            Text(f"{path} ne s’écrit pas ({error.strerror}).", f"{path} cannot be written ({error.strerror}).")
        ) from None
