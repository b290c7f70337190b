"""Requests as values: one list of them, read from JSON, asked of a table without a hall."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest

from tablee.core.dice import VirtualDice
from tablee.core.errors import RequestError
from tablee.table import Refused, Setup, StaleMove, Table
from tablee.table.entry import Rematched
from tablee.table.rematch import again
from tablee.table.requests import (
    FIELDS,
    REQUESTS,
    Comment,
    Correct,
    Invite,
    Move,
    Rematch,
    Rename,
    Request,
    Resign,
    Roll,
    Take,
    Undo,
    ask,
    parsed,
    spelled,
)
from tests.table_kit import Desk, secret, snapshot

EXAMPLES: tuple[Request, ...] = (
    Roll(),
    Roll("d35"),
    Move("2a"),
    Correct("d4"),
    Undo(),
    Resign(),
    Resign(1),
    Rematch(swap=False),
    Take(1, "a link", name="Léa"),
    Invite(2, "a link"),
    Rename(0, ""),
    Comment("bien joué", 1),
)


def test_every_request_is_told_once() -> None:
    assert len({kind.VERB for kind in REQUESTS}) == len(REQUESTS)
    assert {kind.__name__ for kind in Request.__subclasses__()} == {kind.__name__ for kind in REQUESTS}
    for kind in REQUESTS:
        assert kind.__name__.lower() == kind.VERB
        assert kind.ABOUT.fr != kind.ABOUT.en
        for field in FIELDS[kind]:
            assert field.about.fr != field.about.en
            assert field.kind is bool or field.most > 0


@pytest.mark.parametrize("request_", EXAMPLES, ids=spelled)
def test_a_request_is_read_as_it_was_written(request_: Request) -> None:
    assert parsed(type(request_), asdict(request_)) == request_
    assert "a link" not in repr(request_)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (Move, {}),
        (Move, {"move": 7}),
        (Move, {"move": None}),
        (Roll, {"typed": ["d4"]}),
        (Correct, {}),
        (Resign, {"place": True}),
        (Resign, {"place": 4}),
        (Rename, {"place": -1}),
        (Rematch, {"swap": 1}),
    ],
)
def test_what_does_not_fit_is_said_by_name(kind: type[Request], body: dict[str, object]) -> None:
    with pytest.raises(RequestError) as caught:
        parsed(kind, body)
    name = next(iter(body), FIELDS[kind][0].name)
    assert f"« {name} »" in caught.value.text.fr
    assert f"“{name}”" in caught.value.text.en


def test_a_whole_game_and_its_rematch_without_a_hall() -> None:
    mine, chance, dice = "mine", random.Random(2), VirtualDice(2)
    table = Table.fold("kitchen", Setup("cadeau", {"zones": 2}, here=(0, 1)).checked().log(mine))
    while not table.over:
        moves = table.view(table.acting[0]).moves
        asked: Request = Move(str(chance.choice(moves))) if moves else Roll()
        for entry in ask(table, asked, mine, version=table.version, dice=dice):
            table.apply(entry)
    assert table.outcome is not None
    (entry,) = ask(table, Rematch(), mine)
    assert isinstance(entry, Rematched)
    following = Table.fold(entry.table, again(table, swap=entry.swapped))
    table.apply(entry)
    assert (table.next, following.previous) == (following.id, table.id)
    assert following.places(mine) == (0, 1)
    assert ask(table, Rematch(), mine) == ()


def test_asking_changes_nothing() -> None:
    desk = Desk("blocs", {"mode": "duel"}, opening=False)
    before = snapshot(desk.table)
    entries = ask(desk.table, Roll(), secret(0), version=desk.table.version, id="r1", dice=VirtualDice(4))
    assert snapshot(desk.table) == before
    assert [(entry.place, entry.request, len(entry.asked)) for entry in entries] == [(0, "r1", 16)]


def test_an_id_is_the_seats_own() -> None:
    desk = Desk("cadeau")
    (entry,) = ask(desk.table, Roll(), secret(0), version=0, id="same")
    desk.add(entry)
    assert ask(desk.table, Roll(), secret(0), version=0, id="same") == ()
    with pytest.raises(StaleMove):
        ask(desk.table, Roll(), secret(1), version=0, id="same")
    for other in ("same", "with space", "x" * 65):
        with pytest.raises(Refused):
            ask(desk.table, Move("1a"), secret(0), id=other)
