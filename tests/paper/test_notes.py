"""Reading what people typed from paper: forgivingly, in place, and without ever falling over."""

import itertools
import random
import time
from dataclasses import make_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.record import write
from tablee.core.registry import NAMES
from tablee.games import blocs, cadeau
from tablee.games.blocs import score
from tablee.games.cadeau import reader
from tablee.games.cadeau.reader import settings
from tablee.games.cadeau.words import standing
from tablee.paper import notes
from tablee.paper.notes import Mistake
from tests.positions import parameters, recorded, zones


def tokens(reading: notes.Reading) -> str:
    assert reading.record is not None
    return " ".join(map(str, reading.record.events))


# --- events -----------------------------------------------------------------------------------------------------


CADEAU = "d4 2a d5 1c d3 2b"
BLOCS = "d46 4,6 d25 d13 4"
SAID = "d46 4,6:6+4 d25 d13 4"
LAAANCEZ = "d5 1.etoile@a3 2.bonhomme@a5 d6 1.+a3 2.renne@a3"


@pytest.mark.parametrize(
    ("game", "typed", "read"),
    [
        ("cadeau", "4 2a 5 1c 3 2b", CADEAU),
        ("cadeau", "42a51c32b", CADEAU),
        ("cadeau", "4 -> 2a, 5 -> 1c, 3 -> 2b", CADEAU),
        ("cadeau", "4 zone 2 case a\n5 zone 1 case c\n3 Zone 2, case B", CADEAU),
        ("cadeau", "dé 4 : a2; dé 5 : c1; dé 3 : b2", CADEAU),
        ("cadeau", "1L 4|2a   1G 5|1c   2L 3|2b", CADEAU),
        ("cadeau", "4 2a {bien vu} 5 1c\r\n\r\n3 2b\n", CADEAU),
        ("blocs", "64 6,4 52 - 31 4", BLOCS),
        ("blocs", "64 4 et 6, 52, 31, 4", BLOCS),
        ("blocs", "6 4 | 6+4 | 5 2 | rien | 3 1 | 4", SAID),
        ("blocs", "64 6 + 4 = 10; 5-2; 3/1; 4", SAID),
        ("blocs", "64 4,6:6+4 52 31 4, 65", f"{SAID} d56"),
        ("blocs", "64 6 plus 4 / 52 / 31 4", SAID),
        ("blocs", "64 4,6 - 12 3 / 45 9", "d46 4,6 d12 3 d45 9"),
        ("blocs", "66 11 12 35 8", "d66 11,12 d35 8"),
        ("blocs", "33 6 12 3", "d33 6 d12 3"),  # what can be pushed alone is: 12 is the next throw
        ("laaancez", "5 étoile a3 bonhomme a5 6 +a3 renne a3", LAAANCEZ),
        ("laaancez", "5 Étoile en a3 / Bonhomme de neige en A5\n6 a3+ ; 2: renne -> a3", LAAANCEZ),
        ("laaancez", "5 star a3, snowman a5; 6 + a3, reindeer at a3", LAAANCEZ),
        ("laaancez", "5 e a3 b a5 6 +1 a3 r a3", LAAANCEZ),
        ("laaancez", "5 2) bonhomme a5 1) etoile a3 6 +a3 renne a3", LAAANCEZ),
    ],
)
def test_a_game_in_many_hands(game: str, typed: str, read: str) -> None:
    reading = notes.parse_notes(typed, game)
    assert reading.good, reading.mistake
    assert tokens(reading) == read


def sloppy(rng: random.Random, name: str, token: str) -> str:
    """A token as somebody in a hurry writes it."""
    if token[0] == "d" and token[1:].isdigit():
        token = token[1:] if rng.random() < 0.5 else token.upper()
    elif name == "cadeau":
        token = rng.choice([token, token.upper(), f"zone {token[0]} case {token[1]}", f"{token[1]}{token[0]}"])
    elif name == "blocs" and ":" not in token:
        token = rng.choice([token, token.replace(",", ", "), token.replace(",", " et ")])
    elif "@" in token:
        token = rng.choice([token, token.upper(), token.replace("@", " "), token.replace(".", ". ")])
    elif "x" in token:
        token = rng.choice([token, token.replace("x", " -> "), token.replace("x", " ")])
    return token


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "settings"), parameters())
def test_a_hurried_copy_gives_the_same_game(name: str, settings: dict[str, object], seed: int) -> None:
    rng, record = random.Random(seed), recorded(name, settings, seed)
    typed = "".join(sloppy(rng, name, str(event)) + rng.choice([" ", "\n", "  ", " \n "]) for event in record.events)
    reading = notes.parse_notes(typed, name, settings)
    assert reading.good, (reading.mistake, typed)
    assert reading.record is not None
    assert reading.record.state == record.state
    assert reading.record.headers["dice"] == "typed"


