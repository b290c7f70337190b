"""Games in files: read in whatever form they were noted, and reviewed as somebody's own."""

import argparse
from collections.abc import Sequence

from tablee.core.errors import RequestError
from tablee.core.record import Record, RecordError, parse
from tablee.core.registry import load
from tablee.protocol import read_request
from tablee.review import review
from tablee.review.own_games import OwnGame

from .parser import Parser, read_text
from .progress import bar


def record_of(path: str) -> Record:
    """The game of a file: a record, one request of the protocol, or notes as they are taken on paper."""
    text = read_text(path)
    if text.lstrip().startswith("{"):
        request = read_request(text)
        return Record(request.game, request.state.variant, request.events, begin=request.states[0])
    try:
        return parse(text, load)
    except RecordError:
        from tablee.paper import notes

        reading = notes.parse_notes(text)
        if reading.good and reading.record is not None:
            return reading.record
        raise


def add_player(parser: Parser) -> None:
    """`--player N`, which of the players one was; `own_games` reads it."""
    parser.add("--player N", "quel joueur j’étais (par défaut : 1)", "which player I was (default: 1)", default=1)


def own_games(args: argparse.Namespace, files: Sequence[str]) -> list[OwnGame]:
    """The games of these files, as that player played them. Raises RequestError and what reading them raises."""
    games = []
    with bar(args.lang) as progress:
        for file in files:
            record = record_of(file)
            if not 1 <= args.player <= record.game.seats(record.variant):
                raise RequestError(
                    f"{file} : il n’y a pas de joueur {args.player}.", f"{file}: there is no player {args.player}."
                )
            reviewed = review(record.game, record.states, record.events, progress)
            games.append(OwnGame(record, reviewed, args.player, file))
    return games
