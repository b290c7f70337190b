"""Requests in every style of JSON, and malformed lines.

Each malformed line gets an error, and the request behind it is answered as if nothing had happened.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import resources
from typing import Any

from .case import Case, Question, question, ruled
from .kit import Played, kit

PADDING = 70_000  # blanks: more than any buffer that somebody thinks large enough
STYLES: tuple[Callable[[dict[str, Any]], str], ...] = (
    lambda asked: json.dumps(asked, separators=(",", ":")),
    lambda asked: f"\t {json.dumps(asked, separators=(' ,  ', ' : '))}  ",
    lambda asked: json.dumps(asked) + "\r",  # a line that ends as on Windows
    lambda asked: re.sub(r'"([^"]*)"', lambda found: f'"{_escape(found[1])}"', json.dumps(asked)),
    lambda asked: json.dumps(asked).replace("{", "{" + PADDING * " ", 1),
)
NO_REQUESTS: tuple[bytes, ...] = (
    *(resources.files(__package__) / "malformed.txt").read_bytes().split(b"\n"),
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
        yield from styles(_begun(max(known, key=lambda played: len(played.settings))))
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


def styles(case: Case) -> Iterator[Question]:
    """A case in every style, with its keys in every order; and with empty parts written down or left out."""
    answer = ruled(case.line)
    for keys in itertools.permutations(("game", "variant", "events")):
        yield from (Question(style({key: _as_dict(case)[key] for key in keys}), answer, case) for style in STYLES)
    for bare in (Case(case.game, {}, case.events[:1]), case.until(0), Case(case.game)):
        for asked in (_as_dict(bare), {key: value for key, value in _as_dict(bare).items() if value}):
            yield Question(STYLES[0](asked), ruled(bare.line), bare)


def _as_dict(case: Case) -> dict[str, Any]:
    return {"game": case.game, "variant": dict(case.settings), "events": list(case.events)}


def _escape(text: str) -> str:
    """Every character by its number."""
    return "".join(f"\\u{ord(sign):04x}" for sign in text)
