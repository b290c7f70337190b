"""What is shown of a review: the same figure is written alike wherever it stands."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablee import analysis
from tablee.analysis.account import account
from tablee.analysis.report import Report
from tablee.core.record import Record
from tablee.games import load
from tests.analysis.test_review import named, played

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("blocs", {"mode": "duel"}),
    ("blocs", {"mode": "solo", "level": 2}),
    ("cadeau", {"zones": 2}),
]


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=named)
def test_what_is_said_of_a_player_stands_beside_the_bar_too(name: str, settings: dict[str, Any]) -> None:
    game, rng = load(name), random.Random(14)
    for _ in range(20):
        states, events = played(name, settings, rng)
        record = Record(game, game.variant(settings))
        for event in events:
            record = record.play(event)
        report = Report(record, analysis.review(game, states, events))
        steps = account(report.review, report.viewpoint)
        beside = {(str(step.kind), step.player): row.figure.en for step, row in zip(steps, report.rows, strict=True)}
        for player, (_, luck, loss, *_) in enumerate(report.tallies, start=1):
            for kind, figure in (("dice", luck.en), ("moves", loss.en)):
                if (kind, player) in beside:
                    shown = beside[kind, player]
                    swapped = shown.translate({ord("+"): "−", ord("−"): "+"})
                    assert figure == (shown if player == report.viewpoint else swapped)
