"""What a class does together: throws to find calculations for, what is said of each, games in a row, the class against
a bot, a whole lesson, and what is left for the sheet."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tablee.core.errors import TableeError
from tablee.core.game import Roll
from tablee.games import blocs
from tablee.games.blocs import sums
from tablee.gathering import summary
from tablee.gathering.gathering import Member, Round
from tablee.gathering.lesson import make_plan
from tablee.gathering.rounds import END_SEEN
from tablee.gathering.service import GatheringService
from tablee.gathering.sheet import make_sheet
from tablee.table import Refused, SqliteStore, Table, TableService, new_secret
from tablee.table.verbs import Move, RollDice
from tablee.web.gathering.round_view import show_turn


class Lesson:
    """A class of blocs with some pupils and a clock of its own."""

    def __init__(self, folder: Path, many: int, game: str = "blocs", **settings: object) -> None:
        self.now = 1000.0
        self.table_service = TableService(SqliteStore(folder / "tables.sqlite"), clock=lambda: self.now)
        self.service = GatheringService(self.table_service, clock=lambda: self.now, random=Random(4))
        self.gathering, _ = self.service.create("class", game, settings)
        self.pupils = [self.gathering.join(new_secret(), self.now) for _ in range(many)]

    async def play_out(self, made: Round) -> None:
        """Everybody plays their game to its end, each by the first move there is."""
        for at in [one for one in made.groups if not one.dissolved]:
            table = await self.table_service.open(at.table_id)
            while not table.over:
                secret = at.secrets[at.badges[0]]
                moves = table.game.moves(table.state, 1)
                verb = RollDice() if table.phase == "roll" else Move(str(moves[0]))
                table = await self.table_service.ask(at.table_id, secret, verb)

    async def play_together(self, move: str = "") -> Table:
        """The bot plays as long as it has to, then the class throws or plays."""
        made = self.gathering.rounds[-1]
        table = await self.table_service.open(made.groups[0].table_id)
        while table.bot_due() is not None:
            await self.table_service.advance(table.id)
        if not table.over:
            if table.phase == "move" and not made.ended:
                first = table.game.moves(table.state, 1)[0]
                await self.service.attempts.propose(self.gathering, self.pupils[0], str(first))
            await self.service.lessons.go_on(self.gathering)
        return table


def teach(folder: Path, many: int, work: Callable[[Lesson], Awaitable[None]], **settings: str) -> None:
    """Give a lesson, and put the tables away."""

    async def give() -> None:
        lesson = Lesson(folder, many, **settings)
        await work(lesson)
        await lesson.table_service.close()

    asyncio.run(give())


# --- find the calculations --------------------------------------------------------------------------------------


def test_nobody_counts_again_where_no_calculation_works() -> None:
    state = replace(blocs.start(blocs.variant({})), seats=(1 << 5 | 1 << 8, 0), opened=True)
    assert sums.is_well_formed(replace(state, dice=(2, 6)), "5")
    assert not sums.is_well_formed(replace(state, dice=(4, 5)), "8"), "only the 5 goes, and the rules say so"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_throws_differ_and_leave_a_class_a_fair_number(level: int) -> None:
    thrown = [sums.draw_roll(level, Random(seed)) for seed in range(100)]
    for state in thrown:
        mine, signs, goals = sums.keys(state)
        every = sums.every(state)
        assert 3 <= len(every) <= 30
        assert {sums.value(one) for one in every} == set(goals)  # some for each target
        assert set("".join(every)) <= {*"0123456789", *signs}
        assert state == blocs.from_position(blocs.position(state))
        assert len(mine) == 10 if level == 1 else len(mine) >= 4
    assert len({state.dice for state in thrown}) >= 6
    assert len({goal for state in thrown for goal in sums.keys(state)[2]}) >= 4


def test_a_class_gets_other_dice_each_time(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        for _ in range(6):
            await lesson.service.rounds.begin(lesson.gathering, "sums", {"level": 1})
        thrown = [made.state.dice for made in lesson.gathering.rounds]
        assert len(set(thrown)) == 6, "every throw of level 1, each once"

    teach(tmp_path, 1, work)


def test_a_calculation_is_right_known_or_wrong_and_never_solved(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        service, gathering, (bear, cat) = lesson.service, lesson.gathering, lesson.pupils
        made = await service.rounds.begin(gathering, "sums", {"level": 2})
        made.state = blocs.play(blocs.start(blocs.variant({"mode": "solo", "level": 2})), blocs.parse("d36"))

        async def say(who: Member, typed: str) -> str:
            try:
                return (await service.attempts.add_sum(gathering, who, typed)).fr
            except TableeError as error:
                return error.text.fr

        assert await say(bear, "8 + 2 − 3 = 9") == "Cela ne fait pas 9. Recompte !"  # not what it makes
        assert await say(bear, "8+3") == "Cela ne fait pas 9. Recompte !"
        assert bear.wrong_in_a_row == 2
        assert await say(bear, "7 + 2") == "Pas de bloc 7 à pousser."
        assert bear.wrong_in_a_row == 3
        assert await say(bear, "6+3=9") == "Oui ! 6 + 3 = 9"
        assert bear.wrong_in_a_row == 0
        assert made.last_finder == bear.badge
        assert await say(bear, "3 + 6") == "Déjà trouvé : 6 + 3"
        assert await say(cat, "6+3") == "Oui ! 6 + 3 = 9"
        assert made.last_finder == bear.badge  # the class had it already
        assert made.slips == {"8 + 2 − 3": 1, "8 + 3": 1}
        made.state = blocs.play(blocs.start(blocs.variant({"mode": "solo", "level": 3})), blocs.parse("d36"))
        assert await say(cat, "9*2 = 9") == "Cela ne fait pas 9. Recompte !"  # though it makes the other target
        assert await say(cat, "8*2") == "Cela ne fait ni 9 ni 18. Recompte !"

    teach(tmp_path, 2, work)


def test_the_end_asks_before_it_answers() -> None:
    """A block that nobody used, else a sign, else the shortest one that is missing."""
    state = blocs.play(blocs.start(blocs.variant({"mode": "solo", "level": 2})), blocs.parse("d36"))
    every = sums.every(state)
    made = Round("sums", {"game": "blocs"}, state=state, ended=True)
    made.found_sums["a"] = dict.fromkeys(one for one in every if "12" not in one)
    question = summary.ask_missed(made)
    assert question is not None
    assert question.title.fr == "Personne n’a pris le 12."
    assert question.pieces == ("12", "−", "3")
    assert question.hole == 2
    assert question.answer == "12 − 3 = 9"
    made.found_sums["a"] = {"9": None, "5+4": None, "6+3": None, "4+3+2": None}
    question = summary.ask_missed(made)
    assert question is not None
    assert question.title.fr == "Personne n’a pris le 12."
    made.found_sums["b"] = dict.fromkeys(one for one in every if one not in ("8+3-2", "11-2"))
    question = summary.ask_missed(made)
    assert question is not None
    assert question.title.fr == "Il en reste 2."
    made.found_sums["b"] = dict.fromkeys(every)
    assert summary.ask_missed(made) is None


# --- same dice --------------------------------------------------------------------------------------------------


def test_common_dice_go_on_game_after_game_until_the_time_is_over(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        service, gathering = lesson.service, lesson.gathering
        made = await service.rounds.begin(gathering, "same-dice", {"mode": "solo", "seconds": 300})
        await lesson.play_out(made)
        await service.rounds.refresh(gathering)
        assert len(made.groups) == 3  # the end is seen first
        lesson.now += END_SEEN
        await service.rounds.refresh(gathering)
        assert [at.game_number for at in made.groups] == [1, 1, 1, 2, 2, 2]
        assert not made.ended
        await lesson.play_out(made)
        tables = await service.rounds.find_tables(gathering)
        throws = {
            at.game_number: {
                str([event for event in tables[at.table_id].history.events if isinstance(event, Roll)][:3])
            }
            for at in made.groups
        }
        for at in made.groups:
            thrown = [event for event in tables[at.table_id].history.events if isinstance(event, Roll)]
            assert str(thrown[:3]) in throws[at.game_number]  # the same for all who play it
        assert throws[1] != throws[2]
        lesson.now += 300
        await service.rounds.refresh(gathering)
        assert made.ended
        assert await service.lessons.count_steps(gathering) == 3 * len(summary.list_shared_rolls(made, tables))
        steps = summary.walk(made, tables)
        assert [step.number for step in steps] == list(range(1, len(steps) + 1))

    teach(tmp_path, 3, work)


# --- the class against a bot ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["blocs", "cadeau", "laaancez"])
def test_the_class_against_a_bot_ends(tmp_path: Path, game: str) -> None:
    async def work(lesson: Lesson) -> None:
        made = await lesson.service.rounds.begin(lesson.gathering, "together", {"bot": "random"})
        for _ in range(400):
            lesson.now += 60
            table = await lesson.play_together()
            if table.over:
                break
        assert table.over
        await lesson.service.rounds.refresh(lesson.gathering)
        assert made.ended
        with pytest.raises(Refused, match="over"):
            await lesson.service.attempts.play(lesson.gathering)

    teach(tmp_path, 2, work, game=game)


def test_a_bot_s_turn_is_shown_push_by_push(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        await lesson.service.rounds.begin(lesson.gathering, "together", {"bot": "random"})
        table = await lesson.play_together()
        while table.bot_due() is None:
            lesson.now += 60
            await lesson.play_together()
        lesson.now += 60
        before = table.seq
        while table.bot_due() is not None:
            await lesson.table_service.advance(table.id)  # all at once
        shown = []
        while (turn := show_turn(table, lesson.now)).busy:
            shown.append(turn.table.seq)
            assert turn.table.state == turn.table.history.states[-1]
            lesson.now += 1
        assert shown == sorted(shown)
        assert shown[:1] <= [before + 1]
        assert set(range(before + 1, table.seq)) <= set(shown)  # each of them
        assert turn.table is table

    teach(tmp_path, 2, work)


def test_both_choices_made_at_once_are_told(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        await lesson.service.rounds.begin(lesson.gathering, "together", {"bot": "random"})
        table = await lesson.play_together()  # the throw
        table = await lesson.play_together()  # the bot's choice, hidden, and the class's
        turn = show_turn(table, lesson.now + 600)
        bot = table.seating.name(1).fr
        assert turn.seat == 0
        assert f"{bot} recopie" in turn.sentence.with_names(table.seating.names).fr
        assert "La classe recopie" in turn.sentence.with_names(table.seating.names).fr

    teach(tmp_path, 2, work, game="laaancez")


# --- a ready-made lesson ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "planned"),
    [
        ("blocs", ["together", "sums", "same-dice", "pairs"]),
        ("cadeau", ["together", "same-dice", "pairs"]),
        ("laaancez", ["together", "same-dice", "pairs"]),
    ],
)
def test_one_button_gives_a_whole_lesson(tmp_path: Path, game: str, planned: list[str]) -> None:
    async def work(lesson: Lesson) -> None:
        service, gathering = lesson.service, lesson.gathering
        await service.lessons.begin(gathering)
        pressed = 0
        while not gathering.finished and pressed < 100:
            lesson.now += 60
            pressed += 1
            if gathering.rounds[-1].activity == "together":
                table = await lesson.play_together()
                await service.rounds.refresh(gathering)
                seen = table.history.actors
                assert not gathering.rounds[-1].ended or 1 in seen or seen.count(0) > 6, "the bot's turn, too"
            if gathering.rounds[-1].activity == "same-dice" and not gathering.rounds[-1].ended and game == "blocs":
                await lesson.play_out(gathering.rounds[-1])
            if gathering.rounds[-1].activity != "together" or gathering.rounds[-1].ended:
                await service.lessons.go_on(gathering)
        assert gathering.finished
        assert not gathering.plan
        assert [made.activity for made in gathering.rounds] == planned
        with pytest.raises(Refused, match="activity"):
            await service.lessons.go_on(gathering)

    teach(tmp_path, 2, work, game=game)


def test_level_and_times_are_remembered(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        service, gathering = lesson.service, lesson.gathering
        await service.rounds.begin(gathering, "sums", {"level": 2, "seconds": 60})
        stages = make_plan(gathering)
        assert {stage.settings["level"] for stage in stages} == {2}
        assert [stage.settings.get("seconds") for stage in stages] == [None, 60, 300, None, None]

    teach(tmp_path, 2, work)


# --- the sheet --------------------------------------------------------------------------------------------------


def test_the_sheet_says_what_was_found_and_makes_exercises_of_the_rest(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        service, gathering = lesson.service, lesson.gathering
        made = await service.rounds.begin(gathering, "sums", {"level": 2})
        every = sums.every(made.state)
        for pupil in lesson.pupils:
            await service.attempts.add_sum(gathering, pupil, every[0])
        await service.rounds.end(gathering)
        played = await service.rounds.begin(gathering, "same-dice", {"mode": "solo", "level": 2})
        await lesson.play_out(played)
        await service.rounds.refresh(gathering)
        tables = await service.rounds.find_tables(gathering)
        sheet = make_sheet(gathering, tables, summary.walk(played, tables))
        (target,) = sheet.targets
        assert target.found == ((every[0], 2),)
        assert len(target.missed) == len(every) - 1
        assert sheet.of_games
        assert all(sums.value(one) == goal.goals[0] for goal in sheet.of_games for one, _ in goal.found)
        assert len(sheet.again) == 5
        for _, gaps in sheet.gaps:
            for gap in gaps:
                whole = "".join(gap.pieces).replace("−", "-")
                assert sums.value(whole) == gap.goal
                assert gap.answer.isdigit()
        claimed = [equation.partition(" = ") for equation, _ in sheet.claims]
        assert [sums.value(left) == int(right) for left, _, right in claimed] == [right for _, right in sheet.claims]
        assert len(claimed) == 4

    teach(tmp_path, 2, work)


def test_a_game_without_calculations_has_a_sheet_too(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        await lesson.service.rounds.begin(lesson.gathering, "pairs", {})
        sheet = make_sheet(lesson.gathering, await lesson.service.rounds.find_tables(lesson.gathering))
        assert sheet.targets == ()
        assert sheet.again == ()
        assert sheet.gaps == ()
        assert sheet.claims == ()

    teach(tmp_path, 2, work, game="cadeau")
