"""Matches: best of several games, seats swapped in between, the score told in the log."""

import pytest

from tablee.core.words import untranslated
from tablee.table import Chair, Refused, Setup, Table, log_format
from tablee.table.match import Score
from tablee.table.requests import ask
from tablee.table.table import Created
from tablee.table.verbs import Rematch, Resign

PEOPLE = (Chair("Léa", badge="panda-vert"), Chair("Tom"))


def laid(best: int = 3) -> Table:
    return Table.fold("first", Setup("laaancez", {}, PEOPLE, (0, 1), best_of=best).complete().log("secret"))


def lost_by(table: Table, name: str) -> Table:
    """The next table, after somebody has given this game up."""
    place = next(seat.index for seat in table.seating.seats() if seat.name.fr == name)
    for one in ask(table, Resign(place), "secret"):
        table.apply(one)
    log = Rematch().start_next(table)
    return Table.fold("next", [log_format.parse(log_format.write(one)) for one in log])


def names(table: Table) -> list[str]:
    return [seat.name.fr for seat in table.seating.seats()]


def test_seats_swap_and_the_score_follows_the_people() -> None:
    first = laid()
    assert first.story()[0].text.fr == (
        "Tout est prêt : Laaancez le Dé de Noël !. Match au meilleur des 3 parties, partie 1 : Léa 0, Tom 0."
    ).replace("Laaancez le Dé de Noël !", first.game.TITLE.fr)
    second = lost_by(first, "Tom")
    assert first.score == Score(3, 1, (1, 0))
    assert names(second) == ["Tom", "Léa"]
    assert second.score == Score(3, 1, (0, 1))
    assert second.story()[0].text.en.endswith("Match, best of 3, game 2: Léa 1, Tom 0.")
    third = lost_by(second, "Léa")
    assert names(third) == ["Léa", "Tom"]
    assert third.score == Score(3, 2, (1, 1))
    fourth = lost_by(third, "Léa")
    assert third.score is not None
    assert third.score.over
    assert third.score.describe(third.seating.name).fr == "Tom gagne le match : Tom 2, Léa 1."
    assert fourth.score == Score(3, 0, (0, 0))  # another match


def test_a_match_is_over_when_nobody_can_be_caught_up_with() -> None:
    assert Score(3, 2, (2, 0)).over
    assert not Score(5, 3, (2, 1)).over
    assert Score(5, 3, (3, 0)).over
    drawn = Score(3, 2, (1, 1)).after(())
    assert drawn.over
    assert drawn.describe(lambda seat: untranslated("AB"[seat])).en == "The match is drawn: A 1, B 1."


def test_a_single_game_is_no_match_and_is_spelled_as_before() -> None:
    single = laid(0)
    assert single.score is None
    assert lost_by(single, "Tom").score is None
    written = log_format.write(Created(game="laaancez", settings={}, seats=(("", ""), ("", ""))))
    assert not {"best", "played", "won"} & set(written.split('"'))


@pytest.mark.parametrize(
    ("game", "settings", "best"), [("cadeau", {}, 4), ("cadeau", {}, -1), ("blocs", {"mode": "solo"}, 3)]
)
def test_a_match_takes_people_and_an_odd_number(game: str, settings: dict[str, object], best: int) -> None:
    with pytest.raises(Refused, match="match"):
        Setup(game, settings, best_of=best).complete()
