"""`tablee rules GAME`: the rules as we tell them, with the numbers of the rules at hand."""

import argparse

from tablee.core.registry import NAMES, load
from tablee.terminal import rulebook, screen

from .parser import Parser

EXAMPLES = ("tablee rules cadeau", "tablee rules blocs --id B7", "tablee --lang en rules laaancez")


def arguments(parser: Parser) -> None:
    parser.add("game GAME", ", ".join(NAMES), ", ".join(NAMES))
    parser.add("--id", "seulement cette règle, par exemple C7", "only this rule, e.g. C7", default="")
    parser.add_plain()


def run(args: argparse.Namespace) -> int:
    look = screen.find_look(args.lang, plain=args.plain)
    for line in rulebook.render(look, load(args.game).NAME, args.id):
        print(line)
    return 0
