"""One story, with the names that people have given."""

from __future__ import annotations

import pytest

from tablee.core.errors import IllegalEvent
from tablee.table import Chair, Setup, Table
from tablee.table.entry import Named, Played


def table(game: str, *names: str, settings: dict[str, object] | None = None) -> Table:
    chairs = tuple(Chair(name) for name in names)
    setup = Setup(game, settings or {}, chairs, tuple(range(len(names))), opening=False).checked()
    return Table.fold("kitchen", setup.log("secret"))


def played(at: Table, *tokens: str) -> Table:
    for token in tokens:
        place = at.seating.place_of(at.game.doer(at.state, at.game.parse(token)))
        at.apply(Played(place=place, token=token))
    return at


def test_the_story_tells_names() -> None:
    at = played(table("blocs", "Anna", ""), "d45", "4,5", "d36")
    assert [line.text.fr for line in at.story() if line.token] == [
        "Anna fait 4 et 5.",
        "Anna pousse 4 et 5 : 5 + 4 = 9.",
        "Anna fait 3 et 6.",
    ]


def test_a_new_name_is_told_from_then_on() -> None:
    at = played(table("cadeau", "", "Tom"), "d4", "1a", "d5")
    assert at.story()[-1].text.fr == "Les Gnomes de Tom lancent le dé : 5."
    at.apply(Named(place=1, name="Odile"))
    told = [line.text for line in at.story() if line.token]
    assert told[0].fr == "Les Lutins lancent le dé : 4."
    assert told[-1].fr == "Les Gnomes d’Odile lancent le dé : 5."
    assert told[-1].en == "Odile’s Gnomes roll a 5."


def test_the_end_tells_names() -> None:
    at = table("cadeau", "{0}", "\\1 🦊", settings={"zones": 1})
    played(at, "d1", "1a", "d1", "1a", "d2", "1b", "d2", "1b", "d3", "1c", "d5", "1c")
    outcome = at.outcome
    assert outcome is not None
    assert outcome.reason.fr.startswith("Les Lutins de {0} tiennent 1 zone")
    assert at.record().told(1).en == "{0}’s Lutins write a 1: zone 1, cell a."


def test_a_refusal_can_say_the_name() -> None:
    at = played(table("laaancez", "Léa", "Tom"), "d3", "1.bonnet@a1")
    with pytest.raises(IllegalEvent) as refused:
        at.apply(Played(place=0, token="1.sucre@a2"))
    assert refused.value.text.named(at.seating.names).fr == "Léa a déjà choisi ; on attend l’autre."
