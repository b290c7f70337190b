"""`tablee advise`: the moves of a position, best first, with their values — one JSON request a line."""

from __future__ import annotations

import argparse

from tablee import solvers
from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee.protocol import Answer, Request

from .lines import serve
from .parser import Parser
from .progress import Bar, bar, interrupted

EXAMPLES = ("""echo '{"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56"]}' | tablee advise""",)


def arguments(parser: Parser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    try:
        with bar(args.lang) as progress:
            serve(lambda request: _answer(request, progress), args.lang)
    except KeyboardInterrupt:
        return interrupted(args.lang)
    return 0


def _answer(request: Request, progress: Bar) -> Answer:
    player = request.fields.get("player")
    # True is an int in Python, but no player's number.
    if player is not None and (not isinstance(player, int) or isinstance(player, bool)):
        raise RequestError(Text("« player » est le numéro d’un joueur.", "“player” is the number of a player."))
    advice = solvers.advise(request.game.NAME, request.state, player, progress)
    progress.wipe()
    return {
        "player": advice.player,
        "exact": advice.exact,
        "moves": [{"move": str(move), "value": value} for move, value in advice.moves],
    }
