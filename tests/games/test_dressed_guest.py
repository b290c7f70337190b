"""What else a guest may bring: paper, moves as numbers."""

from collections.abc import Iterator

import numpy as np
import osselets
import pytest

from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.registry import load
from tablee.core.words import untranslated
from tablee.engine.handicap import Handicap, describe
from tablee.paper import list_parts, make_box, make_document, notes
from tablee_lab.adapters.space import Space, variant_of
from tests.osselets_dressed import paper

NAME = "osselets"


@pytest.fixture(autouse=True)
def guest() -> Iterator[None]:
    games.register(NAME, "tests.osselets_dressed")
    yield
    del games.GUESTS[NAME]


def test_its_page_is_printed_and_its_notes_are_read() -> None:
    assert list(list_parts(NAME)) == ["notes"]
    document = make_document(NAME, osselets.variant(), lang="fr")
    assert document.pages == 1
    assert "Les osselets" in document.source
    reading = notes.parse_notes("4 encore 6 garde, 3 hold", NAME)
    assert reading.good
    assert reading.record is not None
    assert [str(event) for event in reading.record.events] == ["d4", "again", "d6", "hold", "d3", "hold"]
    box = make_box({NAME: osselets.variant(), "cadeau": load("cadeau").variant({})}, lang="en")
    assert box[NAME].pages == 1


def test_what_it_cannot_print_or_tell_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {"rules": untranslated("rules"), "map": untranslated("map")}  # neither SUMMARY nor a function `map`
    monkeypatch.setattr(paper, "PARTS", paper.PARTS | rules)
    assert list(list_parts(NAME)) == ["notes"]
    assert make_box({NAME: osselets.variant()}, lang="en")[NAME].pages == 1
    started = osselets.start(osselets.variant())
    found = Handicap("osselets:start", 0.5, 0.4, 1, 1, osselets.position(started), 0.5)
    assert describe(found).en == f"The game begins at this position: {found.position}."


def test_its_moves_are_numbers() -> None:
    space = Space.of(load(NAME), variant_of(NAME, {"goal": 10}))
    state = osselets.start(space.variant)
    for token in ("d4", "again", "d3"):
        state = osselets.play(state, osselets.parse(token))
    assert space.actions == ("hold", "again")
    assert space.legal(state, 1) == [0, 1]
    np.testing.assert_allclose(space.observe(state, 1), [0, 0, 0.7, 1])


def test_without_numbers_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GUESTS, NAME, "osselets")
    space = Space(load(NAME), osselets.variant({"goal": 30}))
    with pytest.raises(RequestError, match="become numbers"):
        _ = space.actions
