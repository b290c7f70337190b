"""`tablee print GAME -o FILE`: boards, cards, pads and rules on paper; `tablee print all`: a whole box.

`tablee print puzzles`: the puzzles of a week, with their solutions on the back.
`tablee print class`: the sheets of several groups, and the throws of a round that is the same for all.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tablee.core.errors import RequestError
from tablee.core.registry import load, names
from tablee.core.words import Text, suggest
from tablee.paper import find_paper, make_box, make_document, parts, pdf
from tablee.paper.tree import PAPERS
from tablee.paper.typst import Document

from .parser import Parser, game_of, make_folder, write_file
from .puzzle import add_week, day_of

EXAMPLES = (
    "tablee print cadeau -o cadeau.pdf",
    "tablee print cadeau --set zones=3 --what board --two -o deux.pdf",
    "tablee print blocs --set mode=solo --what pad --paper letter -o pad.pdf",
    "tablee print laaancez --set sheet=mine.toml --what card -o card.svg",
    "tablee print puzzles --week 2026-W47 -o puzzles.pdf",
    "tablee print class --groups 8 --set level=2 -o class.pdf",
    "tablee print all --address http://192.168.1.20:8000 -o kit",
)
ALL, WHOLE, PUZZLES, CLASS = "all", "tablee", "puzzles", "class"
FORMATS: dict[str, pdf.Format] = {".pdf": "pdf", ".svg": "svg", ".png": "png"}


def arguments(parser: Parser) -> None:
    parser.add_game(ALL, PUZZLES, CLASS)
    parser.add(
        "--address",
        "all : l’adresse de la table, en code QR",
        "all: the address of the table, as a QR code",
        metavar="URL",
        default="",
    )
    parser.add(
        "-o --output",
        "le fichier : .pdf, .svg ou .png (sinon GAME.pdf) ; all : ou un dossier",
        "the file: .pdf, .svg or .png (else GAME.pdf); all: or a folder",
        metavar="FILE",
    )
    parser.add(
        "--what",
        "seulement ces parties : board, rules ; blocs : blocks, pad ; laaancez : card, cards, notes",
        "only these parts: board, rules; blocs: blocks, pad; laaancez: card, cards, notes",
        metavar="PART,…",
        default="",
    )
    parser.add("--paper", "le papier (sinon a4)", "the paper (else a4)", choices=tuple(PAPERS), default="a4")
    parser.add(
        "--ppi",
        ".png : points par pouce (sinon 150)",
        ".png: pixels an inch (else 150)",
        type=int,
        default=150,
        metavar="N",
    )
    add_week(parser)
    parser.add(
        "--groups", "class : combien de groupes (sinon 6)", "class: how many groups (else 6)", type=int, metavar="N"
    )
    parser.add(
        "--of",
        "class : le jeu (sinon blocs, le Pousse-blocs)",
        "class: the game (else blocs)",
        metavar="GAME",
    )
    parser.add(
        "--dice",
        "class : le code d’une manche, pour les mêmes lancers qu’à l’écran (sinon un nouveau)",
        "class: the code of a round, for the same throws as on screens (else a new one)",
        metavar="CODE",
    )
    parser.add("--two", "deux par page, à découper", "two to a page, to cut apart")


def run(args: argparse.Namespace) -> int:
    if not 20 <= args.ppi <= 600:
        raise RequestError("--ppi va de 20 à 600.", "--ppi goes from 20 to 600.")
    if args.week and args.game != PUZZLES:
        raise RequestError("--week va avec « puzzles ».", "--week goes with “puzzles”.")
    for option in ("groups", "of", "dice"):
        if getattr(args, option) is not None and args.game != CLASS:
            raise RequestError(f"--{option} va avec « class ».", f"--{option} goes with “class”.")
    if args.game == PUZZLES:
        return _puzzles(args)
    if args.game == CLASS:
        return _class(args)
    if args.game == ALL:
        return _everything(args)
    if args.address:
        raise RequestError("--address va avec « all ».", "--address goes with “all”.")
    game, variant = game_of(args)
    what = tuple(part.strip() for part in args.what.split(",") if part.strip())
    document = make_document(game.NAME, variant, paper=args.paper, lang=args.lang, what=what, two=args.two)
    return _print(document, Path(args.output or f"{game.NAME}.pdf"), args)


def _puzzles(args: argparse.Namespace) -> int:
    from tablee.puzzles.paper import printed

    document = printed(day_of(args), find_paper(args.paper), args.lang)
    return _print(document, Path(args.output or f"{PUZZLES}.pdf"), args)


def _class(args: argparse.Namespace) -> int:
    from tablee.gathering import dice, paper

    game, variant = game_of(argparse.Namespace(game=args.of or "blocs", set=args.set))
    groups, code = 6 if args.groups is None else args.groups, args.dice or dice.new_code()
    document = paper.printed(game, variant, groups, code, find_paper(args.paper), args.lang)
    return _print(document, Path(args.output or f"{CLASS}.pdf"), args)


def _everything(args: argparse.Namespace) -> int:
    """One file with everything, or a folder with a file for each thing."""
    if args.what:
        raise RequestError("« all » imprime tout : sans --what.", "“all” prints everything: without --what.")
    made = make_box(_variants(args), paper=args.paper, lang=args.lang, two=args.two, address=args.address)
    target = Path(args.output or f"{WHOLE}.pdf")
    if target.suffix and not target.is_dir():
        return _print(made[WHOLE], target, args)
    make_folder(target)
    for name, document in made.items():
        if name != WHOLE:
            _print(document, target / f"{name}.pdf", args)
    return 0


def _variants(args: argparse.Namespace) -> dict[str, Any]:
    """Every game that can be printed; each setting goes to the games that have it."""
    printable = [name for name in names() if parts(name)]
    keys = {name: {option.key for option in load(name).OPTIONS} for name in printable}
    known = set[str]().union(*keys.values())
    for word in args.set:
        if (key := word.partition("=")[0]) not in known:
            raise RequestError(
                Text(
                    f"Aucun jeu n’a le réglage « {key[:40]} » ; il y a {', '.join(sorted(known))}.",
                    f"No game has a setting “{key[:40]}”; there are {', '.join(sorted(known))}.",
                )
                + suggest(key, known)
            )
    return {
        name: game_of(
            argparse.Namespace(game=name, set=[word for word in args.set if word.partition("=")[0] in keys[name]])
        )[1]
        for name in printable
    }


def _print(document: Document, target: Path, args: argparse.Namespace) -> int:
    """Write a document in the format of the file's name; returns the exit code."""
    form = FORMATS.get(target.suffix.lower())
    if form is None:
        raise RequestError(
            f"{target} : le fichier finit par .pdf, .svg ou .png.", f"{target}: the file ends in .pdf, .svg or .png."
        )
    pages = pdf.compiled(document, form, ppi=args.ppi)
    for path, content in zip(_paths(target, len(pages)), pages, strict=True):
        write_file(path, content)
        print(path)
    return 0


def _paths(target: Path, count: int) -> list[Path]:
    """One file, or for pictures of several pages one a page: name-1.svg, name-2.svg, …"""
    if count == 1:
        return [target]
    return [target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(1, count + 1)]
