"""An answer: where a game stands, or why a request cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, State

from .request import EventError, Request, read_request

Answer = dict[str, Any]


def describe_position(game: AnyGame, state: State, lang: str) -> Answer:
    """The referee's answer: whose turn it is, what is legal, who has won."""
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
            "reason": outcome.reason.in_lang(lang),
        },
    }


def reply(line: str, answer: Callable[[Request], Answer], lang: str) -> Answer:
    """Returns the response to a line: what `answer` makes of the request, or an error message."""
    try:
        return answer(read_request(line))
    except EventError as error:
        return {"error": error.text.in_lang(lang), "at": error.index}
    except TableeError as error:
        return {"error": error.text.in_lang(lang)}
