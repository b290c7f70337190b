"""`tablee perft GAME DEPTH`: how many sequences of exactly that many events there are from the start."""

import argparse

from tablee.core.errors import RequestError
from tablee.core.game import perft

from .parser import Parser, game_of

EXAMPLES = ("tablee perft cadeau 4", "tablee perft blocs 4 --set level=3")


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add("depth DEPTH", "nombre d’événements", "number of events", type=int)


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args.game, args.set)
    if args.depth < 0:
        raise RequestError("DEPTH compte à partir de 0.", "DEPTH counts from 0.")
    print(perft(game, game.start(variant), args.depth))
    return 0
