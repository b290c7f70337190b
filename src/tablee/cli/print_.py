"""`tablee print GAME -o FILE`: boards, cards, pads and rules on paper; `tablee print all`: a whole box.

`tablee print puzzles`: the puzzles of a week, with their solutions on the back.
`tablee print class`: the plan of a lesson, the sheets of several groups, and rolls that are the same for all.
"""

import argparse
from pathlib import Path
from typing import Any

from tablee.core.errors import RequestError
from tablee.core.registry import load, names
from tablee.core.words import suggest
from tablee.paper import find_paper, list_parts, make_box, make_document, pdf
from tablee.paper.tree import PAPERS
from tablee.paper.typst import Document

from .parser import Parser, game_of, make_folder, write_file
from .puzzle import add_week, day_of

EXAMPLES = (
    "tablee print cadeau -o cadeau.pdf",
    "tablee print cadeau --set zones=3 --parts board --two-up -o deux.pdf",
    "tablee print blocs --set mode=solo --parts pad --paper letter -o pad.pdf",
    "tablee print laaancez --set sheet=mine.toml --parts card -o card.svg",
    "tablee print puzzles --week 2026-W47 -o puzzles.pdf",
    "tablee print class --groups 8 --set level=2 -o class.pdf",
    "tablee print all --address http://192.168.1.20:8000 -o kit",
)
ALL, PUZZLES, CLASS = "all", "puzzles", "class"
WHOLE = "tablee"  # the file with everything
FORMATS: dict[str, pdf.Format] = {".pdf": "pdf", ".svg": "svg", ".png": "png"}


def arguments(parser: Parser) -> None:
    parser.add_game(ALL, PUZZLES, CLASS)
    parser.add(
        "--address URL",
        "pour all : l’adresse de la table, en code QR",
        "all: the address of the table, as a QR code",
        default="",
    )
    parser.add(
        "-o --output FILE",
        "le fichier : .pdf, .svg ou .png (par défaut : GAME.pdf) ; pour all, un dossier aussi",
        "the file: .pdf, .svg or .png (default: GAME.pdf); for all, also a folder",
    )
    parser.add(
        "--parts PART,…",
        "seulement ces feuilles : board, rules ; blocs : blocks, pad ; laaancez : card, cards, notes",
        "only these parts: board, rules; blocs: blocks, pad; laaancez: card, cards, notes",
        default="",
    )
    parser.add("--paper", "le papier (par défaut : a4)", "the paper (default: a4)", choices=tuple(PAPERS), default="a4")
    parser.add(
        "--ppi N", ".png : points par pouce (par défaut : 150)", ".png: pixels per inch (default: 150)", default=150
    )
    add_week(parser)
    parser.add("--groups N", "class : combien de groupes (par défaut : 6)", "class: how many groups (default: 6)")
    parser.add(
        "--game NAME", "class : le jeu (par défaut : blocs)", "class: the game (default: blocs)", dest="class_game"
    )
    parser.add(
        "--dice CODE",
        "class : le code d’une manche, pour les mêmes lancers qu’à l’écran (par défaut : un nouveau)",
        "class: the code of a round, for the same rolls as on screens (default: a new one)",
    )
    parser.add("--two-up", "deux par page, à découper", "two to a page, to cut apart")


def run(args: argparse.Namespace) -> int:
    if not 20 <= args.ppi <= 600:
        raise RequestError("--ppi va de 20 à 600.", "--ppi goes from 20 to 600.")
    for option, alone in {"week": PUZZLES, "groups": CLASS, "class_game": CLASS, "dice": CLASS, "address": ALL}.items():
        if getattr(args, option) and args.game != alone:
            raise RequestError(
                f"--{option.removeprefix('class_')} va avec « {alone} ».",
                f"--{option.removeprefix('class_')} goes with “{alone}”.",
            )
    if args.game == ALL:
        return _everything(args)
    if args.game == PUZZLES:
        from tablee.puzzles.paper import make_puzzle_document

        document = make_puzzle_document(day_of(args), find_paper(args.paper), args.lang)
    elif args.game == CLASS:
        from tablee.gathering import dice, paper

        game, variant = game_of(args.class_game or "blocs", args.set)
        groups, code = 6 if args.groups is None else args.groups, args.dice or dice.new_code()
        document = paper.make_class_document(game, variant, groups, code, find_paper(args.paper), args.lang)
    else:
        game, variant = game_of(args.game, args.set)
        selected = tuple(part.strip() for part in args.parts.split(",") if part.strip())
        document = make_document(game.NAME, variant, paper=args.paper, lang=args.lang, what=selected, two=args.two_up)
    return _print(document, Path(args.output or f"{args.game}.pdf"), args)


def _everything(args: argparse.Namespace) -> int:
    """One file with everything, or a folder with a file for each thing."""
    if args.parts:
        raise RequestError("« all » imprime tout : sans --parts.", "“all” prints everything: without --parts.")
    documents = make_box(_variants(args), paper=args.paper, lang=args.lang, two=args.two_up, address=args.address)
    target = Path(args.output or f"{WHOLE}.pdf")
    if target.suffix and not target.is_dir():
        return _print(documents[WHOLE], target, args)
    make_folder(target)
    for name, document in documents.items():
        if name != WHOLE:
            _print(document, target / f"{name}.pdf", args)
    return 0


def _variants(args: argparse.Namespace) -> dict[str, Any]:
    """Every game that can be printed; each setting goes to the games that have it."""
    printable = [name for name in names() if list_parts(name)]
    keys = {name: {option.key for option in load(name).OPTIONS} for name in printable}
    every_key = set[str]().union(*keys.values())
    for word in args.set:
        if (key := word.partition("=")[0]) not in every_key:
            raise RequestError(
                f"Aucun jeu n’a le réglage « {key[:40]} » ; il y a {', '.join(sorted(every_key))}.",
                f"No game has a setting “{key[:40]}”; there are {', '.join(sorted(every_key))}.",
                suggest(key, every_key),
            )
    return {
        name: game_of(name, [word for word in args.set if word.partition("=")[0] in keys[name]])[1]
        for name in printable
    }


def _print(document: Document, target: Path, args: argparse.Namespace) -> int:
    """Write a document in the format of the file's name; returns the exit code. Pictures of several pages are one file
    a page: name-1.svg, name-2.svg, …"""
    form = FORMATS.get(target.suffix.lower())
    if form is None:
        raise RequestError(
            f"{target} : le fichier finit par .pdf, .svg ou .png.", f"{target}: the file ends in .pdf, .svg or .png."
        )
    pages = pdf.render(document, form, ppi=args.ppi)
    for number, content in enumerate(pages, 1):
        path = target.with_name(f"{target.stem}-{number}{target.suffix}") if len(pages) > 1 else target
        write_file(path, content)
        print(path)
    return 0
