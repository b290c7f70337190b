"""What is asked at the limits of the protocol, and about sheets of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.games import laaancez
from tablee_lab.conform import chosen
from tablee_lab.conform.case import Case
from tablee_lab.conform.kit import Played, kit
from tests.positions import study_sheet


def test_brackets_are_asked_for_as_deep_as_a_calculation_may_be() -> None:
    """Sixty characters are read, sixty-two are not."""
    case = Case("blocs", {"mode": "duel", "level": 1})
    said = [
        str(asked.case.events[-1]).partition(":")[2]
        for asked in kit("blocs").near_misses(Played("blocs", case.settings), case)
        if asked.case
    ]
    deep = {len(words) for words in said if words.startswith("(((") and words.endswith(")))")}
    assert {60, 62} <= deep
    state = case.then("d46").played()[1][-1]
    rules = kit("blocs").rules
    assert rules.play(state, rules.parse(f"10:{'(' * 29}10{')' * 29}")).opened
    with pytest.raises(Exception, match="60"):
        rules.play(state, rules.parse(f"10:{'(' * 30}10{')' * 30}"))


def test_both_sheets_fold_to_the_same_row() -> None:
    fronts = set()
    for asked in kit("laaancez").corners(Played("laaancez", {"sheet": "noel"})):
        assert asked.case
        state = Case("laaancez", {"sheet": "noel"}, asked.case.events).played()[1][-1]
        pair = [laaancez.front(state.variant.sheet, cells) for cells in state.sheets]
        fronts.add(pair[0] if pair[0] == pair[1] else 0)
    assert {1, 2, 3, 4} <= fronts


def test_a_sheet_of_ones_own_is_examined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = laaancez.settings(laaancez.Variant(study_sheet((2, 1))))["sheet"]
    (played,) = chosen("laaancez", {"sheet": sheet})
    assert (played.brief, played.settings) == (False, {"sheet": sheet})
    shipped = (Path(laaancez.__file__).parent / "noel.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(shipped.replace('"noel"', '"mine"').replace("[5, 5, 3, 3, 1]", "[2, 1]"), encoding="utf-8")
    asked = ["conform", "--quick", "--games", "1", "--set", f"sheet={path}", "--lang", "en", "--"]
    assert main([*asked, "./tablee", "referee"]) == 0
    assert "keeps the rules" in capsys.readouterr().out
