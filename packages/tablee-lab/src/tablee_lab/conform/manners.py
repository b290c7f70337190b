"""Requests in every way to write them, and lines that are none.

Each of those gets an error, and the request behind it is answered as if nothing had happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import spelling
from .case import Case, Question, question, ruled
from .kit import Played, kit

NO_REQUESTS: tuple[bytes, ...] = (
    b"",
    b"   ",
    b"hello",
    b"{",
    b"}",
    b'{"game": "cadeau"',
    b'{"game": "cadeau"} {"game": "cadeau"}',
    b"[]",
    b"3",
    b"null",
    b'"cadeau"',
    b"{}",
    b'{"game": null}',
    b'{"game": 3}',
    b'{"game": "chess"}',
    b'{"game": ""}',
    b'{"game": "Cadeau"}',
    b'{"game": " cadeau"}',
    b'{"game": "cadeau",}',
    b'{"game": "cadeau"},',
    b"{'game': 'cadeau'}",
    b"{game: cadeau}",
    b'{"game": ["cadeau"]}',
    b'{"events": ["d4"]}',
    b"\xff\xfe\x00",
    b"[" * 20_000,
    b"x" * 1_500_000,
)
# Events that are no texts, or odd ones: each is event 1 of its request, after a roll.
ODD_EVENTS: tuple[Any, ...] = (3, None, ["1a"], {"move": "1a"}, "\ud800", "\u0000", "1a" * 5000, "²", "٣")


def questions(games: Iterable[str], variants: Sequence[Played]) -> Iterator[Question]:
    """Every way to write a request, and every bad line of these games, each with a good request behind it."""
    names = tuple(games)
    yield question(Case(names[0]))
    for line in NO_REQUESTS:
        yield Question(line, ruled(line))
        yield question(Case(names[0]))
    for name in names:
        known = (played for played in variants if played.game == name)
        yield from spelling.questions(_begun(max(known, key=lambda played: len(played.settings))))
        tried = kit(name)
        lines = [json.dumps({"game": name, **beside}) for beside in tried.refused]
        lines += [json.dumps({"game": name, "events": [tried.roll, odd, "d1"]}) for odd in ODD_EVENTS]
        lines += [
            json.dumps({"game": name, "events": events}) for events in (["zz", 3], [3, "zz"], [tried.roll, [], 3])
        ]
        for text in lines:
            yield Question(text, ruled(text))
            yield question(Case(name, {}, (tried.roll,)))


def _begun(played: Played) -> Case:
    """A variant after a roll, a choice and another roll."""
    case = Case(played.game, played.settings)
    for phase in ("roll", "move", "roll"):
        game, states = case.played()
        if game.phase(states[-1]) == phase:
            players = game.players(states[-1])
            case = case.then(kit(case.game).roll if phase == "roll" else str(game.moves(states[-1], players[0])[-1]))
    return case
