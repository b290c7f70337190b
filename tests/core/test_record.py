"""Records: round trips, forks, and damage that is pointed at."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.errors import TableeError
from tablee.core.record import Record, RecordError, at, parse, write
from tablee.core.registry import load
from tablee.games import cadeau
from tests.positions import VARIANTS, walk

TEXT = """\
game: cadeau
zones: 1
straights: ordered
players: Léa, Tom
date: 2026-11-15
dice: virtual
result: 2

d4 1a d5 1a {quel début} d1 1b d5 1b d2 1c d5 1c
"""


def test_a_record_reads_and_writes_exactly() -> None:
    record = parse(TEXT, load)
    assert write(record) == str(record) == TEXT
    assert record.players == ("Léa", "Tom")
    assert record.headers == {"date": "2026-11-15", "dice": "virtual"}
    assert record.comments == {3: "quel début"}
    assert record.outcome is not None
    assert record.outcome.winners == (2,)
    assert len(record.states) == 13


@pytest.mark.parametrize(("name", "settings"), VARIANTS)
def test_whole_games_round_trip(name: str, settings: dict[str, object]) -> None:
    game = load(name)
    for seed in range(3):
        record = Record(game, game.variant(settings))
        for _, event, after in walk(name, settings, seed):
            record = record.play(event)
            assert record.state == after
        text = write(record)
        again = parse(text, load)
        assert again == record
        assert again.states == record.states
        assert write(again) == text
        assert max(map(len, text.splitlines())) <= 80


anything = st.characters(exclude_categories=["Cs"])
names = st.text(anything, max_size=20)


@given(
    players=st.lists(names, max_size=4).filter(lambda names: names != [""]),
    comment=st.text(anything, max_size=200),
    length=st.integers(0, 12),
)
def test_names_and_comments_round_trip(players: list[str], comment: str, length: int) -> None:
    base = parse(TEXT, load).fork(length)
    record = Record(base.game, base.variant, base.events, tuple(players), base.headers, base.comments)
    record = record.comment(comment + "\n{x}\\")
    assert parse(write(record), load) == record


@given(fair=st.lists(names, min_size=1, max_size=4).map("\n".join))
def test_the_header_for_dice_may_stand_on_several_lines(fair: str) -> None:
    record = replace(parse(TEXT, load), headers={"dice": "virtual", "fair": fair, "salts": "-"})
    assert parse(write(record), load) == record
    assert write(record).count("\nfair: ") == fair.count("\n") + 1


def test_simultaneous_choices_are_written_lower_player_first() -> None:
    laaancez = load("laaancez")
    record = Record(laaancez, laaancez.variant())
    for token in ("d3", "2.sucre@a1", "1.bonnet@a1", "d1", "1.boule@a2", "2.boule@a2"):
        record = record.play(laaancez.parse(token))
    assert list(map(str, record.events)) == ["d3", "1.bonnet@a1", "2.sucre@a1", "d1", "1.boule@a2", "2.boule@a2"]
    assert record.states == Record(laaancez, record.variant, record.events).states


def test_fork_and_undo_fold_the_same_events() -> None:
    record = parse(TEXT, load)
    assert record.fork(4).state == record.states[4]
    assert record.fork(3).comments == {}
    assert record.fork(4).comments == {3: "quel début"}
    assert record.fork(0).result == "*"
    assert write(record.fork(5)).endswith("result: *\n\nd4 1a d5 1a {quel début} d1\n")
    assert record.fork(11).play(record.events[11]) == record


def test_a_draw_and_a_solo_score_are_results() -> None:
    assert parse("game: cadeau\nzones: 1\n\nd1 1a d1 1a d1 1b d1 1b d1 1c d1 1c\n", load).result == "draw"
    assert parse("game: blocs\nmode: solo\n\nd46 10 d46 4,6 d46 2,8 d46\n", load).result == "sum 40"


def test_comments_may_run_over_lines_by_hand() -> None:
    record = parse(TEXT.replace("quel début", "quel\ndébut"), load)
    assert record.comments == {3: "quel\ndébut"}
    assert parse(write(record), load) == record
    assert parse(TEXT.replace("\n", "\r\n"), load) == parse(TEXT, load)


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("", 1, 1, "“game:” is missing"),
        ("zones: 3\n", 1, 1, "“game:” is missing"),
        ("game: echecs\n", 1, 1, "There is no game"),
        ("game: cadeau\nzones: 12\n", 2, 1, "“zones” cannot be"),
        ("game: cadeau\nzones: trois\n", 2, 1, "“zones” cannot be"),
        ("game: laaancez\nsheet: {\n", 2, 1, "not valid JSON"),
        ("game: cadeau\ngame: blocs\n", 2, 1, "given twice"),
        ("game: cadeau\nd4 1a\n", 2, 1, "is not a header"),
        (TEXT.replace("1b d5", "1a d5"), 9, 29, "already holds"),
        (TEXT.replace("d5 1a", "d9 1a"), 9, 7, "one die"),
        (TEXT.replace("début}", "début"), 9, 13, "missing one of its braces"),
        (TEXT.replace("{quel", "quel"), 9, 13, "is not a move"),
        (TEXT.replace("result: 2", "result: 1"), 7, 1, "the result says “1”, the events give “2”"),
        (TEXT + "d1\n", 10, 1, "game is over"),
    ],
)
def test_damage_is_pointed_at(text: str, line: int, column: int, why: str) -> None:
    with pytest.raises(RecordError) as damaged:
        parse(text, load)
    assert (damaged.value.line, damaged.value.column) == (line, column)
    assert why in str(damaged.value)
    assert f"Ligne {line}, colonne {column}" in damaged.value.text.fr


def test_a_truncated_record_keeps_its_whole_events() -> None:
    for cut in range(len(TEXT)):
        try:
            record = parse(TEXT[:cut], load)
        except RecordError as damaged:
            record = damaged.good or Record(load("cadeau"), load("cadeau").variant({"zones": 1}))
        assert parse(TEXT, load).events[: len(record.events)] == record.events


@given(st.text(max_size=300), st.randoms(use_true_random=False))
def test_no_text_does_more_harm_than_an_error(noise: str, rng: random.Random) -> None:
    place = rng.randrange(len(TEXT))
    for text in (noise, TEXT[:place] + noise + TEXT[place:]):
        try:
            parse(text, load)
        except TableeError:
            continue


def test_long_and_hostile_texts_are_read_in_good_time() -> None:
    """Sizes at which anything that grows with the square of the text would take minutes."""
    sevens = "game: blocs\n\n" + "d34 " * 50_000
    assert len(parse(sevens, load).events) == 50_000
    for text in (
        "game" + " " * 200_000,
        "game: cadeau\n" + "a" * 200_000,
        "game: cadeau\n\n" + "{" * 50_000,
        "a: " + "\\" * 100_000,
    ):
        with pytest.raises(RecordError):
            parse(text, load)


# --- records that begin elsewhere -----------------------------------------------------------------------------

FROM = """\
game: cadeau
position: cadeau/zones=1:45.:66.
players: Léa, Tom
result: 2

d3 1c d2 1c
"""


def test_a_record_may_begin_at_a_position() -> None:
    record = parse(FROM, load)
    assert str(record) == FROM
    assert record.variant.zones == 1
    assert record.result == "2"
    assert record.fork(1).begin == record.states[0] == cadeau.from_position("cadeau/zones=1:45.:66.")
    line = record.game.position(record.fork(3).state)
    assert at(line, load).play(cadeau.parse("1c")).outcome == record.outcome


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("zones=1:45.:66.", "zones=1:45.:667", 2, "character 22: a cell holds 1 to 6"),
        ("position:", "zones: 1\nposition:", 2, "leave out “zones”"),
        ("game: cadeau", "game: blocs", 2, "a position of blocs is expected"),
        ("d3 1c", "d3 1a", 6, "already holds a 4"),
    ],
)
def test_a_damaged_beginning_says_where(old: str, new: str, line: int, why: str) -> None:
    with pytest.raises(RecordError) as error:
        parse(FROM.replace(old, new), load)
    assert error.value.line == line
    assert why in error.value.text.en
