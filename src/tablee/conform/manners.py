"""Lines that are no request: each gets an error, and the request behind it is answered as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from .case import Case, Question, question, ruled

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
    b'{"events": ["d4"]}',
    b"\xff\xfe\x00",
    b"[" * 20_000,
    b"x" * 1_500_000,
)
# Requests that a game cannot grant: what stands beside "game".
NO_VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "cadeau": (
        {"variant": 3},
        {"variant": ["zones"]},
        {"events": "d4"},
        {"events": {"0": "d4"}},
        {"variant": {"zones": 0}},
        {"variant": {"zones": 10}},
        {"variant": {"zones": "3"}},
        {"variant": {"zones": True}},
        {"variant": {"zones": 2.5}},
        {"variant": {"zone": 3}},
        {"variant": {"straights": "none"}},
        {"variant": {"mode": "duel"}},
    ),
    "blocs": ({"variant": {"mode": "five"}}, {"variant": {"level": 4}}, {"variant": {"level": 0}}),
    "laaancez": ({"variant": {"sheet": "paques"}}, {"variant": {"sheet": {"name": "x"}}}, {"variant": {"sheet": 3}}),
}
# Events that are no texts, or odd ones: each is event 1 of its request, after a roll.
ODD_EVENTS: tuple[Any, ...] = (3, None, ["1a"], {"move": "1a"}, "\ud800", "\u0000", "1a" * 5000, "²", "٣")
ROLLS = {"cadeau": "d4", "blocs": "d46", "laaancez": "d5"}


def questions(games: Iterable[str]) -> Iterator[Question]:
    """Every bad line of these games, each with a good request behind it."""
    names = tuple(games)
    yield question(Case(names[0]))
    for line in NO_REQUESTS:
        yield Question(line, ruled(line))
        yield question(Case(names[0]))
    for name in names:
        lines = [json.dumps({"game": name} | beside) for beside in NO_VARIANTS[name]]
        lines += [json.dumps({"game": name, "events": [ROLLS[name], odd, "d1"]}) for odd in ODD_EVENTS]
        for text in lines:
            yield Question(text, ruled(text))
            yield question(Case(name, {}, (ROLLS[name],)))
