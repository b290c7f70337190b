"""Requests as values: one list of them, read from JSON, asked of a table without a table service."""

import pytest

import tablee.table
from tablee.core.dice import VirtualDice
from tablee.core.errors import RequestError
from tablee.table import VERBS, Verb
from tablee.table.requests import ask, parse, spell
from tablee.table.verbs import FIELDS, Correct, Invite, Move, Rematch, Rename, Resign, RollDice, Take, Undo
from tests.table_kit import Desk, secret, snapshot

EXAMPLES: tuple[Verb, ...] = (
    RollDice(),
    RollDice("d35"),
    Move("2a"),
    Correct("d4"),
    Undo(),
    Resign(),
    Resign(1),
    Rematch(False),
    Take(1, "a link", name="Léa"),
    Invite(2, "a link"),
    Rename(0, ""),
)


def test_every_request_is_told_once() -> None:
    assert len({kind.VERB for kind in VERBS}) == len(VERBS)
    assert {kind.__name__ for kind in Verb.__subclasses__() if kind.VERB} == {kind.__name__ for kind in VERBS}
    for kind in VERBS:
        assert kind.__name__.lower().startswith(kind.VERB)
        assert kind.ABOUT.fr != kind.ABOUT.en
        for field in FIELDS[kind]:
            assert field.about.fr != field.about.en
            assert field.kind is bool or field.most > 0


@pytest.mark.parametrize("request_", EXAMPLES, ids=spell)
def test_a_request_is_read_as_it_was_written(request_: Verb) -> None:
    body = {field.name: getattr(request_, field.attribute) for field in FIELDS[type(request_)]}
    assert parse(type(request_), body) == request_
    assert "a link" not in repr(request_)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (Move, {}),
        (Move, {"move": 7}),
        (Move, {"move": None}),
        (RollDice, {"dice": ["d4"]}),
        (Correct, {}),
        (Resign, {"place": True}),
        (Resign, {"place": 4}),
        (Rename, {"place": -1}),
        (Rematch, {"swap": 1}),
    ],
)
def test_what_does_not_fit_is_said_by_name(kind: type[Verb], body: dict[str, object]) -> None:
    with pytest.raises(RequestError) as caught:
        parse(kind, body)
    name = next(iter(body), FIELDS[kind][0].name)
    assert f"« {name} »" in caught.value.text.fr
    assert f"“{name}”" in caught.value.text.en


def test_asking_changes_nothing() -> None:
    desk = Desk("blocs", {"mode": "duel"}, opening=False)
    before = snapshot(desk.table)
    entries = ask(desk.table, RollDice(), secret(0), version=desk.table.version, id="r1", dice=VirtualDice(4))
    assert snapshot(desk.table) == before
    assert [(entry.seat, entry.request, len(entry.asked)) for entry in entries] == [(0, "r1", 16)]


def test_what_is_loaded_late_is_there() -> None:
    assert all(getattr(tablee.table, name) is not None for name in tablee.table.LAZY)
    assert not hasattr(tablee.table, "Hell")
