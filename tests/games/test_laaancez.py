"""Laaancez !, rule by rule."""

import pytest

from tablee.core.errors import GameOver, IllegalEvent, NotationError
from tablee.core.game import Roll
from tablee.games import laaancez
from tablee.games.laaancez import Copy, Hidden, Item, Pass, State, Throw, Tick
from tests.positions import battle, study_sheet

FULL = "boule boule boule boule boule / boule boule boule boule boule / boule boule boule / boule boule boule"
NOEL = study_sheet()
START = laaancez.start(laaancez.variant())


def play(state: State, *tokens: str) -> State:
    for token in tokens:
        state = laaancez.play(state, laaancez.parse(token))
    return state


def legal(state: State, player: int) -> set[str]:
    return set(map(str, laaancez.moves(state, player)))


def item(state: State, player: int, cell: str) -> Item | None:
    return state.sheets[player - 1][state.variant.sheet.index[cell]]


@pytest.mark.rule("L1", "L2")
def test_two_sheets_with_a_candle_from_the_start() -> None:
    assert laaancez.seats(START.variant) == 2
    assert laaancez.seat_name(START.variant, 2).fr == "joueur 2"
    assert laaancez.winner(START) == 0
    assert NOEL.rows == (5, 5, 3, 3, 1)
    assert " ".join(NOEL.cells) == "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 d1 d2 d3 e1"
    for player in (1, 2):
        assert item(START, player, "e1") == Item("bougie", 1, 1)
        assert [cell for cell in NOEL.cells if item(START, player, cell)] == ["e1"]


@pytest.mark.rule("L3")
def test_damage_is_ticked_one_at_a_time_up_to_the_limit() -> None:
    state = play(START, "d2", "1.sapin@a1", "2.sapin@a1")
    assert item(state, 1, "a1") == Item("sapin", 4, 0)
    for damage in (1, 2, 3):
        state = play(state, "d2", "1.+a1", "2.sapin@" + f"b{damage}")
        assert item(state, 1, "a1") == Item("sapin", 4, damage)
    state = play(state, "d2")
    assert "1.+a1" not in legal(state, 1)
    with pytest.raises(IllegalEvent, match="already at its damage limit"):
        play(state, "1.+a1")


@pytest.mark.rule("L4")
def test_both_choose_at_the_same_time_after_each_roll() -> None:
    state = play(START, "d3")
    assert laaancez.phase(state) == "move"
    assert laaancez.players(state) == (1, 2)
    assert legal(state, 1) == {f"1.{kind}@{cell}" for kind in ("bonnet", "sucre") for cell in NOEL.cells[:-1]}
    one_first = play(state, "1.bonnet@a3")
    assert laaancez.players(one_first) == (2,)
    assert legal(one_first, 1) == set()
    two_first = play(state, "2.sucre@a3")
    assert laaancez.players(two_first) == (1,)
    both = play(one_first, "2.sucre@a3")
    assert both == play(two_first, "1.bonnet@a3")
    assert item(both, 1, "a3") == Item("bonnet", 3, 1)
    assert item(both, 2, "a3") == Item("sucre", 2, 2)
    assert laaancez.phase(both) == laaancez.phase(START) == "roll"
    turns = [START, both, play(both, "d3", "1.bonnet@a1", "2.sucre@a1")]
    assert [laaancez.players(state) for state in turns] == [(1,), (2,), (1,)]


@pytest.mark.rule("L4")
def test_neither_sees_the_others_choice() -> None:
    state = play(START, "d3", "2.sucre@a3")
    assert laaancez.view(state, 1).choices == (None, Hidden(2))
    assert laaancez.view(state, 2) == state
    assert laaancez.view(state, 0).choices == (None, Hidden(2))
    assert laaancez.players(laaancez.view(state, 1)) == (1,)
    assert laaancez.moves(laaancez.view(state, 1), 1) == laaancez.moves(state, 1)
    with pytest.raises(IllegalEvent, match="still hidden"):
        play(laaancez.view(state, 1), "1.bonnet@a1")
    state = play(START, "d3", "1.sucre@a3")
    assert laaancez.view(state, 2).choices == (Hidden(1), None)


