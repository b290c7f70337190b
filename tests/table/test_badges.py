"""The animal and the colour that somebody goes by are part of the log, and carry over to the next game."""

from __future__ import annotations

import pytest

from tablee.table import Chair, Refused, Setup, Table, entry
from tablee.table.entry import Created, Named, Taken
from tablee.table.rematch import again
from tablee.table.requests import Rename, Resign, Take, ask

SEATS = (Chair("Léa", badge="panda-vert"), Chair("Tom"))


def laid() -> Table:
    log = Setup("cadeau", {}, SEATS, (0,)).checked().log("secret", {1: "link"})
    return Table.fold("kitchen", [entry.read(entry.write(one)) for one in log])


def test_badges_are_kept_changed_and_carried_over() -> None:
    table = laid()
    assert [seat.badge for seat in table.seating.seats()] == ["panda-vert", ""]
    for one in ask(table, Take(1, "link", "Tom", "lion-rose"), "other"):
        table.apply(one)
    for one in ask(table, Rename(0, "Léa", "chat-bleu"), "secret"):
        table.apply(one)
    for one in ask(table, Rename(1, "Tommy"), "other"):
        table.apply(one)
    assert [seat.badge for seat in table.seating.seats()] == ["chat-bleu", "lion-rose"]
    for one in ask(table, Resign(), "secret"):
        table.apply(one)
    following = Table.fold("next", again(table, swap=True))
    assert [(seat.name.fr, seat.badge) for seat in following.seating.seats()] == [
        ("Tommy", "lion-rose"), ("Léa", "chat-bleu"),
    ]  # fmt: skip


def test_a_log_without_badges_is_spelled_as_before() -> None:
    created = Created(game="cadeau", settings={}, seats=(("", ""), ("", "")))
    for one in (created, Taken(place=0, holder="x"), Named(place=0, name="Léa")):
        assert "badge" not in entry.write(one)
        assert entry.read(entry.write(one)) == one


def test_a_badge_is_two_small_words() -> None:
    with pytest.raises(Refused, match="panda-vert"):
        Setup("cadeau", {}, (Chair(badge="<b>"), Chair())).checked()
    with pytest.raises(Refused, match="panda-vert"):
        ask(laid(), Rename(0, "Léa", "panda"), "secret")
