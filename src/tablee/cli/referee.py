"""`tablee referee`: what is legal, whose turn it is, who has won — for programs in any language."""

import argparse

from tablee.protocol import describe_position

from .lines import serve
from .parser import Parser

EXAMPLES = ("""echo '{"game": "cadeau", "events": ["d4", "2a"]}' | tablee referee""",)


def arguments(parser: Parser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    serve(lambda request: describe_position(request.game, request.state, args.lang), args.lang)
    return 0
