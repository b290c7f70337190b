"""`tablee score`: who holds a zone, or which blocks a throw pushes; for people who only argue."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from tablee.core.errors import RequestError
from tablee.core.game import Variant
from tablee.core.supported import ANYTHING, SupportedSettings, check_supported
from tablee.games import blocs
from tablee.games.blocs import score
from tablee.games.cadeau import filled
from tablee.games.cadeau.words import zone_lines
from tablee.paper.notes import Mistake

from .parser import Parser, game_of

EXAMPLES = (
    "tablee score cadeau 3 4 2 / 5 5 1",
    "tablee score cadeau 342 / 551 --set straights=any",
    "tablee score blocs 5 4 --set level=3 --blocks 2,3,6,12",
)
OK, NO = 0, 1
PUSHES: SupportedSettings = {"level": (1, 2, 3), **dict.fromkeys(("mode", "push", "single", "given"), ANYTHING)}
SOME = 3  # calculations of a push that are shown unless all are wanted


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add(
        "dice DICE",
        "cadeau : Lutins / Gnomes, trois dés par zone ; blocs : deux dés",
        "cadeau: Lutins / Gnomes, three dice a zone; blocs: two dice",
        nargs="+",
    )
    parser.add(
        "--blocks N,N,…",
        "blocs : ceux qui restent devant (sinon les dix)",
        "blocs: those still in front (else all ten)",
        default="",
    )
    parser.add("--all", "blocs : tous les calculs", "blocs: every calculation")


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args)
    typed = " ".join(args.dice)
    if game.NAME not in COUNTS:
        raise RequestError(
            "On compte sans partie pour cadeau et blocs seulement.",
            "Only cadeau and blocs can be scored without a game.",
        )
    return COUNTS[game.NAME](typed, variant, args)


def _zones(typed: str, variant: Variant, args: argparse.Namespace) -> int:
    lang, board = args.lang, filled.parse_board(typed, variant)
    if isinstance(board, Mistake):
        print(board.text.in_lang(lang), file=sys.stderr)
        for line in board.point(typed):
            print(f"  {line}", file=sys.stderr)
        return NO
    for text in zone_lines(board):
        print(text.in_lang(lang))
    if board.variant.zones > 1:
        print(filled.verdict(board).in_lang(lang))
    return OK


def _throw(typed: str, variant: Variant, args: argparse.Namespace) -> int:
    check_supported(blocs, variant, PUSHES)
    answer = score.throw(variant.level, score.blocks_of(args.blocks), score.dice_of(typed))
    print(answer.text.in_lang(args.lang))
    width = max((len(way.named) for way in answer.ways), default=0)
    for way in answer.ways:
        print(f"  {way.named:{width}}  {score.describe_way(way, 0 if args.all else SOME)}".rstrip())
    return OK


COUNTS: dict[str, Callable[[str, Variant, argparse.Namespace], int]] = {"cadeau": _zones, "blocs": _throw}
