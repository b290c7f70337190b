"""A long log costs no more than a short one to show, no more than its length to read, and nobody fills one."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from tablee.table import Chair, Refused, Setup, Table, requests
from tablee.table.requests import ask
from tablee.table.verbs import Agree, Play, Rename, RollDice, Undo
from tablee.web.frame.visitor import Visitor
from tablee.web.play.table_page import TablePage
from tablee.web.play.view_params import ViewParams
from tests.table_kit import Desk, secret


def work(doing: Callable[[], object]) -> int:
    """How many calls that takes: the same on every machine, however busy."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        doing()
    finally:
        sys.setprofile(None)
    return count


def long_desk(undone: int, renamed: int) -> Desk:
    """A game in which somebody takes the first move back again and again, and then nothing but names change."""
    desk = Desk("cadeau", {"zones": 3}, holders=(0, 0))
    desk.roll(0)
    for _ in range(undone):
        desk.add(Play(seat=0, token="1a"))
        desk.add(Undo(seat=0, length=1))
    for number in range(renamed):
        desk.add(Rename(seat=0, name=f"Léa {number % 2}"))
    return desk


def shown(desk: Desk) -> int:
    def show() -> object:
        page = TablePage(desk.table, Visitor("fr", secret=secret(0)), ViewParams())
        return page.headline, page.boards, page.panel, page.latest, page.motion, page.lying, page.todo

    show()  # what is told once is kept
    return work(show)


def test_a_table_of_4_000_entries_is_shown_as_fast_as_a_young_one() -> None:
    young, old = long_desk(40, 80), long_desk(1_000, 2_000)
    assert old.table.seq > 4_000
    assert shown(old) < 1.1 * shown(young)
    last = [line.text for line in old.table.story(0)[-60:]]
    assert [line.text for line in old.table.story(0, most=60)] == last


def test_a_log_is_read_in_a_time_that_grows_with_its_length() -> None:
    short, long = long_desk(100, 20), long_desk(1_000, 200)
    assert work(lambda: Table.fold("desk", long.log)) < 11 * work(lambda: Table.fold("desk", short.log))
    assert [line.undone for line in long.folded().story(0)] == [line.undone for line in long.table.story(0)]


def test_a_seat_fills_no_log_and_takes_nothing_from_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_ENTRIES", 50)
    desk = Desk("cadeau", {"zones": 3})
    while desk.table.entry_counts[1] < requests.MOST_ENTRIES:
        desk.ask(1, Rename(1, f"Tom {len(desk.log)}"))
    length = len(desk.log)
    with pytest.raises(Refused, match="limit of actions"):
        ask(desk.table, Rename(1, "Tom"), secret(1))
    desk.roll(0)
    assert len(desk.log) == length + 1
    assert length < 70


def test_who_answers_for_a_bot_pays_for_it() -> None:
    setup = Setup("cadeau", seats=(Chair(bot="random"), Chair()), my_seats=(1,), dice="typed").complete()
    table = Table.fold("table", setup.log("mine"))
    before = table.entry_counts[1]
    for entry in ask(table, RollDice("d4"), "mine", id="one"):
        table.apply(entry)
    assert table.entry_counts[1] == before + 1
    assert not isinstance(entry, Agree)
