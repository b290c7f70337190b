"""À l'assaut du Cadeau !, rule by rule."""

import itertools
from fractions import Fraction

import pytest

from tablee.core.errors import GameOver, IllegalEvent, NotationError
from tablee.core.game import Roll
from tablee.games import cadeau
from tablee.games.cadeau import Combination, Variant, Write
from tests.positions import zones


def tokens(state: cadeau.State, player: int) -> str:
    return " ".join(map(str, cadeau.moves(state, player)))


@pytest.mark.rule("C1")
def test_two_sides_and_the_lutins_begin() -> None:
    state = cadeau.start(Variant())
    assert cadeau.seats(Variant()) == 2
    assert cadeau.players(state) == (1,)
    assert cadeau.seat_name(Variant(), 1).fr == "les Lutins"
    assert cadeau.seat_name(Variant(), 2).fr == "les Gnomes"


@pytest.mark.rule("C2")
def test_five_zones_of_three_facing_cells() -> None:
    assert cadeau.variant() == Variant(5, "ordered") == Variant()
    state = cadeau.start(cadeau.variant())
    assert state.sides == ((0,) * 15, (0,) * 15)
    assert state.die == 0
    for number in range(1, 10):
        assert len(cadeau.start(cadeau.variant({"zones": number})).sides[0]) == 3 * number


@pytest.mark.rule("C3")
def test_a_turn_is_a_roll_then_any_empty_cell_of_ones_own() -> None:
    state = zones("1.. ...", "... ..2")
    assert cadeau.phase(state) == "roll"
    assert cadeau.moves(state, 1) == ()
    assert cadeau.rolls(state) == tuple((Roll((face,)), Fraction(1, 6)) for face in range(1, 7))
    state = cadeau.play(state, Roll((4,)))
    assert cadeau.phase(state) == "move"
    assert cadeau.rolls(state) == ()
    assert tokens(state, 1) == "1b 1c 2a 2b 2c"
    assert tokens(state, 2) == ""
    assert cadeau.play(state, Write(2, 1)) == zones("1.. .4.", "... ..2")


@pytest.mark.rule("C3")
def test_no_other_cell_and_no_second_roll() -> None:
    rolled = zones("1.. ...", "... ..2", die=4)
    with pytest.raises(IllegalEvent, match="Cell 1a already holds a 1"):
        cadeau.play(rolled, Write(1, 0))
    with pytest.raises(IllegalEvent, match="already rolled"):
        cadeau.play(rolled, Roll((2,)))
    for zone, cell in ((3, 0), (0, 1), (-1, 0), (1, 3), (2, -1)):
        with pytest.raises(IllegalEvent, match="the board has 2 zones, cells") as refused:
            cadeau.play(rolled, Write(zone, cell))
        assert "le plateau a 2 zones, cases" in refused.value.text.fr
    with pytest.raises(IllegalEvent, match="must be rolled first"):
        cadeau.play(zones("1..", "2.."), Write(1, 1))
    with pytest.raises(IllegalEvent, match="one die"):
        cadeau.play(zones("...", "..."), Roll((2, 3)))
    with pytest.raises(IllegalEvent, match="one die"):
        cadeau.play(zones("...", "..."), Roll((7,)))
    with pytest.raises(IllegalEvent, match="belongs to another game"):
        cadeau.play(rolled, "1b")  # type: ignore[arg-type]


@pytest.mark.rule("C4")
def test_turns_alternate_until_every_cell_is_written() -> None:
    assert cadeau.players(zones("1..", "...")) == (2,)
    assert cadeau.players(zones("1..", "2..")) == (1,)
    last = zones("111", "66.", die=6)
    assert cadeau.players(last) == (2,)
    assert tokens(last, 2) == "1c"
    over = cadeau.play(last, Write(1, 2))
    assert cadeau.phase(over) == "over"
    assert cadeau.players(over) == ()
    assert cadeau.rolls(over) == ()
    assert cadeau.outcome(last) is None
    for event in (Roll((1,)), Write(1, 0)):
        with pytest.raises(GameOver):
            cadeau.play(over, event)


def kind(dice: str, straights: str = "ordered") -> Combination:
    a, b, c = map(int, dice)
    return cadeau.combination(straights, (a, b, c))


@pytest.mark.rule("C5", "C10")
def test_every_triple_fits_its_strongest_kind() -> None:
    counted: dict[str, dict[str, int]] = {}
    for straights in ("ordered", "any"):
        counts = dict.fromkeys(("three", "straight", "nine", "sum"), 0)
        for dice in itertools.product(range(1, 7), repeat=3):
            counts[cadeau.combination(straights, dice).kind] += 1
        counted[straights] = counts
    # 6 triples; four runs in 2 or 6 orders; of the 25 ways to make 9, one is 3-3-3 and 2-3-4 makes the rest
    assert counted["ordered"] == {"three": 6, "straight": 8, "nine": 22, "sum": 180}
    assert counted["any"] == {"three": 6, "straight": 24, "nine": 18, "sum": 168}
    assert kind("333") == Combination("three", 3)
    assert kind("234") == Combination("straight", 4)


