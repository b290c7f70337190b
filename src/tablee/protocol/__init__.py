"""The line protocol: what a request asks and what a referee answers; who carries the lines is not said here.

A request is one line of JSON: a game, its variant and every event from the start; or a position and what follows.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablee.core import record as records
from tablee.core.errors import RequestError, TableeError
from tablee.core.game import AnyGame, Event, State
from tablee.core.registry import NAMES, load
from tablee.core.words import Text


@dataclass(frozen=True, slots=True)
class Request:
    """A position asked about, and how it came about: the first state, and every one after an event."""

    game: AnyGame
    state: State
    fields: dict[str, Any]
    states: tuple[State, ...] = ()
    events: tuple[Event, ...] = ()


class EventError(TableeError):
    """A request whose event `index` cannot be."""

    def __init__(self, text: Text, index: int) -> None:
        super().__init__(text)
        self.index = index


def read_request(line: str) -> Request:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise RequestError("Cette ligne n’est pas un objet JSON.", "This line is not a JSON object.") from None
    if isinstance(fields, dict) and fields.get("position") is not None:
        game, state = _parse_position(fields)
    elif isinstance(fields, dict) and isinstance(fields.get("game"), str):
        game = load(fields["game"])
        variant = {} if fields.get("variant") is None else fields["variant"]
        if not isinstance(variant, dict):
            raise RequestError("« variant » est un objet.", "“variant” is an object.")
        state = game.start(game.variant(variant))
    else:
        raise RequestError(
            f'Une requête est un objet avec « game », par exemple {{"game": "{NAMES[0]}"}}.',
            f'A request is an object with “game”, for example {{"game": "{NAMES[0]}"}}.',
        )
    events = [] if fields.get("events") is None else fields["events"]
    if not isinstance(events, list):
        raise RequestError("« events » est une liste.", "“events” is a list.")
    states, played = [state], []
    for index, token in enumerate(events):
        if not isinstance(token, str):
            raise EventError(Text("Un événement est un texte.", "An event is a string of text."), index)
        try:
            played.append(game.parse(token))
            states.append(game.play(states[-1], played[-1]))
        except TableeError as error:
            raise EventError(error.text, index) from None
    return Request(game, states[-1], fields, tuple(states), tuple(played))


def _parse_position(fields: dict[str, Any]) -> tuple[AnyGame, State]:
    """The game and the state of a request that begins at a position."""
    position = fields["position"]
    if not isinstance(position, str):
        raise RequestError("« position » est un texte.", "“position” is a text.")
    record = records.at(position, load)
    if fields.get("variant") is not None or fields.get("game") not in (None, record.game.NAME):
        raise RequestError(
            "Une position dit déjà le jeu et ses réglages : ôtez « variant », et « game » s’il est autre.",
            "A position tells the game and its settings: leave out “variant”, and “game” if it is another.",
        )
    return record.game, record.state


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
