"""One request, many ways to write it: whatever is the same JSON asks the same."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from .case import Case, Question, ruled

PADDING = 70_000  # blanks: more than any buffer that somebody thinks large enough


def _escaped(line: str) -> str:
    """Every character of every text by its number."""
    return re.sub(r'"([^"]*)"', lambda found: '"' + "".join(f"\\u{ord(sign):04x}" for sign in found[1]) + '"', line)


STYLES: tuple[Callable[[dict[str, Any]], str], ...] = (
    lambda asked: json.dumps(asked, separators=(",", ":")),
    lambda asked: f"\t {json.dumps(asked, separators=(' ,  ', ' : '))}  ",
    lambda asked: json.dumps(asked) + "\r",  # a line that ends as on Windows
    lambda asked: _escaped(json.dumps(asked)),
    lambda asked: json.dumps(asked).replace("{", "{" + PADDING * " ", 1),
)


def questions(case: Case) -> Iterator[Question]:
    """A case in every style, with its keys in every order; and what is empty, written down or left out."""
    answer = ruled(case.line)
    for keys in itertools.permutations(("game", "variant", "events")):
        yield from (Question(style({key: _whole(case)[key] for key in keys}), answer, case) for style in STYLES)
    for bare in (Case(case.game, {}, case.events[:1]), case.until(0), Case(case.game)):
        for asked in (_whole(bare), {key: value for key, value in _whole(bare).items() if value}):
            yield Question(STYLES[0](asked), ruled(bare.line), bare)


def _whole(case: Case) -> dict[str, Any]:
    return {"game": case.game, "variant": dict(case.settings), "events": list(case.events)}
