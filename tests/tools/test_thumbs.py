"""What perfect play teaches, and the skill–luck index: the commands that make the figures of the documentation."""

from __future__ import annotations

import pytest

from tablee.core.registry import load
from tests.toys import End, Place, Throw, Toy, Turn, invited
from tools import skill_luck, thumbs


def toss(place: Place) -> Throw | Turn | End:
    """The example of arXiv 2511.11611, 2.4: half the time a win, else a choice between winning and losing."""
    if place == "start":
        return Throw(["won", "choice"])
    return Turn(1, {"a": "won", "b": "lost"}) if place == "choice" else End((1,) if place == "won" else (2,))


def test_skill_and_luck_are_those_of_the_paper() -> None:
    with invited(Toy("toy_toss", "start", toss)):
        assert skill_luck.leverages(load("toy_toss"), "toy_toss") == pytest.approx((0.25, 0.5))


def test_openings_and_mistakes_are_told() -> None:
    assert "d46: 10 52.2 (worse by: 2,8 6.3, 4,6 11.0, 2,3,5 11.9)" in [*thumbs.openings("blocs", {})]
    told = [*thumbs.mistakes("cadeau", {"zones": 1}, "poussin", 5)]
    assert told[0].startswith("the right zone, the wrong cell: ")
    assert told[-1].startswith("all moves equally good in ")
