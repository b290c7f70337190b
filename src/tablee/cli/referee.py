"""`tablee referee`: what is legal, whose turn it is, who has won — for programs in any language."""

from __future__ import annotations

import argparse

from .lines import Answer, Request, serve
from .parser import Parser

EXAMPLES = ("""echo '{"game": "cadeau", "events": ["d4", "2a"]}' | tablee referee""",)


def arguments(parser: Parser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    serve(lambda request: _answer(request, args.lang), args.lang)
    return 0


def _answer(request: Request, lang: str) -> Answer:
    game, state = request.game, request.state
    phase, players, outcome = game.phase(state), game.players(state), game.outcome(state)
    moving = players if phase == "move" else ()
    return {
        "phase": phase,
        "players": list(players),
        "legal": {str(player): sorted(map(str, game.moves(state, player))) for player in moving},
        "result": outcome
        and {
            "winners": list(outcome.winners),
            "scores": {str(player): score for player, score in outcome.scores.items()},
            "reason": outcome.reason.said(lang),
        },
    }
