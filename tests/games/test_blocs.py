"""Pousse-blocs, rule by rule."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from tablee.core.errors import CalculationError, GameOver, IllegalEvent, NotationError, VariantError
from tablee.core.game import Roll
from tablee.games import blocs
from tablee.games.blocs import ALL, Push, State, Variant, calculation
from tests.positions import mask, track

ROOM = "2 3 4 5 6 8 9 10 11 12"


def legal(state: State) -> set[str]:
    return {str(push) for push in blocs.moves(state, blocs.players(state)[0])}


def may(mode: str, *seats: str, seat: int = 0, dice: str = "", opened: bool = True) -> State:
    """A position in which nobody has to push (B6)."""
    state = track(mode, 1, *seats, seat=seat, dice=dice, opened=opened)
    return replace(state, variant=replace(state.variant, push="may"))


def push(state: State, token: str) -> State:
    return blocs.play(state, blocs.parse(token))


def throw(state: State, dice: str) -> State:
    return blocs.play(state, blocs.parse(f"d{dice}"))


@pytest.mark.rule("B1")
def test_ten_blocks_without_a_one_or_a_seven() -> None:
    assert blocs.BLOCKS == (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    state = blocs.start(Variant("duel", 1))
    assert blocs.numbers(state.seats[0]) == blocs.BLOCKS
    assert mask(ROOM) == ALL
    assert len(blocs.rolls(state)) == 21
    weights = dict(blocs.rolls(state))
    assert weights[Roll((2, 2))] == Fraction(1, 36)
    assert weights[Roll((2, 5))] == Fraction(1, 18)


@pytest.mark.rule("B2")
def test_the_level_and_the_mode_are_chosen_before_play() -> None:
    assert blocs.variant() == Variant("duel", 1) == Variant()
    assert blocs.seat_name(Variant(), 2).en == "player 2"
    assert blocs.variant({"mode": "solo", "level": 3}) == Variant("solo", 3)
    assert [blocs.seats(Variant(mode)) for mode in ("duel", "solo", "fast", "three", "four")] == [2, 1, 2, 3, 4]


@pytest.mark.rule("B3")
def test_the_target_is_the_sum_and_at_level_three_also_the_product() -> None:
    assert blocs.targets(1, (4, 5)) == blocs.targets(2, (4, 5)) == (9,)
    assert blocs.targets(3, (4, 5)) == (9, 20)
    assert blocs.targets(3, (2, 2)) == (4,)


@pytest.mark.rule("B4")
def test_the_sheets_own_examples() -> None:
    five_four = "45"
    one = legal(track("duel", 1, ROOM, "", dice=five_four))
    two = legal(track("duel", 2, ROOM, "", dice=five_four))
    three = legal(track("duel", 3, ROOM, "", dice=five_four))
    assert one == {"9", "4,5", "3,6", "2,3,4"}
    assert "3,12" in two - one
    assert one < two < three
    assert {"2,3,6", "8,12", "2,4,10"} <= three - two


@pytest.mark.rule("B4")
def test_the_ways_of_a_push_simplest_first() -> None:
    state = track("duel", 3, ROOM, "", dice="45")
    assert blocs.ways(state, Push((2, 3, 6))) == ("6*3+2", "6*2-3", "6*3/2")
    assert blocs.ways(state, Push((2, 4, 10))) == ("10/2+4", "10*4/2", "10*(4-2)")
    assert blocs.ways(state, Push((9,))) == ("9",)
    assert blocs.ways(state, Push((8, 12))) == ("12+8",)
    assert blocs.ways(state, Push((2, 3))) == ()


@pytest.mark.rule("B4")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_blocks_can_make_is_what_their_calculations_make(level: int) -> None:
    for size in (1, 2, 3):
        for blocks in combinations(blocs.BLOCKS, size):
            made = calculation.values(level, blocks).values()
            assert calculation.reach(level, blocks) == {value for value in made if value.denominator == 1}


@pytest.mark.rule("B5")
def test_a_push_is_recorded_with_a_calculation_that_makes_the_target() -> None:
    state = track("duel", 3, ROOM, "", dice="45")
    plain = push(state, "2,3,6")
    for wording in ("6*2-3", "2*6-3", "6*3/2", "(6*3)/2", "6/2*3", "((2))+3*6", "6 × 2 − 3", "6×2–3", "6×3÷2"):
        assert push(state, f"2,3,6:{wording}") == plain
    assert str(blocs.parse("2,3,6:6 × 2 − 3")) == "2,3,6:6*2-3"


@pytest.mark.rule("B5")
@pytest.mark.parametrize(
    ("wording", "why"),
    [
        ("6+2-3", "= 5: the target was 9 or 20"),
        ("9", "use each block exactly once"),
        ("6*2-3+0", "use each block exactly once"),
        ("2+2+3+2", "use each block exactly once"),
        ("6/(3-3)*2", "divides by zero"),
        ("6*2/0+3", "divides by zero"),
        ("", "1 to 60 characters"),
        ("6*2-", "A number is missing after the −."),
        ("(6*2-3", "A bracket is missing"),
        ("(6(2*3", "“(” does not belong here (character 3)"),
        ("6*2-3)", "does not belong here (character 6)"),
        ("-3+6*2", "“-” does not belong here (character 1)"),
        ("6**2-3", "“*” does not belong here (character 3)"),
        ("6^2-3", "“^” does not belong here (character 2)"),
        ("6*2-003", "“003” does not belong here"),
        ("__import__", "“_” does not belong here"),
        ("((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((", "1 to 60 characters"),
        ("9" * 5000, "1 to 60 characters"),
        ("٦*2-3", "does not belong here"),
    ],
)
def test_a_wrong_foreign_or_malformed_calculation_is_refused_with_the_reason(wording: str, why: str) -> None:
    state = track("duel", 3, ROOM, "", dice="45")
    with pytest.raises(CalculationError) as refused:
        blocs.play(state, Push((2, 3, 6), blocs.parse(f"2,3,6:{wording}").calculation))  # type: ignore[union-attr]
    assert why in refused.value.text.en


@pytest.mark.rule("B4", "B5")
def test_a_calculation_keeps_to_the_operations_of_its_level() -> None:
    for level, wording, token in ((1, "12-3", "3,12"), (2, "6*2-3", "2,3,6"), (2, "4+10/2", "2,4,10")):
        with pytest.raises(IllegalEvent):
            push(track("duel", level, ROOM, "", dice="45"), f"{token}:{wording}")
    with pytest.raises(CalculationError, match="level 2 only uses"):
        blocs.check(2, (2, 3, 4), (9,), "4*2+3")
    with pytest.raises(CalculationError, match="level 1 only uses"):
        blocs.check(1, (2, 3, 4), (9,), "4+3-2")
    assert blocs.check(2, (2, 3, 4), (5,), "4+3-2") == "4+3-2"
    assert blocs.check(2, (3, 12), (9,), "(" * 28 + "12-3" + ")" * 28)  # the longest


@pytest.mark.rule("B6")
def test_after_a_push_that_made_a_target_the_same_player_throws_again() -> None:
    state = push(track("duel", 1, ROOM, "", dice="45"), "4,5")
    assert blocs.phase(state) == "roll"
    assert blocs.players(state) == (1,)
    assert blocs.numbers(state.seats[0]) == (2, 3, 6, 8, 9, 10, 11, 12)
    assert blocs.numbers(state.seats[1]) == (4, 5)
    with pytest.raises(IllegalEvent, match="already rolled"):
        throw(track("duel", 1, "9 12", "2", dice="45"), "11")  # nobody may stop early


@pytest.mark.rule("B7")
def test_a_double_pushes_any_two_blocks_or_a_target() -> None:
    state = track("duel", 1, "2 9 12", "3", dice="66")
    assert legal(state) == {"12", "2,9", "2,12", "9,12"}
    assert blocs.players(push(state, "2,9")) == (1,)
    assert legal(track("duel", 1, "2 4 9", "3", dice="33")) == {"2,4", "2,9", "4,9"}
    state = track("duel", 1, "9", "3", dice="11")
    assert legal(state) == {"9"}
    for free, token in ((track("duel", 1, "2 9 12", "3", dice="66"), "2,9:9+2"), (state, "9:9")):
        with pytest.raises(CalculationError, match="a double needs no calculation"):
            push(free, token)
    assert blocs.players(push(track("duel", 1, "2 4 9", "3", dice="33"), "2,4:4+2")) == (1,)


@pytest.mark.rule("B8")
def test_a_seven_ends_the_turn_at_every_level() -> None:
    for level in (1, 2, 3):
        for dice in ("16", "25", "34"):
            state = throw(track("duel", level, ROOM[2:], "2", seat=0), dice)
            assert blocs.phase(state) == "roll"
            assert blocs.players(state) == (2,)
            assert state.opened


@pytest.mark.rule("B8")
def test_a_seven_before_any_push_is_thrown_again() -> None:
    for mode in ("duel", "fast", "three", "four", "solo"):
        start = blocs.start(Variant(mode, 1))
        assert throw(start, "34") == start
    assert blocs.players(throw(track("duel", 1, ROOM, "", seat=1, opened=True), "34")) == (1,)


@pytest.mark.rule("B9")
def test_a_single_die_pushes_its_own_block_and_the_turn_ends() -> None:
    state = track("duel", 1, "3 12", "2 4", dice="35")
    assert legal(state) == {"3"}
    after = push(state, "3")
    assert blocs.players(after) == (2,)
    assert blocs.numbers(after.seats[1]) == (2, 3, 4)
    assert push(state, "3:3") == after
    with pytest.raises(CalculationError, match="exactly once"):
        push(state, "3:12")
    with pytest.raises(IllegalEvent, match="only block 3 can be pushed"):
        push(state, "12")
    assert legal(track("duel", 1, "5 12", "2", dice="35")) == {"5"}


@pytest.mark.rule("B9")
def test_only_when_no_target_can_be_made() -> None:
    assert legal(track("duel", 1, "3 8", "2", dice="35")) == {"8"}
    assert legal(track("duel", 2, "3 12 9", "2", dice="36")) == {"9", "3,12"}
    assert blocs.phase(throw(track("duel", 3, "4 12", "2"), "14")) == "move"


@pytest.mark.rule("B10")
def test_if_nothing_can_be_pushed_the_turn_passes() -> None:
    state = throw(track("duel", 1, "12", "2 3"), "35")
    assert blocs.phase(state) == "roll"
    assert blocs.players(state) == (2,)
    assert state.dice == ()


@pytest.mark.rule("B11")
def test_the_first_to_push_their_last_block_wins_at_once() -> None:
    over = push(track("duel", 1, "4 5", "2 3", dice="45"), "4,5")
    assert blocs.phase(over) == "over"
    assert blocs.players(over) == ()
    assert blocs.rolls(over) == ()
    assert blocs.moves(over, 1) == ()
    outcome = blocs.outcome(over)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == {}
    single = blocs.outcome(push(track("duel", 1, "5", "2 3", dice="45"), "5"))  # B9 wins too
    assert single is not None
    assert single.winners == (1,)
    for event in (Roll((1, 2)), Push((2,))):
        with pytest.raises(GameOver):
            blocs.play(over, event)
    assert blocs.outcome(track("duel", 1, "4 5", "2 3", dice="45")) is None


@pytest.mark.rule("B12")
def test_never_more_than_three_blocks() -> None:
    state = track("duel", 1, ROOM, "", dice="66")
    assert max(len(push.blocks) for push in blocs.moves(state, 1)) == 3
    with pytest.raises(IllegalEvent, match="At most three"):
        push(track("duel", 2, ROOM, "", dice="56"), "2,3,4,8")


@pytest.mark.rule("B13")
def test_duel_what_one_pushes_becomes_the_others() -> None:
    start = blocs.start(Variant("duel", 1))
    assert start.seats == (ALL, 0)
    state = push(throw(start, "46"), "10")
    state = throw(throw(state, "25"), "55")
    assert legal(state) == {"10"}
    over = push(state, "10")
    assert over.seats == (ALL, 0)
    outcome = blocs.outcome(over)
    assert outcome is not None
    assert outcome.winners == (2,)


@pytest.mark.rule("B14")
def test_fast_each_has_ten_of_their_own() -> None:
    state = blocs.start(Variant("fast", 1))
    assert state.seats == (ALL, ALL)
    state = push(throw(state, "46"), "10")
    assert state.seats == (ALL & ~mask("10"), ALL)
    state = throw(state, "25")
    assert blocs.players(state) == (2,)
    state = throw(state, "25")
    assert blocs.players(state) == (1,)


@pytest.mark.rule("B15")
def test_four_two_sets_and_seats_that_face_each_other() -> None:
    state = blocs.start(Variant("four", 1))
    assert state.seats == (ALL, ALL, 0, 0)
    state = push(throw(state, "46"), "10")
    assert state.seats == (ALL & ~mask("10"), ALL, mask("10"), 0)
    order = [blocs.players(state)]
    for _ in range(4):
        state = throw(state, "34")
        order.append(blocs.players(state))
    assert order == [(1,), (2,), (3,), (4,), (1,)]
    state = throw(throw(throw(state, "34"), "34"), "46")
    assert blocs.players(state) == (3,)
    assert legal(state) == {"10"}
    empty = track("four", 1, ROOM, ROOM, "", "", seat=3)
    assert blocs.players(throw(empty, "66")) == (1,)  # no block in front: throws, cannot push
    state = push(track("four", 1, "2 3", "4 5", "6 8", "9 10", seat=1, dice="45"), "4,5")
    assert state.over
    assert blocs.numbers(state.seats[3]) == (4, 5, 9, 10)


@pytest.mark.rule("B16")
def test_three_the_third_person_holds_two_seats() -> None:
    state = push(throw(blocs.start(Variant("three", 1)), "46"), "10")
    order = [(blocs.players(state), state.seat)]
    for _ in range(4):
        state = throw(state, "34")
        order.append((blocs.players(state), state.seat))
    assert order == [((1,), 0), ((2,), 1), ((3,), 3), ((3,), 2), ((1,), 0)]
    for seat in (2, 3):
        rows = ["2", "2", "2", "2"]
        rows[seat] = "9"
        outcome = blocs.outcome(push(track("three", 1, *rows, seat=seat, dice="45"), "9"))
        assert outcome is not None
        assert outcome.winners == (3,)


@pytest.mark.rule("B17")
def test_solo_a_seven_is_thrown_again_and_a_single_block_goes_on() -> None:
    state = track("solo", 1, "3 12")
    assert throw(state, "25") == state
    after = push(throw(state, "35"), "3")
    assert blocs.players(after) == (1,)
    assert blocs.phase(after) == "roll"
    over = throw(after, "35")
    assert blocs.phase(over) == "over"
    outcome = blocs.outcome(over)
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.scores == {1: 12}
    assert "add up to 12" in outcome.reason.en
    outcome = blocs.outcome(push(track("solo", 1, "4 5", dice="45"), "4,5"))
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == {1: 0}  # a perfect game is a win


def test_refusals_say_why() -> None:
    state = track("duel", 1, "4 5 9", "2", dice="45")
    for token, why in (
        ("3,6", "3 and 6 are no longer in front of you"),
        ("7", "7 is no longer in front of you"),
        ("4", "4 does not work: the target is 9"),
        ("5,9", "5 and 9 do not work: the target is 9"),
    ):
        with pytest.raises(IllegalEvent) as refused:
            push(state, token)
        assert why in refused.value.text.en
    with pytest.raises(IllegalEvent, match="too many for the double"):
        push(track("duel", 1, "4 5 9", "2", dice="44"), "4,5,9")
    with pytest.raises(IllegalEvent, match="rolled first"):
        push(track("duel", 1, "4", "2"), "4")
    with pytest.raises(IllegalEvent, match="two dice"):
        blocs.play(track("duel", 1, "4", "2"), Roll((4,)))
    with pytest.raises(IllegalEvent, match="belongs to another game"):
        blocs.play(track("duel", 1, "4", "2"), "4")  # type: ignore[arg-type]


@pytest.mark.rule("B6")
def test_whoever_has_to_push_may_say_no() -> None:
    state = may("duel", "4 5 9", "2", dice="45")
    assert legal(state) == {"-", "9", "4,5"}
    after = push(state, "-")
    assert (after.seats, after.seat, after.dice, after.opened) == (state.seats, 1, (), True)
    assert legal(may("duel", "3 12", "2", dice="35")) == {"-", "3"}  # B9, too
    assert blocs.phase(throw(may("duel", "12", "2"), "45")) == "roll"  # nothing to push, nothing to say


@pytest.mark.rule("B6")
def test_no_push_is_refused_where_one_has_to_be_made() -> None:
    with pytest.raises(IllegalEvent, match="so you must"):
        push(track("duel", 1, "4 5 9", "2", dice="45"), "-")
    with pytest.raises(IllegalEvent, match="rolled first"):
        push(may("duel", "4 5 9", "2"), "-")
    assert "-" not in legal(track("duel", 1, "4 5 9", "2", dice="45"))


@pytest.mark.rule("B8")
def test_a_game_that_began_with_no_push_still_throws_sevens_again() -> None:
    state = push(throw(blocs.start(blocs.variant({"push": "may"})), "45"), "-")
    assert blocs.players(state) == (2,)
    assert throw(state, "34") == state
    assert blocs.players(throw(state, "33")) == (1,)  # nothing lies before player 2


@pytest.mark.rule("B17")
def test_alone_no_push_ends_the_game() -> None:
    outcome = blocs.outcome(push(may("solo", "3 12", dice="35"), "-"))
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((), {1: 15})
    assert outcome.reason.en == "No push: the blocks left add up to 15."


@pytest.mark.rule("B17")
@pytest.mark.parametrize(
    ("blocks", "dice", "token", "left"), [("3 12", "35", "3", 12), ("3", "35", "3", 0), ("8 12", "35", "8", None)]
)
def test_a_single_block_can_end_a_game_alone(blocks: str, dice: str, token: str, left: int | None) -> None:
    state = track("solo", 1, blocks, dice=dice)
    outcome = blocs.outcome(push(replace(state, variant=replace(state.variant, single="end")), token))
    assert (outcome.scores[1] if outcome else None) == left
    if left:
        assert outcome is not None
        assert outcome.reason.en == "A block pushed by one die: the blocks left add up to 12."


@pytest.mark.rule("B18")
@pytest.mark.parametrize(
    ("mode", "seats"),
    [
        ("duel", ("2 4 5 6 8 9 11 12", "3 10")),
        ("fast", (ROOM, "2 4 5 6 8 9 11 12")),
        ("solo", ("2 4 5 6 8 9 11 12",)),
    ],
)
def test_given_blocks(mode: str, seats: tuple[str, ...]) -> None:
    state = blocs.start(blocs.variant({"mode": mode, "given": "3,10"}))
    assert state.seats == tuple(map(mask, seats))
    assert throw(state, "34") == state  # B8: no push in play yet


@pytest.mark.rule("B18")
@pytest.mark.parametrize("given", ["10,3", "3,3", "7", "3, 10", ",", "2,3,4,5,6,8,9,10,11,12", 3, ["3"], None])
def test_what_cannot_be_given(given: object) -> None:
    with pytest.raises(VariantError, match="smallest first"):
        blocs.variant({"given": given})


@pytest.mark.parametrize(
    "settings",
    [
        {"mode": "three", "given": "3"},
        {"mode": "four", "given": "3"},
        {"mode": "duel", "single": "end"},
        {"mode": "fast", "single": "end"},
    ],
)
def test_settings_that_belong_to_other_modes(settings: dict[str, object]) -> None:
    with pytest.raises(VariantError, match="only goes with mode="):
        blocs.variant(settings)


def test_settings_say_what_is_not_as_usual() -> None:
    assert blocs.settings(Variant()) == {"mode": "duel", "level": 1}
    whole = {"mode": "solo", "level": 2, "push": "may", "single": "end", "given": "3,10"}
    assert blocs.settings(blocs.variant(whole)) == whole
    assert blocs.variant({"push": "must", "single": "again", "given": ""}) == Variant()


NO_TOKENS = "2;3 2,2 5,4 -- -:2 -,2 2, ,2 02 d5 d d777 d07 x ²"


@pytest.mark.parametrize("token", ["", "2, 3", "1" * 500, *NO_TOKENS.split()])
def test_tokens_that_are_no_events(token: str) -> None:
    with pytest.raises(NotationError):
        blocs.parse(token)


def test_tokens_round_trip_and_dice_are_sorted() -> None:
    for token in ("9", "4,5", "2,3,6", "2,3,6:6*2-3", "-", "d35", "d66"):
        assert str(blocs.parse(token)) == token
    assert blocs.parse("d53") == Roll((3, 5))


@pytest.mark.parametrize(
    ("state", "token", "sentence"),
    [
        (track("duel", 1, ROOM, ""), "d45", "Player 1 rolls 4 and 5."),
        (track("duel", 1, "12", "2"), "d45", "Player 1 rolls 4 and 5. Nothing to push: the turn passes."),
        (track("duel", 1, ROOM, "", opened=False), "d34", "Player 1 rolls 3 and 4. A 7: roll again."),
        (track("duel", 3, ROOM, "", dice="45"), "2,3,6:6*3/2", "Player 1 pushes 2, 3 and 6: 6 × 3 ÷ 2 = 9."),
        (track("duel", 3, ROOM, "", dice="45"), "8,12", "Player 1 pushes 8 and 12: 12 + 8 = 20."),
        (track("duel", 1, "2 9 12", "3", dice="66"), "2,9", "Player 1 pushes 2 and 9."),
        (track("duel", 1, "3 12", "2", dice="35"), "3", "Player 1 pushes 3. The turn passes."),
        (may("duel", "3 12", "2", dice="35"), "-", "Player 1 does not push. The turn passes."),
        (may("solo", "3 12", dice="35"), "-", "Player 1 does not push."),
        (track("duel", 3, ROOM, "", dice="45"), "2,3,6:2*6-3", "Player 1 pushes 2, 3 and 6: 2 × 6 − 3 = 9."),
    ],
)
def test_events_are_told_in_words(state: State, token: str, sentence: str) -> None:
    assert blocs.tell(state, blocs.parse(token)).en == sentence


def test_calculations_are_ordered_by_the_effort_of_saying_them() -> None:
    assert blocs.calculations(3, (2, 4, 6), (2, 1)) == (
        *("4*2-6", "4-6/2", "(4+2)/6", "(6+2)/4", "6/(4+2)", "(6-2)/4", "(6-4)/2", "2/(6-4)", "4/(6-2)"),
    )
    assert blocs.calculations(3, (3, 4, 6), (6, 8)) == ("4*3-6", "6/3+4", "6*4/3", "3*(6-4)", "6*(4-3)", "6/(4-3)")
