"""A goal for somebody who plays alone: what best play leaves, and how often."""

import io

import pytest

from tablee.cli import main
from tablee.engine import solvers
from tablee.games import blocs
from tablee.games.blocs import goal
from tablee.web.frame.people import Profile
from tablee.web.home import setup_of


@pytest.mark.parametrize("single", ["again", "end"])
def test_the_sums_that_best_play_leaves_have_the_mean_of_the_table(single: str) -> None:
    variant = blocs.variant({"mode": "solo", "single": single})
    found = goal.distribution(variant)
    assert sum(found) == pytest.approx(1.0)
    assert sum(left * share for left, share in enumerate(found)) == pytest.approx(
        solvers.solve("blocs", variant).value[1], abs=1e-9
    )


def test_an_easier_wish_is_an_easier_goal() -> None:
    variant = blocs.variant({"mode": "solo"})
    aims = [goal.goal(variant, wish)[0] for wish in (0.3, 0.4, 0.5, 0.6, 0.7)]
    assert aims == sorted(aims)
    assert len(set(aims)) == 5
    assert str(aims[2]) in goal.describe(variant, 0.5).fr
    easy = blocs.variant({"mode": "solo", "level": 3})  # nothing can be left that is less than the smallest block
    assert "push all blocks" in goal.describe(easy, 0.5).en
    assert "no goal is nearer to 50" in goal.describe(easy, 0.5).en
    assert "no goal is nearer" not in goal.describe(variant, 0.5).en


def test_the_goal_is_said_and_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    main(["play", "blocs", "--set", "mode=solo", "--goal", "50", "--seed", "1", "--lang", "en"])
    assert "Your goal: finish with less than 8." in capsys.readouterr().out
    assert main(["play", "blocs", "--goal", "50"]) == 2
    form = {"game": "blocs", "mode": "solo", "way": "here", "goal": "70"}
    setup = setup_of(form, "fr", Profile()).complete()
    assert setup.record is not None
    assert "qu’il reste moins de 20" in setup.record.comments[-1]
