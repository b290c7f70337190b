"""Requests in every way to write them, and lines that are none.

Each of those gets an error, and the request behind it is answered as if nothing had happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import spelling
from .case import Case, Question, question, ruled
from .variants import ROW_OF_SHIELDS, Played

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


def _sheets() -> Iterator[dict[str, Any]]:
    """What is no sheet (L13): a good one with something else in the place of one entry."""
    objects, faces = ROW_OF_SHIELDS["objects"], ROW_OF_SHIELDS["faces"]
    pic = objects["pic"]
    entries: tuple[dict[str, Any], ...] = (
        {"name": ""},
        {"name": 3},
        {"title": "rang"},
        *({"rows": rows} for rows in ([], [1], [5, 2], [0, 1], [10, 1], [1] * 10, [2.5, 1], ["5", 1], [True, 1], 5)),
        *({"candle": candle} for candle in ({}, None, {"hits": 1}, {"damage": 1})),
        *({"candle": {"hits": hits, "damage": damage}} for hits, damage in ((0, 1), (1, 0), (10, 1), (1, "1"))),
        {"candle": {"name": "pic", "hits": 1, "damage": 1}},
        *({"objects": other} for other in ({}, {"pic": pic}, {"ecu": {}, "pic": pic}, objects | {"Pic": pic})),
        {"objects": []},
        *({"objects": objects | {"pic": pic | {"hits": hits}}} for hits in (0, 10, -1, "2", True)),
        *({"objects": objects | {"pic": pic | {"damage": damage}}} for damage in (-1, 10, None)),
        *({"objects": objects | {"pic": pic | {"damage": 2, "limit": limit}}} for limit in (1, 10, "3")),
        *({"objects": objects | {"pic": pic | wrong}} for wrong in ({"shield": 1}, {"shield": "no"}, {"weight": 3})),
        *({"faces": faces | {"6": options}} for options in (["pic"], ["pic", "dragon"], ["pic", "+", "+"], "++", None)),
        *({"faces": other} for other in ({}, {"1": ["pic", "+"]}, faces | {"7": ["pic", "+"]}, [["pic", "+"]] * 6)),
        {"faces": {face: ["+", "+"] for face in faces}},
    )
    for wrong in entries:
        yield {"variant": {"sheet": ROW_OF_SHIELDS | wrong}}


NO_SHEETS: tuple[Any, ...] = ("paques", "Noel", "", 3, True, [], {}, {"name": "x"})
# Requests that a game cannot grant: what stands beside "game".
NO_VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "cadeau": (
        {"variant": 3},
        {"variant": ["zones"]},
        {"events": "d4"},
        {"events": {"0": "d4"}},
        {"variant": 0},
        {"variant": ""},
        {"variant": []},
        {"variant": False},
        {"events": 0},
        {"events": ""},
        {"events": {}},
        {"variant": {"zones": -1}},
        {"variant": {"zones": "any"}},
        {"variant": {"zones": [3]}},
        {"variant": {"Zones": 3}},
        {"variant": {"straights": "Any"}},
        {"variant": {"straights": ""}},
        {"variant": {"straights": None}},
        {"variant": {"straights": True}},
        {"variant": {"zones": 3, "level": 1}},
        {"variant": {"zones": 0}},
        {"variant": {"zones": 10}},
        {"variant": {"zones": "3"}},
        {"variant": {"zones": True}},
        {"variant": {"zones": 2.5}},
        {"variant": {"zone": 3}},
        {"variant": {"straights": "none"}},
        {"variant": {"mode": "duel"}},
    ),
    "blocs": (
        *({"variant": {"mode": mode}} for mode in ("five", "Duel", "", 2, True, None, ["duel"])),
        *({"variant": {"level": level}} for level in (4, 0, -1, "2", True, 1.5, None, [1])),
        {"variant": {"zones": 3}},
        {"variant": {"mode": "duel", "levels": 2}},
        {"events": {}},
    ),
    "laaancez": (
        *({"variant": {"sheet": sheet}} for sheet in NO_SHEETS),
        {"variant": {"zones": 3}},
        {"variant": {"sheet": "noel", "level": 1}},
        *_sheets(),
    ),
}
# Events that are no texts, or odd ones: each is event 1 of its request, after a roll.
ODD_EVENTS: tuple[Any, ...] = (3, None, ["1a"], {"move": "1a"}, "\ud800", "\u0000", "1a" * 5000, "²", "٣")
ROLLS = {"cadeau": "d4", "blocs": "d46", "laaancez": "d5"}


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
        lines = [json.dumps({"game": name} | beside) for beside in NO_VARIANTS[name]]
        lines += [json.dumps({"game": name, "events": [ROLLS[name], odd, "d1"]}) for odd in ODD_EVENTS]
        lines += [
            json.dumps({"game": name, "events": events}) for events in (["zz", 3], [3, "zz"], [ROLLS[name], [], 3])
        ]
        for text in lines:
            yield Question(text, ruled(text))
            yield question(Case(name, {}, (ROLLS[name],)))


def _begun(played: Played) -> Case:
    """A variant after a roll, a choice and another roll."""
    case = Case(played.game, played.settings)
    for phase in ("roll", "move", "roll"):
        game, states = case.played()
        if game.phase(states[-1]) == phase:
            players = game.players(states[-1])
            case = case.then(ROLLS[case.game] if phase == "roll" else str(game.moves(states[-1], players[0])[-1]))
    return case
