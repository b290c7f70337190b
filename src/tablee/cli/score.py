"""`tablee score`: who holds a zone, or which blocks a roll pushes; for people who only argue."""

import argparse
import sys

from tablee.core.errors import RequestError
from tablee.core.registry import brings, names, part
from tablee.core.words import and_list
from tablee.paper.notes import Mistake

from .parser import Parser, game_of

EXAMPLES = (
    "tablee score cadeau 3 4 2 / 5 5 1",
    "tablee score cadeau 342 / 551 --set straights=any",
    "tablee score blocs 5 4 --set level=3 --blocks 2,3,6,12",
)
OK, NO = 0, 1
SOME = 3  # calculations of a push that are shown unless all are wanted


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add(
        "dice DICE",
        "cadeau : Lutins / Gnomes, trois dés par zone ; blocs : deux dés",
        "cadeau: Elves / Gnomes, three dice per zone; blocs: two dice",
        nargs="+",
    )
    parser.add(
        "--blocks N,N,…",
        "blocs : ceux qui restent devant (par défaut : les dix)",
        "blocs: those still in front (default: all ten)",
        default="",
    )
    parser.add("--all", "blocs : tous les calculs", "blocs: every calculation")


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args.game, args.set)
    typed, counter = " ".join(args.dice), part(game.NAME, "score")
    if counter is None:
        able = and_list(name for name in names() if brings(name, "score"))
        raise RequestError(f"« score » ne compte que pour {able.fr}.", f"“score” works for {able.en} only.")
    try:
        verdict, lines = counter.count(variant, typed, args.blocks, 0 if args.all else SOME)
    except Mistake as mistake:
        print(mistake.text.in_lang(args.lang), file=sys.stderr)
        for line in mistake.point(typed):
            print(f"  {line}", file=sys.stderr)
        return NO
    for text in filter(None, (verdict, *(text for text, _ in lines))):
        print(text.in_lang(args.lang))
    return OK