def test_a_record_is_read_as_it_is() -> None:
    text = "game: cadeau\nzones: 1\nstraights: any\nplayers: Léa, Tom\ndate: 2026-01-06\n"
    text += "dice: virtual\nresult: *\n\nd4 1a\n"
    reading = notes.parse_notes(text)
    assert reading.good
    assert reading.record is not None
    assert write(reading.record) == text


def test_a_damaged_record_keeps_its_headers() -> None:
    reading = notes.parse_notes("Jeu : cadeau\nZones: 1\nplayers: Léa, Tom\n4 1a 5 1a\n6 1q")
    assert reading.record is not None
    assert reading.record.variant.zones == 1
    assert reading.record.players == ("Léa", "Tom")
    assert tokens(reading) == "d4 1a d5 1a d6"
    assert reading.mistake is not None
    assert reading.mistake.location(reading.typed) == (5, 3)


def test_a_wrong_result_is_pointed_at() -> None:
    typed = "game: cadeau\nzones: 1\nresult: 2\n\nd6 1a d1 1a d6 1b d1 1b d6 1c d1 1c"
    reading = notes.parse_notes(typed)
    assert reading.record is not None
    assert reading.record.result == "1"
    assert reading.mistake is not None
    assert reading.mistake.location(typed) == (3, 9)


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("4 2a 5 1c", "cadeau"),
        ("3 zone 2 case a", "cadeau"),
        ("345 666 126 / 111 222 553", "cadeau"),
        ("zone 1: 345 / 111", "cadeau"),
        ("d46 4,6 d25", "blocs"),
        ("64 4,6 52", "blocs"),
        ("d3 1.bonnet@a1", "laaancez"),
        ("3 bonnet a1 sucre b1", "laaancez"),
        ("bonjour", ""),
    ],
)
def test_the_game_is_guessed(typed: str, game: str) -> None:
    assert notes.guess_game(typed) == game


@pytest.mark.rule("C2")
def test_the_zones_are_counted() -> None:
    """A finished list tells how many zones there were; otherwise it is the usual board, or a larger one."""
    record = recorded("cadeau", {"zones": 2}, 1)
    reading = notes.parse_notes(" ".join(map(str, record.events)))
    assert reading.record is not None
    assert reading.record.variant.zones == 2
    assert reading.record.outcome is not None
    assert settings("4 2a") == {"zones": 5}
    assert settings("4 7a") == {"zones": 7}


@pytest.mark.parametrize(
    ("typed", "game", "line", "column", "carets", "words"),
    [
        ("4 2a 5 9q", "cadeau", 1, 8, "^^", "« 9q »"),
        ("4 2a\n5 1c 7", "cadeau", 2, 6, "^", "d1 à d6"),
        ("4 2a 5 1c 3 2a", "cadeau", 1, 13, "^^", "porte déjà un 4"),
        ("4 2a 1c", "cadeau", 1, 6, "^^", "Il manque le dé"),
        ("64 -", "blocs", 1, 4, "^", "on peut pousser"),
        ("64 4,5", "blocs", 1, 4, "^^^", "il faut faire 10"),
        ("64 5*2", "blocs", 1, 4, "^^^", "au niveau 1, on ne se sert que de +"),
        ("64 4 plus 5", "blocs", 1, 4, "^^^^^^^^", "il fallait faire 10"),
        ("3 chaise a2", "laaancez", 1, 3, "^^^^^^^^^", "tapez bonnet ou sucre"),
        ("3 bonnet z9", "laaancez", 1, 3, "^^^^^^", "puis une case"),
        ("patati", "", 1, 1, "^^^^^^", "De quel jeu"),
        ("", "", 1, 1, "^", "rien à lire"),
    ],
)
def test_mistakes_are_pointed_at(typed: str, game: str, line: int, column: int, carets: str, words: str) -> None:
    reading = notes.parse_notes(typed, game)
    assert reading.typed == typed
    assert reading.mistake is not None
    assert reading.mistake.location(typed) == (line, column)
    assert words in reading.mistake.where(typed).fr
    shown, under = reading.mistake.point(typed)
    assert under == " " * (column - 1) + carets
    assert shown == typed.split("\n")[line - 1]


