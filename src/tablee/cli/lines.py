"""The line protocol: one JSON request a line, one JSON answer a line, in order, until the input ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from tablee.core.errors import RequestError, TableeError
from tablee.core.game import Game, State
from tablee.core.words import Text
from tablee.games import load

LONGEST = 1 << 20  # bytes of one request; a whole game takes a few thousand
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    game: Game
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
    variant, events = fields.get("variant") or {}, fields.get("events") or []
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


def serve(answer: Callable[[Request], Answer], lang: str) -> None:
    """Answer every line of standard input. Bad lines get an error; nothing ends this but the end of the input."""
    for line in _lines(sys.stdin.buffer):
        try:
            if line is None:
                raise RequestError(
                    Text(f"Cette ligne dépasse {LONGEST} octets.", f"This line is longer than {LONGEST} bytes.")
                )
            said = answer(read_request(line))
        except EventError as error:
            said = {"error": error.text.said(lang), "at": error.at}
        except TableeError as error:
            said = {"error": error.text.said(lang)}
        sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
        sys.stdout.flush()


def _lines(stream: IO[bytes]) -> Iterator[str | None]:
    """The lines of a stream; None for one that is too long, which is read past and dropped."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            yield line.decode("utf-8", errors="replace")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        yield None
