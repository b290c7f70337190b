"""The table as a fold: what is live is what the log says, and nobody sees what they must not."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core import record as records
from tablee.core import registry as games
from tablee.core.errors import GameOver, IllegalEvent, NotationError, RequestError, TableeError
from tablee.core.game import Roll
from tablee.table import NotYourTurn, Refused, SeatError, Setup, Table, TableDamaged, Verb, log_format, verbs
from tablee.table.setup import DiceSource
from tablee.table.table import Created
from tablee.table.verbs import Comment, OpeningRoll, Play, Resign, Take
from tests.table_kit import VARIANTS, Desk, random_game, snapshot, step

Chosen = tuple[str, dict[str, Any]]


@settings(max_examples=40)
@given(
    variant=st.sampled_from(VARIANTS),
    seed=st.integers(0, 2**32),
    dice=st.sampled_from(("virtual", "typed")),
    alone=st.booleans(),
    most=st.sampled_from((20, 60, 400)),
)
def test_a_log_folds_to_the_live_table(variant: Chosen, seed: int, dice: DiceSource, alone: bool, most: int) -> None:
    """At any moment of a game; and its record is read back."""
    game, chosen = variant
    people = games.load(game).seats(games.load(game).variant(chosen))
    desk = Desk(game, chosen, dice=dice, holders=(0,) * people if alone else ())
    random_game(desk, random.Random(seed), most)
    assert snapshot(desk.folded()) == snapshot(desk.table)
    again = records.parse(str(desk.table.record()), games.load)
    assert str(again) == str(desk.table.record())
    if desk.table.over:
        assert again.state == desk.table.state


@pytest.mark.rule("L4")
@pytest.mark.parametrize("game", ["cadeau", "blocs", "laaancez"])
def test_the_past_of_a_table_is_all_that_was_to_be_seen_then_and_no_more(game: str) -> None:
    desk, chance = Desk(game), random.Random(11)
    then = {desk.table.seq: snapshot(desk.table)}
    while not desk.table.over and len(then) < 60:
        step(desk, chance)
        then[desk.table.seq] = snapshot(desk.table)
    assert {seq: snapshot(desk.table.past(seq)) for seq in then} == then


@pytest.mark.rule("L4")
def test_a_hidden_choice_is_in_no_other_seats_view_story_or_record() -> None:
    desk = Desk("laaancez")
    desk.roll(0)
    token = str(desk.table.view(1).moves[0])
    version = desk.table.version
    desk.move(1, token)
    for other in (0, None):
        seen = repr((desk.table.view(other), desk.table.story(other), desk.table.seating.seats(other)))
        assert token not in seen
        assert "Copy(player=2" not in seen
        assert "recopie" not in seen
    assert token not in str(desk.table.record())
    assert "Copy(player=2" in repr(desk.table.view(1))
    assert desk.table.story(1)[-1].token == token
    assert desk.table.story(0)[-1].text.fr == "Joueur 2 a choisi."
    assert desk.table.version == version  # the other's page is not stale
    desk.move(0, str(desk.table.view(0).moves[0]))
    assert token in [line.token for line in desk.table.story(None)]
    assert desk.table.version > version


@pytest.mark.rule("L4")
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_no_hidden_choice_ever_leaks_in_a_random_game(seed: int) -> None:
    desk, chance = Desk("laaancez"), random.Random(seed)
    for _ in range(80):
        if desk.table.over:
            break
        step(desk, chance)
        for viewer, own in ((None, 0), (0, 1), (1, 2)):
            choices = desk.table.view(viewer).state.choices
            for player in (1, 2):
                if player != own:
                    assert choices[player - 1] is None or type(choices[player - 1]).__name__ == "Hidden"
        if any(desk.table.state.choices):
            actor = desk.table.history.actors[-1]
            last = [line for line in desk.table.story(1 - actor) if line.kind == "played" and not line.undone][-1]
            assert last.token == ""


def test_a_hidden_choice_can_be_taken_back_without_asking() -> None:
    desk = Desk("laaancez")
    desk.roll(0)
    token = str(desk.table.view(0).moves[0])
    desk.move(0, token)
    version = desk.table.version
    desk.undo(0)
    assert desk.table.proposal is None
    assert desk.table.acting == (0, 1)
    assert desk.table.version == version
    for viewer in (1, None):
        seen = repr((desk.table.story(viewer), desk.table.view(viewer)))
        assert token not in seen
        assert "Copy(player=1" not in seen


def test_an_undo_needs_everybody_elses_consent() -> None:
    desk = Desk("blocs", {"mode": "three", "level": 1}, opening=False)
    while desk.table.undo_length((0,)) is None:
        seat = desk.table.acting[0]
        if desk.table.phase == "roll":
            desk.roll(seat)
        else:
            desk.move(seat, str(desk.table.view(seat).moves[0]))
    before = desk.table.events
    desk.undo(0)
    assert desk.table.proposal is not None
    assert desk.table.proposal.waiting == (1, 2)
    with pytest.raises(Refused):
        desk.agree(0)
    desk.agree(2)
    assert desk.table.events == before
    with pytest.raises(Refused):
        desk.agree(2)
    desk.agree(1)
    assert len(desk.table.events) < len(before)
    assert desk.table.proposal is None
    assert "On revient en arrière." in desk.table.story()[-1].text.fr
    assert any(line.undone for line in desk.table.story())


def test_an_undo_is_told_as_a_wish_or_as_done() -> None:
    for holders, sentence in (
        ((0, 1), "Joueur 1 voudrait reprendre son coup."),
        ((0, 0), "Joueur 1 reprend son coup."),
    ):
        desk = Desk("cadeau", {"zones": 2}, holders=holders)
        desk.roll(0)
        desk.move(0, "1a")
        desk.undo(0)
        assert desk.table.story()[-1].text.fr == sentence


def test_an_undo_that_is_declined_or_overtaken_changes_nothing() -> None:
    desk = Desk("cadeau", {"zones": 2})
    desk.roll(0)
    desk.move(0, "1a")
    events = desk.table.events
    with pytest.raises(Refused):
        desk.decline(1)
    desk.undo(0)
    with pytest.raises(Refused):
        desk.undo(1)
    desk.decline(1)
    assert desk.table.proposal is None
    desk.undo(0)
    desk.decline(0)  # taken back by the one who asked
    assert desk.table.proposal is None
    desk.undo(0)
    desk.roll(1)  # going on is an answer too
    assert desk.table.proposal is None
    assert desk.table.events[:2] == events
    with pytest.raises(Refused):
        desk.agree(1)


def test_a_tutor_comes_if_everybody_agrees_and_leaves_when_somebody_new_sits_down() -> None:
    desk = Desk("cadeau", {"zones": 2})
    desk.ask(0, verbs.Tutor(0, "hints"))
    assert desk.table.tutors == {}
    assert desk.table.proposal is not None
    assert desk.table.proposal.waiting == (1,)
    with pytest.raises(Refused):
        desk.ask(1, verbs.Tutor(1, "full"))  # one question at a time
    desk.roll(0)
    assert desk.table.proposal is not None  # the game goes on meanwhile
    desk.agree(1)
    assert desk.table.tutors == {0: "hints"}
    assert "Le tuteur est là." in desk.table.story()[-1].text.fr
    assert desk.folded().tutors == desk.table.tutors
    desk.ask(1, verbs.Tutor(1, "clear"))
    desk.decline(0)
    assert desk.table.tutors == {0: "hints"}
    desk.ask(0, verbs.Invite(0, "another device"))
    desk.table.apply(Take(seat=0, holder="somebody new"))
    assert desk.table.tutors == {}
    assert "Le tuteur s’arrête" in desk.table.story()[-1].text.fr


def test_a_tutor_is_for_ones_own_seat_and_needs_nobody_where_one_is_alone() -> None:
    desk = Desk("cadeau", {"zones": 2}, holders=(0, 0))
    desk.ask(0, verbs.Tutor(1, "full"))
    assert desk.table.tutors == {1: "full"}
    desk.ask(0, verbs.Tutor(1, "off"))
    assert desk.table.tutors == {}
    with pytest.raises(RequestError):
        desk.ask(0, verbs.Tutor(1, "oracle"))
    with pytest.raises(SeatError):
        Desk("cadeau", {"zones": 2}).ask(0, verbs.Tutor(1, "hints"))


def test_one_person_alone_undoes_at_once_and_rolls_come_again() -> None:
    desk = Desk("cadeau", {"zones": 3}, holders=(0, 0))
    for seat, cell in ((0, "1a"), (1, "2b"), (0, "1b")):
        desk.roll(seat)
        desk.move(seat, cell)
    rolls = [event for event in desk.table.events if isinstance(event, Roll)]
    for _ in range(3):
        desk.undo(0)
        assert desk.table.proposal is None
    assert desk.table.events == (rolls[0],)
    desk.move(0, "3c")
    desk.roll(1)
    desk.move(1, "1a")
    desk.roll(0)
    assert [event for event in desk.table.events if isinstance(event, Roll)] == rolls
    assert snapshot(desk.folded()) == snapshot(desk.table)


def test_nothing_to_take_back_is_said() -> None:
    desk = Desk("cadeau")
    with pytest.raises(Refused, match="nothing to take back"):
        desk.undo(0)
    desk.roll(0)
    with pytest.raises(Refused):
        desk.undo(0)  # a roll is nobody's choice


@pytest.mark.parametrize(
    ("place", "deed", "error"),
    [
        (1, "roll", NotYourTurn),
        (0, "1a", IllegalEvent),
        (1, "1a", NotYourTurn),
        (0, "d4", Refused),
        (0, "9z", NotationError),
    ],
)
def test_what_is_not_ones_to_do_is_refused_and_changes_nothing(place: int, deed: str, error: type[TableeError]) -> None:
    desk = Desk("cadeau")
    before = snapshot(desk.table)
    with pytest.raises(error) as caught:
        desk.roll(place) if deed == "roll" else desk.move(place, deed)
    assert caught.value.text.fr
    assert snapshot(desk.table) == before


def test_a_choice_cannot_be_made_for_the_other_player() -> None:
    desk = Desk("laaancez")
    desk.roll(0)
    theirs = str(desk.table.view(1).moves[0])
    before = snapshot(desk.table)
    with pytest.raises(NotYourTurn):
        desk.move(0, theirs)
    assert snapshot(desk.table) == before


def test_typed_dice_and_their_correction() -> None:
    desk = Desk("cadeau", dice="typed")
    with pytest.raises(Refused):
        desk.roll(0)
    with pytest.raises(NotationError):
        desk.roll(0, "d7")
    with pytest.raises(Refused):
        desk.roll(0, "1a")
    desk.roll(0, "d3")
    assert desk.table.view(0).may_correct
    with pytest.raises(Refused):
        desk.correct(1, "d5")
    version = desk.table.version
    desk.correct(0, "d5")
    assert desk.table.state.die == 5
    assert desk.table.version > version
    assert [line.undone for line in desk.table.story() if line.token] == [True, False]
    desk.move(0, "1a")
    with pytest.raises(Refused):
        desk.correct(0, "d6")
    assert str(desk.table.record()).splitlines()[-1] == "d5 1a"


def test_virtual_dice_are_not_typed_nor_corrected() -> None:
    desk = Desk("cadeau")
    with pytest.raises(Refused):
        desk.roll(0, "d6")
    desk.roll(0)
    with pytest.raises(Refused):
        desk.correct(0, "d6")


def test_a_corrected_roll_can_change_whose_turn_it_is() -> None:
    desk = Desk("blocs", {"mode": "duel"}, dice="typed", opening=False)
    desk.roll(0, "d66")
    desk.move(0, "2,3")
    desk.roll(0, "d34")  # a 7: the turn passes (B8)
    assert desk.table.acting == (1,)
    desk.correct(0, "d44")
    assert desk.table.acting == (0,)
    assert desk.table.phase == "move"


@pytest.mark.rule("B2")
def test_the_opening_roll_decides_who_is_player_one() -> None:
    desk = Desk("blocs", {"mode": "three"}, dice="typed")
    table = desk.table
    assert desk.table.phase == "opening"
    assert table.seating.player(2) == 0
    with pytest.raises(NotYourTurn):
        desk.move(0, "4")
    for seat, die in ((2, "d5"), (0, "d5"), (1, "d2")):
        desk.roll(seat, die)
    assert "Égalité" in table.story()[-1].text.fr
    assert table.acting == (0, 2)
    with pytest.raises(NotYourTurn):
        desk.roll(1, "d6")
    desk.roll(0, "d1")
    desk.roll(2, "d1")
    assert table.acting == (0, 2)
    desk.roll(0, "d3")
    desk.roll(2, "d4")
    assert table.phase == "roll"
    assert [table.seating.player(seat) for seat in range(3)] == [2, 3, 1]
    assert list(table.acting) == [2]
    desk.correct(2, "d2")
    assert list(table.acting) == [0]
    assert snapshot(desk.folded()) == snapshot(table)


def test_resigning_ends_the_game() -> None:
    desk = Desk("cadeau")
    desk.roll(0)
    desk.ask(0, Resign())
    assert desk.table.outcome is not None
    assert desk.table.outcome.winners == (2,)
    with pytest.raises(GameOver):
        desk.move(0, "1a")
    assert "resigned: 1" in str(desk.table.record())
    assert desk.table.phase == "over"
    three = Desk("blocs", {"mode": "three"}, opening=False)
    three.ask(1, Resign())
    assert three.table.outcome is not None
    assert three.table.outcome.winners == ()


def test_comments_stand_in_the_record_where_they_were_made() -> None:
    desk = Desk("cadeau", dice="typed")
    desk.add(Comment("on commence"))
    desk.roll(0, "d4")
    desk.add(Comment("pas mal"))
    desk.add(Comment("merci"))
    assert str(desk.table.record()).splitlines()[-1] == "{on commence} d4 {pas mal / merci}"


@pytest.mark.parametrize(
    "log",
    [
        [],
        [Play(token="d4")],
        [Created(game="cadeau", settings={}, seats=(("", ""), ("", ""))), Play(seat=0, token="1a")],
        [Created(game="cadeau", settings={}, seats=(("", ""), ("", ""))), OpeningRoll(seat=0, die=3)],
        [Created(game="cadeau", settings={"zones": 99}, seats=(("", ""), ("", "")))],
        [Created(game="echecs", settings={}, seats=())],
    ],
)
def test_a_log_that_cannot_be_is_said_to_be_damaged(log: list[Verb]) -> None:
    with pytest.raises(TableDamaged) as caught:
        Table.fold("abc", log)
    assert "abc" in caught.value.text.fr


def test_entries_keep_their_spelling_and_hide_their_secrets() -> None:
    desk = Desk("blocs", {"mode": "duel"})
    for made in desk.log:
        assert log_format.parse(log_format.write(made)) == made
        assert all(desk.table.seating.holder(seat) not in repr(made) for seat in (0, 1))
    assert log_format.write(Resign(seat=1, at=5)) == '{"kind":"resigned","at":5,"place":1}'
    first = log_format.parse('{"kind":"played","at":5,"place":1,"request":"r1","asked":"0123456789ab","token":"d4"}')
    assert first == Play(at=5, seat=1, request="r1", asked="0123456789ab", token="d4")
    assert desk.table.seating.holder(0) not in repr((desk.table, desk.table.view(0), desk.table.story(0)))
    for text in ("", "{", "[]", '{"kind":"new thing"}', '{"kind":"played"}', '{"kind":"played","token":"d4","x":1}'):
        with pytest.raises(TableDamaged):
            log_format.parse(text)


# --- from a position ------------------------------------------------------------------------------------------


def table_at(line: str) -> Table:
    """A table whose log went through the store's spelling."""
    setup = Setup.of_record(records.at(line, games.load), my_seats=(0, 1)).complete()
    return Table.fold("t", [log_format.parse(log_format.write(one)) for one in setup.log("secret")])


def test_a_game_goes_on_from_a_position_and_its_record_says_so() -> None:
    table = table_at("cadeau/zones=1:45.:66.:d3")
    table.apply(verbs.Play(seat=0, token="1c"))
    record = table.record()
    assert record.game.position(record.state) == "cadeau/zones=1:453:66."
    again = records.parse(str(record), games.load)
    assert again.states == record.states
    assert "position: cadeau/zones=1:45.:66.:d3\n" in str(again)


@pytest.mark.parametrize("choice", ["1.cadeau@b2", "1.?"])
def test_a_game_does_not_go_on_from_a_hidden_choice(choice: str) -> None:
    empty = "...../...../.../.../g"
    with pytest.raises(Refused, match="one choice still waits"):
        table_at(f"laaancez:{empty}:{empty}:1:d4,{choice}")
    assert table_at(f"laaancez:{empty}:{empty}:1:d4").record().begin is not None