def test_a_long_line_is_cut_around_its_mistake() -> None:
    typed = " ".join(["4 1a 5 1a"] + ["."] * 200 + ["6 9z"] + ["."] * 200)
    reading = notes.parse_notes(typed, "cadeau")
    assert reading.mistake is not None
    shown, under = reading.mistake.point(typed)
    assert len(shown) < 90
    assert shown[under.index("^") :].startswith("9z")


# Anything, and things that are nearly right.
PIECES = st.sampled_from(
    (
        *("d4", "4", "2a", "a2", "45", "4,5", "5+4", "6*2-3", "(", ")", "/", "345", "-", "zone", "case", "\n", " "),
        *("1.bonnet@a2", "bonnet a2", "+a2", "a1xa2", "{", "}", "²", "٣", "é"),
        *("game: cadeau\n", "game: blocs\n", "zones: 3\n", "result: 1\n"),
    )
)
HEAPS = st.lists(PIECES, max_size=25)
TYPED = st.one_of(st.text(max_size=60), HEAPS.map(" ".join), HEAPS.map("".join))


@given(typed=TYPED, game=st.sampled_from(["", *NAMES]), level=st.sampled_from([1, 3]))
def test_nothing_that_is_typed_makes_it_fall(typed: str, game: str, level: int) -> None:
    reading = notes.parse_notes(typed, game, {"level": level} if game == "blocs" else {})
    assert reading.typed == typed
    if reading.mistake is None:
        assert reading.record is not None or reading.board is not None
    else:
        shown, under = reading.mistake.point(typed)
        assert "\n" not in shown
        assert under.strip("^ ") == ""
        assert reading.mistake.where(typed).en
    if reading.record is not None:
        assert notes.parse_notes(write(reading.record)).record == reading.record


@pytest.mark.parametrize(
    "typed",
    [
        "45 4" + " " * 9000 + "!",
        "game" + " " * 9000,
        "game:" + " " * 9000 + "x",
        "45 " + "4+" * 4500,
        "45 " + "(" * 9000,
        "3 " + "bonnet " * 1200,
        "1 " * 4500,
        "{a" * 4500,
    ],
    ids=lambda typed: typed[:6],
)
@pytest.mark.parametrize("game", ["", *NAMES])
def test_a_heap_of_signs_takes_no_time(typed: str, game: str) -> None:
    """Nothing that can be sent to the page keeps it busy."""
    begun = time.process_time()
    assert not notes.parse_notes(typed, game).good
    assert time.process_time() - begun < 30  # a moment, even on a slow machine; what tries everything takes hours


# --- filled boards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "345 666 126 / 111 222 553",
        "345666126/111222553",
        "345 666 126\n111 222 553",
        "Lutins: 345 666 126\nGnomes: 111 222 553",
        "345 - 111\n666 - 222\n126 - 553",
        "zone 1 : 3 4 5 | 1 1 1\nzone 2 : 6 6 6 | 2 2 2\nzone 3 : 1 2 6 | 5 5 3",
        "345 / 111\n666 / 222\n126 / 553",
    ],
)
def test_a_filled_board_alone_is_enough(typed: str) -> None:
    reading = notes.parse_notes(typed)
    assert reading.board == zones("345 666 126", "111 222 553")
    lines = [line.fr for line, _ in standing(reading.board)]
    assert lines[0] == "Zone 1 : Lutins 3, 4, 5, suite 3-4-5 ; Gnomes 1, 1, 1, trois 1 ; aux Gnomes."
    assert lines[1] == "Zone 2 : Lutins 6, 6, 6, trois 6 ; Gnomes 2, 2, 2, trois 2 ; aux Lutins."
    assert lines[2] == "Zone 3 : Lutins 1, 2, 6, total de 9 ; Gnomes 5, 5, 3, somme 13 ; aux Lutins."
    assert "Lutins" in reader.verdict(reading.board).fr


