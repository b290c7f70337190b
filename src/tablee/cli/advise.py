"""`tablee advise`: the moves of a position, best first, with their values — one JSON request a line."""

from __future__ import annotations

import argparse
import json

from tablee import solvers
from tablee.core.errors import RequestError
from tablee.core.record import at
from tablee.core.words import Text
from tablee.games import load
from tablee.protocol import Answer, Request

from .lines import serve
from .parser import Parser
from .progress import Bar, bar, interrupted

EXAMPLES = (
    """echo '{"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56"]}' | tablee advise""",
    "tablee advise --position blocs/mode=solo:2345689abc:1f:d56",
)


def arguments(parser: Parser) -> None:
    parser.add_position()


def run(args: argparse.Namespace) -> int:
    try:
        with bar(args.lang) as progress:
            if args.position is not None:
                record = at(args.position, load)
                said = _answer(Request(record.game, record.state, {}), progress)
                print(json.dumps(said, ensure_ascii=False))
                return 0
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
