"""What perfect play teaches: the command that makes the figures of the documentation."""

import pytest

from tablee.games import blocs, laaancez
from tablee_lab.simulate.exploitability import exploitability
from tests.positions import study_sheet
from tools import thumbs


def test_moves_that_a_rule_likes_equally_are_equally_likely() -> None:
    state = blocs.play(blocs.start(blocs.variant({"mode": "solo", "level": 1})), blocs.parse("d46"))
    most = next(one for one in thumbs.THUMBS["blocs"] if one.text.en == "push as many blocks as you can")
    assert {str(move): share for move, share in most.mixture(state, 1).items()} == {"2,3,5": 1.0}
    anything = thumbs.Thumb("", "", lambda _, __, ___: 0)
    assert set(anything.mixture(state, 1).values()) == {1 / len(blocs.moves(state, 1))}
    small = laaancez.settings(laaancez.Variant(study_sheet((1, 1))))
    for game, settings in (("blocs", {"mode": "solo", "level": 1}), ("cadeau", {"zones": 1}), ("laaancez", small)):
        found = exploitability(game, anything, settings)
        assert found.exact
        assert found.value == pytest.approx(exploitability(game, "random", settings).value)


def test_openings_and_mistakes_are_told() -> None:
    assert "d46: 10 52.2 (worse by: 2,8 6.3, 4,6 11.0, 2,3,5 11.9)" in [*thumbs.openings("blocs", {})]
    lines = [*thumbs.mistakes("cadeau", {"zones": 1}, "poussin", 5)]
    assert lines[0].startswith("the right zone, the wrong cell: ")
    assert lines[-1].startswith("all moves equally good in ")
