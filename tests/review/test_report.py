"""What is shown of a review: the same figure is written alike wherever it stands."""

import random
from typing import Any

import pytest

from tablee import review as analysis
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.review.account import list_steps
from tablee.review.report import WINS, Report, describe_event, list_reasons
from tablee.review.review import Entry, Review
from tests.review.test_review import named, played

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("blocs", {"mode": "duel"}),
    ("blocs", {"mode": "solo", "level": 2}),
    ("cadeau", {"zones": 2}),
]


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=named)
def test_what_is_said_of_a_player_stands_beside_the_bar_too(name: str, settings: dict[str, Any]) -> None:
    game, rng = load(name), random.Random(14)
    for _ in range(6):
        states, events = played(name, settings, rng)
        record = Record(game, game.variant(settings))
        for event in events:
            record = record.play(event)
        report = Report(record, analysis.review(game, states, events))
        steps = list_steps(report.review, report.viewpoint)
        beside = {(str(step.kind), step.player): row.figure.en for step, row in zip(steps, report.rows, strict=True)}
        for player, (_, luck, loss, *_) in enumerate(report.tallies, start=1):
            for kind, figure in (("dice", luck.en), ("moves", loss.en)):
                if (kind, player) in beside:
                    shown = beside[kind, player]
                    swapped = shown.translate({ord("+"): "−", ord("−"): "+"})
                    assert figure == (shown if player == report.viewpoint else swapped)


def begun(name: str, settings: dict[str, Any], tokens: str) -> Record:
    game = load(name)
    record = Record(game, game.variant(settings))
    for token in tokens.split():
        record = record.play(game.parse(token))
    return record


def test_a_moment_lies_on_the_line_of_whoever_it_was() -> None:
    worth = {1: 0.2, 2: 0.1, 3: 0.4, 4: 0.3}
    rolled = Entry("roll", 3, 0.1, dict.fromkeys(worth, 0.0), worth)
    record = begun("blocs", {"mode": "four", "level": 1}, "d46")
    assert Report(record, Review(worth, None, (rolled,), exact=True)).height(0) == worth[3]


def test_a_joint_choice_is_told_as_both_made_it() -> None:  # L4: the second settles both
    record = begun("laaancez", {}, "d5 1.etoile@a5 2.etoile@a3")
    even = {1: 0.5, 2: 0.5}
    first, second = Entry("move", 1, 0.0, even, even), Entry("move", 2, 0.0, even, even, encounter=0.1)
    review = Review(even, None, (Entry("roll", 1, 0.0, even, even), first, second), exact=False)
    assert describe_event(record, review, 1) == record.describe(1)
    assert [record.describe(at).fr in describe_event(record, review, 2).fr for at in (1, 2)] == [True, True]


@pytest.mark.parametrize(("mode", "others", "sure"), [("duel", {2: 1.0}, True), ("solo", {}, False)])
def test_a_win_for_certain_is_told_of_chances_only(mode: str, others: dict[int, float], sure: bool) -> None:
    """Alone, a whole block more is left: that is no game lost."""
    record = begun("blocs", {"mode": mode, "level": 1}, "d46 4,6")
    best = record.game.moves(record.states[1], 1)[0]
    entry = Entry("move", 1, 1.0, {}, {1: 0.0} | others, (best,), stake=1.0)
    assert (WINS in list_reasons(record.game, record.states[1], entry, record.events[1])) is sure
