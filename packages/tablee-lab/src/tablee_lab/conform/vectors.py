"""The shipped positions, with answers that were worked out apart from these rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import resources

from .case import Case, Question
from .kit import Played
from .variants import fits


def questions(game: str, wanted: Mapping[str, str]) -> Iterator[Question]:
    """Those of a game whose settings are as wanted."""
    for line in (resources.files(__package__) / "vectors.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        asked = vector["request"]
        if asked["game"] == game and fits(Played(game, asked["variant"]), wanted):
            case = Case(game, asked["variant"], tuple(asked["events"]))
            yield Question(json.dumps(asked), vector["answer"], case)