def holder(lutins: str, gnomes: str, straights: str = "ordered") -> int:
    verdict = cadeau.zone(zones(lutins, gnomes, straights=straights), 1)
    assert verdict is not None
    return verdict.holder


@pytest.mark.rule("C5")
def test_strongest_to_weakest() -> None:
    ranked = ("111", "123", "126", "665")  # three of a kind, straight, nine, sum of 17
    for place, stronger in enumerate(ranked):
        for weaker in ranked[place + 1 :]:
            assert holder(stronger, weaker) == 1
            assert holder(weaker, stronger) == 2


@pytest.mark.rule("C6", "C7", "C8", "C9")
@pytest.mark.parametrize(
    ("lutins", "gnomes", "nobody"),
    [
        ("666 222", "555 111", "444 444"),  # the higher three of a kind
        ("345 432", "321 123", "456 654"),  # the higher straight, rising or falling
        ("126 531", "665 554", "126 531"),  # a nine; two nines hold nothing
        ("661 113", "552 112", "662 554"),  # the higher sum
    ],
)
def test_of_one_kind_the_higher_wins(lutins: str, gnomes: str, nobody: str) -> None:
    for ours, theirs in zip(lutins.split(), gnomes.split(), strict=True):
        assert (holder(ours, theirs), holder(theirs, ours)) == (1, 2)
    assert holder(*nobody.split()) == 0


@pytest.mark.rule("C7a")
def test_a_straight_reads_from_cell_to_cell_unless_any_order_counts() -> None:
    assert kind("342") == Combination("nine", 9)  # the sheet's own example of a nine
    assert kind("342", "any") == Combination("straight", 4)
    for dice in ("132", "213", "231", "312"):
        assert kind(dice).kind == "sum"
        assert kind(dice, "any") == Combination("straight", 3)
    for dice in ("123", "321"):
        assert kind(dice) == kind(dice, "any") == Combination("straight", 3)
    assert kind("135").kind == "nine"
    assert kind("112").kind == "sum"
    assert kind("126") == kind("441") == Combination("nine", 9)


@pytest.mark.rule("C4", "C11")
@pytest.mark.parametrize(
    ("lutins", "gnomes", "winners", "scores", "words"),
    [
        (
            "111 665 126",
            "665 111 665",
            (1,),
            {1: 2, 2: 1},
            "The Elves win by 2 zones to 1: the Supreme Gift is safe!",
        ),
        ("665 111 665", "111 665 126", (2,), {1: 1, 2: 2}, "The Gnomes win by 2 zones to 1: the Gift is stolen!"),
        ("111 665 126", "665 111 126", (), {1: 1, 2: 1}, "A tie, 1 zone each: nobody wins… a rematch?"),
        ("126", "126", (), {1: 0, 2: 0}, "A tie, 0 zones each: nobody wins… a rematch?"),
    ],
)
def test_most_zones_win(lutins: str, gnomes: str, winners: tuple[int, ...], scores: dict[int, int], words: str) -> None:
    outcome = cadeau.outcome(zones(lutins, gnomes))
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.scores == scores
    assert outcome.reason.en == words
    assert outcome.reason.fr.count("zone ") + outcome.reason.fr.count("zones ") == 1


def test_a_zone_says_why() -> None:
    state = zones("666 12. 345 126", "123 ... 456 531")
    first, third, nobody = cadeau.zone(state, 1), cadeau.zone(state, 3), cadeau.zone(state, 4)
    assert first is not None
    assert third is not None
    assert nobody is not None
    assert first.reason.en == "the Elves: three 6s against straight 1-2-3"
    assert first.reason.fr == "les Lutins : trois 6 contre suite 1-2-3"
    assert third.reason.en == "the Gnomes: straight 4-5-6 against straight 3-4-5"
    assert nobody.reason.en == "total of 9 on both sides: nobody"
    assert cadeau.zone(state, 2) is None
    assert cadeau.zone(zones("...", "666"), 1) is None
    assert cadeau.zone(zones("666", "66."), 1) is None


def test_an_event_is_told_in_words() -> None:
    assert cadeau.tell(zones("...", "..."), Roll((5,))).en == "The Elves roll a 5."
    assert cadeau.tell(zones("1..", "...", die=2), Write(1, 1)).fr == "Les Gnomes écrivent un 2 : zone 1, case b."
    sentence = cadeau.tell(zones("123", "11.", die=1), Write(1, 2))
    assert (
        sentence.en == "The Gnomes write a 1: zone 1, cell c. The Gnomes win zone 1: three 1s against straight 1-2-3."
    )


@pytest.mark.parametrize(
    "token", ["", "a", "0a", "1d", "10a", "1A", "1", "11a", "１a", "d", "d0", "d7", "d44", "dx", "2a ", "1¤", "¤a"]
)
def test_tokens_that_are_no_events(token: str) -> None:
    with pytest.raises(NotationError):
        cadeau.parse(token)


def test_tokens_round_trip() -> None:
    for token in ("d1", "d6", "1a", "9c", "5b"):
        assert str(cadeau.parse(token)) == token