@pytest.mark.rule("L4", "L13")
def test_a_four_offers_a_tick_and_the_present() -> None:
    state = play(play(START, "d3", "1.bonnet@a3", "2.sucre@a3"), "d4")
    assert "1.+a3" in legal(state, 1)
    assert "1.cadeau@a1" in legal(state, 1)
    assert "1.cadeau@a3" not in legal(state, 1)
    for token, why in (
        ("1.cadeau@a3", "already taken"),
        ("1.bonnet@a1", "only offers \\+1 damage or present"),
        ("1.+b2", "Cell b2 is empty"),
        ("1.+e1", "already at its damage limit"),
        ("1.cadeau@c4", "There is no cell c4"),
        ("1.+f1", "There is no cell f1"),
        ("1.-", "pass only when there is nothing"),
    ):
        with pytest.raises(IllegalEvent, match=why):
            play(state, token)
    with pytest.raises(IllegalEvent, match="already chosen"):
        play(state, "1.+a3", "1.cadeau@a1")


@pytest.mark.rule("L5")
def test_a_player_passes_only_when_neither_option_can_be_carried_out() -> None:
    noel = study_sheet((2, 1))
    ticks = tuple(("+", "+") if face == 1 else pair for face, pair in enumerate(noel.faces, 1))
    sheet = laaancez.Sheet("study", noel.candle, noel.objects, ticks, noel.rows)
    state = play(laaancez.start(laaancez.Variant(sheet)), "d1")
    assert legal(state, 1) == {"1.-"}
    after = play(state, "1.-", "2.-")
    assert after.sheets == state.sheets
    assert laaancez.players(after) == (2,)
    state = play(after, "d2", "1.sapin@a1", "2.sapin@a1", "d1")
    assert legal(state, 1) == {"1.+a1"}  # the candle cannot be ticked


@pytest.mark.rule("L6")
def test_recruitment_ends_when_a_sheet_is_full_after_both_have_acted() -> None:
    almost = FULL.replace("boule", ".", 1)
    state = play(battle(almost, ". " * 4 + ". / boule boule boule boule boule", turn=2), "d1", "1.boule@a1")
    assert laaancez.phase(state) == "move"
    assert laaancez.players(state) == (2,)
    state = play(state, "2.boule@a1")
    assert laaancez.fights(state)
    assert laaancez.players(state) == (1,)
    with pytest.raises(IllegalEvent, match="combat has begun"):
        play(state, "d1")
    with pytest.raises(IllegalEvent, match="combat has begun"):
        play(state, "1.boule@a1")


@pytest.mark.rule("L6")
def test_ticks_do_not_fill_a_sheet() -> None:
    almost = FULL.replace("boule", ".", 1).replace("boule", "sapin", 1)
    state = play(battle(almost, "" + ". . . . ."), "d2", "1.+a2", "2.sapin@a1")
    assert not laaancez.fights(state)


@pytest.mark.rule("L7")
def test_a_thrown_object_takes_its_damage_in_hit_points_and_is_not_used_up() -> None:
    state = battle(FULL.replace("boule", "bonnet", 1), "sapin1 boule . . .")
    assert laaancez.phase(state) == "move"
    assert laaancez.players(state) == (1,)
    assert {token[:2] for token in legal(state, 1)} == {"a1", "a2", "a3", "a4", "a5"}
    assert {token[3:] for token in legal(state, 1)} == {"a1", "a2"}
    state = play(state, "a1xa1")
    assert item(state, 2, "a1") == Item("sapin", 3, 1)
    assert item(state, 1, "a1") == Item("bonnet", 3, 1)
    assert laaancez.players(state) == (2,)
    state = play(state, "a2xa3", "a2xa2")
    assert item(state, 2, "a2") == Item("boule", 0, 2)  # crossed out at 0 or less
    assert legal(play(battle(FULL, "etoile boule . . ."), "a1xa1"), 2) == {f"a2xa{n}" for n in range(1, 6)}


@pytest.mark.rule("L7")
def test_damage_beyond_the_hit_points_destroys_all_the_same() -> None:
    state = play(battle(FULL.replace("boule", "etoile4", 1), "boule sucre . . ."), "a1xa1")
    assert item(state, 2, "a1") == Item("boule", 0, 2)
    with pytest.raises(IllegalEvent, match="a1 cannot be thrown"):
        play(state, "a1xa1")
    with pytest.raises(IllegalEvent, match="a1 cannot be aimed at"):
        play(state, "a2xa3", "a2xa1")


@pytest.mark.rule("L8")
def test_an_object_with_no_damage_cannot_be_thrown() -> None:
    state = battle("sapin bouclier boule boule boule" + FULL[FULL.index(" /") :], "boule . . . .")
    assert {token[:2] for token in legal(state, 1)} == {"a3", "a4", "a5"}
    with pytest.raises(IllegalEvent, match="a1 cannot be thrown"):
        play(state, "a1xa1")


