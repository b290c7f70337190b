"""A request: a game, its variant, and every event from the start, as one line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tablee.core.errors import RequestError, TableeError
from tablee.core.game import AnyGame, State
from tablee.core.words import Text
from tablee.games import load


@dataclass(frozen=True, slots=True)
class Request:
    game: AnyGame
    state: State
    fields: dict[str, Any]


class EventError(TableeError):
    """A request whose event `at` cannot be."""

    def __init__(self, text: Text, at: int) -> None:
        super().__init__(text)
        self.at = at


def read_request(line: str) -> Request:
    """The game and the position that a request asks about."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise RequestError(Text("Cette ligne n’est pas un objet JSON.", "This line is not a JSON object.")) from None
    if not isinstance(fields, dict) or not isinstance(fields.get("game"), str):
        raise RequestError(
            Text(
                'Une requête est un objet avec « game », par exemple {"game": "cadeau"}.',
                'A request is an object with “game”, for example {"game": "cadeau"}.',
            )
        )
    game = load(fields["game"])
    empty: dict[str, Any] = {"variant": {}, "events": []}
    variant, events = (empty[key] if fields.get(key) is None else fields[key] for key in empty)
    if not isinstance(variant, dict):
        raise RequestError(Text("« variant » est un objet.", "“variant” is an object."))
    if not isinstance(events, list):
        raise RequestError(Text("« events » est une liste.", "“events” is a list."))
    state = game.start(game.variant(variant))
    for at, token in enumerate(events):
        if not isinstance(token, str):
            raise EventError(Text("Un événement est un texte.", "An event is a text."), at)
        try:
            state = game.play(state, game.parse(token))
        except TableeError as error:
            raise EventError(error.text, at) from None
    return Request(game, state, fields)
