"""A table that begins at a position."""

from __future__ import annotations

import pytest

from tablee.core.record import at, read
from tablee.core.registry import load
from tablee.table import Refused, Setup, Table, entry


def table_at(line: str) -> Table:
    """A table whose log went through the store's spelling."""
    setup = Setup.of_record(at(line, load), here=(0, 1)).checked()
    return Table.fold("t", [entry.read(entry.write(one)) for one in setup.log("secret")])


def test_a_game_goes_on_from_a_position_and_its_record_says_so() -> None:
    table = table_at("cadeau/zones=1:45.:66.:d3")
    table.apply(entry.Played(place=0, token="1c"))
    record = table.record()
    assert record.game.position(record.state) == "cadeau/zones=1:453:66."
    again = read(str(record), load)
    assert again.states == record.states
    assert "position: cadeau/zones=1:45.:66.:d3\n" in str(again)


@pytest.mark.parametrize("choice", ["1.cadeau@b2", "1.?"])
def test_a_game_does_not_go_on_from_a_hidden_choice(choice: str) -> None:
    empty = "...../...../.../.../g"
    with pytest.raises(Refused, match="one choice still waits"):
        table_at(f"laaancez:{empty}:{empty}:1:d4,{choice}")
    assert table_at(f"laaancez:{empty}:{empty}:1:d4").record().begin is not None