@pytest.mark.rule("L9")
@pytest.mark.parametrize(
    ("row", "aims"),
    [
        ("boule bouclier boule boule .", {"a2", "a4"}),
        ("boule bouclier*1 boule . boule", {"a2", "a5"}),
        ("boule bouclierx boule . .", {"a1", "a3"}),
        ("boule bouclier bouclier boule .", {"a2", "a3"}),  # a Shield can always be aimed at
        ("bouclier . boule . .", {"a1", "a3"}),  # protection does not reach over an empty cell
        ("bouclier boulex boule . .", {"a1", "a3"}),
        ("bouclier sapin boule . bouclier", {"a1", "a3", "a5"}),
        ("boule . . boule bouclier", {"a1", "a5"}),
    ],
)
def test_a_shield_protects_its_neighbours(row: str, aims: set[str]) -> None:
    state = battle(FULL, row + " / bouclier boule . . .")
    assert {token[3:] for token in legal(state, 1)} == aims
    hidden = {"a1", "a2", "a3", "a4", "a5"} - aims
    for cell in hidden:
        with pytest.raises(IllegalEvent, match=r"Shield protects|cannot be aimed"):
            play(state, f"a1x{cell}")


@pytest.mark.rule("L9")
def test_a_shield_protects_neither_across_rows_nor_from_being_thrown() -> None:
    protected = battle("boule bouclier boule boule boule" + FULL[FULL.index(" /") :], "boule . . . .")
    assert "a1xa1" in legal(protected, 1)
    state = battle(FULL, "sapin . . . bouclier / boule boule . . .")
    assert {token[3:] for token in legal(state, 1)} == {"b1", "b2"}  # row a cannot throw: folded (L10)
    behind = battle(FULL, ". . . . . / boule boule boule boule boule / bouclier boule boule")
    assert {token[3:] for token in legal(behind, 1)} == {"b1", "b2", "b3", "b4", "b5"}


@pytest.mark.rule("L10")
def test_a_row_that_cannot_throw_is_folded() -> None:
    state = battle(FULL, "etoile sapin . . . / boule . . . .")
    assert laaancez.front(NOEL, state.sheets[1]) == 0
    state = play(state, "a1xa1")
    assert laaancez.front(NOEL, state.sheets[1]) == 1
    assert legal(state, 2) == {f"b1xa{n}" for n in range(1, 6)}
    state = play(state, "b1xa3")
    assert {token[3:] for token in legal(state, 1)} == {"b1"}
    assert item(state, 1, "a3") == Item("boule", 0, 2)  # what was done stays


@pytest.mark.rule("L10")
def test_a_row_that_is_lost_when_unfolded_is_folded_too() -> None:
    state = battle(FULL, "etoile . . . . / sapin bouclier . . . / . . . / boule . .")
    assert laaancez.front(NOEL, play(state, "a1xa1").sheets[1]) == 3
    assert laaancez.front(NOEL, battle(FULL, ". . . . .").sheets[1]) == 4


@pytest.mark.rule("L11")
def test_turns_alternate_through_a_fold_and_the_candle_throws() -> None:
    state = battle(FULL, "etoile . . . .")
    state = play(state, "a1xa1")
    assert laaancez.players(state) == (2,)
    assert legal(state, 2) == {f"e1xa{n}" for n in range(1, 6)}
    state = play(state, "e1xa1")
    assert item(state, 1, "a1") == Item("boule", 1, 2)
    assert legal(state, 1) == {f"a{n}xe1" for n in range(1, 6)}


@pytest.mark.rule("L12")
def test_whoever_destroys_the_candle_wins_at_once() -> None:
    state = battle(FULL, ". . . . .")
    assert laaancez.outcome(state) is None
    state = play(state, "a1xe1")
    assert laaancez.phase(state) == "over"
    assert laaancez.players(state) == ()
    assert laaancez.moves(state, 2) == ()
    outcome = laaancez.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == {}
    for token in ("e1xa1", "d1", "1.boule@a1"):
        with pytest.raises(GameOver):
            play(state, token)
    second = laaancez.outcome(play(battle(FULL.replace("boule", "boulex"), FULL, turn=2), "a1xe1"))
    assert second is not None
    assert second.winners == (2,)


