"""Names and badges: told in the log, kept in it, and carried over to the next game."""

import pytest

from tablee.core.errors import IllegalEvent
from tablee.table import Chair, Refused, Setup, Table, log_format
from tablee.table.requests import ask
from tablee.table.table import Created
from tablee.table.verbs import Play, Rematch, Rename, Resign, Take


def table(game: str, *names: str, settings: dict[str, object] | None = None) -> Table:
    chairs = tuple(Chair(name) for name in names)
    setup = Setup(game, settings or {}, chairs, tuple(range(len(names))), opening=False).complete()
    return Table.fold("kitchen", setup.log("secret"))


def played(at: Table, *tokens: str) -> Table:
    for token in tokens:
        seat = at.seating.seat_of(at.game.actor(at.state, at.game.parse(token)))
        at.apply(Play(seat=seat, token=token))
    return at


def test_a_new_name_is_told_from_then_on() -> None:
    at = played(table("cadeau", "", "Tom"), "d4", "1a", "d5")
    assert at.story()[-1].text.fr == "Les Gnomes de Tom lancent le dé : 5."
    at.apply(Rename(seat=1, name="Odile"))
    lines = [line.text for line in at.story() if line.token]
    assert lines[0].fr == "Les Lutins lancent le dé : 4."
    assert lines[-1].fr == "Les Gnomes d’Odile lancent le dé : 5."
    assert lines[-1].en == "Odile’s Gnomes roll a 5."


def test_the_end_tells_names() -> None:
    at = table("cadeau", "{0}", "\\1 🦊", settings={"zones": 1})
    played(at, "d1", "1a", "d1", "1a", "d2", "1b", "d2", "1b", "d3", "1c", "d5", "1c")
    outcome = at.outcome
    assert outcome is not None
    assert outcome.reason.fr.startswith("Les Lutins de {0} gagnent par 1 zone")
    assert at.record().describe(1).en == "{0}’s Elves write a 1: zone 1, cell a."


def test_a_refusal_can_say_the_name() -> None:
    at = played(table("laaancez", "Léa", "Tom"), "d3", "1.bonnet@a1")
    with pytest.raises(IllegalEvent) as refused:
        at.apply(Play(seat=0, token="1.sucre@a2"))
    assert refused.value.text.with_names(at.seating.names).fr == "Léa a déjà choisi ; on attend l’autre."


# --- badges ---------------------------------------------------------------------------------------------------

SEATS = (Chair("Léa", badge="panda-vert"), Chair("Tom"))


def laid() -> Table:
    log = Setup("cadeau", {}, SEATS, (0,)).complete().log("secret", {1: "link"})
    return Table.fold("kitchen", [log_format.parse(log_format.write(one)) for one in log])


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
    following = Table.fold("next", Rematch().start_next(table))
    assert [(seat.name.fr, seat.badge) for seat in following.seating.seats()] == [
        ("Tommy", "lion-rose"), ("Léa", "chat-bleu"),
    ]  # fmt: skip


def test_a_log_without_badges_is_spelled_as_before() -> None:
    created = Created(game="cadeau", settings={}, seats=(("", ""), ("", "")))
    for one in (created, Take(seat=0, holder="x"), Rename(seat=0, name="Léa")):
        assert "badge" not in log_format.write(one)
        assert log_format.parse(log_format.write(one)) == one


def test_a_badge_is_two_small_words() -> None:
    with pytest.raises(Refused, match="panda-vert"):
        Setup("cadeau", {}, (Chair(badge="<b>"), Chair())).complete()
    with pytest.raises(Refused, match="panda-vert"):
        ask(laid(), Rename(0, "Léa", "panda"), "secret")