@pytest.mark.parametrize(
    ("typed", "place", "words"),
    [
        ("345 - 117", (1, 9), "1 à 6"),
        ("345 - 111\n666 - 22\n666 - 222", (2, 1), "5 dés"),
        ("345 666 / 111 22", (1, 11), "autant dans chaque camp"),
        ("1234567", (1, 7), "1 à 6"),
        (" / ".join(["111 " * 10] * 2), (1, 1), "9 au plus"),
    ],
)
def test_a_board_with_a_slip(typed: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(Mistake) as mistake:
        reader.read_board(typed, cadeau.variant())
    assert mistake.value.location(typed) == place
    assert words in mistake.value.text.fr


@pytest.mark.rule("C4", "C7a")
def test_an_unfinished_board_says_so_and_straights_may_be_in_any_order() -> None:
    for typed, straights, first in (
        ("34. / 111", "ordered", "Elves 3, 4, empty; Gnomes 1, 1, 1."),
        ("342 / 551", "ordered", "total of 9"),
        ("342 / 551", "any", "straight 2-3-4"),
    ):
        board = reader.read_board(typed, cadeau.variant({"straights": straights}))
        assert first in standing(board)[0][0].en
    unfinished = reader.read_board("34. / 111", cadeau.variant())
    assert reader.verdict(unfinished).en == "So far: Elves 0, Gnomes 0."


def test_a_board_has_every_setting_of_its_variant_but_the_zones() -> None:
    kind = make_dataclass("Added", [("ties", str, "lutins")], bases=(cadeau.Variant,), frozen=True)
    board = reader.read_board("342 / 551", kind(9, "any", "gnomes"))
    assert board.variant == kind(1, "any", "gnomes")


# --- throws without a game --------------------------------------------------------------------------------------


def blocks_pushed(level: int, dice: str, blocks: str = "") -> tuple[str, dict[str, str]]:
    """What is said of a throw, and by its blocks each push with all its calculations."""
    text, lines = score.count(blocs.variant({"level": level}), dice, blocks)
    return text.fr, dict(line.fr.partition(" : ")[::2] for line, _ in lines)


@pytest.mark.rule("B3", "B4")
def test_what_a_throw_can_push() -> None:
    text, named = blocks_pushed(3, "5 4", "2 3 6 12")
    assert set(named) == {"3, 6", "3, 12", "2, 3, 6", "2, 3, 12", "2, 6, 12", "3, 6, 12"}
    assert named["2, 3, 6"] == "6 × 3 + 2  ·  6 × 2 − 3  ·  6 × 3 ÷ 2"
    assert "9 ou 20" in text


@pytest.mark.parametrize(
    ("dice", "blocks", "words", "ways"),
    [
        ("3 4", "", "total de 7", 0),
        ("6 2", "2,9,12", "le chiffre d’un dé", 1),
        ("1 2", "5,6", "le tour passe", 0),
        ("3 3", "6,8", "double", 2),
    ],
)
@pytest.mark.rule("B7", "B8", "B9", "B10")
def test_special_throws_are_explained(dice: str, blocks: str, words: str, ways: int) -> None:
    text, named = blocks_pushed(1, dice, blocks)
    assert words in text
    assert len(named) == ways


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_way_makes_its_goal(level: int) -> None:
    checked = 0
    for dice in itertools.combinations_with_replacement(range(1, 7), 2):
        for label, ways in blocks_pushed(level, f"{dice[0]} {dice[1]}")[1].items():
            blocks = tuple(map(int, label.split(", ")))
            for way in ways.split("  ·  ") if any(sign in ways for sign in "+−×÷") else ():
                assert blocs.check(level, blocks, blocs.targets(level, dice), way) == blocs.calculation.spell(way)
                checked += 1
    assert checked > 30


def test_a_short_list_says_how_many_more() -> None:
    ways = ("6*3+2", "6*2-3", "6*3/2")
    assert score.list_ways(ways, 1) == "6 × 3 + 2  (+2)"
    assert score.list_ways(ways) == "6 × 3 + 2  ·  6 × 2 − 3  ·  6 × 3 ÷ 2"