@pytest.mark.rule("L13")
def test_the_default_sheet_is_the_table_of_the_rules() -> None:
    table = {
        thing.name: (thing.hits, thing.damage, thing.limit, thing.shield) for thing in (*NOEL.objects, NOEL.candle)
    }
    assert table == {
        "boule": (2, 2, 2, False),
        "bouclier": (2, 0, 0, True),
        "sapin": (4, 0, 3, False),
        "bonnet": (3, 1, 2, False),
        "sucre": (2, 2, 3, False),
        "cadeau": (2, 1, 2, False),
        "etoile": (1, 3, 4, False),
        "bonhomme": (3, 1, 3, False),
        "renne": (1, 2, 3, False),
        "bougie": (1, 1, 1, False),
    }
    assert NOEL.faces == (
        ("boule", "bouclier"),
        ("sapin", "+"),
        ("bonnet", "sucre"),
        ("+", "cadeau"),
        ("etoile", "bonhomme"),
        ("renne", "+"),
    )


def test_events_out_of_place_say_what_is_awaited() -> None:
    for token in ("1.boule@a1", "1.-", "a1xa1"):
        with pytest.raises(IllegalEvent, match="must be rolled first"):
            play(START, token)
    for token in ("d2", "a1xa1"):
        with pytest.raises(IllegalEvent, match="die is rolled"):
            play(START, "d1", token)
    with pytest.raises(IllegalEvent, match="one die"):
        laaancez.play(START, Roll((1, 2)))
    with pytest.raises(IllegalEvent, match="belongs to another game"):
        laaancez.play(START, "d1")  # type: ignore[arg-type]
    with pytest.raises(IllegalEvent):
        laaancez.play(play(START, "d1"), Copy(3, "boule", "a1"))
    with pytest.raises(IllegalEvent, match="There is no cell a9"):
        play(battle(FULL, FULL), "a9xa1")
    with pytest.raises(IllegalEvent, match="There is no cell a9"):
        play(battle(FULL, FULL), "a1xa9")
    with pytest.raises(IllegalEvent, match="Shield protects a1"):
        play(battle(FULL, "boule bouclier boule . ."), "a1xa1")
    with pytest.raises(IllegalEvent, match="b1 cannot be aimed at"):
        play(battle(FULL, FULL), "a1xb1")
    with pytest.raises(IllegalEvent, match="Cell a1 is empty"):
        play(START, "d3", "1.bonnet@a1", "2.sucre@b1", "d4", "2.+a1")
    behind = FULL.replace("boule", "boulex", 5)
    with pytest.raises(IllegalEvent, match="still standing in row b"):
        play(battle(behind, FULL), "a1xa1")
    with pytest.raises(IllegalEvent, match="still standing in row a"):
        play(battle(FULL, FULL), "b1xa1")


NO_TOKENS = "x d d9 d12 3.boule@a1 1.boule@j1 1.boule@a0 1.Boule@a1 1.+ 1.boule a1x 1.-- d１"


@pytest.mark.parametrize("token", ["", "a1xa1 ", *NO_TOKENS.split()])
def test_tokens_that_are_no_events(token: str) -> None:
    with pytest.raises(NotationError):
        laaancez.parse(token)


def test_tokens_round_trip() -> None:
    for event in (Roll((4,)), Copy(1, "bonnet", "a3"), Tick(2, "c2"), Pass(1), Throw("a2", "b4"), Throw("d1", "d2")):
        assert laaancez.parse(str(event)) == event


@pytest.mark.parametrize(
    ("state", "token", "sentence"),
    [
        (START, "d4", "Player 1 rolls a 4."),
        (play(START, "d3"), "2.sucre@a3", "Player 2 copies a candy cane into a3."),
        (play(START, "d2", "1.sapin@a1", "2.sapin@a1", "d2"), "1.+a1", "Player 1 ticks a damage box on a1."),
        (play(START, "d4"), "2.-", "Player 2 passes."),
        (battle(FULL, "sapin1 . . . ."), "a1xa1", "Player 1 throws a1 (snowball) at a1 (fir tree): 2 hearts left."),
        (
            battle(FULL, "etoile . . . ."),
            "a1xa1",
            "Player 1 throws a1 (snowball) at a1 (star): destroyed! Player 2 folds the sheet: row e in front.",
        ),
        (battle(FULL, "etoile etoile . . ."), "a1xa1", "Player 1 throws a1 (snowball) at a1 (star): destroyed!"),
    ],
)
def test_events_are_told_in_words(state: State, token: str, sentence: str) -> None:
    assert laaancez.tell(state, laaancez.parse(token)).en == sentence
